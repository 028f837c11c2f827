"""Search of one decision: sampled worlds, and every legal action played on in all of them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, AgentTraits, NeverPickled, Turns
from croupier.agents.search.belief import Belief, Likelihoods, ModelWeights, Opinion, lapse_rates_of
from croupier.agents.search.chains import ChainReport, Chains
from croupier.agents.search.choice import choose, still_open
from croupier.agents.search.models import AgentModel, SeatModel, model_of, stochastic
from croupier.agents.search.opponent_model import OpponentModel
from croupier.agents.search.opponents import RolloutOpponents, seated
from croupier.agents.search.rollouts import ModelNumbers, Rollouts
from croupier.agents.search.settings import SELF, WATCHED, Settings
from croupier.agents.search.worlds import Worlds, streams
from croupier.agents.shipped import called
from croupier.core.base.tiers import loop
from croupier.core.base.types import Actions, Generators, Record, Records, SeatValues
from croupier.core.engine.game import Game
from croupier.core.engine.trail import Trail
from croupier.core.spec.search import HIDDEN
from croupier.core.spec.spec import Floats, Kernel

_FIRST = 16
"""Worlds in which every action is played before any is dropped, or the clock is checked."""
_OPEN_STREAM = 1 << 21
"""Number of the first generator for rollouts with true cards, far above those of worlds and models."""


@dataclass(frozen=True, eq=False)
class Found:
    """The result of a search, with A actions and W worlds."""

    actions: Actions  # the searched actions, int64, shape (A,)
    shares: Floats  # the blueprint's probabilities of them, float32, shape (A,)
    gains: Floats  # the seat's gain by each action in each world, float32, shape (A, W); NaN if it was dropped
    # measures of the game's explanation, float32, shape (A, W, measures); NaN as for gains, and empty without an
    # explanation
    measures: Floats
    # the seat's probability to win the game, float64, shape (A, W); NaN and empty as for measures
    outlook: npt.NDArray[np.float64]
    chosen: int  # index of the chosen action
    worlds: Records  # shape (W,), before any action
    # probability that each seat plays as each model before this round, shape (seats, models)
    weights: ModelWeights
    report: ChainReport | None  # None if worlds use only the seat's knowledge
    models: ModelNumbers  # the model of each seat in each world, int8, shape (W, seats)
    # the last of the models, if it is fitted to the others' decisions; None without one
    fitted: OpponentModel | None

    @property
    def action(self) -> int:
        """The chosen action."""
        return int(self.actions[self.chosen])


@dataclass(frozen=True, eq=False)
class OpenCards:
    """Results of actions with the true cards."""

    actions: Actions  # the played actions, int64, shape (A,)
    gains: Floats  # the seat's gain by each action in each rollout, float32, shape (A, N)
    # the seat's probability to win the game, float64, shape (A, N); NaN if the game has no outlook
    outlook: npt.NDArray[np.float64]


class Searcher:
    """Searches decisions of one game."""

    def __init__(
        self,
        game: Game,
        blueprint: Agent,
        settings: Settings,
        bot: Agent | None,
        *,
        explaining: bool = False,
    ) -> None:
        """Compile the loops; `bot` is another model of the opponents, or None."""
        self.settings = replace(settings, halving=False) if explaining else settings
        self._game, part = game, game.spec.search_part
        # the agent to improve, and its model
        self.blueprint, self._model = stochastic(blueprint), model_of(game, blueprint)
        models: list[SeatModel] = [self._model]
        if bot is not None and bot.name != blueprint.name and settings.opponents != SELF:
            models.append(AgentModel(game, bot))
        self.unit, self._scale = part.unit, part.scale  # both of gains
        # further measures of rollouts; None without them
        self.explanation = part.explain() if explaining and part.explain is not None else None
        measure = None if self.explanation is None else self.explanation.measure
        self._measure = None if measure is None else _measure_loop(measure)
        self.rollouts = Rollouts(game, part, models)
        self._names = [each.name for each in models]
        self._worlds = Worlds(game, part, models)
        self._history = Belief(game, part, models) if part.history is not None else None
        self._belief = self._history if settings.belief else None
        choices = part.choices() if settings.opponents == WATCHED and part.choices is not None else None
        # file of the fitted opponent model; None without one
        self.weights = None if choices is None else choices.weights
        self._opponent_model = None
        if choices is not None and self._history is not None:
            self._opponent_model = OpponentModel.unfitted(choices, game.num_players)
        self._opponents = RolloutOpponents(
            game.num_players,
            len(models),
            settings.opponents,
            self._history,
            lapse_rates_of(settings.floor),
            self._opponent_model,
        )
        self.reads_history = self._belief is not None or self._opponents.learning  # whether it uses trails

    def search(self, turns: Turns, row: int, only: Sequence[int] | None = None) -> Found:
        """Search one decision."""
        seconds = self.settings.seconds
        until = time.monotonic() + seconds if seconds else math.inf
        record, key = turns.records[row : row + 1].copy(), turns.keys[row]
        seat = int(record["player"][0])
        actions = _asked(turns, row, only)
        shares = self._shares(record, actions)
        trail = turns.trail(row) if self.reads_history else None
        opinion = self.opinion(trail, seat)
        weights = opinion.models
        rngs = streams(key, self.settings.worlds)
        models = seated(self._opponents.of_worlds(weights, None, len(rngs)), seat, key)
        worlds, known, report = self._sample(record, seat, rngs, trail, opinion, models)
        if known is not None:
            models = seated(self._opponents.of_worlds(weights, known, len(rngs)), seat, key)
        best = int(shares.argmax())
        outcomes = self._play(record, seat, actions, worlds, rngs, models, opinion.fitted, best, until)
        count, chosen = outcomes.gains.shape[1], self.choose(shares, outcomes.gains)
        return Found(
            actions, shares, outcomes.gains, outcomes.measures, outcomes.outlook, chosen,
            worlds[:count], weights, report, models[:count], opinion.fitted,
        )  # fmt: skip

    def opinion(self, trail: Trail | None, seat: int) -> Opinion:
        """Beliefs about how the others play, from earlier rounds of this game."""
        return self._opponents.opinion(trail, seat)

    def choose(self, shares: Floats, gains: Floats) -> int:
        """Index of the chosen action, from the blueprint's probabilities and gains; see `choice.choose`."""
        return choose(shares, gains, self.settings.gate, self.settings.eta / self._scale)

    def in_true_cards(
        self, turns: Turns, row: int, found: Found, rollouts: int, only: Sequence[int] | None = None
    ) -> OpenCards:
        """Play legal actions on from the true record, with the true hidden cards."""
        # Only for finished games: the result reveals what the seat could not know.
        record, actions = turns.records[row : row + 1].copy(), _asked(turns, row, only)
        models = np.resize(found.models, (rollouts, found.models.shape[1]))
        rngs, worlds = streams(turns.keys[row], rollouts, _OPEN_STREAM), np.repeat(record, rollouts)
        seat = int(record["player"][0])
        outcomes = self._play(record, seat, actions, worlds, rngs, models, found.fitted, 0, math.inf)
        return OpenCards(actions, outcomes.gains, outcomes.outlook)

    @property
    def watches(self) -> bool:
        """Whether one of the models is fitted to the others' decisions."""
        return self._opponent_model is not None

    @property
    def rollout_agents(self) -> tuple[str, str | None]:
        """The player of the own seat, and another that the others may play as; None for no other."""
        own, *bots = self._names
        return own, bots[0] if bots else None

    def compile(self) -> None:
        """Compile or load everything that a search calls."""
        record, rngs = np.zeros(1, dtype=self._game.spec.rules.state), streams(np.uint64(0), 0)
        none = record[:0]
        actions, counts = np.zeros((0, self._game.num_actions), dtype=np.int16), np.zeros(0, dtype=np.int16)
        self._model.chances(none, np.zeros(0, dtype=np.int64), actions, counts)
        self._worlds.compile()
        if self._history is not None and self.reads_history:
            self._history.compile()
        if self._belief is not None:
            opinion, story = self._opponents.opinion(None, 0), self._belief.empty_story()
            belief = (
                self._belief if self._opponent_model is None else self._belief.with_model(self._opponent_model)
            )
            Chains(belief, none.copy(), 0, rngs, story, opinion).compile()
        if self._opponent_model is not None:
            self._opponent_model.compile(record)
        self.rollouts.run(record, none, rngs, np.zeros((0, self._game.num_players), dtype=np.int8))
        if self.explanation is not None:
            if self._measure is not None:
                self._measure(record, none, 0, np.zeros((0, len(self.explanation.measures)), dtype=np.float32))
            if self.explanation.outlook is not None:
                self.explanation.outlook(self._game.new_records(1))

    def _shares(self, record: Records, actions: Actions) -> Floats:
        """The blueprint's probabilities of the legal actions."""
        lists, counts = actions.astype(np.int16)[None, :], np.array([len(actions)], dtype=np.int16)
        shares: Floats = self._model.chances(record, np.zeros(1, dtype=np.int64), lists, counts)[0]
        return shares

    def _sample(
        self,
        record: Records,
        seat: int,
        rngs: Generators,
        trail: Trail | None,
        opinion: Opinion,
        models: ModelNumbers,
    ) -> tuple[Records, Likelihoods | None, ChainReport | None]:
        """Worlds for a decision, sampled by belief if the others' decisions reveal anything."""
        sampler, belief = self._worlds, self._belief
        if opinion.fitted is not None:
            sampler = sampler.with_model(opinion.fitted)
            belief = None if belief is None else belief.with_model(opinion.fitted)
        worlds = sampler.sample(record, seat, rngs, models)
        if belief is not None and trail is not None and not self._worlds.secret(record, seat):
            story = belief.story(trail.present, seat)
            if ((story.movers != seat) & (story.codes != HIDDEN)).any():
                chains = Chains(belief, worlds, seat, rngs, story, opinion)
                report = chains.run(self.settings.candidates, self.settings.sweeps)
                return chains.worlds, chains.logs, report
        return worlds, None, None

    def _play(
        self,
        record: Records,
        seat: int,
        actions: Actions,
        worlds: Records,
        rngs: Generators,
        models: ModelNumbers,
        last: OpponentModel | None,
        best: int,
        until: float,
    ) -> _Outcomes:
        """Play actions in worlds, dropping clearly worse ones (sequential halving); in all or the first worlds."""
        shape = len(actions), len(worlds)
        measures = 0 if self.explanation is None else len(self.explanation.measures)
        outcomes = _Outcomes(
            gains=np.full(shape, np.nan, dtype=np.float32),
            measures=np.full((*shape, measures), np.nan, dtype=np.float32),
            outlook=np.full(shape, np.nan),
        )
        kept, halving = np.arange(len(actions)), self.settings.halving
        in_rounds = halving or until < math.inf
        low = 0
        while low < len(worlds):
            high = min(max(_FIRST, 2 * low), len(worlds)) if in_rounds else len(worlds)
            count = high - low
            ends = np.tile(worlds[low:high], len(kept))
            found = self.rollouts.run(
                record,
                ends,
                np.tile(rngs[low:high], len(kept)),
                np.tile(models[low:high], (len(kept), 1)),
                np.repeat(actions[kept], count),
                last,
            )
            outcomes.gains[kept, low:high] = found[:, seat].reshape(len(kept), count)
            self._explain(record, ends, seat, outcomes, kept, slice(low, high))
            low = high
            if halving and low < len(worlds):
                kept = still_open(outcomes.gains[:, :low], kept, best)
            if len(kept) == 1 or time.monotonic() >= until:
                break
        return _Outcomes(outcomes.gains[:, :low], outcomes.measures[:, :low], outcomes.outlook[:, :low])

    def _explain(
        self, record: Records, ends: Records, seat: int, outcomes: _Outcomes, kept: Actions, part: slice
    ) -> None:
        """Measure finished rollouts."""
        if self.explanation is None:
            return
        shape = (len(kept), part.stop - part.start)
        if self._measure is not None:
            measures = np.zeros((len(ends), len(self.explanation.measures)), dtype=np.float32)
            self._measure(record, ends, seat, measures)
            outcomes.measures[kept, part] = measures.reshape(*shape, -1)
        if self.explanation.outlook is not None:
            outcomes.outlook[kept, part] = self.explanation.outlook(ends)[:, seat].reshape(shape)


@dataclass(frozen=True, eq=False)
class _Outcomes:
    """Results of rollouts; see `Found`."""

    gains: Floats
    measures: Floats
    outlook: npt.NDArray[np.float64]


def _asked(turns: Turns, row: int, only: Sequence[int] | None) -> Actions:
    """The legal actions of a row, or some of them."""
    actions: Actions = np.flatnonzero(turns.masks[row])
    return actions if only is None else actions[np.isin(actions, only)]


@lru_cache(maxsize=32)
def _measure_loop(measure: Callable[[Record, Record, int, SeatValues], None]) -> Kernel:
    """The compiled loop that measures rollouts."""

    @loop
    def run(start: Records, ends: Records, seat: int, out: Floats) -> None:
        for i in range(len(ends)):
            measure(start[0], ends[i], seat, out[i])

    return run


class SearchAgent(NeverPickled):
    """Searches every decision with more than one legal action."""

    def __init__(self, searcher: Searcher) -> None:
        """Search with `searcher`, which other agents may share."""
        self.name, self.blueprint = "search", searcher.blueprint
        self.searcher, weights = searcher, searcher.weights
        self.traits = AgentTraits(
            reproducible=not searcher.settings.seconds,
            wants_trail=searcher.reads_history,
            tables_at_once=8,  # a game takes seconds or minutes
            around=(searcher.blueprint,),
            plays_by={} if weights is None else {called(weights): weights},
        )

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        if not len(turns):
            self.searcher.compile()
        chosen = np.zeros(len(turns), dtype=np.int64)
        for row in range(len(turns)):
            legal = np.flatnonzero(turns.masks[row])
            chosen[row] = legal[0] if len(legal) == 1 else self.searcher.search(turns, row).action
        return chosen

"""One decision searched: worlds that the seat holds possible, and every legal action played on in all of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Actions, Agent, Turns
from croupier.agents.search.belief import Belief, Likelihoods, Report, Weights
from croupier.agents.search.choice import choose, still_open
from croupier.agents.search.models import AgentModel, Model, model_of
from croupier.agents.search.opponents import Opponents, seated
from croupier.agents.search.rollouts import ModelNumbers, Rollouts
from croupier.agents.search.settings import Settings
from croupier.agents.search.worlds import Worlds, streams
from croupier.core.errors import ConfigError
from croupier.core.game import Game
from croupier.core.search import HIDDEN
from croupier.core.spec import Floats
from croupier.core.trail import Trail
from croupier.core.types import Generators, Records

_FIRST = 16
"""Worlds that every action is played in before any is dropped."""


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found of one decision.

    Attributes:
        actions: the legal actions, int64, shape (A,).
        shares: probability that the blueprint gives each, float32, shape (A,).
        gains: what the seat gains by each action in each world, float32, shape (A, W); NaN where it was dropped.
        chosen: place of the choice among the actions.
        worlds: the worlds, records of shape (W,), before any action.
        weights: how likely each seat plays as each model before this stretch, shape (seats, models).
        report: how well the worlds were sampled by belief; None where they come from the seat's knowledge alone.
    """

    actions: Actions
    shares: Floats
    gains: Floats
    chosen: int
    worlds: Records
    weights: Weights
    report: Report | None

    @property
    def action(self) -> int:
        """The choice."""
        return int(self.actions[self.chosen])


class Searcher:
    """Searches decisions of one game.

    Attributes:
        settings: how much is searched.
        reads_history: whether it makes use of trails.
        unit: what gains are counted in.
        rollouts: plays the worlds on; counts what it has played.
    """

    def __init__(self, game: Game, blueprint: Agent, settings: Settings, bot: Agent | None) -> None:
        """Compile what is needed.

        Args:
            game: the game.
            blueprint: an agent that gives probabilities.
            settings: how much is searched.
            bot: another model of the opponents; None without one.

        Raises:
            ConfigError: the game has no part for search, or the blueprint gives no probabilities.
        """
        if game.spec.search is None:
            raise ConfigError(f"{game.name} has no part for search: it does not say where a rollout may stop")
        self.settings = settings
        self._game, part = game, game.spec.search()
        self._blueprint = model_of(game, blueprint)
        models: list[Model] = [self._blueprint]
        if bot is not None and bot.name != blueprint.name:
            models.append(AgentModel(game, bot))
        self.unit = part.unit
        self.rollouts = Rollouts(game, part, models)
        self._worlds = Worlds(game, part, self._blueprint)
        history = Belief(game, part, models, settings.floor) if part.history is not None else None
        self._belief = None if settings.belief == "none" else history
        self._opponents = Opponents(game.num_players, len(models), settings.opponents, history)
        self.reads_history = history is not None

    def search(self, turns: Turns, row: int) -> Found:
        """Search one decision.

        Args:
            turns: decisions.
            row: which of them; it has more than one legal action.

        Raises:
            ConfigError: the blueprint gives no probabilities.
        """
        record, key = turns.records[row : row + 1].copy(), turns.keys[row]
        seat = int(record["player"][0])
        actions = np.flatnonzero(turns.masks[row])
        shares = self._shares(record, actions)
        trail = turns.trail(row) if self.reads_history else None
        weights = self._opponents.weights(trail, seat)
        rngs = streams(key, self.settings.worlds)
        worlds, known, report = self._sample(record, seat, key, rngs, trail, weights)
        models = seated(self._opponents.of_worlds(weights, known, len(worlds)), seat, key)
        gains = self._play(record, seat, actions, worlds, rngs, models, int(shares.argmax()))
        chosen = choose(shares, gains, self.settings.gate, self.settings.eta)
        return Found(actions, shares, gains, chosen, worlds, weights, report)

    def _shares(self, record: Records, actions: Actions) -> Floats:
        """The blueprint's probabilities of the legal actions."""
        lists, counts = actions.astype(np.int16)[None, :], np.array([len(actions)], dtype=np.int16)
        shares: Floats = self._blueprint.chances(record, np.zeros(1, dtype=np.int64), lists, counts)[0]
        return shares

    def _sample(
        self, record: Records, seat: int, key: np.uint64, rngs: Generators, trail: Trail | None, weights: Weights
    ) -> tuple[Records, Likelihoods | None, Report | None]:
        """Worlds for a decision, by belief where the others' decisions say anything."""
        belief = self._belief
        if belief is not None and trail is not None and not self._worlds.secret(record, seat):
            story = belief.story(trail.present, seat)
            read = belief.reads(story, self.settings.belief == "bids")
            if ((story.movers[:read] != seat) & (story.codes[:read] != HIDDEN)).any():
                candidates = streams(key, self.settings.candidates * len(rngs), len(rngs))
                return belief.sample(
                    lambda given: self._worlds.sample(record, seat, given),
                    seat, rngs, story, read, candidates, self.settings.sweeps, weights,
                )  # fmt: skip
        return self._worlds.sample(record, seat, rngs), None, None

    def _play(
        self,
        record: Records,
        seat: int,
        actions: Actions,
        worlds: Records,
        rngs: Generators,
        models: ModelNumbers,
        best: int,
    ) -> Floats:
        """Gains of each action in each world; by sequential halving actions that are clearly worse are dropped."""
        gains: npt.NDArray[np.float32] = np.full((len(actions), len(worlds)), np.nan, dtype=np.float32)
        kept = np.arange(len(actions))
        low = 0
        while low < len(worlds):
            high = min(max(_FIRST, 2 * low), len(worlds)) if self.settings.halving else len(worlds)
            count = high - low
            found = self.rollouts.run(
                record,
                np.tile(worlds[low:high], len(kept)),
                np.tile(rngs[low:high], len(kept)),
                np.tile(models[low:high], (len(kept), 1)),
                np.repeat(actions[kept], count),
            )
            gains[kept, low:high] = found[:, seat].reshape(len(kept), count)
            low = high
            if low < len(worlds):
                kept = still_open(gains[:, :low], kept, best)
                if len(kept) == 1:
                    break
        return gains

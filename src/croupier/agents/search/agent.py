"""The agent `search`: a blueprint's choice, improved by rollouts in sampled worlds.

For every legal action the same worlds are played on to the horizon by models of all seats. With d the mean
difference to the blueprint's likeliest action b, and se its standard error over the worlds, it plays

    argmax over a of  log pi(a) + eta * max(0, d(a) - gate * se(a)),

ties to b: it leaves the blueprint only for a gain that is more than noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Actions, Agent, Turns
from croupier.agents.search.models import AgentModel, Model, model_of
from croupier.agents.search.rollouts import ModelNumbers, Rollouts
from croupier.agents.search.worlds import Worlds, streams
from croupier.core.errors import ConfigError
from croupier.core.game import Game
from croupier.core.spec import Floats
from croupier.core.types import Records

_FLOOR = 0.01
"""Share of each choice that is as likely as any other: a blueprint that is sure of itself can be left all the same."""
_FIRST = 16
"""Worlds that every action is played in before any is dropped."""
_DROP = 2.0
"""Standard errors by which an action has to be below the best one to be dropped."""


@dataclass(frozen=True)
class Settings:
    """Settings of a search.

    Attributes:
        worlds: worlds at most.
        gate: standard errors that are taken off a gain.
        eta: weight of a gain, per unit of gain, against the logarithm of the blueprint's probability.
        opponents: how the others play in rollouts: ``self``, ``bot`` or ``mixed``.
        halving: whether actions that are clearly worse are dropped before all worlds are played.
    """

    worlds: int = 64
    gate: float = 1.5
    eta: float = 1.0
    opponents: str = "self"
    halving: bool = True


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found of one decision.

    Attributes:
        actions: the legal actions, int64, shape (A,).
        blueprint: probability that the blueprint gives each, float32, shape (A,).
        gains: of each action in each world what the seat gains, float32, shape (A, worlds); NaN where it was not
            played.
        chosen: place of the choice among the actions.
    """

    actions: Actions
    blueprint: Floats
    gains: Floats
    chosen: int


class SearchAgent:
    """Searches around a blueprint.

    Attributes:
        name: the name by which it was made.
        settings: its settings.
        blueprint: the agent that it improves.
    """

    def __init__(self, game: Game, blueprint: Agent, settings: Settings, other: Agent | None = None) -> None:
        """Compile what is needed.

        Args:
            game: the game.
            blueprint: an agent that gives probabilities.
            settings: how much is searched.
            other: model of the opponents that is no blueprint.

        Raises:
            ConfigError: the game has no part for search.
        """
        if game.spec.search is None:
            raise ConfigError(f"{game.name} has no part for search: it does not say where a rollout may stop")
        self.name, self.settings, self.blueprint = "search", settings, blueprint
        self._game, self._search = game, game.spec.search()
        self._model = model_of(game, blueprint)
        models: list[Model] = [self._model]
        if other is not None:
            models.append(AgentModel(game, other))
        self._rollouts = Rollouts(game, self._search, models)
        self._worlds = Worlds(game, self._search, self._model)

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        chosen = np.zeros(len(turns), dtype=np.int64)
        for row in range(len(turns)):
            legal = np.flatnonzero(turns.masks[row])
            chosen[row] = legal[0] if len(legal) == 1 else self._choice(turns, row)
        return chosen

    def _choice(self, turns: Turns, row: int) -> int:
        found = self.search(turns, row)
        return int(found.actions[found.chosen])

    def search(self, turns: Turns, row: int) -> Found:
        """Search one decision.

        Args:
            turns: decisions.
            row: which of them; it has more than one legal action.
        """
        record, key = turns.records[row : row + 1].copy(), turns.keys[row]
        seat = int(record["player"][0])
        actions = np.flatnonzero(turns.masks[row])
        lists = actions.astype(np.int16)[None, :]
        counts = np.array([len(actions)], dtype=np.int16)
        shares = self._model.chances(record, np.zeros(1, dtype=np.int64), lists, counts)[0]
        rngs = streams(key, self.settings.worlds)
        worlds = self._worlds.sample(record, seat, rngs)
        models = self._seated(seat, len(worlds))
        gains = self._play(record, seat, actions, worlds, rngs, models, int(shares.argmax()))
        return Found(actions, shares, gains, self._choose(shares, gains))

    def _seated(self, seat: int, count: int) -> ModelNumbers:
        """Who plays each seat in each world."""
        models = np.zeros((count, self._game.num_players), dtype=np.int8)
        if self.settings.opponents == "bot":
            models[:] = 1
        elif self.settings.opponents == "mixed":
            models[1::2] = 1
        models[:, seat] = 0
        return models

    def _play(
        self,
        record: Records,
        seat: int,
        actions: Actions,
        worlds: Records,
        rngs: npt.NDArray[np.uint64],
        models: ModelNumbers,
        best: int,
    ) -> Floats:
        """Gains of each action in each world; sequential halving drops actions that are clearly worse."""
        gains = np.full((len(actions), len(worlds)), np.nan, dtype=np.float32)
        kept = np.arange(len(actions))
        low = 0
        while low < len(worlds):
            high = len(worlds) if not self.settings.halving else min(max(_FIRST, 2 * low), len(worlds))
            count = high - low
            part = np.tile(worlds[low:high], len(kept))
            found = self._rollouts.run(
                record,
                part,
                np.tile(rngs[low:high], len(kept)),
                np.tile(models[low:high], (len(kept), 1)),
                np.repeat(actions[kept], count),
            )
            gains[kept, low:high] = found[:, seat].reshape(len(kept), count)
            low = high
            if low < len(worlds):
                kept = self._kept(gains[:, :low], kept, best)
                if len(kept) == 1:
                    break
        return gains

    def _kept(self, gains: Floats, kept: Actions, best: int) -> Actions:
        """The actions that may still be the best, and the blueprint's."""
        leader = kept[gains[kept].mean(axis=1).argmax()]
        behind, error = difference(gains[leader], gains[kept])
        return kept[(behind - _DROP * error <= 0.0) | (kept == best)]

    def _choose(self, shares: Floats, gains: Floats) -> int:
        """The choice: see the head of this module."""
        best = int(shares.argmax())
        whole = np.flatnonzero(~np.isnan(gains).any(axis=1))
        scores = np.full(len(shares), -np.inf)
        floored = np.log((1.0 - _FLOOR) * shares + _FLOOR / len(shares))
        ahead, error = difference(gains[whole], gains[best]) if best in whole else (np.zeros(1), np.zeros(1))
        surplus = np.maximum(0.0, ahead - self.settings.gate * error)
        scores[whole] = floored[whole] + self.settings.eta * surplus
        scores[best] = floored[best]
        top = int(scores.argmax())
        return best if scores[best] >= scores[top] else top


def difference(a: Floats, b: Floats) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Mean of a - b over the last axis, and its standard error."""
    apart = np.asarray(a - b, dtype=np.float64)
    count = apart.shape[-1]
    spread = apart.std(axis=-1, ddof=1) if count > 1 else np.full(apart.shape[:-1], np.inf)
    return apart.mean(axis=-1), spread / np.sqrt(count)

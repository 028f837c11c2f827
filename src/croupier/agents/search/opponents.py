"""Opponent models: the probability that each seat plays as each model, learned during the game."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.search.belief import (
    KINDS,
    Belief,
    LapseRates,
    Likelihoods,
    ModelLogLikelihoods,
    ModelWeights,
    Opinion,
    posterior,
)
from croupier.agents.search.opponent_model import OpponentModel
from croupier.agents.search.rollouts import ModelNumbers
from croupier.agents.search.settings import BOT, LEARNED, WATCHED
from croupier.agents.search.worlds import streams
from croupier.core.engine.trail import Stretch, Trail

_CACHED = 1024
"""Most entries of the cache of results."""
_FITTED = 12
"""Number of latest rounds that a model is fitted to, so that a game may have any length."""
_FITTED_SHARE = 0.2
"""Prior probability that a seat plays as the fitted model."""
LEAST = 0.02
"""Least weight of a model, since people change and models are wrong."""
_SEATS_STREAM = 1 << 20
"""Number of the first generator for sampling models, far above those of worlds."""


class _Known(NamedTuple):
    """Knowledge from the first rounds of a game: predictions of the models, and the fitted model."""

    predicted: ModelLogLikelihoods
    fitted: OpponentModel | None


class RolloutOpponents:
    """The players of the other seats in rollouts, and how far models of them are trusted."""

    def __init__(
        self,
        people: int,
        models: int,
        kind: str,
        belief: Belief | None,
        lapse_rates: LapseRates,
        opponent_model: OpponentModel | None = None,
    ) -> None:
        """Begin without knowledge; `belief` gives models' predictions, `opponent_model` is fitted to decisions."""
        self._opponent_model = opponent_model if belief is not None else None
        self._tells_models = (
            kind in (LEARNED, WATCHED) and belief is not None and (models > 1 or opponent_model is not None)
        )
        # whether it learns from past rounds
        self.learning = self._tells_models or (belief is not None and len(lapse_rates.values) > 1)
        self._belief, self._lapse_rates = belief, lapse_rates
        share = {BOT: 1.0, LEARNED: 0.5, WATCHED: 0.5}.get(kind, 0.0) if models > 1 else 0.0
        before = [1.0 - share, *([share] if models > 1 else [])]
        if self._opponent_model is not None:
            before = [(1.0 - _FITTED_SHARE) * each for each in before] + [_FITTED_SHARE]
        self._prior = np.tile(np.array(before), (people, 1))
        self._nothing = _Known(
            np.zeros((people, len(before), KINDS, len(lapse_rates.values))), self._opponent_model
        )
        self._lock = Lock()
        self._known: OrderedDict[bytes, _Known] = OrderedDict()

    def opinion(self, trail: Trail | None, seat: int) -> Opinion:
        """Beliefs about how each seat plays, after the finished rounds of this game; the trail may be None."""
        known = self._nothing
        if self.learning and trail is not None and self._belief is not None:
            known = self._learnt(self._belief, trail.finished, seat)
        logs, lapse_rates = self._lapse_rates.learnt(known.predicted)
        weights = _posterior(self._prior, logs) if self._tells_models else self._prior
        return Opinion(weights, lapse_rates, known.fitted)

    def of_worlds(self, weights: ModelWeights, known: Likelihoods | None, count: int) -> npt.NDArray[np.float64]:
        """Models' weights in each world, after the decisions of this round too; (count, seats, models)."""
        if not self._tells_models or known is None:
            return np.tile(weights, (count, 1, 1))
        return _posterior(weights, known)

    def _learnt(self, belief: Belief, stretches: tuple[Stretch, ...], seat: int) -> _Known:
        """Knowledge from rounds, each predicted with the knowledge from those before it."""
        known, digest = self._nothing, seat.to_bytes(2, "big")
        for number, stretch in enumerate(stretches):
            digest = sha256(digest + stretch.start.tobytes() + stretch.actions.tobytes()).digest()
            found = self._known.get(digest)
            if found is None:
                found = self._taught(belief, known, stretches[: number + 1], seat)
            with self._lock:  # an agent may be asked by several threads
                self._known[digest] = found
                self._known.move_to_end(digest)
                if len(self._known) > _CACHED:
                    self._known.popitem(last=False)
            known = found
        return known

    def _taught(self, belief: Belief, known: _Known, stretches: tuple[Stretch, ...], seat: int) -> _Known:
        """Add the last of some rounds to the knowledge."""
        fitted, count = known.fitted, 1 if known.fitted is None else _FITTED
        asked = belief if fitted is None else belief.with_model(fitted)
        decided = [belief.decided(each, seat) for each in stretches[-count:]]
        predicted = asked.predicted(*decided[-1])
        if fitted is not None:
            fitted = fitted.fitted([fitted.watch(each) for each, _ in decided])
        return _Known(known.predicted + self._lapse_rates.log_likelihoods(predicted, len(self._prior)), fitted)


def _posterior(prior: npt.NDArray[np.float64], logs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Weights of models (last axis) after evidence, each at least `LEAST`; the prior if no model allows it."""
    _, shares = posterior(prior, logs)
    floored = np.maximum(shares, LEAST)
    weights: npt.NDArray[np.float64] = floored / floored.sum(axis=-1, keepdims=True)
    return weights


def _steps(dimensions: int) -> npt.NDArray[np.float64]:
    """Steps whose multiples fill a cube evenly: powers of the root of x**(d + 1) = x + 1 (Roberts, 2018)."""
    root = 2.0
    for _ in range(50):
        root = (1.0 + root) ** (1.0 / (dimensions + 1))
    steps: npt.NDArray[np.float64] = root ** -np.arange(1.0, dimensions + 1)
    return steps


def seated(weights: npt.NDArray[np.float64], seat: int, key: np.uint64) -> ModelNumbers:
    """The model of each seat in each world, in proportion to its weights there, also in the first few."""
    count, people, _ = weights.shape
    offsets = (streams(key, people, _SEATS_STREAM) >> np.uint64(11)) / float(1 << 53)
    places = (offsets + np.arange(count)[:, None] * _steps(people)) % 1.0
    upto = np.cumsum(weights, axis=2)
    models: ModelNumbers = (places[:, :, None] >= upto[:, :, :-1]).sum(axis=2).astype(np.int8)
    models[:, seat] = 0
    return models

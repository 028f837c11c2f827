"""Models of the opponents: how likely each seat plays as each model, learnt from what it did in this game."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import numpy as np
import numpy.typing as npt

from croupier.agents.search.belief import Belief, Likelihoods, ModelWeights, Opinion
from croupier.agents.search.floors import KINDS, Floors, Foretold
from croupier.agents.search.rollouts import ModelNumbers
from croupier.agents.search.settings import BOT, LEARNED, MIXED
from croupier.agents.search.worlds import streams
from croupier.core.engine.trail import Stretch, Trail

_KEPT = 1024
"""Stretches whose likelihoods are remembered."""
LEAST = 0.02
"""Share that a model keeps, whatever was seen: people change, and models are wrong."""
_SEATS_STREAM = 1 << 20
"""Number of the first generator that draws models: far behind those of the worlds."""


class RolloutOpponents:
    """Who plays the other seats in rollouts, and how far models of them are to be trusted.

    Attributes:
        learning: whether something is learnt from what was played.
    """

    def __init__(self, people: int, models: int, kind: str, belief: Belief | None, floors: Floors) -> None:
        """Begin without any knowledge.

        Args:
            people: seats of the game.
            models: number of models; the blueprint is the first, the game's bot the second, if there is one.
            kind: ``self``, ``bot``, ``mixed`` or ``learned``.
            belief: tells how well models foretell; None where history says nothing.
            floors: which shares of a seat's decisions may be anything.
        """
        self._tells_models = kind == LEARNED and models > 1 and belief is not None
        self.learning = self._tells_models or (belief is not None and len(floors.values) > 1)
        self._belief, self._floors = belief, floors
        share = {BOT: 1.0, MIXED: 0.5, LEARNED: 0.5}.get(kind, 0.0) if models > 1 else 0.0
        self._prior = np.zeros((people, models))
        self._prior[:, 0] = 1.0 - share
        if models > 1:
            self._prior[:, 1] = share
        self._lock = Lock()
        self._known: OrderedDict[tuple[bytes, bytes, int], Foretold] = OrderedDict()

    def opinion(self, trail: Trail | None, seat: int) -> Opinion:
        """How each seat is thought to play, after all stretches of this game that are over.

        Args:
            trail: the game's; None where none is kept.
            seat: who searches.
        """
        told = np.zeros((*self._prior.shape, KINDS, len(self._floors.values)))
        if self.learning and trail is not None and self._belief is not None:
            for each in trail.finished:
                told += self._foretold(self._belief, each, seat)
        logs, floors = self._floors.learnt(told)
        return Opinion(_posterior(self._prior, logs) if self._tells_models else self._prior, floors)

    def of_worlds(self, weights: ModelWeights, known: Likelihoods | None, count: int) -> npt.NDArray[np.float64]:
        """Models' weights in each world, after what was decided in this stretch too; (count, seats, models)."""
        if not self._tells_models or known is None:
            return np.tile(weights, (count, 1, 1))
        return _posterior(weights, known)

    def _foretold(self, belief: Belief, stretch: Stretch, seat: int) -> Foretold:
        key = (stretch.start.tobytes(), stretch.actions.tobytes(), seat)
        found = self._known.get(key)
        if found is None:
            found = self._floors.foretold(belief.told(stretch, seat), len(self._prior))
        with self._lock:  # an agent may be asked by several threads
            self._known[key] = found
            self._known.move_to_end(key)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found


def _posterior(prior: npt.NDArray[np.float64], logs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Weights after evidence, each at least `LEAST`; the last axis are models."""
    raised = np.log(prior) + logs
    shares = np.exp(raised - raised.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    floored = np.maximum(shares, LEAST)
    weights: npt.NDArray[np.float64] = floored / floored.sum(axis=-1, keepdims=True)
    return weights


def _steps(dimensions: int) -> npt.NDArray[np.float64]:
    """Steps whose multiples fill a cube evenly: powers of the root of x**(d + 1) = x + 1 (M. Roberts, 2018)."""
    root = 2.0
    for _ in range(50):
        root = (1.0 + root) ** (1.0 / (dimensions + 1))
    steps: npt.NDArray[np.float64] = root ** -np.arange(1.0, dimensions + 1)
    return steps


def seated(weights: npt.NDArray[np.float64], seat: int, key: np.uint64) -> ModelNumbers:
    """Who plays each seat in each world: models in proportion to their weights, among the first few worlds too.

    Args:
        weights: how likely each seat plays as each model, shape (worlds, seats, models).
        seat: who searches; it plays as the blueprint.
        key: the decision's random word.

    Returns:
        Numbers of models, int8, shape (worlds, seats).
    """
    count, people, _ = weights.shape
    offsets = (streams(key, people, _SEATS_STREAM) >> np.uint64(11)) / float(1 << 53)
    places = (offsets + np.arange(count)[:, None] * _steps(people)) % 1.0
    upto = np.cumsum(weights, axis=2)
    models: ModelNumbers = (places[:, :, None] >= upto[:, :, :-1]).sum(axis=2).astype(np.int8)
    models[:, seat] = 0
    return models

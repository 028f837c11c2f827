"""A small opponent model, fitted to each opponent's decisions, for players that no other model explains.

Two layers compute features of each legal action. They were trained on many kinds of players, together with a prior
for the features' weights: a mean and a standard deviation over kinds. The weights of a seat are fitted during the
game, to the finished rounds, whose cards are known: the maximum a posteriori, by Newton's method. All sums have a
fixed order, so the same seed gives the same choice on every machine.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.search.models import LogitsModel
from croupier.agents.search.network import Alike
from croupier.agents.search.worlds import AskedDecisions
from croupier.core.base.errors import FileError
from croupier.core.base.files import read_arrays
from croupier.core.base.kernel import kernel
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Actions, Counts, Records, RowFlags, RowNumbers
from croupier.core.spec.search import DescribedChoices
from croupier.core.spec.spec import Floats, Kernel

WIDTH = 48
"""Features of an action."""
_NEWTON = 8
"""Most steps of a fit."""
_SHORTEST = 0.01
"""Share of a step below which a fit ends."""
_NEVER = 1e-6
"""Probability below which an action adds no curvature."""
_LARGEST_FILE = 1 << 20
SeatHeads = npt.NDArray[np.float32]
"""Weight of each feature for each seat; shape (seats, WIDTH)."""


class ChoiceLayers(NamedTuple):
    """The weights that do not change during a game."""

    first: Floats  # float32, shape (described, WIDTH)
    first_bias: Floats
    second: Floats  # float32, shape (WIDTH, WIDTH)
    second_bias: Floats
    mean: Floats  # prior mean of the features' weights, shape (WIDTH,)
    spread: Floats  # prior standard deviation, above 0, shape (WIDTH,)


class ObservedDecisions(NamedTuple):
    """The D decisions that a seat's weights are fitted to."""

    features: Floats  # of each legal action, float32, shape (D, most actions, WIDTH)
    counts: Counts  # number of legal actions, shape (D,)
    places: Actions  # index of the chosen one, shape (D,)
    movers: RowNumbers  # the seats that chose, shape (D,)


def read_layers(file: Path, size: int) -> ChoiceLayers:
    """Read weights from an ``.npz`` file of plain arrays."""
    shapes = {
        "first": (size, WIDTH), "first_bias": (WIDTH,), "second": (WIDTH, WIDTH), "second_bias": (WIDTH,),
        "mean": (WIDTH,), "spread": (WIDTH,),
    }  # fmt: skip
    try:
        held = read_arrays(file, shapes, most_bytes=_LARGEST_FILE)
    except (OSError, ValueError) as error:
        raise FileError(f"{file} holds no weights of a choice model: {error}") from error
    found = {name: np.ascontiguousarray(each) for name, each in held.items()}
    for name, shape in shapes.items():
        each = found[name]
        if each.shape != shape or each.dtype != np.float32 or not np.isfinite(each).all():
            raise FileError(f"{name} in {file} must be {shape} finite numbers of type float32")
    if not (found["spread"] > 0.0).all():
        raise FileError(f"spread in {file} must be above 0")
    return ChoiceLayers(**found)


@dataclass(eq=False)
class OpponentModel(LogitsModel):
    """The model, with the features' weights for each seat."""

    name: str  # its name among the models
    heads: SeatHeads  # weights of the features
    _layers: ChoiceLayers
    _loops: tuple[Kernel, Kernel]

    @classmethod
    def unfitted(cls, choices: DescribedChoices, people: int) -> OpponentModel:
        """The model with the prior mean for every seat."""
        layers = read_layers(choices.weights, choices.size)
        return cls("watched", np.tile(layers.mean, (people, 1)), layers, _loops(choices.describe, choices.size))

    def logits(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, alike: Alike = None
    ) -> Floats:
        """Logits of the legal actions; zeros if the kind of decision has no features."""
        del alike
        out = np.zeros((len(rows), int(counts[rows].max(initial=1))), dtype=np.float32)
        self._loops[0](self._layers, self.heads, records, rows, lists, counts, out)
        return out

    def watch(self, decided: AskedDecisions) -> ObservedDecisions:
        """Features of those decisions that have features."""
        counts, rows = decided.counts, np.arange(len(decided.counts))
        out = np.zeros((len(rows), int(counts.max(initial=1)), WIDTH), dtype=np.float32)
        known = np.zeros(len(rows), dtype=np.bool_)
        self._loops[1](self._layers, decided.records, rows, decided.lists, counts, known, out)
        return ObservedDecisions(out[known], counts[known], decided.places[known], decided.movers[known])

    def compile(self, records: Records) -> None:
        """Compile or load everything that is called during a game."""
        none, lists = records[:0], np.zeros((0, 1), dtype=np.int16)
        rows, counts = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int16)
        self.chances(none, rows, lists, counts)
        self.choose(none, rows, lists, counts, np.zeros(0, dtype=np.uint64), rows)
        decided = self.watch(AskedDecisions(none, lists, counts, rows, rows, rows, rows))
        _fit(*decided[:3], self._layers.mean, self._layers.spread, self.heads[0].copy())

    def fitted(self, observed: list[ObservedDecisions]) -> OpponentModel:
        """A copy fitted to decisions, by seat; seats without decisions keep the prior mean."""
        heads = np.tile(self._layers.mean, (len(self.heads), 1))
        for seat in range(len(heads)):
            mine = [_of_seat(each, seat) for each in observed]
            mine = [each for each in mine if len(each.counts)]
            if mine:
                most = max(each.features.shape[1] for each in mine)
                features = np.concatenate([
                    np.pad(each.features, ((0, 0), (0, most - each.features.shape[1]), (0, 0))) for each in mine
                ])  # fmt: skip
                counts = np.concatenate([each.counts for each in mine])
                places = np.concatenate([each.places for each in mine])
                _fit(features, counts, places, self._layers.mean, self._layers.spread, heads[seat])
        return OpponentModel(self.name, heads, self._layers, self._loops)


def _of_seat(observed: ObservedDecisions, seat: int) -> ObservedDecisions:
    rows = observed.movers == seat
    return ObservedDecisions(*(each[rows] for each in observed))


@loop
def _fit(features: Floats, counts: Counts, places: Actions, mean: Floats, spread: Floats, head: Floats) -> None:
    """Find the likeliest values by Newton's method, no step making them less so; `head` begins as the mean."""
    width = len(mean)
    slope, curve = np.zeros(width), np.zeros((width, width))
    shares, tried = np.zeros(features.shape[1]), np.zeros(width, dtype=np.float32)
    worth = _worth(features, counts, places, mean, spread, head, shares)
    for _ in range(_NEWTON):
        _bend(features, counts, places, mean, spread, head, slope, curve, shares)
        _solve(curve, slope)
        step, better = 1.0, -np.inf
        while better < worth and step > _SHORTEST:
            for j in range(width):
                tried[j] = head[j] + step * slope[j]
            better = _worth(features, counts, places, mean, spread, tried, shares)
            step *= 0.5
        if better < worth:
            return
        worth = better
        for j in range(width):
            head[j] = tried[j]


@kernel
def _worth(
    features: Floats,
    counts: Counts,
    places: Actions,
    mean: Floats,
    spread: Floats,
    head: Floats,
    shares: npt.NDArray[np.float64],
) -> float:
    """Logarithm of how likely values are, but for a constant."""
    total = 0.0
    for j in range(len(mean)):
        apart = (np.float64(head[j]) - np.float64(mean[j])) / np.float64(spread[j])
        total -= 0.5 * apart * apart
    for k in range(len(counts)):
        _likely(features[k], counts[k], head, shares)
        total += math.log(max(shares[places[k]], 1e-300))
    return total


@kernel
def _bend(
    features: Floats,
    counts: Counts,
    places: Actions,
    mean: Floats,
    spread: Floats,
    head: Floats,
    slope: npt.NDArray[np.float64],
    curve: npt.NDArray[np.float64],
    shares: npt.NDArray[np.float64],
) -> None:
    """The first and second derivatives of that, the second with its sign changed."""
    width = len(mean)
    middle, apart = np.zeros(width), np.zeros(width)
    for j in range(width):
        inverse = 1.0 / (np.float64(spread[j]) * np.float64(spread[j]))
        slope[j] = (np.float64(mean[j]) - np.float64(head[j])) * inverse
        for i in range(width):
            curve[i, j] = inverse if i == j else 0.0
    for k in range(len(counts)):
        _likely(features[k], counts[k], head, shares)
        for j in range(width):
            middle[j] = 0.0
        for n in range(counts[k]):
            for j in range(width):
                middle[j] += shares[n] * features[k, n, j]
        for j in range(width):
            slope[j] += features[k, places[k], j] - middle[j]
        for n in range(counts[k]):
            if shares[n] > _NEVER:
                for j in range(width):
                    apart[j] = features[k, n, j] - middle[j]
                for i in range(width):
                    share = shares[n] * apart[i]
                    for j in range(width):
                        curve[i, j] += share * apart[j]


@kernel
def _likely(features: Floats, count: int, head: Floats, shares: npt.NDArray[np.float64]) -> None:
    """Probabilities of actions."""
    top = -np.inf
    for n in range(count):
        total = 0.0
        for j in range(len(head)):
            total += np.float64(features[n, j]) * np.float64(head[j])
        shares[n] = total
        top = max(top, total)
    total = 0.0
    for n in range(count):
        shares[n] = math.exp(shares[n] - top)
        total += shares[n]
    for n in range(count):
        shares[n] /= total


@kernel
def _solve(curve: npt.NDArray[np.float64], slope: npt.NDArray[np.float64]) -> None:
    """Solve ``curve . x = slope`` in place, for a positive definite matrix: by its Cholesky factor."""
    width = len(slope)
    for i in range(width):
        for j in range(i + 1):
            total = curve[i, j]
            for k in range(j):
                total -= curve[i, k] * curve[j, k]
            curve[i, j] = math.sqrt(total) if i == j else total / curve[j, j]
    for i in range(width):
        for k in range(i):
            slope[i] -= curve[i, k] * slope[k]
        slope[i] /= curve[i, i]
    for i in range(width - 1, -1, -1):
        for k in range(i + 1, width):
            slope[i] -= curve[k, i] * slope[k]
        slope[i] /= curve[i, i]


@kernel
def _embed(net: ChoiceLayers, described: Floats, hidden: Floats, out: Floats) -> None:
    """Features of an action, from its description."""
    for j in range(WIDTH):
        hidden[j] = net.first_bias[j]
    for i in range(len(described)):
        value = described[i]
        if value != np.float32(0.0):
            for j in range(WIDTH):
                hidden[j] += value * net.first[i, j]
    for j in range(WIDTH):
        out[j] = net.second_bias[j]
    for i in range(WIDTH):
        value = max(hidden[i], np.float32(0.0))
        if value != np.float32(0.0):
            for j in range(WIDTH):
                out[j] += value * net.second[i, j]
    for j in range(WIDTH):
        out[j] = max(out[j], np.float32(0.0))


@lru_cache(maxsize=16)
def _loops(describe: Any, size: int) -> tuple[Kernel, Kernel]:
    """The compiled loops: logits of legal actions, and their features."""

    @loop
    def logits(
        net: ChoiceLayers, heads: SeatHeads, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts,
        out: Floats,
    ) -> None:  # fmt: skip
        described = np.zeros((lists.shape[1], size), dtype=np.float32)
        hidden, features = np.zeros(WIDTH, dtype=np.float32), np.zeros(WIDTH, dtype=np.float32)
        for k in range(len(rows)):
            i = rows[k]
            s = records[i]
            if describe(s, lists[i], counts[i], described):
                head = heads[s["player"]]
                for n in range(counts[i]):
                    _embed(net, described[n], hidden, features)
                    total = np.float32(0.0)
                    for j in range(WIDTH):
                        total += features[j] * head[j]
                    out[k, n] = total

    @loop
    def watch(
        net: ChoiceLayers, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, known: RowFlags,
        out: Floats,
    ) -> None:  # fmt: skip
        described = np.zeros((lists.shape[1], size), dtype=np.float32)
        hidden = np.zeros(WIDTH, dtype=np.float32)
        for k in range(len(rows)):
            i = rows[k]
            known[k] = describe(records[i], lists[i], counts[i], described)
            if known[k]:
                for n in range(counts[i]):
                    _embed(net, described[n], hidden, out[k, n])

    return logits, watch

"""CFR+ over a public tree by compiled passes, exact values of strategies, best responses, exploitability.

CFR+ is by O. Tammelin (*Solving Large Imperfect Information Games Using CFR+*, 2014): seats alternate, regrets are
clipped at zero, and iteration t has weight t in the average. The average strategies converge to an equilibrium;
their distance from it is computed exactly, not estimated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.core.base.kernel import inlined
from croupier.core.base.progress import Progress, silent
from croupier.core.base.tiers import loop
from croupier.solving.tree import OVER, PublicTree, Reals

# Every pass goes over the nodes once: forward for each seat's reach probability of a node, backward for a seat's
# value from it on. Values are *counterfactual*: weighted by chance and by the other seat's strategy.


@inlined
def match_regrets(regrets: Reals, start: int, count: int, shares: Reals) -> None:
    """Play in proportion to positive regrets; all actions alike where there are none."""
    total = 0.0
    for k in range(start, start + count):
        total += max(regrets[k], 0.0)
    for k in range(start, start + count):
        shares[k] = max(regrets[k], 0.0) / total if total > 0.0 else 1.0 / count


@loop
def write_strategy(flat: Any, regrets: Reals, seat: int, shares: Reals) -> None:
    """The strategy of a seat by its regrets, or by the sums of what it has played."""
    kinds, sets, counts, starts, sizes = flat[0], flat[1], flat[3], flat[4], flat[6]
    for node in range(len(kinds)):
        if kinds[node] == seat:
            count = counts[node]
            for thing in range(sizes[sets[node], seat]):
                match_regrets(regrets, starts[node] + thing * count, count, shares)


@loop
def write_reach(flat: Any, shares: Reals, seat: int, reach: Reals) -> None:
    """How likely a seat's own decisions lead to each node, for each thing that it may know there."""
    kinds, sets, firsts, counts, starts, _, sizes, origin_starts, _, origins, places, _, _, _, _ = flat
    reach[0] = 1.0
    for node in range(len(kinds)):
        place, count = places[seat, node], counts[node]
        for k in range(count):
            child = firsts[node] + k
            below = places[seat, child]
            if kinds[node] == seat:
                for thing in range(sizes[sets[node], seat]):
                    reach[below + thing] = reach[place + thing] * shares[starts[node] + thing * count + k]
            elif kinds[node] < 2:
                for thing in range(sizes[sets[node], seat]):
                    reach[below + thing] = reach[place + thing]
            else:
                origin = origin_starts[sets[child], seat]
                for thing in range(sizes[sets[child], seat]):
                    reach[below + thing] = reach[place + origins[seat, origin + thing]]


@inlined
def value_rows(
    own: Any, won: Reals, start: int, rows: tuple[int, int], seat: int, others: Reals, other: int, values: Reals,
    place: int,
) -> None:  # fmt: skip
    """What a seat wins where the game is over, row by row."""
    sign = 1.0 if seat == 0 else -1.0
    for row in range(rows[0], rows[1]):
        gain = sign * won[start + row - rows[0]]
        values[place + own[seat, row]] += gain * others[other + own[1 - seat, row]]


@inlined
def value_table(
    tables: Any,
    start: int,
    sizes: tuple[int, int],
    seat: int,
    others: Reals,
    other: int,
    values: Reals,
    place: int,
) -> None:
    """The same from the table of what both seats may know."""
    sign = 1.0 if seat == 0 else -1.0
    for thing in range(sizes[0]):
        won, at = 0.0, start + thing * sizes[1]
        for k in range(sizes[1]):
            won += tables[seat, at + k] * others[other + k]
        values[place + thing] = sign * won


@loop
def write_values(flat: Any, shares: Reals, others: Reals, seat: int, best: bool, values: Reals) -> None:
    """What a seat wins at each node, by its strategy or by what is best against the other's."""
    (
        kinds, sets, firsts, counts, starts, row_starts, sizes, origin_starts, own, origins, places,
        won_rows, won_starts, tables, table_starts,
    ) = flat  # fmt: skip
    for node in range(len(kinds) - 1, -1, -1):
        count, place = counts[node], places[seat, node]
        if kinds[node] != seat:
            for thing in range(sizes[sets[node], seat]):
                values[place + thing] = 0.0
        if kinds[node] == OVER:
            end, other, deals = starts[node], places[1 - seat, node], sets[node]
            if table_starts[end] >= 0:
                both = sizes[deals, seat], sizes[deals, 1 - seat]
                value_table(tables, table_starts[end], both, seat, others, other, values, place)
            else:
                rows = row_starts[deals], row_starts[deals + 1]
                value_rows(own, won_rows, won_starts[end], rows, seat, others, other, values, place)
        elif kinds[node] != seat:
            for child in range(firsts[node], firsts[node] + count):
                below, origin = places[seat, child], origin_starts[sets[child], seat]
                for thing in range(sizes[sets[child], seat]):
                    to = thing if kinds[node] < 2 else origins[seat, origin + thing]
                    values[place + to] += values[below + thing]
        else:
            for thing in range(sizes[sets[node], seat]):
                won = 0.0
                for k in range(count):
                    value = values[places[seat, firsts[node] + k] + thing]
                    if best:
                        won = value if k == 0 else max(won, value)
                    else:
                        won += shares[starts[node] + thing * count + k] * value
                values[place + thing] = won


@loop
def learn(
    flat: Any, shares: Reals, own: Reals, seat: int, weight: float, values: Reals, regrets: Reals, sums: Reals
) -> None:
    """Add to a seat's regrets, none of which falls below zero, and to the sums of what it has played."""
    kinds, sets, firsts, counts, starts, _, sizes, _, _, _, places, _, _, _, _ = flat
    for node in range(len(kinds)):
        if kinds[node] == seat:
            count, place = counts[node], places[seat, node]
            for thing in range(sizes[sets[node], seat]):
                for k in range(count):
                    at = starts[node] + thing * count + k
                    gain = values[places[seat, firsts[node] + k] + thing] - values[place + thing]
                    regrets[at] = max(regrets[at] + gain, 0.0)
                    sums[at] += weight * own[place + thing] * shares[at]


@dataclass(frozen=True)
class Exploited:
    """The exact exploitability of a pair of strategies.

    Examples:
        >>> from croupier.solving import Exploited
        >>> Exploited(value=0.25, gains=(0.5, 0.25)).exploitability
        0.375

    Attributes:
        value: expected utility of seat 0 if both strategies are played.
        gains: each seat's gain by a best response.
    """

    value: float
    gains: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """Mean of the gains; 0 in an equilibrium, and only there."""
        return sum(self.gains) / 2


class Solver:
    """CFR+ on a tree; call `iterate` any number of times."""

    def __init__(self, tree: PublicTree) -> None:
        """Begin with uniform strategies."""
        self.tree, self.iterations = tree, 0
        self._regrets, self._sums, self._shares = (np.zeros(tree.size) for _ in range(3))
        self._reach = [np.zeros(length) for length in tree.lengths]
        self._values = [np.zeros_like(each) for each in self._reach]
        for seat in range(2):
            write_strategy(tree.flat, self._regrets, seat, self._shares)
            write_reach(tree.flat, self._shares, seat, self._reach[seat])

    def iterate(self, count: int, on_progress: Progress = silent) -> None:
        """Update the strategies of both seats this many times."""
        flat = self.tree.flat
        for done in range(count):
            self.iterations += 1
            for seat in range(2):
                values = self._values[seat]
                write_values(flat, self._shares, self._reach[1 - seat], seat, False, values)
                own = self._reach[seat]
                learn(flat, self._shares, own, seat, float(self.iterations), values, self._regrets, self._sums)
                write_strategy(flat, self._regrets, seat, self._shares)
                write_reach(flat, self._shares, seat, own)
            on_progress((done + 1) / count)

    def average(self) -> Reals:
        """The average strategies of both seats: probabilities of the actions at every information state."""
        shares = np.zeros(self.tree.size)
        for seat in range(2):
            write_strategy(self.tree.flat, self._sums, seat, shares)
        return shares


def _won(tree: PublicTree, shares: Reals, others: Reals, seat: int, *, best: bool) -> float:
    """A seat's exact value against the other's strategy, by its own or by a best response."""
    reach, values = (np.empty(tree.lengths[each]) for each in (1 - seat, seat))
    write_reach(tree.flat, others, 1 - seat, reach)
    write_values(tree.flat, shares, reach, seat, best, values)
    return float(values[0])


def value(tree: PublicTree, first: Reals, second: Reals) -> float:
    """The exact value for seat 0 if seat 0 plays the first strategy and seat 1 the second.

    Both give probabilities of the actions at every information state, of which only the seat's own are used.
    """
    return _won(tree, first, second, 0, best=False)


def action_values(tree: PublicTree, shares: Reals) -> Reals:
    """The value of each action at every information state for the seat to move, if both go on by `shares`."""
    # Beliefs are those of the strategies; NaN at an information state that the other seat never reaches.
    found = np.full(tree.size, np.nan)
    for seat in range(2):
        reach, values = (np.empty(tree.lengths[each]) for each in (1 - seat, seat))
        write_reach(tree.flat, shares, 1 - seat, reach)
        write_values(tree.flat, shares, reach, seat, False, values)
        for node in np.flatnonzero(tree.kinds == seat):
            deals, first, count = tree.deals[tree.sets[node]], tree.firsts[node], int(tree.counts[node])
            weights = deals.weights * reach[tree.places[1 - seat, node] + deals.own[1 - seat]]
            likely = np.bincount(deals.own[seat], weights, deals.sizes[seat])[:, None]
            below = tree.places[seat, first : first + count] + np.arange(deals.sizes[seat])[:, None]
            start, size = tree.starts[node], below.size
            known = np.broadcast_to(likely > 0.0, below.shape)
            np.divide(values[below], likely, out=found[start : start + size].reshape(below.shape), where=known)
    return found


def best_response(tree: PublicTree, shares: Reals, seat: int) -> float:
    """The exact value of a seat's best response to the other's strategy."""
    return _won(tree, shares, shares, seat, best=True)


def exploited(tree: PublicTree, shares: Reals) -> Exploited:
    """The exact exploitability of a pair of strategies."""
    both = value(tree, shares, shares)
    gains = best_response(tree, shares, 0) - both, best_response(tree, shares, 1) + both
    return Exploited(both, gains)

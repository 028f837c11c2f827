"""CFR+ over a public tree by compiled passes, exact values of strategies, best responses, exploitability.

CFR+ is by O. Tammelin (*Solving Large Imperfect Information Games Using CFR+*, 2014): seats take turns, no regret
falls below zero, and iteration t counts t times in the average. The average of both seats comes ever closer to an
equilibrium; how close it is, is computed, not estimated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.core.base.kernel import inlined
from croupier.core.base.progress import Progress, silent
from croupier.core.base.tiers import loop
from croupier.solving.tree import PublicTree, Reals

# Every pass goes over the nodes once, forward for how likely each seat makes a node come about, backward for what
# a seat wins from it on. Values are *counterfactual*: weighted by chance and by what the other seat plays.


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
    kinds, sets, firsts, counts, starts, _, sizes, origin_starts, _, origins, places, _, _, _, _, _ = flat
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
        kinds, sets, firsts, counts, starts, row_starts, sizes, origin_starts, own, origins, places, _,
        won_rows, won_starts, tables, table_starts,
    ) = flat  # fmt: skip
    for node in range(len(kinds) - 1, -1, -1):
        count, place = counts[node], places[seat, node]
        if kinds[node] != seat:
            for thing in range(sizes[sets[node], seat]):
                values[place + thing] = 0.0
        if kinds[node] == 3:
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
    kinds, sets, firsts, counts, starts, _, sizes, _, _, _, places, _, _, _, _, _ = flat
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
    """What can be won against a pair of strategies.

    Attributes:
        value: what seat 0 wins where both are played.
        gains: what each seat would gain by a best response.
    """

    value: float
    gains: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """Mean of the gains: 0 in an equilibrium, and nowhere else."""
        return sum(self.gains) / 2


class Solver:
    """CFR+ on a tree; `iterate` as often as wanted.

    Attributes:
        tree: the tree.
        iterations: how many there were.
    """

    def __init__(self, tree: PublicTree) -> None:
        """Begin with strategies in which all actions are alike."""
        self.tree, self.iterations = tree, 0
        self._regrets, self._sums, self._shares = (np.zeros(tree.size) for _ in range(3))
        self._reach = [np.zeros(length) for length in tree.lengths]
        self._values = [np.zeros_like(each) for each in self._reach]
        for seat in range(2):
            write_strategy(tree.flat, self._regrets, seat, self._shares)
            write_reach(tree.flat, self._shares, seat, self._reach[seat])

    def iterate(self, count: int, on_progress: Progress = silent) -> None:
        """Go through the tree this many times for each seat."""
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
        """The average strategies of both seats: shares of the actions of every information state."""
        shares = np.zeros(self.tree.size)
        for seat in range(2):
            write_strategy(self.tree.flat, self._sums, seat, shares)
        return shares


def _won(tree: PublicTree, shares: Reals, others: Reals, seat: int, *, best: bool) -> float:
    """What a seat wins against the other's strategy, by its own or by a best response."""
    reach, values = (np.empty(tree.lengths[each]) for each in (1 - seat, seat))
    write_reach(tree.flat, others, 1 - seat, reach)
    write_values(tree.flat, shares, reach, seat, best, values)
    return float(values[0])


def value(tree: PublicTree, first: Reals, second: Reals) -> float:
    """What seat 0 wins, exactly, where it plays the first strategy and seat 1 the second.

    Args:
        first: shares of the actions of every information state, of which those of seat 0 are played.
        second: as above, of seat 1.
    """
    return _won(tree, first, second, 0, best=False)


def best_response(tree: PublicTree, shares: Reals, seat: int) -> float:
    """What a seat wins, exactly, that plays a best response to the other's strategy."""
    return _won(tree, shares, shares, seat, best=True)


def exploited(tree: PublicTree, shares: Reals) -> Exploited:
    """What can be won against a pair of strategies."""
    both = value(tree, shares, shares)
    gains = best_response(tree, shares, 0) - both, best_response(tree, shares, 1) + both
    return Exploited(both, gains)

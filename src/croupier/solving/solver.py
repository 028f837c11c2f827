"""CFR+ over a public tree, exact values of strategies, best responses, exploitability.

CFR+ is by O. Tammelin (*Solving Large Imperfect Information Games Using CFR+*, 2014): seats take turns, no regret
falls below zero, and iteration t counts t times in the average. The average of both seats comes ever closer to an
equilibrium; how close it is, is computed, not estimated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from croupier.core.base.progress import Progress, silent
from croupier.solving.sweeps import learn, write_reach, write_strategy, write_values
from croupier.solving.tree import PublicTree, Reals


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


def action_values(tree: PublicTree, shares: Reals) -> Reals:
    """What each action of every information state is worth to the seat to move, if both seats play on by `shares`.

    Beliefs are those of the strategies; an information state that the other seat never lets happen has NaN.
    """
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
    """What a seat wins, exactly, that plays a best response to the other's strategy."""
    return _won(tree, shares, shares, seat, best=True)


def exploited(tree: PublicTree, shares: Reals) -> Exploited:
    """What can be won against a pair of strategies."""
    both = value(tree, shares, shares)
    gains = best_response(tree, shares, 0) - both, best_response(tree, shares, 1) + both
    return Exploited(both, gains)

"""Pairwise margins of a tournament, cycles among them, and the maximal lottery.

A maximal lottery mixes the agents so that no agent is ahead of the mixture on average (Kreweras 1965, Fishburn
1984; for agents: Lanctot et al., Evaluating Agents using Social Choice Theory, arXiv 2312.03121). It is an optimal
strategy of the symmetric game whose payoffs are the margins, and is all on one agent where that one is ahead of
each other. A rating is one number an agent and cannot show that A beats B, B beats C and C beats A; this can.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.arena.play.metrics import Doubles, bootstrap_sums, middle
from croupier.arena.play.report import Report
from croupier.arena.stats.orders import block_of_deals, finishing_orders

FEWEST_DEALS = 6
"""Deals below which no two agents count as separable: five alike have a chance of 1 in 16 by luck alone."""


@dataclass(frozen=True, eq=False)
class Margins:
    """Who finishes ahead of whom.

    Attributes:
        agents: names of the entries.
        ahead: games in which the row's entry finished ahead of the column's, less those in which it finished
            behind; int64, shape (entries, entries).
        games: games in which both sat, likewise.
        ci95: 95% intervals of ``ahead / games`` from a bootstrap over deals, shape (2, entries, entries); None
            from a single deal.
        deals: number of deals.
    """

    agents: tuple[str, ...]
    ahead: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    ci95: Doubles | None
    deals: int

    @property
    def means(self) -> Doubles:
        """Margins, -1..1: the share of games ahead less the share behind; 0 where two never met."""
        found: Doubles = self.ahead / np.maximum(self.games, 1)
        return found

    @property
    def separable(self) -> npt.NDArray[np.bool_]:
        """Whether the row's entry is ahead of the column's: the interval of the margin lies above 0.

        Pairs are not corrected for their number. Of fewer than `FEWEST_DEALS` deals none is separable.
        """
        if self.ci95 is None or self.deals < FEWEST_DEALS:
            return np.zeros(self.ahead.shape, dtype=bool)
        found: npt.NDArray[np.bool_] = self.ci95[0] > 0.0
        return found

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "margins": self.means.tolist(),
            "ci95": None if self.ci95 is None else np.moveaxis(self.ci95, 0, 2).tolist(),
            "games": self.games.tolist(),
        }


def pairwise_margins(report: Report) -> Margins:
    """Compare all pairs of a tournament's entries by who finished ahead at the tables where both sat.

    With more than two seats the others at the table matter too: a margin is over all line-ups that hold both.

    Args:
        report: the tournament.

    Returns:
        The margins.

    Raises:
        ConfigError: the tournament has no deal, or an entry sits twice at one table.
    """
    entries, deals = len(report.agents), len(report.ranks)
    block = block_of_deals(deals)
    ahead = np.zeros((int(block.max(initial=0)) + 1, entries, entries))
    games = np.zeros((entries, entries), dtype=np.int64)
    for orders in finishing_orders(report.seats, report.ranks):
        signs = np.sign(orders.ranks[:, None, :] - orders.ranks[:, :, None]).astype(np.float64)
        sums = orders.block_sums(signs.reshape(len(signs), -1))
        cells = np.ix_(np.arange(len(ahead)), orders.line_up, orders.line_up)
        ahead[cells] += sums.reshape(ahead[cells].shape)
        games[np.ix_(orders.line_up, orders.line_up)] += orders.order.size
    np.fill_diagonal(games, 0)
    ci95 = None
    if deals > 1:
        weights = np.bincount(block)[:, None].astype(np.float64)
        sums = bootstrap_sums(np.hstack([ahead.reshape(len(ahead), -1), weights]), report.seed)
        a_deal = np.maximum(games, 1).ravel() / deals
        ci95 = np.stack(middle(sums[:, :-1] / sums[:, -1:] / a_deal)).reshape(2, entries, entries)
    names = tuple(result.agent for result in report.agents)
    return Margins(names, ahead.sum(axis=0).astype(np.int64), games, ci95, deals)


def find_cycle(ahead: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> list[int]:
    """A shortest cycle of entries each of which is ahead of the next, and the last of the first.

    Args:
        ahead: margins, or whether they are separable, shape (entries, entries); above 0 where the row's entry is
            ahead of the column's.

    Returns:
        The entries; none where there is no cycle.
    """
    best: list[int] = []
    for start in range(len(ahead)):
        before = {start: start}
        waiting = deque([start])
        while waiting:
            entry = waiting.popleft()
            if ahead[entry, start] > 0:
                path = [entry]
                while path[-1] != start:
                    path.append(before[path[-1]])
                if not best or len(path) < len(best):
                    best = path[::-1]
                break
            for other in np.flatnonzero(ahead[entry] > 0).tolist():
                if other not in before:
                    before[other] = entry
                    waiting.append(other)
    return best


def maximal_lottery(margins: Sequence[Sequence[Fraction | int]]) -> list[Fraction]:
    """The maximal lottery, exactly.

    Solves the linear program ``maximise sum(y), (margins + c) y <= 1, y >= 0`` (c makes all payoffs positive) by
    the simplex method in whole numbers, with Bland's rule, which cannot cycle. Where several lotteries are
    maximal, which happens only where margins tie, it is one of them.

    Args:
        margins: by how much the row's entry is ahead of the column's; the transpose is the negative.

    Returns:
        Probability of each entry: with these, no entry's mean margin over the lottery is above 0.

    Raises:
        ValueError: the matrix is not square, or its transpose is not its negative.
    """
    size = len(margins)
    matrix = [[Fraction(value) for value in row] for row in margins]
    if any(len(row) != size for row in matrix) or any(
        matrix[i][j] != -matrix[j][i] for i in range(size) for j in range(i + 1)
    ):
        raise ValueError("margins must be a square matrix whose transpose is its negative")
    unit = lcm(*(value.denominator for row in matrix for value in row))
    payoffs = np.array([[int(value * unit) for value in row] for row in matrix], dtype=object)
    # a row is: coefficients of y, of the slack variables, and the right side; the goal is the last
    table = np.zeros((size + 1, 2 * size + 1), dtype=object)
    table[:size, :size] = payoffs + 1 + np.abs(payoffs).max()
    table[:size, size : 2 * size] = np.eye(size, dtype=np.int64).astype(object)
    table[:size, -1], table[size, :size] = 1, -1
    basis = list(range(size, 2 * size))
    divisor = 1  # of all entries: pivoting in whole numbers, which divide without remainder (Edmonds, Bareiss)
    while (enters := next((j for j in range(2 * size) if table[size, j] < 0), None)) is not None:
        leaves = min(
            (i for i in range(size) if table[i, enters] > 0),
            key=lambda i: (Fraction(table[i, -1], table[i, enters]), basis[i]),
        )
        pivot, kept = table[leaves, enters], table[leaves].copy()
        table = (table * pivot - np.outer(table[:, enters], kept)) // divisor
        table[leaves], divisor, basis[leaves] = kept, pivot, enters
    found = [Fraction(0)] * (2 * size)
    for i, variable in enumerate(basis):
        found[variable] = Fraction(table[i, -1], table[size, -1])
    return found[:size]


@dataclass(frozen=True)
class Lottery:
    """The maximal lottery of a tournament whose margins contain a cycle.

    Attributes:
        agents: names of the entries.
        cycle: entries each of which is ahead of the next, and the last of the first.
        margins: the margins along the cycle.
        separable: whether each of these margins is; the agents form a cycle where all are, and elsewhere chance
            alone may explain it.
        probabilities: the lottery.
    """

    agents: tuple[str, ...]
    cycle: tuple[int, ...]
    margins: tuple[float, ...]
    separable: tuple[bool, ...]
    probabilities: tuple[float, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "cycle": [self.agents[entry] for entry in self.cycle],
            "margins": list(self.margins),
            "separable": list(self.separable),
            "probabilities": list(self.probabilities),
        }

    def sentences(self) -> list[str]:
        """The cycle and the lottery in words; one sentence where chance alone may explain the cycle."""
        pairs = zip(self.cycle, (*self.cycle[1:], self.cycle[0]), strict=True)
        names = [(self.agents[entry], self.agents[other]) for entry, other in pairs]
        if not all(self.separable):
            ring = " over ".join([one for one, _ in names] + [names[0][0]])
            return [
                f"The margins alone form a cycle ({ring}), which chance may explain: not every step is separable."
            ]
        steps = "; ".join(
            f"{one} finishes ahead of {other} (margin {margin:+.2%})"
            for (one, other), margin in zip(names, self.margins, strict=True)
        )
        parts = sorted(zip(self.probabilities, self.agents, strict=True), key=lambda part: -part[0])
        mixed = ", ".join(f"{agent} {share:.1%}" for share, agent in parts if share > 0.0)
        return [
            f"The agents form a cycle: {steps}.",
            f"Maximal lottery, the mixture that no agent is ahead of on average: {mixed}.",
        ]


def lottery_of(margins: Margins) -> Lottery | None:
    """The maximal lottery of some margins where they contain a cycle; None where they do not.

    A cycle of separable margins is preferred to one of margins that chance alone may explain.
    """
    cycle = find_cycle(margins.separable) or find_cycle(margins.ahead)
    if not cycle:
        return None
    entries = range(len(margins.agents))
    exact = [
        [Fraction(int(margins.ahead[i, j]), max(int(margins.games[i, j]), 1)) for j in entries] for i in entries
    ]
    steps = list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    return Lottery(
        agents=margins.agents,
        cycle=tuple(cycle),
        margins=tuple(float(margins.means[i, j]) for i, j in steps),
        separable=tuple(bool(margins.separable[i, j]) for i, j in steps),
        probabilities=tuple(float(share) for share in maximal_lottery(exact)),
    )

"""Pairwise margins of a tournament, and the cycles among its agents.

A rating is one number an agent and cannot show that A beats B, B beats C and C beats A; the margins can.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.rows import Number, Rows, in_columns, number_heads
from croupier.measure.play.metrics import Doubles, around_one_value, bootstrap_sums, middle
from croupier.measure.play.report import Report
from croupier.measure.stats.orders import block_of_deals, finishing_orders

FEWEST_DEALS = 6
"""Deals below which no two agents count as separable: five alike have a chance of 1 in 16 by luck alone."""


@dataclass(frozen=True, eq=False)
class Margins:
    """Who finishes ahead of whom."""

    agents: tuple[str, ...]  # names of the entries
    # games in which the row's entry finished ahead of the column's, less those in which it finished behind;
    # int64, shape (entries, entries). It is behind in games that it forfeited or made void; where another at the
    # table has, or has no rank, the game does not count for it
    ahead: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]  # games in which both sat that count for the row's entry, as above
    # 95% intervals of ``ahead / games`` from a bootstrap over deals, shape (2, entries, entries); None from a
    # single deal. Where all deals are alike, see `around_one_value`
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

    def rows(self) -> Rows:
        """The margins: whose in the row, over whom in the column."""
        means = self.means
        return in_columns(
            "Share of games ahead of the column's agent less the share behind",
            number_heads("", *self.agents),
            [
                (agent, *("-" if i == j else Number(means[i, j], "+.1%") for j in range(len(means))))
                for i, agent in enumerate(self.agents)
            ],
        )

    def sentences(self) -> list[str]:
        """That the agents form a cycle, where they do and each step of it is separable; nothing elsewhere."""
        cycle = find_cycle(self.separable)
        if not cycle:
            return []
        names = [self.agents[entry] for entry in cycle]
        *steps, last = (f"{one} beats {other}" for one, other in zip(names, [*names[1:], names[0]], strict=True))
        return [f"The agents form a cycle: {', '.join(steps)} and {last}."]

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
    """
    entries, deals = len(report.agents), len(report.ranks)
    block = block_of_deals(deals)
    ahead = np.zeros((int(block.max(initial=0)) + 1, entries, entries))
    games = np.zeros((entries, entries), dtype=np.int64)
    for orders in finishing_orders(report.seats, report.ranks, report.forfeited):
        signs = np.sign(orders.ranks[:, None, :] - orders.ranks[:, :, None]).astype(np.float64)
        own, ranked = np.arange(signs.shape[1]), report.ranked[orders.line_up]
        counts = (orders.forfeited[:, None] < 0) | (orders.forfeited[:, None] == own)  # for the row's entry
        counts &= ranked.all() | ~ranked
        signs *= counts[:, :, None]
        sums = orders.block_sums(signs.reshape(len(signs), -1))
        cells = np.ix_(np.arange(len(ahead)), orders.line_up, orders.line_up)
        ahead[cells] += sums.reshape(ahead[cells].shape)
        met = np.bincount(orders.order.ravel(), minlength=len(counts)) @ counts
        games[np.ix_(orders.line_up, orders.line_up)] += met[:, None]
    np.fill_diagonal(games, 0)
    ci95 = None
    if deals > 1:
        weights = np.bincount(block)[:, None].astype(np.float64)
        sums = bootstrap_sums(np.hstack([ahead.reshape(len(ahead), -1), weights]), report.seed)
        a_deal = np.maximum(games, 1).ravel() / deals
        ci95 = np.stack(middle(sums[:, :-1] / sums[:, -1:] / a_deal)).reshape(2, entries, entries)
        for i, j in np.argwhere((ci95[0] == ci95[1]) & (games > 0)):
            ci95[:, i, j] = around_one_value(float(ci95[0, i, j]), deals, (-1.0, 1.0))
    names = tuple(result.agent for result in report.agents)
    return Margins(names, ahead.sum(axis=0).astype(np.int64), games, ci95, deals)


def find_cycle(ahead: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> list[int]:
    """A shortest cycle of entries each of which is ahead of the next, and the last of the first."""
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

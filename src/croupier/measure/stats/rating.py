"""Ratings of a tournament's agents with intervals and rank ranges; pairwise margins and cycles.

The fit uses all games at once, so their order does not matter. As on the Elo scale, 400 points are odds of 10 to 1
of finishing ahead. The anchor has 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.base.rows import ColumnHead, Interval, Number, Rows, in_columns, number_heads
from croupier.measure.play.metrics import Doubles, around_one_value, bootstrap_sums, middle, plain
from croupier.measure.play.tournament import Report
from croupier.measure.stats.plackett_luce import Choices, block_of_deals, choices_of, finishing_orders, fit

# A rating is one number per agent and cannot show that A beats B, B beats C and C beats A; the margins can.

FEWEST_DEALS = 6
"""With fewer deals no two agents count as separable: five equal ones have a chance of 1 in 16 by luck."""


@dataclass(frozen=True, eq=False)
class Margins:
    """Who finishes ahead of whom."""

    agents: tuple[str, ...]
    # games in which the row's entry finished ahead of the column's, minus those in which it finished behind;
    # int64, shape (entries, entries). It is behind in games that it forfeited or made void. If another entry at
    # the table did, or has no rank, the game does not count for it
    ahead: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]  # games with both that count for the row's entry, int64, shape (entries, entries)
    # 95% bootstrap intervals of ``ahead / games`` over deals, shape (2, entries, entries); None for a single deal.
    # If all deals are equal, see `around_one_value`
    ci95: Doubles | None
    deals: int

    @property
    def means(self) -> Doubles:
        """Margins, -1..1: the share of games ahead minus the share behind; 0 for entries that never met."""
        found: Doubles = self.ahead / np.maximum(self.games, 1)
        return found

    @property
    def separable(self) -> npt.NDArray[np.bool_]:
        """Whether the row's entry is ahead of the column's: the interval of the margin is above 0."""
        # Pairs are not corrected for multiple comparisons.
        if self.ci95 is None or self.deals < FEWEST_DEALS:
            return np.zeros(self.ahead.shape, dtype=bool)
        found: npt.NDArray[np.bool_] = self.ci95[0] > 0.0
        return found

    def rows(self) -> Rows:
        """The margins as a table, of the row over the column."""
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
        """A sentence if the agents form a cycle whose steps are all separable; otherwise empty."""
        cycle = find_cycle(self.separable)
        if not cycle:
            return []
        names = [self.agents[entry] for entry in cycle]
        *steps, last = (f"{one} beats {other}" for one, other in zip(names, [*names[1:], names[0]], strict=True))
        return [f"The agents form a cycle: {', '.join(steps)} and {last}."]

    def as_dict(self) -> dict[str, Any]:
        """The margins as plain data for JSON."""
        return {
            "margins": self.means.tolist(),
            "ci95": None if self.ci95 is None else np.moveaxis(self.ci95, 0, 2).tolist(),
            "games": self.games.tolist(),
        }


def pairwise_margins(report: Report) -> Margins:
    """Compare all pairs of entries by who finished ahead at the tables with both."""
    # With more than two seats, a margin is over all line-ups with both entries.
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
    """A shortest cycle of entries, each ahead of the next and the last ahead of the first."""
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


POINTS = 400.0 / log(10.0)
"""Rating points of a strength of 1 on the natural logarithmic scale."""
_ALIKE = 1e-6  # fitted ratings that differ by less are equal

Bound = Literal["", "at least", "at most", "about"]


@dataclass(frozen=True)
class AgentRating:
    """The rating of one agent.

    Attributes:
        agent: its name.
        rating: points above the anchor; 400 are odds of 10 to 1 of finishing ahead.
        ci95: 95% interval of the difference to the anchor, from a bootstrap over deals. None for a single deal, if
            `bound` is set, if the fit of a resample did not converge, and if all deals are equal.
        bound: set if the rating has no finite estimate; `rating` then depends on the added draw, and grows with
            the number of games. ``at least``: no chain of results leads from this agent to a finish behind the
            anchor. ``at most``: the reverse. ``about``: the fit did not converge.
        rank: best and worst rank, from 1, by the separable pairs; None if too many of its games are forfeited or
            void.
    """

    agent: str
    rating: float
    ci95: tuple[float, float] | None
    bound: Bound
    rank: tuple[int, int] | None


@dataclass(frozen=True, eq=False)
class Rating:
    """The ratings of a tournament.

    A game that an agent forfeited or made void counts as lost in its own rating, and is left out for the others.
    All games of an agent without a rank are left out for the others too.

    Attributes:
        anchor: index of the entry with rating 0.
        agents: one rating per entry, in the order of the tournament.
        separable: whether the row's entry is better than the column's: the 95% interval of the difference in
            rating is above 0, without correction for multiple comparisons; bool, shape (entries, entries).
        resampled: ratings of each bootstrap sample, float64, shape (resamples, entries); no rows for a single
            deal, or if a fit did not converge.
    """

    anchor: int
    agents: tuple[AgentRating, ...]
    separable: npt.NDArray[np.bool_]
    resampled: Doubles = field(repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The ratings as plain data for JSON, without `resampled`."""
        return {
            "anchor": self.agents[self.anchor].agent,
            "scale": "400 points are odds of 10 to 1 of finishing ahead",
            "agents": plain(self.agents),
            "separable": self.separable.tolist(),
        }

    @property
    def best_first(self) -> list[AgentRating]:
        """The agents by rating; those without a rank come last."""
        return sorted(self.agents, key=lambda one: (one.rank is None, -one.rating))

    def rows(self) -> Rows:
        """The ratings as a table, best agent first."""
        best_first = self.best_first
        return in_columns(
            f"rating ({self.agents[self.anchor].agent} = 0)",
            [
                ColumnHead("agent", breaks="anywhere"),
                ColumnHead("rank", breaks="never"),
                ColumnHead("rating", "right", "never"),
                ColumnHead("95% interval", "right", "never"),
            ],
            [(one.agent, rank_text(one.rank), rating_text(one), Interval(one.ci95, "+.0f")) for one in best_first],
            ["Agents whose ranks overlap cannot be told apart."],
        )


def rank_text(rank: Sequence[int] | None) -> str:
    """A rank range, like ``1-2``; ``-`` for none."""
    if rank is None:
        return "-"
    return str(rank[0]) if rank[0] == rank[1] else f"{rank[0]}-{rank[1]}"


def rating_text(one: AgentRating) -> str:
    """A rating, like ``+35`` or ``at least +1442``."""
    return f"{one.bound} {one.rating:+.0f}".strip()


def rate(report: Report, margins: Margins, anchor: str | None = None) -> Rating:
    """Rate the agents of a tournament.

    Args:
        report: the tournament, with at least two entries.
        margins: its pairwise margins.
        anchor: name of the agent with rating 0 (its first entry). None for the rule bot with the highest win rate,
            or the first entry if no rule bot plays.

    Returns:
        The ratings.

    Raises:
        ConfigError: there is no such agent, fewer than two entries or no deal.
    """
    if len(report.agents) < 2:
        raise ConfigError("ratings compare at least two agents; one played")
    place = find_anchor(report, anchor)
    choices = choices_of(len(report.agents), report.seats, report.ranks, report.forfeited, report.ranked)
    counts = np.hstack([choices.chosen, choices.offered, *choices.lost.values()])
    points = _Points.of(choices, counts.sum(axis=0, keepdims=True) / choices.unit)
    fitted, deals, converged = 0.0 - points.ahead(place)[0], len(report.ranks), points.converged
    resampled, separable = np.zeros((0, len(fitted))), np.zeros((len(fitted), len(fitted)), dtype=bool)
    if deals > 1 and converged:
        sampled = _Points.of(choices, bootstrap_sums(counts, report.seed) / choices.unit)
        if sampled.converged:
            resampled = 0.0 - sampled.ahead(place)
            if deals >= FEWEST_DEALS:
                separable = np.stack([middle(sampled.ahead(k))[0] > 0.0 for k in range(len(fitted))])
    ranked = report.ranked
    separable &= ranked & ranked[:, None]
    behind = separable.sum(axis=0)  # number of better entries
    ahead = separable.sum(axis=1)
    bounds = _bounds(margins, place)
    if not converged:
        bounds = [bound or "about" for bound in bounds]
    low, high = middle(resampled) if len(resampled) else (fitted, fitted)
    told = [len(resampled) > 0 and not bound for bound in bounds]
    told = [known and high[k] - low[k] > _ALIKE for k, known in enumerate(told)]  # the anchor has no interval
    agents = tuple(
        AgentRating(
            agent=result.agent,
            rating=float(fitted[k]),
            ci95=(float(low[k]), float(high[k])) if told[k] else None,
            bound=bounds[k],
            rank=(1 + int(behind[k]), int(ranked.sum()) - int(ahead[k])) if ranked[k] else None,
        )
        for k, result in enumerate(report.agents)
    )
    return Rating(place, agents, separable, resampled)


def find_anchor(report: Report, anchor: str | None = None) -> int:
    """The index of the anchor; see `rate`."""
    names = [result.agent for result in report.agents]
    if anchor is not None:
        if anchor not in names:
            raise unknown("anchor", anchor, dict.fromkeys(names))
        return names.index(anchor)
    rules = [k for k, name in enumerate(names) if name.partition(":")[0].partition("/")[0] == "bot"]
    return max(rules, key=lambda k: (np.nan_to_num(report.agents[k].win_rate, nan=-1.0), -k), default=0)


@dataclass(frozen=True, eq=False)
class _Points:
    """Ratings of each sample, without an anchor."""

    points: Doubles  # from finished games
    changes: Mapping[int, Doubles]  # by entry with lost games, how far these move it ahead of each other entry
    converged: bool  # whether all fits converged

    @classmethod
    def of(cls, choices: Choices, counts: Doubles) -> _Points:
        """Fit the finished games, and for each entry with lost games also these together with them."""
        entries, converged = choices.sets.shape[1], True

        def ratings(some: Doubles) -> Doubles:
            nonlocal converged
            strengths, each = fit(choices.sets, some[:, :entries], some[:, entries:])
            converged &= bool(each.all())
            return POINTS * strengths

        played, *lost = np.split(counts, 1 + len(choices.lost), axis=1)
        points = ratings(played)
        changes = {}
        for entry, more in zip(choices.lost, lost, strict=True):
            change = ratings(played + more) - points
            changes[entry] = change[:, entry, None] - change
        return cls(points, changes, converged)

    def ahead(self, entry: int) -> Doubles:
        """How far an entry is ahead of each other, in each sample."""
        found: Doubles = self.points[:, entry, None] - self.points + self.changes.get(entry, 0.0)
        for other, change in self.changes.items():
            found[:, other] -= change[:, entry]
        return found


def _bounds(margins: Margins, anchor: int) -> list[Bound]:
    """On which side of the anchor each rating without a finite estimate lies."""
    # The estimate is finite if a chain of games leads from each entry to each other, with every entry ahead of the
    # next or tied (Hunter 2004, assumption 1).
    reached = (margins.games > 0) & (margins.ahead > -margins.games)  # not behind in every game
    reached |= ((margins.games > 0) & (margins.ahead < margins.games)).T  # the other is not ahead in every one
    np.fill_diagonal(reached, val=True)
    for middle_one in range(len(reached)):  # Warshall's closure
        reached |= reached[:, middle_one, None] & reached[middle_one]
    return [
        ""
        if reached[entry, anchor] and reached[anchor, entry]
        else "at most"
        if reached[anchor, entry]
        else "at least"
        for entry in range(len(reached))
    ]

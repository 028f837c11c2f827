"""Metrics per agent, win shares and places, with a paired bootstrap over deals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.spec.spec import Floats

Doubles = npt.NDArray[np.float64]
Ranks = npt.NDArray[np.int8]
"""Number of seats that finished ahead of each: 0 for the winner, equal for ties."""

RESAMPLES = 2000
MOST_LOST = 0.05
"""Largest share of forfeited or void games for an agent with a rank."""
_LEVEL = 0.95
_CHUNK = 1 << 22


@dataclass(frozen=True, eq=False)
class SeatResults:
    """Results of each seat of some tables, shape (tables, players) each."""

    # A seat that forfeited a game or made it void gets the worst value in every figure. The game does not count
    # for the other seats, so none of them gains by it.

    shares: Doubles  # share of the win
    points: Doubles  # final scores in the game's points
    # points minus the mean of the other seats. Like points, minus infinity for a seat with the worst value in a
    # game without a bound
    margins: Doubles
    utilities: Doubles
    ranks: Ranks  # number of seats that finished ahead
    counts: npt.NDArray[np.bool_]  # whether the game counts for the seat

    def above_par(self, own: npt.NDArray[np.int64]) -> Doubles:
        """Wins, points and places of one seat per table above par, the expected result of equal agents."""
        # At two seats, a game that the other forfeited or made void counts as the mirror of the other's worst
        # result; otherwise the other would gain by it. At more seats it is left out.
        players = self.shares.shape[1]
        par = (1.0 / players, 0.0, (players + 1) / 2.0)
        figures = np.stack([self.shares - par[0], self.margins - par[1], places(self.ranks) - par[2]])
        figures[:, ~self.counts] = np.nan
        rows = np.arange(len(own))
        found: Doubles = figures[:, rows, own]
        if players == 2:
            found = np.where(np.isnan(found), -figures[:, rows, 1 - own], found)
        found[np.isinf(found)] = -np.inf  # no bound; a mean of mixed infinities would be NaN
        return found


@dataclass(frozen=True)
class GameCounts:
    """How many games of an agent count, and why others do not."""

    begun: int  # games that were finished, or made void by failures of its own endpoint
    counted: int  # games behind its figures
    forfeited: int = 0  # counted games that it forfeited, each with the worst result
    void: int = 0  # games made void by failures of its own endpoint
    # games not counted, because another seat forfeited them, made them void or has no rank
    left_out: int = 0
    if_lost: float | None = None  # win rate with void games as lost; None if none is void
    # win rates with all games left out as lost, and as won; None if none is left out
    bounds: Sequence[float] | None = None

    @classmethod
    def of(cls, begun: int, counted: int, forfeited: int, void: int, shares: float, every: int) -> GameCounts:
        """Count games; `shares` is the sum of win shares over the `every` games that count, void ones included."""
        left_out = begun - every
        return cls(
            begun, counted, forfeited, void, left_out,
            if_lost=float(shares / every) if void else None,
            bounds=(float(shares / begun), float((shares + left_out) / begun)) if left_out else None,
        )  # fmt: skip

    @property
    def plain(self) -> bool:
        """Whether all games were finished, which needs no remark."""
        return not (self.forfeited or self.void or self.left_out)

    @property
    def ranked(self) -> bool:
        """Whether the agent has a rank: few enough of its games are forfeited or void."""
        return bool(few_lost(self.forfeited + self.void, self.begun))

    def sentences(self, agent: str) -> Iterator[str]:
        """Remarks on an agent's games; none if all of them count."""
        of = f"of its {self.begun:,} games"
        if self.forfeited:
            yield f"{agent} has forfeited {self.forfeited:,} {of}; each counts as its worst."
        if self.left_out:
            rate = "; its win rate with them lies between {:.2%} and {:.2%}".format(*self.bounds or (0, 1))
            yield (
                f"{agent}: {self.left_out:,} {of} do not count, since another player forfeited them, made them "
                f"void or has no rank{rate}."
            )
        if self.if_lost is not None:
            yield (
                f"{agent}: {self.void:,} {of} are void, by failures of its endpoint. Its win rate leaves out "
                f"their deals; with these games lost it is {self.if_lost:.2%}. Elsewhere they count as lost."
            )
        if not self.ranked:
            lost = self.forfeited + self.void
            yield (
                f"{agent} has no rank: {lost:,} {of} were forfeited or void, which is more than {MOST_LOST:.0%}."
            )


def few_lost(lost: Any, begun: Any) -> Any:
    """Whether few enough games were forfeited or void for a rank; for numbers or arrays."""
    return lost <= MOST_LOST * begun


def finite(value: float) -> float | None:
    """A figure as plain data: None if unknown or infinite."""
    return float(value) if math.isfinite(value) else None


def plain(data: Any) -> Any:
    """Dataclasses, maps and sequences as plain data for JSON; floats as in `finite`."""
    if is_dataclass(data):
        return {each.name: plain(getattr(data, each.name)) for each in fields(data)}
    if isinstance(data, Mapping):
        return {name: plain(value) for name, value in data.items()}
    if isinstance(data, tuple | list):
        return [plain(value) for value in data]
    return finite(data) if isinstance(data, float) else data


def known(values: Doubles) -> list[Any]:
    """An array as plain data; None if unknown or infinite."""
    found = values.astype(object)
    found[~np.isfinite(values)] = None
    plain: list[Any] = found.tolist()
    return plain


def mean_of(values: Doubles) -> float:
    """Mean without NaN, which marks deals that do not count; NaN if none counts."""
    known = values[~np.isnan(values)] if np.isnan(values).any() else values
    return float(known.mean()) if len(known) else math.nan


def deal_means(values: Doubles) -> Doubles:
    """Means over the last axis without NaN; NaN if nothing counts."""
    gaps = np.isnan(values)
    found: Doubles
    if not gaps.any():
        found = values.mean(axis=-1)
        return found
    count = values.shape[-1] - gaps.sum(axis=-1)
    sums = np.where(gaps, 0.0, values).sum(axis=-1)
    found = np.full(sums.shape, np.nan)
    np.divide(sums, count, out=found, where=count > 0)
    return found


def win_shares(returns: Floats) -> Doubles:
    """Share of the win of each seat: 1, or 1/k if k seats tie for the highest utility."""
    first = returns == returns.max(axis=1, keepdims=True)
    shares: Doubles = first / first.sum(axis=1, keepdims=True)
    return shares


def finishing_ranks(returns: Floats, points: Floats) -> Ranks:
    """Order in which the seats of each table finished: the winners, then the others by utility and points."""
    # Points decide since many games pay every loser the same.
    ranks: Ranks = np.zeros(returns.shape, dtype=np.int8)
    first = returns == returns.max(axis=1, keepdims=True)
    for seat in range(returns.shape[1]):
        utility, score = returns[:, seat, None], points[:, seat, None]
        ranks += (utility > returns) | ((utility == returns) & (score > points) & ~first)
    return ranks


def places(ranks: Ranks) -> Doubles:
    """Finishing places from 1; seats that tie share the mean of their places."""
    tied = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    found: Doubles = 1.0 + ranks + (tied - 1) / 2.0
    return found


def bootstrap_means(values: Doubles, seed: int, resamples: int = RESAMPLES) -> Doubles:
    """Means of resampled deals: the paired bootstrap."""
    # All columns of a resample are means over the same deals, drawn with replacement. So the luck of the deal,
    # which two columns share, cancels in their difference.
    means = np.empty((resamples, values.shape[1]))
    for rows, drawn in _resampled(len(values), seed, resamples):
        for column in range(values.shape[1]):
            means[rows, column] = values[:, column][drawn].mean(axis=1)
    return means


def bootstrap_sums(values: Doubles, seed: int, resamples: int = RESAMPLES) -> Doubles:
    """Sums over the same resamples as `bootstrap_means`; faster for many columns."""
    sums = np.empty((resamples, values.shape[1]))
    for rows, drawn in _resampled(len(values), seed, resamples):
        count, deals = drawn.shape
        cells = drawn + np.arange(count)[:, None] * deals
        times = np.bincount(cells.ravel(), minlength=count * deals).reshape(count, deals)
        sums[rows] = times.astype(np.float64) @ values
    return sums


def _resampled(deals: int, seed: int, resamples: int) -> Iterator[tuple[slice, npt.NDArray[np.int64]]]:
    """The deals of each resample, shape (some resamples, deals), with the slice of resamples."""
    rng = np.random.Generator(np.random.PCG64(seed))
    step = max(1, _CHUNK // deals)
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        yield slice(start, stop), rng.integers(0, deals, size=(stop - start, deals))


def intervals(
    values: Doubles, seed: int, bounds: Sequence[tuple[float, float] | None] | None = None
) -> list[tuple[float, float] | None]:
    """95% confidence intervals of the mean of each column, from `bootstrap_means`."""
    # If all deals have one value, as for an agent that lost every game, the bootstrap interval has no width. With
    # `bounds` the interval is then that of `around_one_value`, otherwise None. NaN marks deals that do not count
    # for an agent and are left out.
    ends_of = list(bounds or [None] * values.shape[1])
    if not np.isfinite(values).all():
        columns = [column[~np.isnan(column)][:, None] for column in values.T]
        return [
            intervals(column, seed, [ends])[0] if np.isfinite(column).all() else None
            for column, ends in zip(columns, ends_of, strict=True)
        ]
    if len(values) < 2:
        return [None] * values.shape[1]
    low, high = middle(bootstrap_means(values, seed))
    found: list[tuple[float, float] | None] = [(float(a), float(b)) for a, b in zip(low, high, strict=True)]
    for k, ends in enumerate(ends_of):
        value = float(values[0, k])
        if (values[:, k] == value).all():
            found[k] = None if ends is None else around_one_value(value, len(values), ends)
    return found


def around_one_value(value: float, count: int, bounds: tuple[float, float]) -> tuple[float, float]:
    """A confidence interval of the mean if all samples have one value."""
    # With 95% confidence, a share of less than ``1 - 0.05 ** (1 / count)`` has another value (about 3 / count:
    # Hanley and Lippman-Hand 1983), at worst the least or the greatest possible.
    others = 1.0 - 0.05 ** (1.0 / count)
    return value + others * (bounds[0] - value), value + others * (bounds[1] - value)


def middle(resampled: Doubles) -> tuple[Doubles, Doubles]:
    """Bounds of the middle 95% of resampled statistics: the bootstrap's percentile interval."""
    tail = (1.0 - _LEVEL) / 2.0
    low, high = np.quantile(resampled, (tail, 1.0 - tail), axis=0)
    return low, high

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
"""How many seats of the table finished ahead of each: 0 has won, and seats that tie have the same rank."""

RESAMPLES = 2000
MOST_LOST = 0.05
"""Of the games of an agent, the share that may be forfeited or void; with more it has no rank."""
_LEVEL = 0.95
_CHUNK = 1 << 22


@dataclass(frozen=True, eq=False)
class SeatResults:
    """What each seat of some tables got, by which everybody is measured; shape (tables, players) each.

    A seat that forfeited or made a game void has the worst that there is, in every figure. Nobody else gains by
    it: for the others at its table the game does not count.
    """

    shares: Doubles  # share of the win
    points: Doubles  # final scores in the game's own points
    # points less the mean of the others' at the table. Like points they are infinite where a seat has the worst
    # that there is and the game sets no bound
    margins: Doubles
    utilities: Doubles  # final utilities
    ranks: Ranks  # how many seats finished ahead
    counts: npt.NDArray[np.bool_]  # whether the game counts for the seat

    def above_par(self, own: npt.NDArray[np.int64]) -> Doubles:
        """Wins, points and places of one seat of each table above par, which is what players who are alike get.

        At two seats a game that the other has forfeited or made void is the other's worst, less than par by as
        much as this is more: else the other would gain by it. At more seats it is left out.
        """
        players = self.shares.shape[1]
        par = (1.0 / players, 0.0, (players + 1) / 2.0)
        figures = np.stack([self.shares - par[0], self.margins - par[1], places(self.ranks) - par[2]])
        figures[:, ~self.counts] = np.nan
        rows = np.arange(len(own))
        found: Doubles = figures[:, rows, own]
        if players == 2:
            found = np.where(np.isnan(found), -figures[:, rows, 1 - own], found)
        found[np.isinf(found)] = -np.inf  # no bound; of two signs a mean would be of deals that are left out
        return found


@dataclass(frozen=True)
class GameCounts:
    """How many games of an agent count, and why others do not."""

    begun: int  # games that it sat in and that came to their end, or that the failures of its own endpoint ended
    counted: int  # those that its figures rest on
    forfeited: int = 0  # of these, those that it has forfeited: each is the worst that there is
    void: int = 0  # games that the failures of its own endpoint ended
    # games that do not count since another at the table forfeited or made them void, or has no rank
    left_out: int = 0
    if_lost: float | None = None  # its win rate where void games count as lost; None where none is void
    # its win rate if all games that are left out were lost, and if all were won; None where none is
    bounds: Sequence[float] | None = None

    @classmethod
    def of(cls, begun: int, counted: int, forfeited: int, void: int, shares: float, every: int) -> GameCounts:
        """Count games; of `every` game that counts, void ones too, `shares` is its share of the win as a sum."""
        left_out = begun - every
        return cls(
            begun, counted, forfeited, void, left_out,
            if_lost=float(shares / every) if void else None,
            bounds=(float(shares / begun), float((shares + left_out) / begun)) if left_out else None,
        )  # fmt: skip

    @property
    def plain(self) -> bool:
        """Whether all games were played to their end, which needs no word."""
        return not (self.forfeited or self.void or self.left_out)

    @property
    def ranked(self) -> bool:
        """Whether the agent has a rank: few enough of its games are forfeited or void."""
        return bool(few_lost(self.forfeited + self.void, self.begun))

    def sentences(self, agent: str) -> Iterator[str]:
        """What has to be known of the agent's games beside its figures; nothing where all of them count."""
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
    """Whether few enough of some games were forfeited or void for a rank; of numbers, or of arrays of them."""
    return lost <= MOST_LOST * begun


def finite(value: float) -> float | None:
    """A figure as plain data: None where it is not known, or has no bound."""
    return float(value) if math.isfinite(value) else None


def plain(data: Any) -> Any:
    """Dataclasses, maps and sequences as plain data for JSON; floats as `finite` gives them."""
    if is_dataclass(data):
        return {each.name: plain(getattr(data, each.name)) for each in fields(data)}
    if isinstance(data, Mapping):
        return {name: plain(value) for name, value in data.items()}
    if isinstance(data, tuple | list):
        return [plain(value) for value in data]
    return finite(data) if isinstance(data, float) else data


def known(values: Doubles) -> list[Any]:
    """Figures as plain data."""
    found = values.astype(object)
    found[~np.isfinite(values)] = None
    plain: list[Any] = found.tolist()
    return plain


def mean_of(values: Doubles) -> float:
    """Mean over the deals that count; NaN where none does."""
    known = values[~np.isnan(values)] if np.isnan(values).any() else values
    return float(known.mean()) if len(known) else math.nan


def deal_means(values: Doubles) -> Doubles:
    """Means over the last axis of what counts; NaN where nothing does."""
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
    """Share of the win that falls to each seat.

    The seat with the highest utility has won: alone it gets 1, and k seats that share the first place get 1/k
    each, so that every game gives away exactly one win.
    """
    first = returns == returns.max(axis=1, keepdims=True)
    shares: Doubles = first / first.sum(axis=1, keepdims=True)
    return shares


def finishing_ranks(returns: Floats, points: Floats) -> Ranks:
    """Order in which the seats of each table finished.

    All who share the highest utility have won and tie for the first place. The others are ordered by utility and,
    where that is equal, by points: many games pay every loser the same.
    """
    ranks: Ranks = np.zeros(returns.shape, dtype=np.int8)
    first = returns == returns.max(axis=1, keepdims=True)
    for seat in range(returns.shape[1]):
        utility, score = returns[:, seat, None], points[:, seat, None]
        ranks += (utility > returns) | ((utility == returns) & (score > points) & ~first)
    return ranks


def places(ranks: Ranks) -> Doubles:
    """Finishing places: 1 is the first; seats that tie get the mean of the places that they share."""
    tied = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    found: Doubles = 1.0 + ranks + (tied - 1) / 2.0
    return found


def bootstrap_means(values: Doubles, seed: int, resamples: int = RESAMPLES) -> Doubles:
    """Means of resampled deals: the paired bootstrap.

    All columns of a resample are means over the same deals, drawn with replacement, so that what two columns have
    in common, the luck of the deal, cancels in their difference.
    """
    means = np.empty((resamples, values.shape[1]))
    for rows, drawn in _resampled(len(values), seed, resamples):
        for column in range(values.shape[1]):
            means[rows, column] = values[:, column][drawn].mean(axis=1)
    return means


def bootstrap_sums(values: Doubles, seed: int, resamples: int = RESAMPLES) -> Doubles:
    """Sums over the same resamples as `bootstrap_means` has: faster for many columns."""
    sums = np.empty((resamples, values.shape[1]))
    for rows, drawn in _resampled(len(values), seed, resamples):
        count, deals = drawn.shape
        cells = drawn + np.arange(count)[:, None] * deals
        times = np.bincount(cells.ravel(), minlength=count * deals).reshape(count, deals)
        sums[rows] = times.astype(np.float64) @ values
    return sums


def _resampled(deals: int, seed: int, resamples: int) -> Iterator[tuple[slice, npt.NDArray[np.int64]]]:
    """Which deals each resample holds, shape (some resamples, deals), and which resamples these are."""
    rng = np.random.Generator(np.random.PCG64(seed))
    step = max(1, _CHUNK // deals)
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        yield slice(start, stop), rng.integers(0, deals, size=(stop - start, deals))


def intervals(
    values: Doubles, seed: int, bounds: Sequence[tuple[float, float] | None] | None = None
) -> list[tuple[float, float] | None]:
    """95% confidence intervals of each column's mean, from `bootstrap_means`.

    Where all deals have one value, as of an agent that has lost every game, the bootstrap sees no chance at all,
    and its interval would have no width. `bounds` give another; see `around_one_value`. Without them none is told.
    An agent's NaN are deals in which nothing counts for it: its interval is over the others.
    """
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
    """An interval of a mean where all that was drawn has one value.

    With 95% confidence less than a share of ``1 - 0.05 ** (1 / count)`` of all has another
    (about 3 / count: Hanley and Lippman-Hand 1983), at worst the least or the greatest that there is.
    """
    others = 1.0 - 0.05 ** (1.0 / count)
    return value + others * (bounds[0] - value), value + others * (bounds[1] - value)


def middle(resampled: Doubles) -> tuple[Doubles, Doubles]:
    """Bounds of the middle 95% of resampled statistics: the percentile interval of the bootstrap."""
    tail = (1.0 - _LEVEL) / 2.0
    low, high = np.quantile(resampled, (tail, 1.0 - tail), axis=0)
    return low, high

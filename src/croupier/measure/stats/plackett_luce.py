"""The Plackett-Luce model of finishing orders: sums over blocks of deals, and the fit by Newton's method.

An order is read as choices: the first is chosen from the whole table, the second from those left, and so on. An
entry of strength s is chosen from a set S with probability ``exp(s) / sum(exp(t) for t in S)`` (Luce 1959,
Plackett 1975). Ties count as equal parts of all possible orders: with two seats a draw is half a win, and the
choice of the first agrees with `croupier.measure.play.metrics.win_shares`. The log-likelihood stays concave, so
there is one fit, and the order of the games does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError
from croupier.measure.play.match import Seating
from croupier.measure.play.metrics import Doubles, Ranks

BLOCKS = 4096
"""Most blocks. With more deals than this, neighbouring deals form a block and are resampled together."""


@dataclass(frozen=True, eq=False)
class Orders:
    """The finishing orders of the games of one line-up."""

    line_up: npt.NDArray[np.int64]  # the entries, ascending, shape (seats,)
    ranks: Ranks  # orders that occurred: number of seats ahead, shape (orders, seats)
    # place in the line-up that forfeited the game or made it void, in each order, int64, shape (orders,); -1 for
    # none
    forfeited: npt.NDArray[np.int64]
    # order of each game, int64, shape (deals, games of the line-up in a deal)
    order: npt.NDArray[np.int64]

    def block_sums(self, values: Doubles) -> Doubles:
        """Sum values of orders over the games of each block of deals."""
        block = np.repeat(block_of_deals(len(self.order)), self.order.shape[1])
        game = self.order.ravel()
        sums = [np.bincount(block, weights=column[game]) for column in values.T]
        return np.stack(sums, axis=1)


def block_of_deals(deals: int) -> npt.NDArray[np.int64]:
    """The block of each deal, int64, shape (deals,): at most `BLOCKS`, with sizes that differ by one at most."""
    return np.arange(deals, dtype=np.int64) * min(deals, BLOCKS) // deals


def finishing_orders(
    seats: Seating, ranks: Ranks, forfeited: npt.NDArray[np.int8] | None = None
) -> Iterator[Orders]:
    """Count the finishing orders of a tournament."""
    # The order of tables, and of deals within a block, does not matter.
    if len(ranks) == 0:
        raise ConfigError("a tournament without deals cannot be rated: play at least one")
    by_entry = np.argsort(seats, axis=1)
    line_ups = np.take_along_axis(seats, by_entry, axis=1)
    if (line_ups[:, 1:] == line_ups[:, :-1]).any():
        raise ConfigError("an entry sits twice at one table: name the agent twice to make two entries of it")
    players = seats.shape[1]
    places = players ** np.arange(players)
    for line_up in np.unique(line_ups, axis=0):
        tables = np.flatnonzero((line_ups == line_up).all(axis=1))
        codes = np.zeros((len(ranks), len(tables)), dtype=np.int64)
        for column, table in enumerate(tables):
            codes[:, column] = ranks[:, table, by_entry[table]] @ places
            if forfeited is not None:
                who = np.append(np.argsort(by_entry[table]), -1)[
                    forfeited[:, table]
                ]  # the seat's place in the line-up
                codes[:, column] += (who + 1) * players**players
        different, order = np.unique(codes, return_inverse=True)
        found = (different[:, None] // places % players).astype(np.int8)
        yield Orders(line_up, found, different // players**players - 1, order.reshape(codes.shape))


_STEPS = 200
_CLOSE = 1e-12  # gain in log-likelihood of a last step: it moves nothing by more than 1.4e-6 standard errors
_LONGEST_STEP = 1.0  # a full Newton step may overshoot if nearly every game is won
_CELLS = 1 << 22

_Set = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Choices:
    """Finishing orders as choices from sets."""

    sets: npt.NDArray[np.bool_]  # the distinct sets, bool, shape (sets, entries)
    # times each entry was chosen in each block of deals, times `unit`, shape (blocks, entries)
    chosen: Doubles
    offered: Doubles  # times each set was chosen from, times `unit`, shape (blocks, sets)
    # value of a whole choice, a multiple of all fractions from ties, so that all counts are whole numbers and
    # their sums exact in any order
    unit: int
    # for an entry that forfeited games or made them void, `chosen` and `offered` of these, concatenated. They
    # count for this entry only, as lost to each of the others. If it has no rank, all its games count for it only
    lost: Mapping[int, Doubles]


def choices_of(
    entries: int,
    seats: Seating,
    ranks: Ranks,
    forfeited: npt.NDArray[np.int8] | None = None,
    ranked: npt.NDArray[np.bool_] | None = None,
) -> Choices:
    """Read a tournament's finishing orders as choices."""
    members = [c for size in range(2, seats.shape[1] + 1) for c in combinations(range(seats.shape[1]), size)]
    blocks, unit = int(block_of_deals(len(ranks)).max(initial=0)) + 1, factorial(seats.shape[1])
    parts: dict[int, tuple[Doubles, dict[_Set, Doubles]]] = {-1: (np.zeros((blocks, entries)), {})}
    for orders in finishing_orders(seats, ranks, forfeited):
        read = [_choices(order) for order in orders.ranks.tolist()]
        winners = np.array([each for each, _ in read])
        counts = np.array([[sets.get(one, 0) for one in members] for _, sets in read], dtype=np.float64)
        alone = [] if ranked is None else [int(who) for who in orders.line_up if not ranked[who]]
        for place in np.unique(orders.forfeited):
            whose = (alone or [-1]) if place < 0 else [int(orders.line_up[place])]
            own, won, sets = orders.forfeited[:, None] == place, winners, counts
            if place >= 0:  # lost to each of the others, whose order is not known
                won = unit * (np.arange(seats.shape[1]) != place)
                sets = unit * np.array([len(one) == 2 and place in one for one in members])
            chose, offers = orders.block_sums(won * own), orders.block_sums(sets * own).T
            for chosen, offered in (
                parts.setdefault(who, (np.zeros((blocks, entries)), {}))
                for who in whose
                if who in alone or not alone
            ):
                chosen[:, orders.line_up] += chose
                for one, column in zip(members, offers, strict=True):
                    key = tuple(orders.line_up[list(one)].tolist())
                    offered[key] = offered.get(key, 0.0) + column
    keys = sorted({key for _, offered in parts.values() for key in offered})
    found = np.zeros((len(keys), entries), dtype=bool)
    for row, key in enumerate(keys):
        found[row, list(key)] = True
    columns = {
        who: np.stack([*chosen.T, *(offered.get(key, np.zeros(blocks)) for key in keys)], axis=1)
        for who, (chosen, offered) in parts.items()
    }
    chosen, offers = np.split(columns.pop(-1), [entries], axis=1)
    return Choices(found, chosen, offers, unit, columns)


def _choices(ranks: Sequence[int]) -> tuple[npt.NDArray[np.float64], dict[_Set, int]]:
    """The choices of one finishing order, times the factorial of its length."""
    # In a group of k that tie, each subset of j may have been chosen before the next, in equal parts.
    unit = factorial(len(ranks))
    winners = np.zeros(len(ranks))
    sets: dict[_Set, int] = {}
    left = set(range(len(ranks)))
    for rank in sorted(set(ranks)):
        group = [place for place, own in enumerate(ranks) if own == rank]
        for before in range(min(len(group), len(left) - 1)):  # the last one is no choice
            winners[group] += unit // len(group)
            for gone in combinations(group, before):
                members = tuple(sorted(left.difference(gone)))
                sets[members] = sets.get(members, 0) + unit // comb(len(group), before)
        left.difference_update(group)
    return winners, sets


def fit(sets: npt.NDArray[np.bool_], chosen: Doubles, offered: Doubles) -> tuple[Doubles, npt.NDArray[np.bool_]]:
    """Maximum-likelihood strengths, for many samples at once, and whether each converged."""
    # Each sample is extended by one draw of every entry with the others, a share of ``1 / (entries - 1)`` of a
    # draw with each. So strengths stay finite for an agent that won or lost everything (without it they do not:
    # Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32, 2004, assumption 1). The
    # effect on others vanishes with the number of games.
    entries, members = sets.shape[1], _with_pairs(sets)
    strengths, converged = np.empty(chosen.shape), np.empty(len(chosen), dtype=bool)
    step = max(1, _CELLS // max(len(members), entries * entries))
    for start in range(0, len(chosen), step):
        rows = slice(start, start + step)
        counts = _with_draws(offered[rows], len(members), entries)
        strengths[rows], converged[rows] = _newton(members, chosen[rows] + 0.5, counts)
    return strengths - strengths.mean(axis=1, keepdims=True), converged


def _with_pairs(sets: npt.NDArray[np.bool_]) -> Doubles:
    """The sets, followed by all pairs for the added draws."""
    entries = sets.shape[1]
    pairs = np.zeros((comb(entries, 2), entries), dtype=bool)
    for row, pair in enumerate(combinations(range(entries), 2)):
        pairs[row, list(pair)] = True
    return np.concatenate([sets, pairs]).astype(np.float64)


def _with_draws(offered: Doubles, sets: int, entries: int) -> Doubles:
    drawn = np.full((len(offered), sets - offered.shape[1]), 1.0 / (entries - 1))
    return np.concatenate([offered, drawn], axis=1)


def _newton(members: Doubles, chosen: Doubles, offered: Doubles) -> tuple[Doubles, npt.NDArray[np.bool_]]:
    """Maximise ``sum(chosen * s) - sum(offered * log(sum of exp(s) in the set))`` for each row."""
    # A row has converged if a step gains next to nothing. Unlike its length, the gain is accurate even for an
    # entry that won or lost nearly everything, where rounding is large compared with what is known about its
    # strength.
    squares = (members[:, :, None] * members[:, None, :]).reshape(len(members), -1)
    strengths = np.zeros(chosen.shape)
    left = np.arange(len(chosen))  # rows that have not converged
    for _ in range(_STEPS):
        gradient, information = _derivatives(members, squares, strengths[left], chosen[left], offered[left])
        change = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        largest = np.abs(change).max(axis=1, keepdims=True)
        strengths[left] += change * np.minimum(1.0, _LONGEST_STEP / np.maximum(largest, _LONGEST_STEP))
        left = left[~((gradient * change).sum(axis=1) < _CLOSE)]
        if len(left) == 0:
            break
    return strengths, ~np.isin(np.arange(len(chosen)), left)


def _derivatives(
    members: Doubles, squares: Doubles, strengths: Doubles, chosen: Doubles, offered: Doubles
) -> tuple[Doubles, Doubles]:
    """Gradient of the log-likelihood and its negative second derivative, for each row."""
    entries = members.shape[1]
    weight = np.exp(strengths)
    rate = offered / (weight @ members.T)
    expected = weight * (rate @ members)
    both = (rate / (weight @ members.T) @ squares).reshape(-1, entries, entries)
    pairs = weight[:, :, None] * weight[:, None, :] * both
    pairs[:, range(entries), range(entries)] = 0.0
    information = -pairs
    information[:, range(entries), range(entries)] = pairs.sum(axis=2)  # rows sum to 0 without cancellation
    # a common change of all strengths has no effect; the constant keeps their mean at 0
    information += expected.mean(axis=1)[:, None, None]
    return chosen - expected, information

"""Finishing orders of a tournament, and sums over blocks of deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError
from croupier.measure.play.match import Seating
from croupier.measure.play.metrics import Doubles, Ranks

BLOCKS = 4096
"""Most blocks. Up to as many deals each is a block of its own; of more, neighbours are resampled together."""


@dataclass(frozen=True, eq=False)
class Orders:
    """In which order each game of one line-up finished."""

    line_up: npt.NDArray[np.int64]  # the entries, in ascending order, shape (seats,)
    ranks: Ranks  # the orders that occurred: how many finished ahead of each of the line-up, shape (orders, seats)
    # which of the line-up forfeited the game or made it void where an order occurred, int64, shape (orders,); -1
    # for none
    forfeited: npt.NDArray[np.int64]
    # which of them each game finished in, int64, shape (deals, games of the line-up in a deal)
    order: npt.NDArray[np.int64]

    def block_sums(self, values: Doubles) -> Doubles:
        """Add up over the games of each block of deals what an order counts."""
        block = np.repeat(block_of_deals(len(self.order)), self.order.shape[1])
        game = self.order.ravel()
        sums = [np.bincount(block, weights=column[game]) for column in values.T]
        return np.stack(sums, axis=1)


def block_of_deals(deals: int) -> npt.NDArray[np.int64]:
    """The block of each deal, int64, shape (deals,): at most `BLOCKS`, of equal size but for one deal."""
    return np.arange(deals, dtype=np.int64) * min(deals, BLOCKS) // deals


def finishing_orders(
    seats: Seating, ranks: Ranks, forfeited: npt.NDArray[np.int8] | None = None
) -> Iterator[Orders]:
    """Count the finishing orders of a tournament.

    Neither the order of the deals within a block nor that of the tables matters.
    """
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

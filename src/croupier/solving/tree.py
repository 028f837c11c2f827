"""The public tree of a game: a node for everything that everybody knows, with all deals consistent with it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from croupier.core.base.types import Records

Ints = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]
SPLIT, OVER = 2, 3
"""Kinds of nodes other than 0 and 1, at which that seat decides: information is revealed, or the game is over."""
FULL = 8
"""Most entries of an end's table for each row; a table of this size is faster than the rows."""


@dataclass(frozen=True)
class DealSet:
    """The deals of a node: rows, each with either seat's knowledge."""

    # Nodes share a set if nothing was revealed between them.

    own: Ints  # for each row, the number of each seat's knowledge, shape (2, rows)
    weights: Reals  # probability of each row's chance events, including those of earlier nodes
    sizes: tuple[int, int]  # number of different pieces of knowledge of each seat
    origins: tuple[Ints, Ints]  # for each seat, the number of each in the set before


@dataclass(frozen=True)
class End:
    """Utilities of finished games; nodes with the same deals and utilities share one."""

    set: int  # number of the deal set
    utilities: npt.NDArray[np.float32]  # utility of seat 0 for each row of the set


@dataclass
class PublicTree:
    """A whole tree as flat arrays; children come after their parents, and those of one node are adjacent."""

    # An information state is a node at which a seat decides, with one possible knowledge of this seat. Arrays of
    # its actions are contiguous, from `starts` of the node on.

    kinds: npt.NDArray[np.int8]  # kind of each node: 0, 1, `SPLIT` or `OVER`
    sets: npt.NDArray[np.int32]  # number of each node's deal set
    firsts: npt.NDArray[np.int32]  # first child of each node
    counts: npt.NDArray[np.int32]  # number of children of each node; 0 if the game is over
    actions: npt.NDArray[np.int16]  # the action that leads to each node; -1 after a reveal, and for the root
    starts: Ints  # where a seat decides, the start of its actions; where the game is over, the number of the end
    ends: list[End]
    deals: list[DealSet]
    size: int  # number of actions of all information states
    states: int  # number of information states
    records: Records | None = None  # a record of each information state, in order; None if they were not stored
    # start of each seat's numbers at each node, one for each possible knowledge, shape (2, nodes)
    places: Ints = field(init=False)
    lengths: tuple[int, int] = field(init=False)  # count of each seat's numbers
    flat: tuple[npt.NDArray[np.generic], ...] = field(init=False)  # arrays for the compiled passes

    def __post_init__(self) -> None:
        row_starts = np.cumsum([0, *(len(each.weights) for each in self.deals)])
        sizes = np.array([each.sizes for each in self.deals], dtype=np.int64)
        origin_starts = np.zeros((len(self.deals), 2), dtype=np.int64)
        origin_starts[1:] = np.cumsum(sizes[:-1], axis=0)
        own = np.concatenate([each.own for each in self.deals], axis=1).astype(np.int32)
        origins = np.zeros((2, int(sizes.sum(axis=0).max())), dtype=np.int32)
        for seat in range(2):
            joined = np.concatenate([each.origins[seat] for each in self.deals])
            origins[seat, : len(joined)] = joined
        per_node = sizes[self.sets].T
        self.places = np.zeros(per_node.shape, dtype=np.int64)
        self.places[:, 1:] = np.cumsum(per_node[:, :-1], axis=1)
        self.lengths = int(per_node[0].sum()), int(per_node[1].sum())
        self.flat = (
            self.kinds, self.sets, self.firsts, self.counts, self.starts, row_starts.astype(np.int64), sizes,
            origin_starts, own, origins, self.places, *self._won(),
        )  # fmt: skip

    def _won(self) -> tuple[npt.NDArray[np.generic], ...]:
        """Weighted utilities of seat 0 at each end: by row, and for dense ends as tables."""
        # Returns, for all ends in order: the rows; the start of each end's rows; for either seat the tables of
        # both seats' knowledge, its own first; the start of each end's table, -1 if its rows are used.
        rows = [(end.utilities * self.deals[end.set].weights) for end in self.ends]
        row_starts = np.cumsum([0, *map(len, rows)])[:-1]
        starts, tables, length = np.full(len(rows), -1, dtype=np.int64), [np.zeros((2, 0))], 0
        for number, (end, won) in enumerate(zip(self.ends, rows, strict=True)):
            deals = self.deals[end.set]
            if deals.sizes[0] * deals.sizes[1] <= FULL * len(won):
                table = np.zeros(deals.sizes)
                np.add.at(table, tuple(deals.own), won)
                tables.append(np.stack([table.reshape(-1), table.T.reshape(-1)]))
                starts[number], length = length, length + table.size
        return np.concatenate(rows), row_starts, np.concatenate(tables, axis=1), starts

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.kinds)

    @property
    def decisions(self) -> npt.NDArray[np.int64]:
        """The nodes at which a seat decides."""
        return np.flatnonzero(self.kinds < SPLIT)

"""What seats can tell apart after a move, and so which deals share a node of the public tree."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.base.tiers import loop
from croupier.solving.tree import DealSet, Ints, Reals

Sights = npt.NDArray[np.uint64]


@loop
def find_steady(
    seen: Sights, own: Ints, starts: Ints, counts: Ints, known: Sights, marked: Ints, out: npt.NDArray[np.bool_]
) -> None:
    """Find the groups of rows in which no seat has learned anything.

    Args:
        seen: what each seat sees in each row, shape (rows, 2).
        own: what each seat knew of each row, shape (2, rows).
        known: work space, shape (2, things that a seat may know).
        marked: work space of the same shape, with no number of a group in it.
    """
    for group in range(len(starts)):
        out[group] = True
        for row in range(starts[group], starts[group] + counts[group]):
            for seat in range(2):
                thing = own[seat, row]
                if marked[seat, thing] != group:
                    marked[seat, thing] = group
                    known[seat, thing] = seen[row, seat]
                elif known[seat, thing] != seen[row, seat]:
                    out[group] = False


@loop
def least_seen(seen: Sights, own: Ints, starts: Ints, counts: Ints, movers: Ints, out: Sights) -> None:
    """For each thing that the seat knows who has not moved, the least number of what it then sees; 0 is none.

    Where two actions of a seat lead to the same one, the other seat does not see which it was.
    """
    for group in range(len(starts)):
        other = 1 - movers[group]
        for row in range(starts[group], starts[group] + counts[group]):
            thing = own[other, row]
            if out[group, thing] == 0 or seen[row, other] < out[group, thing]:
                out[group, thing] = seen[row, other]


@loop
def find_hidden(least: Sights, parents: Ints, over: npt.NDArray[np.bool_]) -> bool:
    """Whether two children of a node, at which the game goes on, look alike to the seat that has not moved."""
    for one in range(len(parents)):
        other = one + 1
        while other < len(parents) and parents[other] == parents[one]:
            if not over[one] and not over[other]:
                for thing in range(least.shape[1]):
                    if least[one, thing] != 0 and least[one, thing] == least[other, thing]:
                        return True
            other += 1
    return False


def split(seen: Sights, own: Ints, weights: Reals, records: npt.NDArray[np.void]) -> list[tuple[Ints, DealSet]]:
    """Divide rows into those that somebody may take for each other, and number what each seat knows.

    Args:
        seen: what each seat sees in each row, shape (rows, 2).
        own: what each seat knew of each row before, shape (2, rows).
    """
    things = [_told_apart(own[seat], seen[:, seat]) for seat in range(2)]
    numbers = np.stack([found[1] for found in things])
    labels = _connected(numbers)
    parts = []
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        raw = np.ascontiguousarray(records[rows]).view((np.void, records.dtype.itemsize)).reshape(-1)
        _, first, back = np.unique(raw, return_index=True, return_inverse=True)
        kept = rows[first]
        summed = np.bincount(back.reshape(-1), weights=weights[rows]).astype(np.float64)
        renumbered, origins = [], []
        for seat in range(2):
            which, inverse = np.unique(numbers[seat, kept], return_inverse=True)
            renumbered.append(inverse.reshape(-1).astype(np.int64))
            origins.append(things[seat][0][0, which].astype(np.int64))
        sizes = (len(origins[0]), len(origins[1]))
        parts.append((kept, DealSet(np.stack(renumbered), summed, sizes, (origins[0], origins[1]))))
    return parts


def _told_apart(own: Ints, seen: Sights) -> tuple[Sights, Ints]:
    """What a seat may know, as pairs of what it knew and what it sees, and the number of the pair of each row."""
    pairs, numbers = np.unique(np.stack([own.astype(np.uint64), seen]), axis=1, return_inverse=True)
    return pairs, numbers.reshape(-1).astype(np.int64)


def _connected(numbers: Ints) -> Ints:
    """A label for each row: rows that share what a seat knows have the same."""
    labels = np.arange(numbers.shape[1])
    while True:
        before = labels.copy()
        for seat in range(2):
            least = np.full(int(numbers[seat].max()) + 1, len(labels), dtype=np.int64)
            np.minimum.at(least, numbers[seat], labels)
            labels = least[numbers[seat]]
        if (labels == before).all():
            return labels

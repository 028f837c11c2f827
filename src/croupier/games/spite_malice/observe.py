"""Observation encoder of Mini Spite and Malice (SM-4): float32 features in named blocks."""

from __future__ import annotations

import numpy as np

from croupier.core import Block, Features, Record, inlined, kernel
from croupier.games.spite_malice.state import (
    ALL,
    CARDS,
    COPIES,
    HAND,
    JOKERS,
    MAX_GOAL,
    ONES,
    PILES,
    RECYCLED,
    TOP,
    discard_top,
    goal_top,
)

FACES = 12
"""Jokers, 0s, ..., 9s, no card: the order of every one-hot."""
VALUES = 11
"""The same without the last: the order of counts."""
NEEDS = 10
UNDER = 3
"""Cards under a discard top that are encoded one by one; `discard_counts` has their number."""

_ONE_HOT = "one-hot of *, 0 to 9, none"
BLOCKS = (
    Block("hand", HAND * FACES, 0, 1, f"own hand, position by position: {_ONE_HOT}"),
    Block("other_hand", FACES, 0, 1, "the other hand: how many *, 0 to 9, free places, by 5"),
    Block("goals", 2 * FACES, 0, 1, f"own goal top, then the other's: {_ONE_HOT}"),
    Block("goal_counts", 2, 0, 1, "cards left on own goal pile, then the other's, by 15"),
    Block("piles", PILES * NEEDS, 0, 1, "each play pile: one-hot of the value it needs"),
    Block("pile_jokers", PILES, 0, 1, "jokers in each play pile, by 9"),
    Block("discards", PILES * FACES, 0, 1, f"own discard tops: {_ONE_HOT}"),
    Block("under", PILES * UNDER, 0, 1, "the 3 cards under each: (value + 2) / 12, 1 for none"),
    Block("other_discards", PILES * (1 + UNDER), 0, 1, "4 cards from the top of each pile of the other: the same"),
    Block("discard_counts", 2 * PILES, 0, 5.5, "cards on own discard piles, then the other's, by 20"),
    Block("stock", 3, 0, 1, "cards in the shoe, and of these not yet recycled, by 120; set aside, by 50"),
    Block("unseen", VALUES, 0, 1, "cards hidden since the deal: how many *, by 20, and 0 to 9, by 10"),
    Block("recycled", VALUES, 0, 1, "the same of the recycled cards at the back of the shoe"),
    Block("gaps", 2 * PILES, 0, 1, "cards until own goal top fits each play pile, then the other's, by 10"),
    Block("missing", 2 * PILES, 0, 1, "of these, values on neither hand nor discard tops there, by 10"),
    Block("turn", 3, 0, 1, "1 if it is this seat's turn; turns ended, by the limit; idle turns, by 2"),
)
"""The observation, own things first."""
SIZE = sum(block.size for block in BLOCKS)


@inlined
def _level(card: int) -> np.float32:
    """A card as one feature."""
    return np.float32(card + 2) * np.float32(1.0 / FACES)


@inlined
def _values_at_hand(s: Record, seat: int) -> int:
    """Bit v: the seat has a v in its hand or on top of a discard pile."""
    bits = 0
    for i in range(HAND):
        bits |= 1 << (int(s["hands"][seat, i]) + 1)
    for pile in range(PILES):
        bits |= 1 << (discard_top(s, PILES * seat + pile) + 1)
    return bits >> 1


@inlined
def _write_paths(s: Record, seat: int, out: Features, at: int) -> None:
    """Blocks gaps and missing of one seat: gaps at `at`, missing 2 * PILES further on."""
    goal = goal_top(s, seat)
    lacking = ~_values_at_hand(s, seat) & ALL
    lacking |= lacking << NEEDS  # a path that goes over the 9 begins again at 0
    for pile in range(PILES):
        height = int(s["heights"][pile])
        gap = goal - height + NEEDS * int(goal < height)
        if goal < 0 or goal > TOP:  # a joker fits anywhere
            gap = 0
        out[at + pile] = np.float32(gap) * np.float32(1.0 / NEEDS)
        missing = (lacking >> height) & ((1 << gap) - 1)
        out[at + 2 * PILES + pile] = np.float32(ONES[missing]) * np.float32(1.0 / NEEDS)


@inlined
def _write_table(s: Record, out: Features, at: int) -> int:
    """Blocks piles and pile_jokers."""
    for pile in range(PILES):
        out[at + NEEDS * pile + int(s["heights"][pile])] = 1.0
        out[at + NEEDS * PILES + pile] = np.float32(ONES[s["jokers"][pile]]) * np.float32(1.0 / TOP)
    return at + (NEEDS + 1) * PILES


@inlined
def _write_discards(s: Record, seat: int, out: Features, at: int) -> int:
    """Blocks discards, under, other_discards and discard_counts."""
    under = at + FACES * PILES
    theirs = under + UNDER * PILES
    counts = theirs + (1 + UNDER) * PILES
    for pile in range(PILES):
        node = s["tops"][PILES * seat + pile]
        out[at + FACES * pile + int(s["cards"][node]) + 1] = 1.0
        for depth in range(UNDER):
            node = s["links"][node]
            out[under + UNDER * pile + depth] = _level(s["cards"][node])
        node = s["tops"][PILES * (1 - seat) + pile]
        for depth in range(1 + UNDER):
            out[theirs + (1 + UNDER) * pile + depth] = _level(s["cards"][node])
            node = s["links"][node]
    for pile in range(PILES):
        out[counts + pile] = np.float32(s["discard_counts"][PILES * seat + pile]) * np.float32(0.05)
        out[counts + PILES + pile] = np.float32(s["discard_counts"][PILES * (1 - seat) + pile]) * np.float32(0.05)
    return counts + 2 * PILES


@inlined
def _write_stock(s: Record, out: Features, at: int) -> int:
    """Blocks stock, unseen and recycled."""
    out[at] = np.float32(s["shoe_count"]) * np.float32(1.0 / CARDS)
    out[at + 1] = np.float32(s["dealt"]) * np.float32(1.0 / CARDS)
    out[at + 2] = np.float32(s["aside_count"]) * np.float32(1.0 / RECYCLED)
    at += 3
    for kind in range(2):
        for value in range(VALUES):
            out[at + value] = np.float32(s["unseen"][kind, value]) * np.float32(1.0 / COPIES)
        out[at] *= np.float32(COPIES / JOKERS)
        at += VALUES
    return at


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """SM-4: write the blocks of `BLOCKS`."""
    for k in range(SIZE):
        out[k] = 0.0
    other = FACES * HAND
    for i in range(HAND):
        out[FACES * i + int(s["hands"][seat, i]) + 1] = 1.0
        out[other + int(s["hands"][1 - seat, i]) + 1] += np.float32(1.0 / HAND)
    at = other + FACES
    for k in range(2):
        who = seat if k == 0 else 1 - seat
        out[at + FACES * k + goal_top(s, who) + 1] = 1.0
        out[at + 2 * FACES + k] = np.float32(s["goal_counts"][who]) * np.float32(1.0 / MAX_GOAL)
    at = _write_table(s, out, at + 2 * FACES + 2)
    at = _write_discards(s, seat, out, at)
    at = _write_stock(s, out, at)
    _write_paths(s, seat, out, at)
    _write_paths(s, 1 - seat, out, at + PILES)
    at += 4 * PILES
    out[at] = np.float32(s["player"] == seat)
    out[at + 1] = np.float32(s["turns"]) / np.float32(s["max_turns"])
    out[at + 2] = np.float32(s["idle"]) * np.float32(0.5)

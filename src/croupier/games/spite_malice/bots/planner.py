"""The bot that plans its turn by a learned value: every table that it can leave, and the one likeliest to win.

The cards that are drawn and the next goal card are hidden, so tables are made on copies of the record in which
nothing can be drawn and the goal card below shows no face. The value is a small network (see `afterstate`), whose
numbers `benchmarks/spite_malice_value.py` fits.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel, wrapping
from croupier.core.base.types import Generators, Mask, Record, Records, RowNumbers
from croupier.core.spec.spec import TERMINAL
from croupier.games.spite_malice.bots.afterstate import HIDDEN, SIZE, ValueWeights, describe, worth
from croupier.games.spite_malice.rules import legal_bits, play
from croupier.games.spite_malice.state import (
    ACTIONS,
    GOAL,
    HAND,
    JOKER,
    NONE,
    PASS,
    PILES,
    PLAYS,
    STATE,
)

TABLES, SLOTS = 256, 1021
"""Most tables that a plan goes through, and slots of the set of those that it knows (a prime)."""
GOES_ON, LEFT, WON, DRAWN = 0, 1, 2, 3
"""What an action comes to: the turn goes on with nothing new, the table is left, the game is won or drawn."""
_WON, _DRAWN = 1e6, 0.0
KnownTables: TypeAlias = npt.NDArray[np.uint64]
"""Hashes of tables, 0 where a slot is free; shape (SLOTS,)."""


@inlined
def imagine(s: Record, action: int, seat: int) -> int:
    """Play an action with nothing drawn and no goal card turned up; returns what it comes to."""
    shoe, aside = s["shoe_count"], s["aside_count"]
    count = int(s["goal_counts"][seat])
    turns_up = action < PLAYS and action // PILES == GOAL and count > 1
    s["shoe_count"] = 0
    s["aside_count"] = 0
    if turns_up:
        s["goals"][seat, count - 2] = JOKER
    play(s, action)
    if turns_up:
        s["goals"][seat, count - 2] = NONE
        s["unseen"][0, JOKER + 1] += 1
    s["shoe_count"] = shoe
    s["aside_count"] += aside
    if s["player"] == TERMINAL:
        return WON if s["goal_counts"][seat] == 0 else DRAWN
    refills = s["hand_counts"][seat] == 0 and int(shoe) + int(s["aside_count"]) > 0
    return LEFT if turns_up or action >= PLAYS or refills else GOES_ON


@wrapping
def _hash(s: Record, seat: int) -> np.uint64:
    """A number that tells tables of one turn apart; never 0."""
    key, prime = np.uint64(14695981039346656037), np.uint64(1099511628211)
    for i in range(HAND):
        key = (key ^ np.uint64(int(s["hands"][seat, i]) + 2)) * prime
    for pile in range(PILES):
        key = (key ^ np.uint64(int(s["heights"][pile]) + 17)) * prime
        key = (key ^ np.uint64(s["tops"][PILES * seat + pile])) * prime
    return key | np.uint64(1)


@inlined
def _known(s: Record, seat: int, slots: KnownTables) -> bool:
    """Whether a table was met before; it is from now on."""
    key = _hash(s, seat)
    slot = np.int64(key % np.uint64(SLOTS))
    while slots[slot] != np.uint64(0):
        if slots[slot] == key:
            return True
        slot = np.int64((slot + 1) % SLOTS)
    slots[slot] = key
    return False


@inlined
def _again(s: Record, seat: int, action: int) -> bool:
    """Whether an earlier action does the same: an equal card of the hand, or a pile of the same height."""
    if action >= PASS:
        return False
    pile = action % PILES
    if action < PLAYS:
        place, held = action // PILES, action // PILES < HAND
        for other in range(pile):
            if s["heights"][other] == s["heights"][pile]:
                return True
    else:
        place, held = (action - PLAYS) // PILES, True
        for other in range(pile):
            if s["discard_counts"][PILES * seat + other] + s["discard_counts"][PILES * seat + pile] == 0:
                return True
    return bool(held and place > 0 and s["hands"][seat, place - 1] == s["hands"][seat, place])


@kernel
def plan(s: Record, net: ValueWeights, tables: Records, slots: KnownTables, firsts: RowNumbers) -> int:
    """The first action on the way to the table that is likeliest to win.

    s: the record, left as it is; net: the network's numbers; tables, slots, firsts: room for what the plan goes
    through.
    """
    seat = int(s["turn"])
    features = np.zeros(SIZE, dtype=np.float32)
    first, second = np.zeros(HIDDEN[0], dtype=np.float32), np.zeros(HIDDEN[1], dtype=np.float32)
    tables[0] = s
    for k in range(int(s["goal_counts"][seat]) - 1):
        tables[0]["goals"][seat, k] = NONE
    head, tail, best, chosen = 0, 1, -_WON, -1
    while head < tail:
        bits = legal_bits(tables[head])
        goal_bits = bits >> (PILES * GOAL) & 15
        if head == 0 and goal_bits != 0:  # nothing is gained by waiting
            bits = goal_bits << (PILES * GOAL)
        for action in range(ACTIONS):
            if (bits >> action) & 1 == 0 or _again(tables[head], seat, action):
                continue
            tables[tail] = tables[head]
            began = action if head == 0 else firsts[head]
            if chosen < 0:  # what is played where no table within the bounds is left
                chosen = began
            comes_to = imagine(tables[tail], action, seat)
            if comes_to == GOES_ON:
                if tail < TABLES and not _known(tables[tail], seat, slots):
                    firsts[tail] = began
                    tail += 1
                continue
            value = _WON if comes_to == WON else _DRAWN
            if comes_to == LEFT:
                describe(tables[tail], seat, features)
                value = worth(net, features, first, second)
            if value > best:
                best, chosen = value, began
        head += 1
    return chosen


@kernel
def planner(s: Record, mask: Mask, params: ValueWeights, rng: Generators, i: int) -> int:
    """The first action of the best plan; a lone legal action needs none."""
    if mask[PASS]:
        return PASS
    tables = np.empty(TABLES + 1, dtype=STATE)
    slots, firsts = np.zeros(SLOTS, dtype=np.uint64), np.zeros(TABLES + 1, dtype=np.int64)
    return plan(s, params, tables, slots, firsts)

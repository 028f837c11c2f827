"""Search of the strong bot: every table that it can reach by plays in the current turn.

It stops before hidden cards turn up (the next goal card, or cards drawn to an emptied hand) and reads only what
SM-4 makes public. A table of the search is a few small numbers: the heights of the play piles, the cards of the
hand that are gone, and the top nodes of the own discard piles.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import BotParams, Generators, Mask, Record, Weights, inlined, kernel
from croupier.games.spite_malice.state import (
    ALL,
    DISCARD,
    GOAL,
    HAND,
    JOKER,
    NONE,
    ONES,
    PASS,
    PILES,
    PLAYS,
    SOURCES,
    TOP,
    goal_top,
)

WEIGHTS = {
    "goal": 10.0,  # the goal card is played
    "refill": 2.7,  # the hand is emptied, so that five cards are drawn at once
    "card": -0.52,  # each card left in hand, which is one less to draw
    "joker": 2.66,  # each joker left in hand
    "far": -1.1,  # each value missing on the shortest way to the own goal top
    "threat 0": -3.9,  # the other can play its goal top with what lies open
    "threat 1": -1.4,  # the same, but for one value
    "threat 2": -1.0,  # but for two
    "bury": -0.93,  # a discard on a lower card
    "cover": -3.0,  # a discard on a joker
    "gap": -0.58,  # a discard on a higher card: each value left out between them
    "equal": 0.08,  # a discard on an equal card
    "open": 0.02,  # a discard on an empty pile
    "high": 0.05,  # each point of the card that is discarded
    "waste": -2.8,  # a joker is discarded
    "unknown": -3.7,  # the next goal card, not seen yet
}
"""Value of a table when the search stops; the bot's parameters, in this order."""
W_GOAL, W_REFILL, W_CARD, W_JOKER, W_FAR, W_THREAT = 0, 1, 2, 3, 4, 5
W_BURY, W_COVER, W_GAP, W_EQUAL, W_OPEN, W_HIGH, W_WASTE, W_UNKNOWN = 8, 9, 10, 11, 12, 13, 14, 15

TABLES, SLOTS = 512, 2039
"""Most tables of a search, and slots of the set of known tables (a prime)."""
_GONE, _PILES, _FIRST, _WIDTH = 4, 5, 9, 10
_NOTHING = -1e9
SearchTable: TypeAlias = npt.NDArray[np.int16]
"""A table of the search; shape (_WIDTH,)."""


@inlined
def reach(s: Record, node: int) -> int:
    """Bits of the top of a discard pile and of the cards under it that follow it one by one."""
    card = int(s["cards"][node])
    bits = 0
    while 0 <= card <= TOP:
        bits |= 1 << card
        node = s["links"][node]
        below = int(s["cards"][node])
        card = below if below == card + 1 else NONE
    return bits


@inlined
def _missing(table: SearchTable, goal: int, have: int, jokers: int) -> int:
    """Values lacking on the shortest way to a goal card, with jokers for some."""
    if goal == JOKER:
        return 0
    lacking = ~have & ALL
    lacking |= lacking << (TOP + 1)
    least = TOP + 1
    for pile in range(PILES):
        height = int(table[pile])
        gap = goal - height + (TOP + 1) * int(goal < height)
        least = min(least, int(ONES[(lacking >> height) & ((1 << gap) - 1)]))
    return max(least - jokers, 0)


@inlined
def _threat(s: Record, seat: int, table: SearchTable, w: Weights) -> float:
    """How near the other seat is to playing its goal card with what lies open."""
    other = 1 - seat
    have = 0
    jokers = 0
    for i in range(HAND):
        card = int(s["hands"][other, i])
        jokers += int(card == JOKER)
        have |= 1 << (card + 1)
    have >>= 1
    for pile in range(PILES):
        node = s["tops"][PILES * other + pile]
        jokers += int(s["cards"][node] == JOKER)
        have |= reach(s, node)
    far = _missing(table, goal_top(s, other), have, jokers)
    return float(w[W_THREAT + far]) if far <= 2 else 0.0


@inlined
def _placing(card: int, top: int, w: Weights) -> float:
    """What a discard does to its pile."""
    if card == JOKER:
        return float(w[W_WASTE])
    value = w[W_HIGH] * card
    if top == NONE:
        value += w[W_OPEN]
    elif top == JOKER:
        value += w[W_COVER]
    elif card > top:
        value += w[W_BURY]
    elif card == top:
        value += w[W_EQUAL]
    else:
        value += w[W_GAP] * (top - card - 1)
    return float(value)


@inlined
def _hand_value(s: Record, seat: int, table: SearchTable, w: Weights) -> float:
    """What the cards left in hand are worth."""
    value = 0.0
    for i in range(HAND):
        card = int(s["hands"][seat, i])
        if card != NONE and not table[_GONE] >> i & 1:
            value += w[W_CARD] + (w[W_JOKER] if card == JOKER else 0.0)
    return value


@kernel
def _best_end(s: Record, seat: int, table: SearchTable, w: Weights) -> tuple[float, int]:
    """The best way to end the turn at a table: its worth and the discard (PASS for none)."""
    goal = goal_top(s, seat)
    have = 0
    jokers = 0
    for i in range(HAND):
        card = int(s["hands"][seat, i])
        if not table[_GONE] >> i & 1:
            have |= 1 << (card + 1)
            jokers += int(card == JOKER)
    have >>= 1
    base = _hand_value(s, seat, table, w) + _threat(s, seat, table, w)
    best, action = _NOTHING, PASS
    for i in range(HAND):
        card = int(s["hands"][seat, i])
        if card in (NONE, 0) or table[_GONE] >> i & 1:
            continue
        for pile in range(PILES):
            reached = have
            wild = jokers
            for other in range(PILES):
                node = table[_PILES + other]
                top = int(s["cards"][node])
                if other != pile or top == card + 1:
                    reached |= reach(s, node)
                    wild += int(top == JOKER)
            top = int(s["cards"][table[_PILES + pile]])
            value = base + w[W_FAR] * _missing(table, goal, reached, wild) + _placing(card, top, w) - w[W_CARD]
            if value > best:
                best, action = value, PLAYS + PILES * i + pile
    return (best, action) if action != PASS else (base, PASS)


@inlined
def _known(table: SearchTable, slots: npt.NDArray[np.int64]) -> bool:
    """Whether a table was met before; it is from now on."""
    key = int(table[_GONE]) + 1
    for pile in range(PILES):
        key = (key << 11) + (int(table[pile]) << 7) + int(table[_PILES + pile])
    slot = key % SLOTS
    while slots[slot] != 0:
        if slots[slot] == key:
            return True
        slot = (slot + 1) % SLOTS
    slots[slot] = key
    return False


@inlined
def _first_of_its_height(table: SearchTable, pile: int) -> bool:
    """Whether no pile before this one has its height: the others are worth the same."""
    first = True
    for other in range(pile):
        first = first and table[other] != table[pile]
    return first


@inlined
def _source_card(s: Record, seat: int, table: SearchTable, source: int) -> int:
    """The card at a source of a table, NONE if it is gone or equals the hand card before it."""
    if source >= DISCARD:
        return int(s["cards"][table[_PILES + source - DISCARD]])
    card = int(s["hands"][seat, source])
    if table[_GONE] >> source & 1:
        return NONE
    for before in range(source):
        if s["hands"][seat, before] == card and not table[_GONE] >> before & 1:
            return NONE
    return card


@inlined
def _play(s: Record, table: SearchTable, source: int, pile: int, out: SearchTable) -> None:
    """The table after a play, but for the goal pile."""
    for k in range(_WIDTH):
        out[k] = table[k]
    out[pile] = 0 if table[pile] == TOP else table[pile] + 1
    if source < GOAL:
        out[_GONE] |= 1 << source
    elif source >= DISCARD:
        out[_PILES + source - DISCARD] = s["links"][table[_PILES + source - DISCARD]]
    if out[_FIRST] < 0:
        out[_FIRST] = PILES * source + pile


@inlined
def _must_play_zero(s: Record, seat: int, table: SearchTable) -> bool:
    """SM-11: whether a 0 lies in hand or on the goal pile while a play pile is free."""
    free = False
    for pile in range(PILES):
        free = free or table[pile] == 0
    zero = goal_top(s, seat) == 0
    for i in range(HAND):
        zero = zero or (s["hands"][seat, i] == 0 and not table[_GONE] >> i & 1)
    return free and zero


@inlined
def _goes_on(s: Record, seat: int, table: SearchTable, source: int, w: Weights) -> float:
    """The worth of a table at which something hidden turns up, _NOTHING at any other."""
    if source == GOAL:
        if s["goal_counts"][seat] == 1:
            return -_NOTHING
        return float(w[W_GOAL] + w[W_UNKNOWN] + _hand_value(s, seat, table, w) + _threat(s, seat, table, w))
    if table[_GONE] != (1 << HAND) - 1 or int(s["shoe_count"]) + int(s["aside_count"]) == 0:
        return _NOTHING
    have = 0
    jokers = 0
    for pile in range(PILES):
        node = table[_PILES + pile]
        have |= reach(s, node)
        jokers += int(s["cards"][node] == JOKER)
    far = w[W_FAR] * _missing(table, goal_top(s, seat), have, jokers)
    return float(w[W_REFILL] + far + _threat(s, seat, table, w))


@inlined
def _start(s: Record, seat: int, table: SearchTable) -> None:
    """The table as it lies."""
    table[_GONE] = 0
    table[_FIRST] = -1
    for i in range(HAND):
        table[_GONE] |= int(s["hands"][seat, i] == NONE) << i
    for pile in range(PILES):
        table[pile] = s["heights"][pile]
        table[_PILES + pile] = s["tops"][PILES * seat + pile]


@kernel
def search(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """The first action on the way to the best table."""
    if mask[PASS]:
        return PASS
    seat = int(s["turn"])
    goal = goal_top(s, seat)
    tables = np.empty((TABLES + 1, _WIDTH), dtype=np.int16)
    slots = np.zeros(SLOTS, dtype=np.int64)
    _start(s, seat, tables[0])
    head, tail, best, chosen = 0, 1, _NOTHING, -1
    while head < tail:
        table = tables[head]
        zero = _must_play_zero(s, seat, table)
        goal_only = False
        for pile in range(PILES):
            goal_only = goal_only or (head == 0 and (goal == JOKER or goal == table[pile]))
        played = False
        for source in range(SOURCES):
            card = goal if source == GOAL else _source_card(s, seat, table, source)
            if card == NONE or (zero and card != 0) or (goal_only and not zero and source != GOAL):
                continue
            for pile in range(PILES):
                misfit = card != JOKER and card != table[pile]
                if misfit or not _first_of_its_height(table, pile):
                    continue
                played = True
                after = tables[tail]
                _play(s, table, source, pile, after)
                value = _goes_on(s, seat, after, source, params)
                if value > best:
                    best, chosen = value, int(after[_FIRST])
                if value == _NOTHING and tail < TABLES and not _known(after, slots):
                    tail += 1
        if not zero and not goal_only:
            value, action = _best_end(s, seat, table, params)
            if value > best and not (played and action == PASS):
                best, chosen = value, int(table[_FIRST]) if table[_FIRST] >= 0 else action
        head += 1
    return chosen

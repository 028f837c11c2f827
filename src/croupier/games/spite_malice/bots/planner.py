"""The bot that plans its turn by a learned value: reachable tables, their features, the best of them.

Cards to be drawn and the next goal card are hidden, so the plan uses copies of the record in which nothing can be
drawn and the next goal card has no face. The value is a small network (`describe`, `worth`);
`benchmarks/spite_malice_value.py` fits its numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import TERMINAL, Features, Generators, Mask, Record, Records, inlined, kernel, wrapping
from croupier.core.base.errors import FileError
from croupier.core.base.files import read_arrays
from croupier.core.base.types import RowNumbers
from croupier.games.spite_malice.bots.turn import reach
from croupier.games.spite_malice.rules import legal_bits, play
from croupier.games.spite_malice.state import (
    ACTIONS,
    ALL,
    CARDS,
    GOAL,
    HAND,
    JOKER,
    MAX_GOAL,
    NONE,
    ONES,
    PASS,
    PILES,
    PLAYS,
    RECYCLED,
    STATE,
    discard_top,
    goal_top,
)

# A table is left when something hidden is about to turn up: the next goal card, or cards to be drawn. It is
# described by what SM-4 makes open, for both seats alike, and a seat's discard piles by their tops, since which
# pile of several stands where says nothing.

_VALUES, _FACES, _NEEDS = 11, 12, 10
_PILE = 2 * _FACES + 3
_SEAT = _VALUES + _FACES + 3 + PILES * _PILE + 2 * _VALUES + 8 + _NEEDS
_UNDER = 8
"""Most cards under a discard top that are counted."""
SIZE = 2 * _SEAT + _NEEDS + 4 + 2 * _VALUES + 4 + 4
"""Features of a table."""
HIDDEN = (64, 32)
"""Widths of the layers between the features and the value."""
WEIGHTS = SIZE * HIDDEN[0] + HIDDEN[0] + HIDDEN[0] * HIDDEN[1] + HIDDEN[1] + HIDDEN[1] + 1
"""Numbers of the network: each layer's matrix by inputs, then its bias."""
ValueWeights: TypeAlias = npt.NDArray[np.float32]
"""A network's numbers in order; shape (WEIGHTS,)."""
FILE = Path(__file__).parent / "planner.npz"
"""The network that ships."""
_LARGEST_FILE = 1 << 20
_TENTH, _HALF = np.float32(0.1), np.float32(0.5)


def read_weights(file: Path = FILE) -> ValueWeights:
    """Read a network: one plain array, no code."""
    try:
        held = read_arrays(file, ["weights"], most_bytes=_LARGEST_FILE)["weights"]
    except (OSError, ValueError) as error:
        raise FileError(f"{file} holds no value of Mini Spite and Malice: {error}") from error
    if held.shape != (WEIGHTS,) or held.dtype.kind != "f" or not np.isfinite(held).all():
        raise FileError(f"weights in {file} must be {WEIGHTS} finite numbers")
    return held.astype(np.float32)


@inlined
def _ways(s: Record, goal: int, have: int) -> tuple[int, int]:
    """On the way to a goal card: values lacking on the one with the fewest, and cards on the shortest."""
    lacking = ~have & ALL
    lacking |= lacking << _NEEDS
    fewest, shortest = _NEEDS, _NEEDS
    for pile in range(PILES):
        height = int(s["heights"][pile])
        gap = goal - height + _NEEDS * int(goal < height)
        shortest = min(shortest, gap)
        fewest = min(fewest, int(ONES[(lacking >> height) & ((1 << gap) - 1)]))
    return fewest, shortest


@inlined
def _in_order(s: Record, seat: int, k: int) -> int:
    """The seat's discard pile that is the k-th by its top."""
    for pile in range(PILES):
        top, before = discard_top(s, PILES * seat + pile), 0
        for other in range(PILES):
            beside = discard_top(s, PILES * seat + other)
            before += int(beside < top or (beside == top and other < pile))
        if before == k:
            return PILES * seat + pile
    return PILES * seat


@inlined
def _write_pile(s: Record, p: int, out: Features, at: int, counted: int) -> None:
    """A discard pile: the top and the card under it, how far they follow each other, and what lies below."""
    node = s["tops"][p]
    under = s["links"][node]
    top, second = int(s["cards"][node]), int(s["cards"][under])
    out[at + top + 1] = 1.0
    out[at + _FACES + second + 1] = 1.0
    out[at + 2 * _FACES] = np.float32(ONES[reach(s, node)]) * np.float32(0.25)
    out[at + 2 * _FACES + 1] = np.float32(s["discard_counts"][p]) * _TENTH
    if second != NONE:
        out[at + 2 * _FACES + 2] = np.float32(second - top) * _TENTH
    if top != NONE:
        out[counted + top + 1] += _HALF
    depth = 0
    while s["cards"][under] != NONE and depth < _UNDER:
        out[counted + _VALUES + int(s["cards"][under]) + 1] += np.float32(0.25)
        under = s["links"][under]
        depth += 1


@inlined
def _write_goal_ways(s: Record, seat: int, have: int, held: int, jokers: int, out: Features, at: int) -> None:
    """How far the goal card is, with all that lies open and with the hand alone."""
    goal = goal_top(s, seat)
    if goal == JOKER:
        out[at] = 1.0
    elif goal != NONE:
        missing, gap = _ways(s, goal, have)
        alone, _ = _ways(s, goal, held)
        out[at + min(max(missing - jokers, 0), 4)] = 1.0
        out[at + 5] = np.float32(missing) * np.float32(0.2)
        out[at + 6] = np.float32(gap) * _TENTH
        out[at + 7] = np.float32(alone) * np.float32(0.2)


@kernel
def _write_seat(s: Record, seat: int, out: Features, at: int) -> None:
    """What lies open of one seat."""
    held, jokers = 0, 0
    for i in range(HAND):
        card = int(s["hands"][seat, i])
        if card != NONE:
            out[at + card + 1] += _HALF
            held |= 1 << (card + 1)
            jokers += int(card == JOKER)
    held >>= 1
    at += _VALUES
    out[at + goal_top(s, seat) + 1] = 1.0
    at += _FACES
    left = np.float32(s["goal_counts"][seat])
    out[at] = left / np.float32(MAX_GOAL)
    out[at + 1] = np.float32(1.0) / (left + np.float32(1.0))
    out[at + 2] = np.float32(s["hand_counts"][seat]) * np.float32(0.2)
    at += 3
    have, counted = held, at + PILES * _PILE
    for k in range(PILES):
        p = _in_order(s, seat, k)
        _write_pile(s, p, out, at + k * _PILE, counted)
        have |= reach(s, s["tops"][p])
        jokers += int(discard_top(s, p) == JOKER)
    at = counted + 2 * _VALUES
    _write_goal_ways(s, seat, have, held, jokers, out, at)
    for pile in range(PILES):
        height = int(s["heights"][pile])
        if have >> height & 1:
            out[at + 8 + height] += _HALF


@kernel
def describe(s: Record, seat: int, out: Features) -> None:
    """Write the features of a table that a seat has left, its next goal card unknown (NONE)."""
    for k in range(SIZE):
        out[k] = 0.0
    _write_seat(s, seat, out, 0)
    _write_seat(s, 1 - seat, out, _SEAT)
    at = 2 * _SEAT
    for pile in range(PILES):
        out[at + int(s["heights"][pile])] += _HALF
    at += _NEEDS
    ended = s["turn"] != seat
    out[at] = np.float32(ended)
    out[at + 1] = np.float32((not ended) and goal_top(s, seat) == NONE)
    out[at + 2] = np.float32((not ended) and s["hand_counts"][seat] == 0)
    at += 4
    for kind in range(2):
        for value in range(_VALUES):
            out[at + value] = np.float32(s["unseen"][kind, value]) * _TENTH
        at += _VALUES
    out[at] = np.float32(s["shoe_count"]) / np.float32(CARDS)
    out[at + 1] = np.float32(s["aside_count"]) / np.float32(RECYCLED)
    out[at + 2] = np.float32(s["turns"]) / np.float32(200)
    own, others = np.float32(s["goal_counts"][seat]), np.float32(s["goal_counts"][1 - seat])
    lead = others - own + (np.float32(-0.75) if ended else np.float32(0.75))
    out[at + 4] = lead / np.sqrt(own + others + np.float32(0.001))
    out[at + 5] = lead * _TENTH
    out[at + 6] = np.float32(1.0) / (own + others + np.float32(0.001))


@inlined
def _add_times(out: Features, factor: float, net: ValueWeights, begin: int) -> None:
    """Add a multiple of a row of the network's numbers; places are unsigned, or no vectors are made of it."""
    place = np.uint64(begin)
    for k in range(np.uint64(len(out))):
        out[k] += factor * net[place + k]


@kernel
def worth(net: ValueWeights, features: Features, first: Features, second: Features) -> float:
    """Logarithm of the odds of winning. `first` and `second` are room for the hidden layers."""
    wide, narrow = HIDDEN
    biases = SIZE * wide
    begin = biases + wide
    last = begin + wide * narrow
    first[:] = net[biases:begin]
    for j in range(SIZE):
        if features[j] != np.float32(0.0):
            _add_times(first, features[j], net, j * wide)
    second[:] = net[last : last + narrow]
    for j in range(wide):
        if first[j] > np.float32(0.0):
            _add_times(second, first[j], net, begin + j * narrow)
    total = net[last + 2 * narrow]
    for k in range(narrow):
        total += max(second[k], np.float32(0.0)) * net[last + narrow + k]
    return float(total)


TABLES, SLOTS = 256, 1021
"""Most tables of a plan, and slots of the set of known tables (a prime)."""
GOES_ON, LEFT, WON, DRAWN = 0, 1, 2, 3
"""Outcome of an action: the turn goes on with nothing new, the table is left, the game is won or drawn."""
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

"""Determinization: sample a full deal consistent with what one seat knows (SK-4, SK-14, SK-15).

A seat knows its own hand, every card played, its draws and discards for Bendt, and the undealt cards if Jade has
shown them to it. It also knows who has shown a void in a suit this round. Everything else may be anywhere. While
bids are secret, those already made are sampled from the bids of such hands.

No hidden card is ever read: hidden cards are the rest of the deck, in ascending order, and the number in each
place is public. So a world depends only on the seat's knowledge and the generator, never on the true deal.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import Generators, Record, below, inlined, kernel, shuffle
from croupier.games.skull_king.bots.plan import draw_bid
from croupier.games.skull_king.record.abilities import list_drawable
from croupier.games.skull_king.record.cards import ESCAPE, LARGEST, NONE, RANKS, SUITS, TYPES, Cards
from croupier.games.skull_king.record.hands import append_card, shown_size, sort_hand, unseen_counts
from croupier.games.skull_king.record.state import HAND, SEATS, bids_open
from croupier.games.tricks.hidden import exchange

CardPlaces: TypeAlias = npt.NDArray[np.int16]
"""Sets of places as bits, one per suit or per card."""
Slots: TypeAlias = npt.NDArray[np.int64]
"""Numbers of slots. A slot is the room for one card; a place has as many slots as cards."""

_DISCARDS, _PILE = SEATS, SEATS + 1  # places of hidden cards other than hands
_ANYWHERE = (1 << (SEATS + 2)) - 1
_GROUPS = len(SUITS) + 1  # card // RANKS: a suit, or a special card
_TRIES = 1000  # shuffles until one fits; in mid-round about half of them do


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """Reshuffle in place everything that a seat cannot know."""
    if s["cards"] == 0:
        return  # nothing is dealt yet
    allowed = np.full(_GROUPS, _ANYWHERE, dtype=np.int16)
    _bar_suits(s, seat, allowed)
    shown = np.zeros(TYPES, dtype=np.int8)
    cards = np.empty(LARGEST + 1, dtype=np.int8)  # one more than there can be, for `_list_cards`
    pool, barred, count = _list_cards(s, seat, allowed, shown, cards)
    if pool + barred == 0:  # every card may be anywhere
        shuffle(cards, count, rng, i)
        _give_out(s, seat, cards)
    else:
        places, dealt = np.empty(LARGEST, dtype=np.int8), np.empty(LARGEST, dtype=np.int8)
        _list_places(s, seat, places)
        knows_pile = bool(s["jade_seat"] == seat)
        drawn, near = 0, 0  # of the cards shown by Jade: how many another has drawn for Bendt, where they may be
        if knows_pile:
            drawn = pool - int(s["pile_size"])
            near = (1 << max(int(s["bendt_seat"]), 0)) | (1 << _DISCARDS)
        if not _spread(pool, drawn, barred, count, cards, places, allowed, near, dealt, rng, i):
            _exchange(pool, drawn, knows_pile, count, cards, places, allowed, near, dealt, rng, i)
        _give_out(s, seat, dealt)
    if s["bendt_seat"] != NONE and s["bendt_seat"] != seat:
        if s["jade_seat"] == seat and s["jade_size"] > s["pile_size"]:
            _name_drawn(s, shown, rng, i)
        else:
            _guess_drawn(s, rng, i)
        keep_drawn_behind(s)
    if not bids_open(s):  # SK-4
        for other in range(s["players"]):
            if other != seat and s["bids"][other] != NONE:
                s["bids"][other] = draw_bid(s, other, rng, i)


# ------------------------------------------------------------------------------------------ what the seat knows


@inlined
def _bar_suits(s: Record, seat: int, allowed: CardPlaces) -> None:
    """Note by suit in whose hands it may be (SK-5)."""
    for other in range(s["players"]):
        voids = int(s["voids"][other])
        if voids != 0 and other != seat:
            for suit in range(len(SUITS)):
                if (voids >> suit) & 1:
                    allowed[suit] &= ~(1 << other)


@kernel
def _list_cards(s: Record, seat: int, allowed: CardPlaces, shown: Cards, cards: Cards) -> tuple[int, int, int]:
    """List the hidden cards: Jade's pool, the barred suits, all others; returns the number of each, and of all."""
    # A shown card that has been played since was drawn for Bendt, and is in no pool. Of cards of one name, one
    # that was drawn is taken to be among the played ones only where it must be: the record does not tell who
    # played them.
    left = np.empty(TYPES)
    unseen_counts(s, seat, False, left)
    count = 0
    if s["jade_seat"] == seat:
        for k in range(shown_size(s, seat)):
            shown[s["pile"][k]] += 1
        for card in range(TYPES):
            for _ in range(min(int(shown[card]), int(left[card]))):
                cards[count] = card
                count += 1
                left[card] -= 1.0
    pool, barred = count, 0
    for free in range(2):
        for suit in range(len(SUITS)):
            if (allowed[suit] == _ANYWHERE) == (free == 1):
                for card in range(RANKS * suit, RANKS * (suit + 1)):
                    cards[count] = card  # the next card takes its place if it is not hidden: a branch costs more
                    count += int(left[card])
        if free == 0:
            barred = count - pool
    for card in range(ESCAPE, TYPES):
        for _ in range(int(left[card])):
            cards[count] = card
            count += 1
    return pool, barred, count


@inlined
def _list_places(s: Record, seat: int, places: Cards) -> None:
    """Note which place each slot belongs to: hands by seat, Bendt's discards, the pile."""
    slot = 0
    for other in range(s["seats"]):
        if other != seat:
            for _ in range(s["sizes"][other]):
                places[slot] = other
                slot += 1
    if s["bendt_seat"] != seat:
        for k in range(2):
            if s["discards"][k] != NONE:
                places[slot] = _DISCARDS
                slot += 1
    for _ in range(s["pile_size"]):
        places[slot] = _PILE
        slot += 1


# ------------------------------------------------------------------------------------------------ who gets what


@inlined
def _mix(slots: Slots, first: int, end: int, rng: Generators, i: int) -> None:
    """Shuffle slots[first:end]."""
    for k in range(first, end - 1):
        other = k + below(rng, i, end - k)
        slots[k], slots[other] = slots[other], slots[k]


@kernel
def _spread(
    pool: int, drawn: int, barred: int, count: int, cards: Cards, places: Cards, allowed: CardPlaces, near: int,
    dealt: Cards, rng: Generators, i: int,
) -> bool:  # fmt: skip
    """Shuffle until each card may be where it comes; False after `_TRIES`, and then nothing is dealt."""
    # Rejection sampling: every world that fits is equally likely. What was drawn from the pool is drawn anew in
    # each try; the rest of the pool is undealt. Barred cards go first, so that a shuffle that fails ends early.
    slots = np.arange(count)
    behind = pool - drawn  # cards of the pool that stay in the pile
    end = count - behind
    tight = drawn + barred
    for _ in range(_TRIES):
        for k in range(drawn):
            other = k + below(rng, i, pool - k)
            cards[k], cards[other] = cards[other], cards[k]
        k = 0
        fits = True
        while fits and k < tight:
            other = k + below(rng, i, end - k)
            slots[k], slots[other] = slots[other], slots[k]
            free = allowed[cards[k] // RANKS] & near if k < drawn else allowed[cards[k + behind] // RANKS]
            fits = ((free >> places[slots[k]]) & 1) == 1
            k += 1
        if fits:
            _mix(slots, tight, end, rng, i)
            _mix(slots, end, count, rng, i)
            for k in range(drawn):
                dealt[slots[k]] = cards[k]
            for k in range(drawn, end):
                dealt[slots[k]] = cards[k + behind]
            for k in range(end, count):
                dealt[slots[k]] = cards[k - end + drawn]
            return True
    return False


@kernel
def _exchange(
    pool: int, drawn: int, knows_pile: bool, count: int, cards: Cards, places: Cards, allowed: CardPlaces,
    near: int, dealt: Cards, rng: Generators, i: int,
) -> None:  # fmt: skip
    """Find a world that fits, and shuffle it by exchanging random pairs, and now and then rings of three."""
    # Rings of three reach worlds that pairs alone do not, where nothing is undealt and each of three seats is void
    # in a suit of its own. Only where `_spread` has failed, since worlds are only about equally likely. Where no
    # world fits, as in positions that no game comes to, as few cards as possible are where they may not be.
    free = np.empty(LARGEST, dtype=np.int16)
    for k in range(count):
        free[k] = allowed[cards[k] // RANKS]
        if k < pool:
            free[k] &= (near if drawn > 0 else 0) | (1 << _PILE)
        elif knows_pile:
            free[k] &= ~(1 << _PILE)
    slots = np.arange(count)
    _mix(slots, 0, count, rng, i)
    for k in range(count - 1):
        other = k + below(rng, i, count - k)
        cards[k], cards[other] = cards[other], cards[k]
        free[k], free[other] = free[other], free[k]
    at = exchange(count, places, free, slots, rng, i)
    for k in range(count):
        dealt[at[k]] = cards[k]


# -------------------------------------------------------------------------------------------------- the new world


@kernel
def _give_out(s: Record, seat: int, dealt: Cards) -> None:
    """Put the cards where they belong now, slot by slot."""
    slot = 0
    for other in range(s["seats"]):
        if other != seat:
            size = int(s["sizes"][other])
            s["sizes"][other] = 0
            for suit in range(len(SUITS)):
                s["suits"][other, suit] = 0
            for _ in range(size):
                append_card(s, other, dealt[slot])
                slot += 1
            if other < s["players"]:
                sort_hand(s, other)
    if s["bendt_seat"] != seat:
        for k in range(2):
            if s["discards"][k] != NONE:
                s["discards"][k] = dealt[slot]
                slot += 1
    for k in range(s["pile_size"]):
        s["pile"][k] = dealt[slot]
        slot += 1


@kernel
def _name_drawn(s: Record, shown: Cards, rng: Generators, i: int) -> None:
    """SK-14: of the cards that Jade has shown, those were drawn for Bendt that are not in the pile now."""
    for k in range(s["pile_size"]):
        shown[s["pile"][k]] -= 1
    count = int(s["jade_size"]) - int(s["pile_size"])
    d = 0
    for card in range(TYPES):
        while shown[card] > 0 and d < count:
            s["drawn"][d] = card
            shown[card] -= 1
            d += 1
    shuffle(s["drawn"], count, rng, i)


@kernel
def _guess_drawn(s: Record, rng: Generators, i: int) -> None:
    """Any of the cards that the drawing seat holds or has discarded may be those that it drew."""
    lot = np.empty(HAND + 2, dtype=np.int8)
    size = list_drawable(s, s["drawn"], 0, lot)
    shuffle(lot, size, rng, i)
    for d in range(2):
        if s["drawn"][d] != NONE:
            s["drawn"][d] = lot[d]


@kernel
def keep_drawn_behind(s: Record) -> None:
    """What was drawn for Bendt stays in the pile's array behind its size."""
    count = 0
    for d in range(2):
        count += s["drawn"][d] != NONE
    for d in range(count):
        s["pile"][s["pile_size"] + count - 1 - d] = s["drawn"][d]

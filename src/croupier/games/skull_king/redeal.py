"""Determinization: sample a full deal consistent with what one seat knows (SK-4, SK-14, SK-15).

A seat knows its own hand, every card played, what it drew and discarded for Bendt, and the undealt cards if Jade
has shown them to it. It also knows who has shown this round to hold no number of a suit. Everything else may be
anywhere. While bids are secret, those that were made are drawn from what such hands bid.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.kernel import inlined, kernel
from croupier.core.rng import below, shuffle
from croupier.core.types import Generators, Mask, Record
from croupier.games.skull_king.bots.bids import draw_bid
from croupier.games.skull_king.cards import LARGEST, NONE, RANKS, Cards, is_number
from croupier.games.skull_king.hands import append_card, sort_hand, take_card
from croupier.games.skull_king.state import HAND, SEATS, bids_open

Places: TypeAlias = npt.NDArray[np.int16]
"""For each hidden card the places where it may be, as bits; shape (cards,)."""

_DISCARDS, _PILE = SEATS, SEATS + 1  # places of hidden cards beside the hands
_ANYWHERE = (1 << (SEATS + 2)) - 1
_EXCHANGES = 16  # tried for each hidden card; a shuffle by random exchanges needs fewer than three
_RING = 4  # of so many one is a ring of three
_TRIES = 200  # shuffles until one fits; in mid-round about half of them do


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """Reshuffle in place everything that a seat cannot know."""
    if s["jade_seat"] == seat:
        shuffle(s["pile"], s["pile_size"], rng, i)
    cards = np.full(LARGEST, NONE, dtype=np.int8)
    places = np.full(LARGEST, NONE, dtype=np.int8)
    allowed = np.full(LARGEST, _ANYWHERE, dtype=np.int16)
    held = np.zeros(2, dtype=np.bool_)  # which of the cards drawn for Bendt are not played yet
    exchanging = _saw_what_was_drawn(s, seat)
    count = _gather(s, seat, exchanging, cards, places)
    if _bar_places(s, exchanging, count, cards, places, allowed, held):
        _mix(count, cards, places, allowed, rng, i)
        if not _spread(count, places, allowed, rng, i):
            _exchange(count, places, allowed, rng, i)
    else:
        shuffle(cards, count, rng, i)
    _give_out(s, seat, count, cards, places)
    if s["bendt_seat"] != NONE and s["bendt_seat"] != seat:
        if exchanging:
            _name_drawn(s, count, cards, places, allowed, held)
        else:
            _guess_drawn(s, rng, i)
        _keep_drawn_behind(s)
    if not bids_open(s):  # SK-4
        for other in range(s["players"]):
            if other != seat and s["bids"][other] != NONE:
                s["bids"][other] = draw_bid(s, other, rng, i)


@inlined
def _saw_what_was_drawn(s: Record, seat: int) -> bool:
    """SK-14: whether another drew for Bendt from cards that Jade had shown to this seat."""
    drawer = s["bendt_seat"]
    return bool(s["jade_seat"] == seat and drawer != NONE and drawer != seat and s["jade_size"] > s["pile_size"])


@kernel
def _gather(s: Record, seat: int, exchanging: bool, cards: Cards, places: Cards) -> int:
    """Take up all hidden cards and note where they were; returns how many."""
    count = 0
    for other in range(s["seats"]):
        while other != seat and s["sizes"][other] > 0:
            cards[count] = take_card(s, other, int(s["sizes"][other]) - 1)
            places[count] = other
            count += 1
    if s["bendt_seat"] != seat:
        for k in range(2):
            if s["discards"][k] != NONE:
                cards[count] = s["discards"][k]
                places[count] = _DISCARDS
                count += 1
    if s["jade_seat"] != seat or exchanging:
        for k in range(s["pile_size"]):
            cards[count] = s["pile"][k]
            places[count] = _PILE
            count += 1
    return count


@kernel
def _bar_places(
    s: Record,
    exchanging: bool,
    count: int,
    cards: Cards,
    places: Cards,
    allowed: Places,
    held: Mask,
) -> bool:
    """Note as bits where each card may be; whether any card is barred from anywhere.

    Cards shown by Jade are in the pile, or with who drew two of them for Bendt; no others are in the pile.
    """
    barred = exchanging
    for seat in range(s["players"]):
        if s["voids"][seat] != 0:  # SK-5
            barred = True
            for k in range(count):
                if is_number(cards[k]) and (s["voids"][seat] >> (cards[k] // RANKS)) & 1:
                    allowed[k] &= ~(1 << seat)
    if exchanging:
        drawer = int(s["bendt_seat"])
        for k in range(count):
            shown = places[k] == _PILE
            for d in range(2):
                its = places[k] == drawer or places[k] == _DISCARDS
                if its and not shown and not held[d] and s["drawn"][d] == cards[k]:
                    held[d] = True
                    shown = True
            allowed[k] &= (1 << _PILE) | (1 << _DISCARDS) | (1 << drawer) if shown else ~(1 << _PILE)
    return barred


@kernel
def _mix(count: int, cards: Cards, places: Cards, allowed: Places, rng: Generators, i: int) -> None:
    """Shuffle the list of the cards, each with its place: the order within a place is hidden too."""
    for k in range(count - 1, 0, -1):
        other = below(rng, i, k + 1)
        cards[k], cards[other] = cards[other], cards[k]
        places[k], places[other] = places[other], places[k]
        allowed[k], allowed[other] = allowed[other], allowed[k]


@kernel
def _spread(count: int, places: Cards, allowed: Places, rng: Generators, i: int) -> bool:
    """Shuffle the places until each card may be where it comes; False after `_TRIES`, the places then untouched.

    Rejection sampling: every world that fits is equally likely, whatever is the case.
    """
    drawn = places.copy()
    for _ in range(_TRIES):
        k = count - 1
        fits = True
        while fits and k >= 0:
            other = below(rng, i, k + 1)
            drawn[k], drawn[other] = drawn[other], drawn[k]
            fits = ((allowed[k] >> drawn[k]) & 1) == 1
            k -= 1
        if fits:
            for card in range(count):
                places[card] = drawn[card]
            return True
    return False


@kernel
def _exchange(count: int, places: Cards, allowed: Places, rng: Generators, i: int) -> None:
    """Shuffle by exchanging random pairs, and now and then rings of three, as far as each may be where it comes.

    It begins with what is the case, so it never gets stuck. Rings of three reach worlds that pairs alone do not,
    where nothing is undealt and each of three seats is void in a suit of its own.

    Only where `_spread` has failed: hardly ever but where Jade's player knows what another drew for Bendt.
    """
    for turn in range(_EXCHANGES * count):
        a, b = below(rng, i, count), below(rng, i, count)
        if turn % _RING == 0:
            c = below(rng, i, count)
            free = (allowed[a] >> places[b]) & (allowed[b] >> places[c]) & (allowed[c] >> places[a]) & 1
            if free and a != b and b != c and a != c:
                places[a], places[b], places[c] = places[b], places[c], places[a]
        elif (allowed[a] >> places[b]) & 1 and (allowed[b] >> places[a]) & 1:
            places[a], places[b] = places[b], places[a]


@kernel
def _give_out(s: Record, seat: int, count: int, cards: Cards, places: Cards) -> None:
    """Put the cards where they belong now."""
    discarded, undealt = 0, 0
    for k in range(count):
        if places[k] == _DISCARDS:
            s["discards"][discarded] = cards[k]
            discarded += 1
        elif places[k] == _PILE:
            s["pile"][undealt] = cards[k]
            undealt += 1
        else:
            append_card(s, places[k], cards[k])
    for other in range(s["players"]):
        if other != seat:
            sort_hand(s, other)


@kernel
def _name_drawn(s: Record, count: int, cards: Cards, places: Cards, allowed: Places, held: Mask) -> None:
    """Of the shown cards those were drawn that now are with who drew; what it has played of them stays drawn."""
    d = 0
    for k in range(count):
        if places[k] != _PILE and (allowed[k] >> _PILE) & 1:
            while not held[d]:
                d += 1
            s["drawn"][d] = cards[k]
            d += 1


@kernel
def _guess_drawn(s: Record, rng: Generators, i: int) -> None:
    """Any of the cards that the drawing seat holds or has discarded may be those that it drew."""
    seat = s["bendt_seat"]
    lot = np.full(HAND + 2, NONE, dtype=np.int8)
    size = 0
    for place in range(s["sizes"][seat]):
        lot[size] = s["hands"][seat, place]
        size += 1
    for k in range(2):
        if s["discards"][k] != NONE:
            lot[size] = s["discards"][k]
            size += 1
    shuffle(lot, size, rng, i)
    for d in range(2):
        if s["drawn"][d] != NONE:
            s["drawn"][d] = lot[d]


@kernel
def _keep_drawn_behind(s: Record) -> None:
    """What was drawn for Bendt stays in the pile's array behind its size."""
    count = 0
    for d in range(2):
        count += s["drawn"][d] != NONE
    for d in range(count):
        s["pile"][s["pile_size"] + count - 1 - d] = s["drawn"][d]

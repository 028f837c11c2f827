"""Hands: sorted arrays of card codes, padded with NONE, and the number of cards of each suit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core import ActionList, Mask, Record, inlined, kernel
from croupier.games.skull_king.record.cards import (
    COPIES,
    KRAKEN,
    LOOT,
    NONE,
    RANKS,
    SUITS,
    TYPES,
    WHALE,
    is_number,
)
from croupier.games.skull_king.record.state import HAND


@inlined
def add_card(s: Record, seat: int, card: int) -> None:
    """Put a card in its place in a sorted hand."""
    hands = s["hands"]
    size = int(s["sizes"][seat])
    place = size
    while place > 0 and hands[seat, place - 1] > card:
        hands[seat, place] = hands[seat, place - 1]
        place -= 1
    hands[seat, place] = card
    s["sizes"][seat] = size + 1
    if is_number(card):
        s["suits"][seat, card // RANKS] += 1
    twins = int(s["twins"][seat])
    below = twins & ((1 << place) - 1)
    twin = int(place > 0 and hands[seat, place - 1] == card)
    s["twins"][seat] = below | (twin << place) | ((twins >> place) << (place + 1))


@inlined
def append_card(s: Record, seat: int, card: int) -> None:
    """Put a card behind the others, as Graybeard's lie (SK-15); `sort_hand` makes a hand of such cards."""
    s["hands"][seat, s["sizes"][seat]] = card
    s["sizes"][seat] += 1
    if is_number(card):
        s["suits"][seat, card // RANKS] += 1


@inlined
def take_card(s: Record, seat: int, place: int) -> int:
    """Take the card at a place out of a hand; the later ones move up."""
    hands = s["hands"]
    card = hands[seat, place]
    last = s["sizes"][seat] - 1
    for k in range(place, last):
        hands[seat, k] = hands[seat, k + 1]
    hands[seat, last] = NONE
    s["sizes"][seat] = last
    if is_number(card):
        s["suits"][seat, card // RANKS] -= 1
    twins = int(s["twins"][seat])
    # the card that moves up to this place is a twin there only if it was one and the card taken was one too
    kept = (twins & (twins >> 1)) & (1 << place)
    above = (twins >> 1) & ~((1 << (place + 1)) - 1)
    s["twins"][seat] = (twins & ((1 << place) - 1)) | kept | above
    return int(card)


@kernel
def sort_hand(s: Record, seat: int) -> None:
    """Sort a hand by code."""
    hands = s["hands"]
    size = s["sizes"][seat]
    for k in range(1, size):
        card = hands[seat, k]
        place = k
        while place > 0 and hands[seat, place - 1] > card:
            hands[seat, place] = hands[seat, place - 1]
            place -= 1
        hands[seat, place] = card
    s["twins"][seat] = 0
    for k in range(1, size):
        if hands[seat, k] == hands[seat, k - 1]:
            s["twins"][seat] |= 1 << k


@inlined
def places_first(s: Record, seat: int) -> int:
    """The places of a hand as bits, of cards of one name only the first."""
    return ((1 << int(s["sizes"][seat])) - 1) & ~int(s["twins"][seat])


@inlined
def playable_places(s: Record, seat: int) -> int:
    """SK-5: the places that may be played, as bits; of cards of one name only the first.

    A sorted hand has the numbers of each suit in one run, and its specials last.
    """
    lead = s["lead"]
    first, end, specials = 0, 0, 0
    for suit in range(len(SUITS)):
        count = int(s["suits"][seat, suit])
        first = specials if suit == lead else first
        specials += count
        end = specials if suit == lead else end
    numbers = (1 << end) - (1 << first)
    if numbers == 0:  # nothing to follow with: any card
        numbers = (1 << specials) - 1
    return (numbers | -(1 << specials)) & places_first(s, seat)


@inlined
def shown_size(s: Record, seat: int) -> int:
    """SK-14: how much of the pile Jade's player knows to be none of the others' from the start of the round.

    What it has drawn from there itself is in its hand; what another has drawn it cannot tell from the rest, until
    that is played.
    """
    return int(s["pile_size"] if s["bendt_seat"] == seat else s["jade_size"])


@inlined
def unseen_counts(s: Record, seat: int, knows_pile: bool, out: npt.NDArray[np.float64]) -> None:
    """Count each card that a seat has not located; by what Jade has shown too if it makes use of that (SK-14)."""
    for card in range(TYPES):
        out[card] = COPIES[card] - s["seen"][card]
    if s["loot"] == 0:
        out[LOOT] = 0.0
    if s["kraken"] == 0:
        out[KRAKEN] = 0.0
    if s["whale"] == 0:
        out[WHALE] = 0.0
    for place in range(s["sizes"][seat]):
        out[s["hands"][seat, place]] -= 1.0
    if s["bendt_seat"] == seat:
        for k in range(2):
            if s["discards"][k] != NONE:
                out[s["discards"][k]] -= 1.0
    if s["jade_seat"] == seat and knows_pile:
        for k in range(shown_size(s, seat)):
            card = s["pile"][k]
            out[card] = max(out[card] - 1.0, 0.0)


@inlined
def list_places(places: int, first: int, mask: Mask, actions: ActionList) -> int:
    """Allow the action first + p for each bit p; returns how many. Branches would cost more than empty rounds."""
    for place in range(HAND):
        mask[first + place] = (places >> place) & 1
    count = 0
    for place in range(HAND):
        actions[count] = first + place
        count += (places >> place) & 1
    return count

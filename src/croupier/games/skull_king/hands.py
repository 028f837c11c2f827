"""Hands: sorted arrays of card codes, padded with NONE, and the number of cards of each suit."""

from __future__ import annotations

from typing import Any

from croupier.core.kernel import inlined, kernel
from croupier.games.skull_king.cards import NONE, RANKS, SUITS, is_number
from croupier.games.skull_king.state import HAND, PLAYING


@inlined
def add_card(s: Any, seat: int, card: int) -> None:
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
def append_card(s: Any, seat: int, card: int) -> None:
    """Put a card behind the others, as Graybeard's lie (SK-15); `sort_hand` makes a hand of such cards."""
    s["hands"][seat, s["sizes"][seat]] = card
    s["sizes"][seat] += 1
    if is_number(card):
        s["suits"][seat, card // RANKS] += 1


@inlined
def take_card(s: Any, seat: int, place: int) -> int:
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
def sort_hand(s: Any, seat: int) -> None:
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
def places_first(s: Any, seat: int) -> int:
    """The places of a hand as bits, of cards of one name only the first."""
    return ((1 << int(s["sizes"][seat])) - 1) & ~int(s["twins"][seat])


@inlined
def playable_places(s: Any, seat: int) -> int:
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


@kernel
def legal_places(s: Any, seat: int) -> int:
    """The places that a seat may play, or, in another phase, its places; as bits, for callers in Python."""
    return playable_places(s, seat) if s["phase"] == PLAYING else places_first(s, seat)


@inlined
def list_places(places: int, first: int, mask: Any, actions: Any) -> int:
    """Allow the action first + p for each bit p; returns how many. Branches would cost more than empty rounds."""
    for place in range(HAND):
        mask[first + place] = (places >> place) & 1
    count = 0
    for place in range(HAND):
        actions[count] = first + place
        count += (places >> place) & 1
    return count

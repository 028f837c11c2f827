"""Re-deal hidden cards to places where they may be, for `redeal` with known voids or other restrictions.

The caller lists the hidden cards in a fixed order, and the places by their number of cards. So a world depends
only on a seat's knowledge and the generator, never on the true deal. A record has the holders of cards in `where`,
with seats below the most of the game, and in `voids` the suits that a seat has shown to lack.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import Generators, Record, below, kernel
from croupier.games.tricks.cards import DECK, NOBODY, RANKS

Whole: TypeAlias = npt.NDArray[np.signedinteger[Any]]
"""Cards, places, or sets of places as bits."""

UNDEALT = 31
"""The place of cards that are not dealt."""
_NONE = -1
_TRIES = 500  # shuffles until one fits
_EXCHANGES = 16  # per card; a shuffle by random exchanges needs fewer than three
_RING = 4  # one in this many is a ring of three


@kernel
def deal_anew(where: Whole, cards: Whole, free: Whole, count: int, rng: Generators, i: int) -> None:
    """Deal some hidden cards anew among the places where they lie now.

    `where` has the place of each card of the deck, `NOBODY` where it is not dealt; `free` the places where each of
    the hidden cards may be, as bits, with bit `UNDEALT` for the pile.
    """
    places, out = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    sizes, slot = np.zeros(UNDEALT + 1, dtype=np.int64), 0
    for k in range(count):
        holder = where[cards[k]]
        sizes[holder if holder != NOBODY else UNDEALT] += 1
    for place in range(UNDEALT + 1):
        for _ in range(sizes[place]):
            places[slot] = place
            slot += 1
    place_cards(count, places, free, out, rng, i)
    for k in range(count):
        where[cards[k]] = out[k] if out[k] != UNDEALT else NOBODY


@kernel
def deal_anew_by_voids(s: Record, seat: int, seats: int, rng: Generators, i: int) -> None:
    """Deal anew what a seat does not see, each card to a hand that has not shown to lack its suit, or undealt."""
    cards, free = np.empty(DECK, dtype=np.int64), np.empty(DECK, dtype=np.int64)
    deal_anew(s["where"], cards, free, list_by_voids(s, seat, seats, cards, free), rng, i)


@kernel
def list_by_voids(s: Record, seat: int, seats: int, cards: Whole, free: Whole) -> int:
    """List the cards that a seat does not see, and where each may be; returns how many there are."""
    count = 0
    for card in range(DECK):
        if s["where"][card] < seats and s["where"][card] != seat:
            cards[count] = card
            free[count] = 1 << UNDEALT
            for other in range(s["players"]):
                if other != seat and not (s["voids"][other] >> (card // RANKS)) & 1:
                    free[count] |= 1 << other
            count += 1
    return count


@kernel
def place_cards(count: int, places: Whole, free: Whole, out: Whole, rng: Generators, i: int) -> None:
    """Put each of some cards into a place where it may be, `free` as bits; each way that fits is as likely.

    They are shuffled until all fit. Where that takes too long, one way is found and shuffled by exchanges, and
    worlds are about as likely. Where no way fits, as in positions that no game comes to, as few cards as possible
    are where they may not be.
    """
    slots = np.arange(count)
    order = np.empty(count, dtype=np.int64)  # what not every place takes comes first, so that failures end early
    anywhere, tight = 0, 0
    for k in range(count):
        anywhere |= 1 << places[k]
    for k in range(count):
        if free[k] & anywhere != anywhere:
            order[tight] = k
            tight += 1
    last = tight
    for k in range(count):
        if free[k] & anywhere == anywhere:
            order[last] = k
            last += 1
    for _ in range(_TRIES):
        fits, k = True, 0
        while k < count and fits:
            other = k + below(rng, i, count - k)
            slots[k], slots[other] = slots[other], slots[k]
            fits = k >= tight or (free[order[k]] >> places[slots[k]]) & 1 == 1
            k += 1
        if fits:
            for k in range(count):
                out[order[k]] = places[slots[k]]
            return
    at = exchange(count, places, free, slots, rng, i)
    for k in range(count):
        out[k] = places[at[k]]


@kernel
def exchange(count: int, places: Whole, free: Whole, slots: Whole, rng: Generators, i: int) -> Whole:
    """Find a way that fits, the slot of each card, and shuffle it by exchanging pairs, sometimes rings of three.

    Rings reach worlds that pairs alone do not: where each of three seats is void in a suit of its own.
    """
    at = _match(count, places, free, slots)
    for turn in range(_EXCHANGES * count):
        a, b = below(rng, i, count), below(rng, i, count)
        if turn % _RING == 0:
            c = below(rng, i, count)
            fits = (free[a] >> places[at[b]]) & (free[b] >> places[at[c]]) & (free[c] >> places[at[a]]) & 1
            if fits and a != b and b != c and a != c:
                at[a], at[b], at[c] = at[b], at[c], at[a]
        elif (free[a] >> places[at[b]]) & (free[b] >> places[at[a]]) & 1:
            at[a], at[b] = at[b], at[a]
    return at


@kernel
def _match(count: int, places: Whole, free: Whole, slots: Whole) -> Whole:
    """Give each card a slot where it may be, for as many cards as possible, and the others what is left."""
    # Maximum bipartite matching by augmenting paths (H. W. Kuhn, "The Hungarian method for the assignment
    # problem", 1955).
    at = np.full(count, _NONE, dtype=np.int64)
    holder = np.full(count, _NONE, dtype=np.int64)
    for card in range(count):
        _augment(card, count, places, free, slots, at, holder)
    slot = 0
    for card in range(count):
        if at[card] == _NONE:
            while holder[slot] != _NONE:
                slot += 1
            at[card] = slot
            holder[slot] = card
    return at


@kernel
def _augment(card: int, count: int, places: Whole, free: Whole, slots: Whole, at: Whole, holder: Whole) -> None:
    """Find a slot for one more card, the others moving up along the shortest path, if there is one."""
    mover = np.full(count, _NONE, dtype=np.int64)  # by slot, the card that would move there
    queue = np.empty(count + 1, dtype=np.int64)
    queue[0] = card
    first, last = 0, 1
    while first < last:
        moving = queue[first]
        first += 1
        for k in range(count):
            slot = slots[k]
            if mover[slot] == _NONE and (free[moving] >> places[slot]) & 1:
                mover[slot] = moving
                if holder[slot] == _NONE:
                    while slot != _NONE:
                        moving = mover[slot]
                        left = at[moving]
                        at[moving] = slot
                        holder[slot] = moving
                        slot = left
                    return
                queue[last] = holder[slot]
                last += 1

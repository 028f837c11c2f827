"""How strongly a seat would lead the next trick, as far as it can know: what its owner asks when Rosie is used.

A rule of thumb that the features tell; no rule of the game.
"""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import Record
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    FACES,
    MERMAID,
    NONE,
    RANKS,
    SKULL_KING,
    TIGRESS,
    TRUMP,
    TYPES,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.record.hands import unseen_counts


@inlined
def _lead_power(card: int) -> int:
    """Order of cards to lead with."""
    if is_number(card):
        return card if card // RANKS == TRUMP else card % RANKS
    if card == SKULL_KING:
        return FACES + 2
    if is_pirate(card) or card == TIGRESS:
        return FACES + 1
    return FACES if card == MERMAID else NONE


@inlined
def _beats(other: int, card: int) -> bool:
    """SK-6: whether another card takes a trick of two that this card leads."""
    if is_number(card):
        if is_number(other):
            same = other // RANKS == card // RANKS
            return other > card if same else other // RANKS == TRUMP
        return other > ESCAPE and other <= MERMAID
    if card == MERMAID:
        return other > ESCAPE and other < SKULL_KING
    if card == SKULL_KING:
        return other == MERMAID
    return other == SKULL_KING


@kernel
def own_lead_strength(s: Record, seat: int) -> float:
    """The share of the cards that a seat has not located which do not beat the best card it can lead."""
    best = s["hands"][seat, 0]
    for place in range(s["sizes"][seat]):
        card = s["hands"][seat, place]
        if _lead_power(card) > _lead_power(best):
            best = card
    if _lead_power(best) == NONE:
        return 0.0
    left = np.zeros(TYPES)
    unseen_counts(s, seat, True, left)
    unseen, beaten = 0.0, 0.0
    for card in range(TYPES):
        unseen += left[card]
        if _beats(card, best):
            beaten += left[card]
    return 1.0 - beaten / unseen if unseen > 0 else 1.0

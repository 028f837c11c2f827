"""Tricks and their value: playable cards, winners, bonus points, and points of a round.

The kernels read the cards on the table, in the order of play, as an array of codes, without seats. A *place* is an
index into that array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import SeatValues, inlined, kernel
from croupier.games.skull_king.record.cards import (
    KRAKEN,
    LOOT,
    MERMAID,
    NONE,
    OPEN,
    RANKS,
    SKULL_KING,
    SUITLESS,
    TRUMP,
    Cards,
    is_escape,
    is_leviathan,
    is_number,
    is_pirate,
)

_BLACK, _MERMAID, _PIRATE, _KING = 20, 40, 50, 60  # powers in a plain trick; a coloured card's is its rank
TAKES_MERMAID, TAKES_PIRATE, TAKES_KING = 20, 30, 40


@inlined
def lead_after(lead: int, card: int) -> int:
    """SK-5: the lead suit once one more card is on the table."""
    if lead != OPEN or is_escape(card):
        return lead
    return card // RANKS if is_number(card) else SUITLESS


@inlined
def leviathan_place(cards: Cards, count: int) -> int:
    """SK-10: the place of the Kraken or Whale that acts, the last one played; NONE without."""
    found = NONE
    for place in range(count):
        if is_leviathan(cards[place]):
            found = place
    return found


@kernel
def plain_winner(cards: Cards, count: int) -> int:
    """SK-6: the place that wins with Kraken and Whale taken out; NONE if nothing is left.

    The lead suit is that of the cards that are left.
    """
    best, power = NONE, -1
    first_mermaid = NONE
    lead = OPEN
    for place in range(count):
        card = cards[place]
        if is_leviathan(card):
            continue
        lead = lead_after(lead, card)
        strength = 0
        if is_number(card):
            suit = card // RANKS
            if suit == TRUMP:
                strength = _BLACK + card - TRUMP * RANKS
            elif suit == lead:
                strength = card - suit * RANKS + 1
        elif card == MERMAID:
            strength = _MERMAID
            if first_mermaid == NONE:
                first_mermaid = place
        elif is_pirate(card):
            strength = _PIRATE
        elif card == SKULL_KING:
            strength = _KING
        if strength > power:  # the first of equals stays
            best, power = place, strength
    return first_mermaid if power == _KING and first_mermaid != NONE else best


@inlined
def highest_number(cards: Cards, count: int) -> int:
    """SK-9: the place of the highest number of any colour, the first of equals; NONE without a number."""
    best, power = NONE, -1
    for place in range(count):
        card = cards[place]
        if is_number(card) and card % RANKS > power:
            best, power = place, card % RANKS
    return best


@kernel
def winning_place(cards: Cards, count: int) -> int:
    """The place that wins a trick (SK-6, SK-8, SK-9, SK-10); NONE if nobody does."""
    leviathan = leviathan_place(cards, count)
    if leviathan == NONE:
        return plain_winner(cards, count)
    return NONE if cards[leviathan] == KRAKEN else highest_number(cards, count)


@inlined
def leading_inlined(cards: Cards, count: int) -> int:
    """`leading_place`, pasted in: the observation asks it in every row, and a call costs a twentieth of a step."""
    leviathan = leviathan_place(cards, count)
    if leviathan == NONE or cards[leviathan] == KRAKEN:
        return plain_winner(cards, count)
    best = highest_number(cards, count)
    return leviathan if best == NONE else best


@kernel
def leading_place(cards: Cards, count: int) -> int:
    """The place whose player leads the next trick (SK-3, SK-8, SK-9, SK-10): the winner, if there is one."""
    return leading_inlined(cards, count)


@inlined
def capture_of(card: int, by: int) -> int:
    """SK-12, SK-7: bonus points that one card of a trick brings to the card that has won it."""
    points = 0
    if is_number(card):
        if card % RANKS == RANKS - 1:
            points = 20 if card // RANKS == TRUMP else 10
    elif card == MERMAID:
        points = TAKES_MERMAID if is_pirate(by) else 0
    elif card == SKULL_KING:
        points = TAKES_KING if by == MERMAID else 0
    elif is_pirate(card):
        points = TAKES_PIRATE if by == SKULL_KING else 0
    return points


@kernel
def captures(cards: Cards, count: int, winner: int) -> int:
    """SK-12, SK-7: bonus points of a trick for the place that has won it."""
    points = 0
    for place in range(count):
        points += capture_of(cards[place], cards[winner])
    return points


@inlined
def is_allied(cards: Cards, place: int, winner: int) -> bool:
    """SK-11: whether the player of a place becomes an ally of the player of the winning place."""
    return bool(cards[place] == LOOT and cards[winner] != LOOT)


ALLIANCE = 20
Scores: TypeAlias = npt.NDArray[np.int16]
"""Points of each seat; shape (seats,)."""


@inlined
def bid_points(bid: int, tricks: int, cards: int) -> int:
    """SK-12: points of a bid in the usual scoring, captures apart."""
    missed = abs(bid - tricks)
    if bid == 0:
        return 10 * cards if missed == 0 else -10 * cards
    return 20 * bid if missed == 0 else -10 * missed


@inlined
def rascal_points(bid: int, tricks: int, cards: int) -> int:
    """SK-13: the same in Rascal scoring."""
    missed = abs(bid - tricks)
    if missed == 0:
        return 10 * cards
    return 5 * cards if missed == 1 else 0


@inlined
def capture_points(missed: int, bonus: int, rascal: bool) -> int:
    """SK-12 and SK-13: what counts of the captures; they are multiples of ten, so the half is whole."""
    if missed == 0:
        return bonus
    return bonus // 2 if rascal and missed == 1 else 0


@kernel
def seat_points(bid: int, tricks: int, cards: int, bonus: int, wager: int, rascal: bool) -> int:
    """SK-12 to SK-14: what a seat scores in a round, alliances apart; the bid is that after Harry's change."""
    base = rascal_points(bid, tricks, cards) if rascal else bid_points(bid, tricks, cards)
    base += capture_points(abs(bid - tricks), bonus, rascal)
    return base + wager if bid == tricks else base - wager


def winners(scores: Scores, players: int) -> int:
    """SK-16: the seats with the highest score, as bits; kernels inline it."""
    best = scores[0]
    for seat in range(1, players):
        best = max(best, scores[seat])
    found = 0
    for seat in range(players):
        if scores[seat] == best:
            found |= 1 << seat
    return found


_winners = inlined(winners)


def winning_seats(scores: Scores | Sequence[int]) -> list[int]:
    """SK-16: the same as a list, lowest seat first, for descriptions of results."""
    won = winners(np.asarray(scores), len(scores))
    return [seat for seat in range(len(scores)) if (won >> seat) & 1]


@kernel
def utilities(scores: Scores, players: int, out: SeatValues) -> None:
    """SK-16: 1 for the highest score, shared among equals, 0 for the others; `out` may be longer."""
    won = _winners(scores, players)
    shared = 0
    for seat in range(players):
        shared += (won >> seat) & 1
    for seat in range(len(out)):
        out[seat] = 1.0 / shared if (won >> seat) & 1 else 0.0

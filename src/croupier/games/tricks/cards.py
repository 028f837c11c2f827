"""A deck of 52 cards as numbers: their names, following suit, and who wins a trick.

Card 13 * suit + rank: clubs, diamonds, hearts, spades, each from the two up to the ace. A record says by an array
`where`, with an item for each card, who holds it: the number of the seat, or another number for other places.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined
from croupier.core.base.types import ActionList, Mask, Record

DECK, RANKS, SUITS = 52, 13, 4
SUIT_LETTERS = "CDHS"
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES)
"""The name of each card, by its number: ``10H`` is the ten of hearts."""
PATTERN = r"(?:[2-9TJQKA]|10)[CDHS♣♦♥♠]"
"""A card as people write it, in capitals or small letters."""
SIGNS = str.maketrans("♣♦♥♠", SUIT_LETTERS)
NOBODY = -1
"""No seat, no card."""

CardNumbers: TypeAlias = npt.NDArray[np.int8]
"""Numbers of cards, or of seats by card."""


def read_card(text: str) -> int | None:
    """The number of a card as people may write it, ``10h``, ``TH`` or ``10♥``; None if it is none."""
    name = text.strip().upper().translate(SIGNS).replace("T", "10")
    return CARDS.index(name) if name in CARDS else None


def names_of(cards: npt.ArrayLike) -> list[str]:
    """Names of cards, in their order."""
    return [CARDS[int(card)] for card in np.asarray(cards).ravel()]


@inlined
def list_playable(where: CardNumbers, seat: int, lead: int, mask: Mask, actions: ActionList) -> int:
    """List what a seat may play: cards of the suit that was led if it holds any, else all that it holds.

    Args:
        where: who holds each card.
        seat: who is to play.
        lead: the suit; `NOBODY` for who leads.
        mask: set for each card that is listed; its entries for cards are False before.
        actions: the cards are listed here.

    Returns:
        How many there are.
    """
    count = 0
    if lead != NOBODY:
        for card in range(RANKS * lead, RANKS * (lead + 1)):
            if where[card] == seat:
                mask[card] = True
                actions[count] = card
                count += 1
    if count == 0:
        for card in range(DECK):
            if where[card] == seat:
                mask[card] = True
                actions[count] = card
                count += 1
    return count


@inlined
def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card takes the trick from the best one before it: a higher one of its suit, or the first trump.

    Args:
        card: the card.
        best: what is ahead; at first the card that was led.
        trump: the suit of trumps; `NOBODY` where there are none.
    """
    if card // RANKS == best // RANKS:
        return bool(card > best)
    return bool(card // RANKS == trump)


@inlined
def winning_place(cards: CardNumbers, first: int, count: int, trump: int) -> int:
    """The place, from 0, of the card that is ahead of some from a first one on; `NOBODY` if there are none."""
    ahead = NOBODY
    for place in range(count):
        if place == 0 or beats(cards[first + place], cards[first + ahead], trump):
            ahead = place
    return ahead


@inlined
def lead_of(s: Record) -> int:
    """The suit that was led, or `NOBODY` before a card lies."""
    return int(s["plays"][s["played"] - s["laid"]]) // RANKS if s["laid"] > 0 else NOBODY


@inlined
def end_trick(s: Record, leader: int, trump: int) -> int:
    """Note the trick that was played as the last one; its winner, whom it gives, leads the next."""
    people, first = int(s["players"]), int(s["played"]) - int(s["players"])
    winner = (leader + winning_place(s["plays"], first, people, trump)) % people
    s["last_leader"] = leader
    s["last_winner"] = winner
    for place in range(people):
        s["last_trick"][place] = s["plays"][first + place]
    s["laid"] = 0
    s["player"] = winner
    return winner

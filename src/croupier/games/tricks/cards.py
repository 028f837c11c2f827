"""A deck of 52 cards as numbers: names, following suit, and winners of tricks.

Card 13 * suit + rank: clubs, diamonds, hearts, spades, each from the two to the ace. The array `where` of a record
has the holder of each card: the number of the seat, or another number for other places.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import CHANCE, ActionList, Mask, Record, SeatValues, inlined

DECK, RANKS, SUITS = 52, 13, 4
SUIT_LETTERS = "CDHS"
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES)
"""The name of each card by number: ``10H`` is the ten of hearts."""
PATTERN = r"(?:[2-9TJQKA]|10)[CDHS♣♦♥♠]"
"""A card as people write it, in upper or lower case."""
SIGNS = str.maketrans("♣♦♥♠", SUIT_LETTERS)
NOBODY = -1
"""No seat, no card."""

CardNumbers: TypeAlias = npt.NDArray[np.int8]
"""Numbers of cards, or of seats by card."""


def read_card(text: str) -> int | None:
    """The number of a card as people may write it, ``10h``, ``TH`` or ``10♥``; None for no card."""
    name = text.strip().upper().translate(SIGNS).replace("T", "10")
    return CARDS.index(name) if name in CARDS else None


def names_of(cards: npt.ArrayLike) -> list[str]:
    """Names of cards, in their order."""
    return [CARDS[int(card)] for card in np.asarray(cards).ravel()]


@inlined
def list_playable(where: CardNumbers, seat: int, lead: int, mask: Mask, actions: ActionList) -> int:
    """List what a seat may play, into a clear mask: cards of the suit that was led, or else all that it holds."""
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
    """Whether a card takes the trick from the best one before it: a higher one of its suit, or the first trump."""
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
def empty_table(s: Record) -> None:
    """Before the first deal, which is due: no points, no trick, no cards."""
    s["last_leader"] = NOBODY
    s["last_winner"] = NOBODY
    for seat in range(len(s["scores"])):
        s["scores"][seat] = 0
        s["last_trick"][seat] = NOBODY
    s["cards"] = 0
    s["player"] = CHANCE


@inlined
def clear_play(s: Record) -> None:
    """Forget the cards of the deal before: nothing is played, shown or held."""
    s["played"] = 0
    s["laid"] = 0
    for seat in range(len(s["voids"])):
        s["voids"][seat] = 0
    for card in range(DECK):
        s["plays"][card] = NOBODY
        s["where"][card] = NOBODY


@inlined
def lay_card(s: Record, seat: int, card: int, played: int) -> None:
    """Play a card, which lies at `played` + its seat then: it may show a void, and the next seat is to play."""
    lead = lead_of(s)
    if lead != NOBODY and lead != card // RANKS:
        s["voids"][seat] |= 1 << lead
    s["where"][card] = played + seat
    s["plays"][s["played"]] = card
    s["played"] += 1
    s["laid"] += 1
    s["player"] = (seat + 1) % s["players"]


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


@inlined
def share_win(s: Record, sign: int, out: SeatValues) -> None:
    """1 for the highest score, with `sign` -1 for the lowest, shared among equals, and 0 for the others."""
    best, shared = sign * int(s["scores"][0]), 0
    for seat in range(s["players"]):
        best = max(best, sign * int(s["scores"][seat]))
    for seat in range(s["players"]):
        shared += sign * int(s["scores"][seat]) == best
    for seat in range(s["players"]):
        won = sign * int(s["scores"][seat]) == best
        out[seat] = np.float32(1.0 / shared) if won else np.float32(0.0)

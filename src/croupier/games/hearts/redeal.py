"""Worlds of Hearts: what a seat cannot know is dealt anew, hands and what the others have passed to each other."""

from __future__ import annotations

import numpy as np

from croupier.core import Generators, Record, below, inlined, kernel
from croupier.games.hearts.rules import LOW_SPADES, LOWEST, PASS, PASSED, PASSES, PLAYED, QUEEN, SEATS, SPADES
from croupier.games.tricks.cards import DECK, NOBODY, RANKS
from croupier.games.tricks.hidden import deal_anew


@inlined
def is_hidden(s: Record, card: int, seat: int) -> bool:
    """Whether a seat cannot know where a card is: in another hand, or put aside by another.

    What it has passed lies where it went, and who is to lead first has the two of clubs (HE-2, HE-3).
    """
    holder = s["where"][card]
    if holder == NOBODY or holder >= PLAYED or holder % SEATS == seat:
        return False
    return bool(s["phase"] == PASS or (card != LOWEST and s["given"][card] != seat))


@inlined
def may_hold(s: Record, seat: int, card: int) -> bool:
    """HE-3 to HE-5: nobody holds what it has shown to lack."""
    shown = s["voids"][seat]
    if card // RANKS == SPADES and card != QUEEN and (shown >> LOW_SPADES) & 1:
        return False
    return not (shown >> (card // RANKS)) & 1


def may_have(s: Record, seat: int, other: int, card: int) -> bool:
    """HE-2 to HE-5: whether a seat holds it possible that another holds a card."""
    return bool(may_hold(s, other, card) if is_hidden(s, card, seat) else s["where"][card] == other)


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """HE-2 to HE-5: cards that a seat cannot see may lie with any other that has not shown to lack them."""
    cards, free, count = np.empty(DECK, dtype=np.int64), np.empty(DECK, dtype=np.int64), 0
    for card in range(DECK):
        if is_hidden(s, card, seat):
            cards[count] = card
            free[count] = 0
            for other in range(s["players"]):
                if other != seat and may_hold(s, other, card):
                    free[count] |= 1 << other | 1 << (PASSED + other)
            count += 1
    deal_anew(s["where"], cards, free, count, rng, i)
    if s["direction"] and s["passed"] == PASSES * s["players"]:
        giver = (seat - int(s["direction"])) % s["players"]
        for card in range(DECK):
            if s["given"][card] != seat and s["given"][card] != giver:
                s["given"][card] = NOBODY
        for other in range(s["players"]):
            draw_given(s, seat, other, rng, i)


@kernel
def draw_given(s: Record, seat: int, receiver: int, rng: Generators, i: int) -> None:
    """HE-2: any cards that another has had this deal may be those passed to it, as far as a seat knows."""
    giver = (receiver - int(s["direction"])) % s["players"]
    had, count = np.empty(DECK, dtype=np.int64), 0
    if seat != giver and seat != receiver:
        for card in range(DECK):
            if s["where"][card] == receiver or s["where"][card] == PLAYED + receiver:
                had[count] = card
                count += 1
                s["given"][card] = NOBODY
        for k in range(PASSES):
            other = k + below(rng, i, count - k)
            s["given"][had[other]] = giver
            had[other] = had[k]

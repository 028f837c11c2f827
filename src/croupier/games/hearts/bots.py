"""The compiled bot of Hearts: it weighs the cost of a card now against its cost later.

The weights were tuned in its own games.
"""

from __future__ import annotations

import math

from croupier.core import BotParams, Generators, Mask, Record, inlined, kernel, lone_bot
from croupier.games.hearts.english import say
from croupier.games.hearts.rules import (
    ALL_POINTS,
    HEARTS,
    JACK,
    JACK_POINTS,
    PASS,
    PLAYED,
    QUEEN,
    QUEEN_POINTS,
    SPADES,
    penalty_of,
)
from croupier.games.tricks.cards import DECK, NOBODY, RANKS, beats, lead_of, winning_place

PLAIN, PER_HEART, COVER, CROWD = 1.4, 3.2, 0.72, 1.6
"""Points of a future trick, in a side suit and in hearts; the rest of a danger per lower card in the hand; the
exponent of the share of lower cards.
"""
RISES, VOID_POINTS = 0.55, 1.3
"""How readily a higher card is played on a trick, and the points that a player without the suit adds to it."""
MOON_GUARD, GUARDED = 9.0, 10
"""Value of a trick that keeps another player from taking all points, once that player has this many and nobody
else any.
"""


@inlined
def _count(s: Record, seat: int, low: int, high: int, own: bool) -> float:
    """How many cards from one to before another a seat holds, or others do."""
    total = 0.0
    for card in range(low, high):
        holder = int(s["where"][card])
        if holder != NOBODY and holder < PLAYED:
            total += (holder == seat) == own
    return total


@inlined
def _queen_is_out(s: Record, seat: int) -> bool:
    """Whether another may still play the queen of spades."""
    return bool(s["where"][QUEEN] < PLAYED and s["where"][QUEEN] != seat)


@kernel
def _danger(s: Record, seat: int, card: int) -> float:
    """Points that a card may cost later, if it stays in the hand."""
    suit = card // RANKS
    first, last = RANKS * suit, RANKS * (suit + 1)
    below, above = _count(s, seat, first, card, False), _count(s, seat, card + 1, last, False)
    if s["jack"] and card == JACK:
        return 0.4 * JACK_POINTS
    top = card  # own cards above all others of the suit do not cover it
    while top > first and _count(s, seat, top, last, False) == 0.0:
        top -= 1
    cover = float(COVER ** _count(s, seat, first, top, True))
    if card == QUEEN:
        others = _count(s, seat, first, last, True) - 1.0
        return QUEEN_POINTS * float(COVER**others if below + above > 0.0 else 0.2)
    if below + above == 0.0:
        return 0.5
    wins = float((below / (below + above)) ** CROWD)
    cost = PER_HEART if suit == HEARTS else PLAIN
    if suit == SPADES and card > QUEEN and _queen_is_out(s, seat):
        cost, wins = 0.6 * QUEEN_POINTS, 1.0
    return wins * cost * cover


@inlined
def _to_come(s: Record, seat: int, card: int, lead: int) -> float:
    """Points that those who are still to play may give to the trick, if the card takes it."""
    follows = _count(s, seat, RANKS * lead, RANKS * (lead + 1), False)
    people, total = int(s["players"]), 0.0
    gift = VOID_POINTS + (0.3 * QUEEN_POINTS if _queen_is_out(s, seat) else 0.0)
    if s["played"] < people and s["first_trick"] == 0:
        gift = 0.0
    for k in range(1, people - int(s["laid"])):
        other = (seat + k) % people
        void = 1.0 if (s["voids"][other] >> lead) & 1 else (1.0 - 1.0 / (people - 1.0)) ** follows
        total += void * gift + (1.0 - void) * (lead == HEARTS)
        if lead == SPADES and card > QUEEN and _queen_is_out(s, seat):
            total += (1.0 - void) * QUEEN_POINTS / (people - 1.0)
    return total


@kernel
def _cost_now(s: Record, seat: int, card: int) -> float:
    """Points that a card may cost in the trick under way: the chance to take it, times what it holds then."""
    people, first, lead, points = int(s["players"]), int(s["played"]) - int(s["laid"]), lead_of(s), 0.0
    if lead == NOBODY:
        lead = card // RANKS
    else:
        ahead = s["plays"][first + winning_place(s["plays"], first, s["laid"], NOBODY)]
        if not beats(card, ahead, NOBODY):
            return 0.0
    for place in range(first, int(s["played"])):
        points += penalty_of(s["plays"][place])
        points += JACK_POINTS if s["jack"] and s["plays"][place] == JACK else 0
    points += penalty_of(card) + (JACK_POINTS if s["jack"] and card == JACK else 0)
    higher, rises = _count(s, seat, card + 1, RANKS * (lead + 1), False), 0.0
    for k in range(1, people - int(s["laid"])):
        if not (s["voids"][(seat + k) % people] >> lead) & 1:
            rises += RISES * higher / (people - 1.0)
    points += _to_come(s, seat, card, lead)
    for other in range(people):
        taken = int(s["taken"][other])
        if other != seat and GUARDED <= taken < ALL_POINTS and points > 0.5 and _has_all(s, other):
            points -= MOON_GUARD
    return math.exp(-rises) * points


@inlined
def _has_all(s: Record, seat: int) -> bool:
    """Whether nobody else has taken a point."""
    total = 0
    for other in range(s["players"]):
        total += int(s["taken"][other])
    return bool(total == s["taken"][seat])


@inlined
def _worth_passing(s: Record, seat: int, card: int) -> float:
    """How readily a card is passed: by its danger, and from a short suit more readily."""
    suit = card // RANKS
    held = _count(s, seat, RANKS * suit, RANKS * (suit + 1), True)
    short = 0.3 * max(4.0 - held, 0.0) if suit != HEARTS and suit != SPADES else 0.0
    return _danger(s, seat, card) + short


@kernel
def choose(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Pass what is most dangerous; play the card that costs least now, less what it may cost if it stays."""
    seat, best, chosen = int(s["player"]), -1e9, 0
    for action in range(2 * DECK):
        if not mask[action]:
            continue
        card = action % DECK
        if s["phase"] == PASS:
            value = _worth_passing(s, seat, card)
        else:
            value = _danger(s, seat, card) - _cost_now(s, seat, card)
        value += 0.02 * (card % RANKS)  # of equals the highest
        if value > best:
            best, chosen = value, action
    return chosen


BOTS = lone_bot("hearts", choose, say("bot"))

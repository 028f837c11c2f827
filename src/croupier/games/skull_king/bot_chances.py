"""Chances of cards: to win one of the tricks to come, and to stay ahead in the trick under way.

The forms are simple; their weights were fitted to the bots' own games (see `bot_weights`).
"""

from __future__ import annotations

import math
from typing import Any

from croupier.core.kernel import inlined, kernel
from croupier.games.skull_king.bot_view import (
    BLOCKERS,
    HIGHER,
    LENGTH,
    OTHERS,
    OUT,
    PIRATES,
    PRESSURE,
    SUIT,
    need_of,
)
from croupier.games.skull_king.bot_weights import (
    ANYTHING,
    BLACK,
    BLOCK,
    CHANCES,
    CHARACTER,
    COLOUR,
    FEATURES,
    FORCED,
    KING,
    KING_UP,
    MAID,
    MAIDS_UP,
    OVER,
    OVERRUFF,
    PIRATE,
    PIRATES_UP,
    RUFF,
    THREATS,
    WAYS,
)
from croupier.games.skull_king.cards import (
    ESCAPE,
    HARRY,
    MERMAID,
    NONE,
    RANKS,
    ROSIE,
    SKULL_KING,
    TIGRESS,
    TRUMP,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.state import seat_at
from croupier.games.skull_king.tricks import leviathan_place

DUCK, TAKE = 0, 1
"""The two ends of wishing: no further trick, or every one."""
_FOLLOWING, _LEADING = 0, 1


@inlined
def kind_of(card: int) -> int:
    """Kind of a card in the hand, NONE for one that wins nothing by itself."""
    kind = NONE
    if card < TRUMP * RANKS:
        kind = COLOUR
    elif card < ESCAPE:
        kind = BLACK
    elif card == MERMAID:
        kind = MAID
    elif (card >= ROSIE and card <= HARRY) or card == TIGRESS:
        kind = PIRATE
    elif card == SKULL_KING:
        kind = KING
    return kind


@kernel
def describe(view: Any, card: int, kind: int, left: float, x: Any) -> None:
    """Write the features by which a card's chance in one of the tricks to come is told.

    Args:
        view: the seat's view.
        card: a card of its hand.
        kind: its kind.
        left: tricks left, at least 1.
        x: filled, shape (FEATURES,).
    """
    others = view[OTHERS]
    share = min(others * left / view[OUT], 1.0)  # of the cards out, how many the others will hold
    rate = share / left  # and how many of these come in one trick
    maids, pirates, kings = view[MERMAID] * rate, view[PIRATES] * rate, view[SKULL_KING] * rate
    x[0] = 1.0
    x[1] = 1.0 / left  # counts for the leader of the first of these tricks only
    x[2] = view[PRESSURE]
    x[3] = left * 0.1
    x[4] = others * 0.2
    x[5] = 0.0
    x[6] = 0.0
    x[7] = 0.0
    x[8] = 0.0
    x[9] = view[BLOCKERS] * rate
    if kind == COLOUR or kind == BLACK:  # noqa: PLR1714  # compiled: no container
        suit = card // RANKS
        x[5] = min(view[HIGHER + card] * share, 4.0)
        x[6] = maids + pirates + kings
        x[7] = (view[LENGTH + suit] - 1.0) * 0.3
        if kind == COLOUR:  # how many others can trump it
            void = math.exp(-view[SUIT + suit] * share / others)
            x[8] = void * others * (1.0 - math.exp(-view[SUIT + TRUMP] * share / others))
        else:
            x[8] = math.exp(-view[HIGHER + card] * share)
    elif kind == MAID:
        x[5] = pirates
        x[6] = kings
    elif kind == PIRATE:
        x[5] = kings
        x[6] = pirates
        x[7] = maids
    else:
        x[5] = maids
        x[6] = pirates


@inlined
def _logistic(weights: Any, start: int, x: Any, leads: float) -> float:
    total = weights[start] + leads * weights[start + 1] * x[1]
    for k in range(2, FEATURES):
        total += weights[start + k] * x[k]
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def judge(view: Any, card: int, place: int, left: float, weights: Any, x: Any, chances: Any) -> None:
    """Chances of a card in one of the tricks to come: ducking and taking, if this seat does not lead and if it does.

    Args:
        view: the seat's view.
        card: a card of its hand.
        place: its place in the hand.
        left: tricks left, at least 1.
        weights: all weights of the bot.
        x: scratch, shape (FEATURES,).
        chances: filled for this place, shape (2, HAND, 2).
    """
    kind = kind_of(card)
    if kind != NONE:
        describe(view, card, kind, left, x)
    first = CHANCES + kind * 2 * FEATURES
    for leads in range(_FOLLOWING, _LEADING + 1):
        duck, take = 0.0, 0.0
        if kind != NONE:
            take = _logistic(weights, first + FEATURES, x, float(leads))
        if kind != NONE and card != TIGRESS:  # she never has to win
            duck = min(_logistic(weights, first, x, float(leads)), take)
        chances[leads, place, DUCK] = duck
        chances[leads, place, TAKE] = take


@kernel
def list_threats(view: Any, card: int, lead: int, size: float, whale: bool, threats: Any) -> None:
    """Write, for each way to take a trick away, how likely one later player holds what it needs.

    Args:
        view: the view of the seat that is ahead.
        card: the card ahead, as it lies on the table.
        lead: lead suit of the trick.
        size: cards in that player's hand.
        whale: whether the Whale acts in this trick (SK-9).
        threats: filled, shape (WAYS,).
    """
    for way in range(WAYS):
        threats[way] = 0.0
    per = -size / view[OUT]
    threats[BLOCK] = 1.0 - math.exp(per * view[BLOCKERS])
    if whale:
        higher = 0.0
        for suit in range(TRUMP + 1):
            higher += view[HIGHER + suit * RANKS + card % RANKS]
        threats[OVER] = 1.0 - math.exp(per * higher)
    elif is_number(card):
        suit = card // RANKS
        higher = view[HIGHER + card]
        over = 1.0 - math.exp(per * higher)
        if suit == lead:
            threats[OVER] = over
            threats[FORCED] = over * math.exp(per * (view[SUIT + suit] - higher))
        void = math.exp(per * view[SUIT + lead]) if lead >= 0 else 1.0
        if suit != TRUMP:
            threats[RUFF] = void * (1.0 - math.exp(per * view[SUIT + TRUMP]))
        elif lead != TRUMP:
            threats[OVERRUFF] = void * over
        threats[CHARACTER] = 1.0 - math.exp(per * (view[MERMAID] + view[PIRATES] + view[SKULL_KING]))
    elif card == MERMAID:
        threats[PIRATES_UP] = 1.0 - math.exp(per * view[PIRATES])
    elif is_pirate(card):
        threats[KING_UP] = 1.0 - math.exp(per * view[SKULL_KING])
    elif card == SKULL_KING:
        threats[MAIDS_UP] = 1.0 - math.exp(per * view[MERMAID])
    else:
        threats[ANYTHING] = 1.0 - math.exp(per * (view[OUT] - view[ESCAPE]))


@inlined
def _random_taker(view: Any, card: int, lead: int) -> float:
    """SK-15: chance that Graybeard's top card takes the trick: any card out, each equally likely."""
    pirates = view[PIRATES] - view[TIGRESS]
    takers = view[SKULL_KING] + pirates + view[MERMAID]
    if is_number(card):
        suit = card // RANKS
        takers += view[HIGHER + card] if suit in (lead, TRUMP) else 0.0
        takers += view[SUIT + TRUMP] if suit != TRUMP else 0.0
    elif card == MERMAID:
        takers = pirates
    elif is_pirate(card):
        takers = view[SKULL_KING]
    elif card == SKULL_KING:
        takers = view[MERMAID]
    else:
        takers = view[OUT] - view[ESCAPE]
    return float(min(takers / view[OUT], 1.0))


@kernel
def chance_to_hold(s: Any, view: Any, trick: Any, count: int, lead: int, weights: Any, threats: Any) -> float:
    """Chance that the last card laid, which is ahead, is still ahead when all have played.

    Args:
        s: the record; public fields only are read.
        view: the view of the seat that lays the card.
        trick: the cards of the trick with it, as they lie on the table.
        count: how many these are.
        lead: lead suit with it.
        weights: all weights of the bot.
        threats: scratch, shape (WAYS,).

    Returns:
        The chance; each later player takes the trick in any way with a chance that grows with what it still needs.
    """
    card = int(trick[count - 1])
    whale = leviathan_place(trick, count) != NONE
    chance = 1.0
    size = NONE
    for place in range(count, s["seats"]):
        other = seat_at(s, place)
        if other >= s["players"]:
            chance *= 1.0 - _random_taker(view, card, lead)
            continue
        if size != s["sizes"][other]:
            size = s["sizes"][other]
            list_threats(view, card, lead, float(size), whale, threats)
        need = need_of(s, other)
        eager = 1.0 if need > 0 else 0.0
        wish = min(max(need / size, 0.0), 1.0)
        for way in range(WAYS):
            if threats[way] > 0.0:
                k = THREATS + way * 3
                taken = weights[k] + eager * weights[k + 1] + wish * weights[k + 2]
                chance *= 1.0 - min(max(taken, 0.0), 1.0) * threats[way]
    return chance

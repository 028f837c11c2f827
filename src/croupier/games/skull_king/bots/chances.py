"""Win probabilities of single cards, for the bots: in a later trick, and in the current one.

The figures are rounded from how often such cards won in the bots' own games, at tables of three to eight with and
without the expansion. Finer ones, with more to tell them by, made the bots no stronger.
"""

from __future__ import annotations

import math

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import Record
from croupier.games.skull_king.bots.seen import (
    CHARACTERS,
    HIGHER,
    LEVIATHANS,
    OTHERS,
    OUT,
    PIRATES,
    PRESSURE,
    SUIT,
    BotFloats,
    SeenFloats,
    need_of,
)
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    HARRY,
    LOOT,
    MERMAID,
    NONE,
    RANKS,
    ROSIE,
    SKULL_KING,
    TIGRESS,
    TRUMP,
    is_escape,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.record.state import seat_at

DUCK, TAKE = 0, 1
"""The two ends of wishing: no further trick, or every one."""
COLOUR, BLACK, MAID, PIRATE, KING = range(5)
"""Kinds of cards that can win a trick."""
ODDS = np.array(
    [
        [[-0.3, -1.0, -1.7], [1.3, -0.8, -2.4]],  # a coloured number
        [[1.6, -0.9, -1.6], [2.5, -0.4, -1.9]],  # a black one
        [[3.7, -5.0, -0.6], [2.7, -3.0, -0.7]],  # a mermaid
        [[2.6, -6.6, -0.3], [3.7, -3.8, -0.9]],  # a pirate
        [[2.4, -1.5, 0.2], [2.4, -2.2, -0.5]],  # the Skull King
    ]
)
"""Log-odds of a card in one of the tricks to come, when ducking and when taking: without any threat, for each card
that threatens it, and for the share of the tricks left that the others need."""
MOST_THREATS = 4.0
IDLE_NUMBER, EAGER_NUMBER, EAGER_CHARACTER, LEVIATHAN = 0.5, 1.3, 1.4, 0.3
"""How readily a card that takes the trick is used: a number by who needs no trick, the more by who does, who also
holds more of them; a character by who does; Kraken and Whale by anybody. Those who have shown to hold none of the
suit are thought to use no number: of 0, a quarter, a half and all of the trumps out, 0 made the strongest bot."""


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


@inlined
def _odds(kind: int, end: int, threat: float, pressure: float) -> float:
    total = ODDS[kind, end, 0] + ODDS[kind, end, 1] * threat + ODDS[kind, end, 2] * pressure
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def win_odds(view: SeenFloats, card: int, left: float, chances: BotFloats) -> None:
    """Chances of a card in one of the tricks to come, when ducking and when taking.

    A number is threatened by the higher ones that the others are likely to hold, a character by the cards that
    beat it and are likely to come in the same trick.

    Args:
        view: the seat's view.
        card: a card of its hand.
        left: tricks left, at least 1.
        chances: filled, shape (2,).
    """
    kind = kind_of(card)
    chances[DUCK] = 0.0
    chances[TAKE] = 0.0
    if kind == NONE:
        return
    share = min(view[OTHERS] * left / view[OUT], 1.0)  # of the cards out, how many the others will hold
    if kind <= BLACK:
        threat = min(view[HIGHER + card] * share, MOST_THREATS)
    elif kind == MAID:
        threat = view[PIRATES] * share / left
    elif kind == PIRATE:
        threat = view[SKULL_KING] * share / left
    else:
        threat = view[MERMAID] * share / left
    chances[TAKE] = _odds(kind, TAKE, threat, view[PRESSURE])
    if card != TIGRESS:  # she never has to win
        chances[DUCK] = min(_odds(kind, DUCK, threat, view[PRESSURE]), chances[TAKE])


@inlined
def _taking_numbers(view: SeenFloats, card: int, lead: int, free: float, whale: bool) -> float:
    """Numbers out that take a trick away from a card; trumps only as far as one is free to play them (SK-5)."""
    numbers = 0.0
    if is_number(card):
        suit = card // RANKS
        if whale:
            for any_suit in range(TRUMP + 1):
                numbers += view[HIGHER + any_suit * RANKS + card % RANKS]
        elif suit == lead:
            numbers = view[HIGHER + card]
        elif suit == TRUMP:
            numbers = view[HIGHER + card] * free
        if suit != TRUMP and not whale:
            numbers += view[SUIT + TRUMP] * free
    elif is_escape(card):
        numbers = view[OUT] - view[ESCAPE] - view[LOOT] - view[CHARACTERS] - view[LEVIATHANS]
    return numbers


@inlined
def _taking_characters(view: SeenFloats, card: int, whale: bool) -> float:
    """Characters out that take a trick away from a card (SK-6)."""
    if whale:
        characters = 0.0
    elif card == MERMAID:
        characters = view[PIRATES]
    elif is_pirate(card):
        characters = view[SKULL_KING]
    elif card == SKULL_KING:
        characters = view[MERMAID]
    else:
        characters = view[CHARACTERS]
    return characters


@kernel
def count_later(s: Record, count: int, lead: int, later: BotFloats) -> None:
    """Count who plays after the first `count` cards of a trick.

    Args:
        count: cards on the table.
        lead: the suit to follow, in which voids count; below zero where none do.
        later: filled, shape (5,): people who need no trick, people who do, Graybeard; and people of both kinds who
            have shown to hold no number of the suit.
    """
    for group in range(5):
        later[group] = 0.0
    for place in range(count, s["seats"]):
        other = seat_at(s, place)
        group = 2 if other >= s["players"] else 1 if need_of(s, other) > 0 else 0
        if group < 2 and lead >= 0 and (s["voids"][other] >> lead) & 1:
            group += 3
        later[group] += 1.0


@kernel
def chance_to_hold(view: SeenFloats, card: int, lead: int, left: float, whale: bool, later: BotFloats) -> float:
    """Chance that a card that is ahead still is when all have played.

    Args:
        view: the view of the seat that is ahead.
        card: the card ahead, as it lies on the table.
        lead: lead suit of the trick.
        left: cards in the later players' hands.
        whale: whether the Whale acts in this trick (SK-9).
        later: what `count_later` gave.

    Returns:
        The chance. Each later player holds each card that is out with the same chance, and uses it the more if it
        needs a trick; Graybeard's top card is any of them (SK-15).
    """
    out = view[OUT]
    free = math.exp(-view[SUIT + lead] * left / out) if lead >= 0 else 1.0
    numbers = _taking_numbers(view, card, lead, free, whale)
    characters, leviathans = _taking_characters(view, card, whale), view[LEVIATHANS]
    idle = IDLE_NUMBER * numbers + LEVIATHAN * leviathans
    eager = EAGER_NUMBER * numbers + EAGER_CHARACTER * characters + LEVIATHAN * leviathans
    expected = later[0] * idle + later[1] * eager
    # who holds none of the suit need not take the trick; that it may trump is in the mean of `free` already
    expected += later[3] * LEVIATHAN * leviathans
    expected += later[4] * (EAGER_CHARACTER * characters + LEVIATHAN * leviathans)
    chance = math.exp(-expected * left / out)
    if later[2] > 0.0:
        blind = _taking_numbers(view, card, lead, 1.0, whale) + characters + leviathans
        chance *= 1.0 - min(blind / out, 1.0)
    return chance

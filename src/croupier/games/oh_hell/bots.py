"""The compiled bot of Oh Hell: it rates each card by the chance to make the bid, from what it has seen.

The chances of cards are rounded from how often such cards won in its own games, when their player wanted to win or
to lose the trick.
"""

from __future__ import annotations

import math

import numpy as np

from croupier.core import BotParams, Generators, Mask, Probabilities, Record, inlined, kernel, lone_bot
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.rules import BID, BONUS, LARGEST, is_hidden, trump_of
from croupier.games.tricks.cards import DECK, NOBODY, RANKS, beats, lead_of, winning_place

ODDS = np.array(
    [
        [[1.7, -1.0, -0.2, -1.05, 0.4, -0.5], [2.0, -1.55, -0.2, -1.3, 0.5, -0.5]],
        [[2.9, -1.0, 0.0, -1.6, 0.1, -0.05], [2.55, -1.1, 0.0, -1.4, 0.2, 0.0]],
    ]
)
"""Log-odds of a card in a future trick, of a side suit and of trumps, when trying to lose and to win: without any
threat; per higher card that others are likely to hold; per such trump; for the share of the tricks left that they
need; per card of the suit that they are likely to hold; and per player.
"""
MOST = 4.0
"""More higher cards make no difference."""
IDLE, EAGER = 0.5, 1.3
"""How readily a player without and with need of a trick uses a card that takes it."""


@inlined
def _count_unseen(s: Record, seat: int, unseen: Probabilities) -> float:
    """Mark the cards that a seat has not located; returns how many there are."""
    total = 0.0
    for card in range(DECK):
        unseen[card] = 1.0 if is_hidden(s, card, seat) else 0.0
        total += unseen[card]
    return total


@inlined
def _higher(unseen: Probabilities, card: int) -> float:
    """How many higher cards of its suit are not located."""
    count = 0.0
    for other in range(card + 1, RANKS * (card // RANKS + 1)):
        count += unseen[other]
    return count


@inlined
def _of_suit(unseen: Probabilities, suit: int) -> float:
    """How many cards of a suit are not located; none of no suit."""
    count = 0.0
    if suit != NOBODY:
        for card in range(RANKS * suit, RANKS * (suit + 1)):
            count += unseen[card]
    return count


@kernel
def makes(lows: Probabilities, highs: Probabilities, count: int, need: int) -> float:
    """The chance to win at least so many tricks by `highs` if one tries, and at most by `lows` if not."""
    if need < 0 or need > count:
        return 0.0
    few, many = np.zeros(LARGEST + 2), np.zeros(LARGEST + 2)  # chances to win just so many
    few[0] = many[0] = 1.0
    for k in range(count):
        for wins in range(k + 1, -1, -1):
            few[wins] = few[wins] * (1.0 - lows[k]) + (few[wins - 1] * lows[k] if wins > 0 else 0.0)
            many[wins] = many[wins] * (1.0 - highs[k]) + (many[wins - 1] * highs[k] if wins > 0 else 0.0)
    most, least = 0.0, 0.0
    for wins in range(count + 1):
        most += few[wins] if wins <= need else 0.0
        least += many[wins] if wins >= need else 0.0
    return most * least


@kernel
def _rate(
    s: Record, seat: int, unseen: Probabilities, share: float, lows: Probabilities, highs: Probabilities
) -> None:
    """The chances of each card of the own hand in a trick to come, at the card's number."""
    trump, needed, left = trump_of(s), 0.0, 0.0
    for other in range(s["players"]):
        if other != seat:  # who has not bid yet is thought to need as many as any
            known = s["bids"][other] != NOBODY
            needed += max(s["bids"][other] - s["won"][other], 0) if known else s["cards"] / s["players"]
    for card in range(DECK):
        left += s["where"][card] == seat
    trumps, pressure = share * _of_suit(unseen, trump), needed / left
    for card in range(DECK):
        if s["where"][card] == seat:
            kind = 1 if card // RANKS == trump else 0
            higher, suit = min(share * _higher(unseen, card), MOST), share * _of_suit(unseen, card // RANKS)
            for end in range(2):
                odds = ODDS[kind, end]
                total = odds[0] + odds[1] * higher + odds[2] * trumps + odds[3] * pressure
                total += odds[4] * suit + odds[5] * s["players"]
                chance = 1.0 / (1.0 + math.exp(-total))
                if end == 0:
                    lows[card] = chance
                else:
                    highs[card] = max(chance, lows[card])


@inlined
def _chance_now(s: Record, seat: int, card: int, unseen: Probabilities, out: float) -> float:
    """The chance that a card wins the trick under way."""
    trump, first, lead = trump_of(s), int(s["played"]) - int(s["laid"]), lead_of(s)
    suit = card // RANKS
    if lead == NOBODY:
        lead = suit
    else:
        ahead = s["plays"][first + winning_place(s["plays"], first, s["laid"], trump)]
        if not beats(card, ahead, trump):
            return 0.0
    held = float(s["cards"]) - s["played"] // s["players"]
    higher, trumps = _higher(unseen, card), _of_suit(unseen, trump) if suit != trump else 0.0
    follows = _of_suit(unseen, lead)
    chance = 1.0
    for k in range(s["laid"] + 1, s["players"]):
        other = (seat + k - s["laid"]) % s["players"]
        share = held / max(out, 1.0)
        void = 1.0 if (s["voids"][other] >> lead) & 1 else (1.0 - min(share, 1.0)) ** follows
        uses = EAGER if s["bids"][other] > s["won"][other] else IDLE
        cards = higher * (1.0 - void if suit == lead else void) + trumps * void
        chance *= math.exp(-uses * share * cards)
    return chance


@kernel
def weigh(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Bid for the most points to be expected; play the card after which the bid is likeliest to be made."""
    seat, count = int(s["player"]), 0
    unseen, lows, highs = np.zeros(DECK), np.zeros(DECK), np.zeros(DECK)
    hand, low, high = np.zeros(LARGEST + 1, dtype=np.int64), np.zeros(LARGEST + 1), np.zeros(LARGEST + 1)
    out = _count_unseen(s, seat, unseen)
    for card in range(DECK):
        if s["where"][card] == seat:
            hand[count] = card
            count += 1
    others = (s["players"] - 1.0) * s["cards"] - (s["played"] - (s["cards"] - count))
    _rate(s, seat, unseen, others / max(out, 1.0), lows, highs)
    best, chosen = -1.0, 0
    for k in range(count + 1):
        action = DECK + k if s["phase"] == BID else int(hand[k])
        if (s["phase"] != BID and k == count) or not mask[action]:
            continue
        size = 0
        for j in range(count):
            if s["phase"] == BID or j != k:
                low[size], high[size] = lows[hand[j]], highs[hand[j]]
                size += 1
        if s["phase"] == BID:
            value = (BONUS + (k if s["scoring"] == 0 else 0)) * makes(low, high, count, k)
        else:
            now, need = _chance_now(s, seat, action, unseen, out), int(s["bids"][seat]) - int(s["won"][seat])
            value = now * makes(low, high, size, need - 1) + (1.0 - now) * makes(low, high, size, need)
        if value > best:
            best, chosen = value, action
    return chosen


BOTS = lone_bot("oh-hell", weigh, say("bot"))

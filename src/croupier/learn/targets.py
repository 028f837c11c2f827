"""Targets of Skull King's auxiliary tasks and inputs of its oracle, read from the records of a rollout.

They may hold what no seat knows: they are shown to no network that plays.
"""

from __future__ import annotations

import numpy as np

from croupier.core.kernel import inlined, kernel
from croupier.core.types import Features, Labels, Record
from croupier.games.skull_king.cards import HARRY, NONE, ROSIE, SHARE, TIGRESS_PIRATE, TYPES
from croupier.games.skull_king.state import place_to_seat, round_ended, trick_ended

PIRATES = 7
"""No pirate wins the trick, one of the five, or the Tigress as a pirate."""
MISSES = 7
"""Bid less tricks won, from -3 to 3; what is further off counts as that."""
_FARTHEST = 3
HAND_FEATURES = TYPES + 1
"""Features of another seat's hand: the share of each card's copies in it, and the bid."""
_ELEVENTH = np.float32(1 / 11)
_trick_ended, _round_ended = inlined(trick_ended), inlined(round_ended)


@kernel
def label_pirate(before: Record, after: Record, out: Labels) -> bool:
    """Target, known when a trick is over: which pirate has won it, for all seats."""
    if not _trick_ended(before, after):
        return False
    found = 0
    if after["last_winner"] != NONE:
        for place in range(after["seats"]):
            if place_to_seat(after["last_leader"], place, after["players"]) == after["last_winner"]:
                card = after["last_trick"][place]
                if card >= ROSIE and card <= HARRY:
                    found = 1 + card - ROSIE
                elif card == TIGRESS_PIRATE:
                    found = PIRATES - 1
    for seat in range(len(out)):
        out[seat] = found
    return True


@kernel
def label_bid(before: Record, after: Record, out: Labels) -> bool:
    """Target, known when a round is over: each seat's bid less its tricks, without Harry's change."""
    if not _round_ended(before, after):
        return False
    last = before["tricks"] < before["cards"]  # the round's last trick ended within this step
    for seat in range(before["players"]):
        won = before["won"][seat] + (last and after["last_winner"] == seat)
        miss = int(before["bids"][seat]) - int(won)
        out[seat] = _FARTHEST + min(max(miss, -_FARTHEST), _FARTHEST)
    return True


@kernel
def label_cards(s: Record, seat: int, out: Features) -> None:
    """Target: the share of each card's copies that the other hands hold."""
    for card in range(TYPES):
        out[card] = 0.0
    for other in range(s["seats"]):
        if other != seat:
            for place in range(s["sizes"][other]):
                card = s["hands"][other, place]
                out[card] += SHARE[card]


@kernel
def encode_hands(s: Record, seat: int, out: Features) -> None:
    """Oracle input: the others' hands and bids, clockwise from the next seat, also bids not yet shown."""
    for k in range(len(out)):
        out[k] = 0.0
    seats = int(s["seats"])
    for k in range(1, seats):
        other = (int(seat) + k) % seats
        base = (k - 1) * HAND_FEATURES
        for place in range(s["sizes"][other]):
            card = int(s["hands"][other, place])
            out[base + card] += SHARE[card]
        if s["bids"][other] != NONE:
            out[base + TYPES] = np.float32(s["bids"][other] + 1) * _ELEVENTH

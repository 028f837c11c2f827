"""Privileged features of Skull King for the oracle critic: the others' hands and bids. Used in training only."""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import kernel
from croupier.core.base.types import Features, Record
from croupier.core.spec.shape import GameShape
from croupier.core.spec.training import PrivilegedFeatures
from croupier.games.skull_king.record.cards import NONE, SHARE, TYPES

HAND_FEATURES = TYPES + 1
"""Features of another seat's hand: the share of each card's copies in it, and the bid."""
_ELEVENTH = np.float32(1 / 11)


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


def privileged_features(game: GameShape) -> PrivilegedFeatures:
    """Hand and bid of every other seat of the largest table."""
    seats = 3 if game.num_players == 2 else game.num_players  # SK-15: Graybeard's hand is the third
    return PrivilegedFeatures((seats - 1) * HAND_FEATURES, encode_hands)

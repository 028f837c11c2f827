"""What a compiled player knows: its own hand, what all have seen, and the cards that may still be out.

Of hidden things a bot reads only the own hand, the own discards for Bendt, and the undealt cards if Jade has shown
them to this seat (SK-14); the last two are read here alone. A *view* is an array of floats: how many of each card
are out, and sums over them. A *desk* is a record of scratch arrays, one for each decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.core.kernel import inlined, kernel
from croupier.games.skull_king.bot_weights import FEATURES, WAYS
from croupier.games.skull_king.cards import (
    COPIES,
    ESCAPE,
    HARRY,
    KRAKEN,
    LOOT,
    NONE,
    RANKS,
    ROSIE,
    TIGRESS,
    TRUMP,
    TYPES,
    WHALE,
)
from croupier.games.skull_king.state import HAND, SEATS, bids_open

HIGHER = TYPES
"""Where the numbers of higher cards of the same suit start, one for each of the 56 number cards."""
SUIT = HIGHER + ESCAPE
"""Where the four suits' totals start."""
LENGTH = SUIT + 4
"""Where the own numbers of cards in the four suits start."""
OUT, OTHERS, PIRATES, BLOCKERS, PRESSURE = range(LENGTH + 4, LENGTH + 9)
"""Cards out in all; other seats; pirates with the Tigress, and Kraken with Whale, that are out; tricks that the
others still need, as a share of those left."""
VIEW = PRESSURE + 1
ENDS = 2 * HAND
"""Room for the ends of a round, one for each number of tricks too few or too many."""

DESK = np.dtype(
    [
        ("view", np.float64, (VIEW,)),  # what the seat knows, see `look`
        ("features", np.float64, (FEATURES,)),  # of one card, see `describe`
        ("chances", np.float64, (2, HAND, 2)),  # of the hand's cards: not leading and leading; ducking and taking
        ("ends", np.float64, (2, 2, ENDS)),  # of the round: without and with Harry; points, and whether it is made
        ("work", np.float64, (2, ENDS)),  # the same before the cards of a plan
        ("threats", np.float64, (WAYS,)),  # by later players, see `list_threats`
        ("order", np.int64, (HAND,)),  # places of the hand, the last to be played first
        ("trick", np.int8, (SEATS,)),  # the cards on the table, with the one that is tried
    ],
    align=True,
)


@inlined
def need_of(s: Any, seat: int) -> int:
    """SK-4: tricks that a seat still needs, below zero if it has too many; 0 for Graybeard, who bids nothing."""
    bid = int(s["bids"][seat])
    return bid - int(s["won"][seat]) if bid != NONE else 0


@kernel
def look(s: Any, seat: int, knows_pile: bool, view: Any) -> None:
    """Write down what a seat knows.

    Args:
        s: the record.
        seat: whose view.
        knows_pile: whether it makes use of what Jade has shown to it.
        view: filled, shape (VIEW,).
    """
    for suit in range(TRUMP + 1):
        view[LENGTH + suit] = 0.0
    for card in range(TYPES):
        view[card] = COPIES[card] - s["seen"][card]
    if s["loot"] == 0:
        view[LOOT] = 0.0
    if s["kraken"] == 0:
        view[KRAKEN] = 0.0
    if s["whale"] == 0:
        view[WHALE] = 0.0
    for place in range(s["sizes"][seat]):
        card = s["hands"][seat, place]
        view[card] -= 1.0
        if card < ESCAPE:
            view[LENGTH + card // RANKS] += 1.0
    if s["bendt_seat"] == seat:
        for k in range(2):
            if s["discards"][k] != NONE:
                view[s["discards"][k]] -= 1.0
    if s["jade_seat"] == seat and knows_pile:
        # what another seat has drawn from the shown cards cannot be told from the rest, until it is played
        size = s["pile_size"] if s["bendt_seat"] == seat else s["jade_size"]
        for k in range(size):
            card = s["pile"][k]
            view[card] = max(view[card] - 1.0, 0.0)
    _add_up(s, seat, view)


@inlined
def _add_up(s: Any, seat: int, view: Any) -> None:
    """Write the sums behind the counts."""
    out = 0.0
    for suit in range(TRUMP + 1):
        higher = 0.0
        for rank in range(RANKS - 1, -1, -1):
            card = suit * RANKS + rank
            view[HIGHER + card] = higher
            higher += view[card]
        view[SUIT + suit] = higher
        out += higher
    for card in range(ESCAPE, TYPES):
        out += view[card]
    pirates = view[TIGRESS]
    for card in range(ROSIE, HARRY + 1):
        pirates += view[card]
    view[OUT] = max(out, 1.0)
    view[OTHERS] = s["seats"] - 1
    view[PIRATES] = pirates
    view[BLOCKERS] = view[KRAKEN] + view[WHALE]
    view[PRESSURE] = (s["players"] - 1.0) / s["seats"]
    if bids_open(s):
        needed = 0.0
        for other in range(s["players"]):
            if other != seat:
                needed += max(need_of(s, other), 0)
        view[PRESSURE] = min(needed / max(s["cards"] - s["tricks"], 1), 2.0)

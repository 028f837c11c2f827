"""A bot's knowledge: its own hand, the cards seen by all, and the cards that may still be out.

Of hidden things a bot reads only its hand, its discards for Bendt, and the undealt cards if Jade has shown them to
this seat (SK-14); only `unseen_counts` reads the last two. A *view* is an array of floats: how many of each card
are out, and sums over them. A *scratch record* is working memory for one decision: the bot's knowledge, and
scratch arrays. All its numbers have one type, so that the kernels that use them are compiled once.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core import Record, inlined, kernel
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    HARRY,
    KRAKEN,
    MERMAID,
    NONE,
    RANKS,
    ROSIE,
    SKULL_KING,
    TIGRESS,
    TRUMP,
    TYPES,
    WHALE,
)
from croupier.games.skull_king.record.hands import unseen_counts
from croupier.games.skull_king.record.state import HAND, SEATS, bids_open

HIGHER = TYPES
"""Start of the numbers of higher cards of the same suit, one for each of the 56 number cards."""
SUIT = HIGHER + ESCAPE
"""Start of the four suits' totals."""
OUT, OTHERS, PIRATES, CHARACTERS, LEVIATHANS, PRESSURE = range(SUIT + 4, SUIT + 10)
"""Cards out in all; other hands; pirates with the Tigress, these with mermaids and Skull King, and Kraken with
Whale, that are out; tricks that the others still need, as a share of those left.
"""
VIEW = PRESSURE + 1
ENDS = HAND + 1
"""Room for the ends of a round, one per number of tricks still to be won."""

SCRATCH = np.dtype(
    [
        ("view", np.float64, (VIEW,)),  # the seat's knowledge, see `look`
        ("chances", np.float64, (HAND, 2)),  # chances of the hand's cards in future tricks, see `judge`
        ("seat", np.int64),  # the deciding seat
        ("held", np.int64),  # cards in its hand
        ("left", np.int64),  # unfinished tricks
        ("bid", np.int64),  # its bid; while bidding, the one being tried
        ("won", np.int64),  # tricks it has won
        ("before", np.int64),  # other players' cards in the trick
        ("ends", np.float64, (2, 2, ENDS)),  # of the round: without and with Harry; points, and whether it is made
        ("work", np.float64, (ENDS,)),  # points before the cards of a plan
        ("later", np.float64, (5,)),  # who plays later in the trick, see `count_later`
        ("uses_voids", np.int64),  # 1 to use the suits that others have shown to lack
        ("order", np.int64, (HAND,)),  # places of the hand, last to be played first
        ("trick", np.int8, (SEATS,)),  # the cards on the table, with the one being tried
    ],
    align=True,
)

SeenRecord: TypeAlias = np.void
"""A record of `SCRATCH`."""
BotFloats: TypeAlias = npt.NDArray[np.float64]
"""A field of a scratch record."""
SeenFloats: TypeAlias = BotFloats
"""The seat's knowledge, shape (VIEW,)."""


@inlined
def need_of(s: Record, seat: int) -> int:
    """SK-4: tricks that a seat still needs, below zero if it has too many; 0 for Graybeard, who bids nothing."""
    bid = int(s["bids"][seat])
    return bid - int(s["won"][seat]) if bid != NONE else 0


@kernel
def look(s: Record, knows_pile: bool, scratch: SeenRecord) -> None:
    """Write down what the seat to move knows, and if it makes use of that, what Jade has shown to it."""
    seat, view = s["player"], scratch["view"]
    scratch["seat"] = seat
    scratch["held"] = s["sizes"][seat]
    scratch["left"] = s["cards"] - s["tricks"]
    scratch["bid"] = s["bids"][seat]
    scratch["won"] = s["won"][seat]
    unseen_counts(s, seat, knows_pile, view)
    _add_up(view)
    view[OTHERS] = s["seats"] - 1
    view[PRESSURE] = _pressure(s, seat)


@inlined
def _add_up(view: SeenFloats) -> None:
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
    view[PIRATES] = pirates
    view[CHARACTERS] = pirates + view[MERMAID] + view[SKULL_KING]
    view[LEVIATHANS] = view[KRAKEN] + view[WHALE]


@inlined
def _pressure(s: Record, seat: int) -> float:
    """Tricks that the others need, as a share of those left; Graybeard and hidden bids count as a fair share."""
    if not bids_open(s):
        return float((s["seats"] - 1.0) / s["seats"])
    left = max(int(s["cards"]) - int(s["tricks"]), 1)
    needed = left / s["seats"] if s["players"] < s["seats"] else 0.0
    for other in range(s["players"]):
        if other != seat:
            needed += max(need_of(s, other), 0)
    return float(min(needed / left, 2.0))

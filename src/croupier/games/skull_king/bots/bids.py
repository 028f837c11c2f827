"""Bids by the points to be expected: what each bid is worth, the best one, and a draw of what such a hand bids."""

from __future__ import annotations

import math

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.rng import uniform
from croupier.core.base.types import Generators, Record, Records
from croupier.games.skull_king.bots.plan import expect_now, prepare, rate_ends
from croupier.games.skull_king.bots.seen import DESK, BotFloats, SeenRecord, look
from croupier.games.skull_king.record.state import BID_ACTION, HAND

SPREAD = 6.0
"""Points by which a bid that is made e times as seldom as the best is worth less. It foretells the bids of `bot`,
`net` and `bot:simple` about equally well (``python -m benchmarks.skull_king_bids``)."""


@inlined
def rate_bids(s: Record, desk: SeenRecord, values: BotFloats) -> None:
    """Write the points to be expected from each bid, 0 up to the cards dealt; the seat has looked."""
    prepare(s, desk["left"], desk)
    for bid in range(desk["left"] + 1):
        desk["bid"] = bid
        rate_ends(s, desk)
        values[bid] = expect_now(desk, 0.0)


@inlined
def best_bid(s: Record, desk: SeenRecord) -> int:
    """The bid from which most points are to be expected, the lowest of equals."""
    values = np.zeros(HAND)
    rate_bids(s, desk, values)
    chosen = 0
    for bid in range(1, desk["left"] + 1):
        if values[bid] > values[chosen]:
            chosen = bid
    return BID_ACTION + chosen


@kernel
def draw_bid(s: Record, seat: int, rng: Generators, i: int) -> int:
    """Draw a bid as hands like a seat's are bid on: with the chances softmax(points to be expected / `SPREAD`).

    Args:
        s: the record, nobody having played to the round; left as it was.
        seat: whose bid.
        rng: the generators.
        i: which of them draws.

    Returns:
        The bid, 0 up to the cards dealt.
    """
    return _drawn_bid(s, seat, np.zeros(1, DESK), rng, i)


@kernel
def _drawn_bid(s: Record, seat: int, desks: Records, rng: Generators, i: int) -> int:
    """Draw a bid with a desk to note on, shape (1,), which the caller holds: a record alone does not keep it."""
    mover, desk = s["player"], desks[0]
    s["player"] = seat
    look(s, False, desk)
    s["player"] = mover
    values = np.zeros(HAND)
    rate_bids(s, desk, values)
    top = values[: desk["left"] + 1].max()
    total = 0.0
    for bid in range(desk["left"] + 1):
        values[bid] = math.exp((values[bid] - top) / SPREAD)
        total += values[bid]
    left = uniform(rng, i) * total
    chosen = 0
    while chosen < desk["left"] and left >= values[chosen]:
        left -= values[chosen]
        chosen += 1
    return chosen

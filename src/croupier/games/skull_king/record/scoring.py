"""Points of a round (SK-11 to SK-14) and of the whole game (SK-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import SeatValues

ALLIANCE = 20
Scores: TypeAlias = npt.NDArray[np.int16]
"""Points of each seat; shape (seats,)."""


@inlined
def bid_points(bid: int, tricks: int, cards: int) -> int:
    """SK-12: points of a bid in the usual scoring, captures apart."""
    missed = abs(bid - tricks)
    if bid == 0:
        return 10 * cards if missed == 0 else -10 * cards
    return 20 * bid if missed == 0 else -10 * missed


@inlined
def rascal_points(bid: int, tricks: int, cards: int) -> int:
    """SK-13: the same in Rascal scoring."""
    missed = abs(bid - tricks)
    if missed == 0:
        return 10 * cards
    return 5 * cards if missed == 1 else 0


@inlined
def capture_points(missed: int, bonus: int, rascal: bool) -> int:
    """SK-12 and SK-13: what counts of the captures; they are multiples of ten, so the half is whole."""
    if missed == 0:
        return bonus
    return bonus // 2 if rascal and missed == 1 else 0


@kernel
def seat_points(bid: int, tricks: int, cards: int, bonus: int, wager: int, rascal: bool) -> int:
    """SK-12 to SK-14: what a seat scores in a round, alliances apart; the bid is that after Harry's change."""
    base = rascal_points(bid, tricks, cards) if rascal else bid_points(bid, tricks, cards)
    base += capture_points(abs(bid - tricks), bonus, rascal)
    return base + wager if bid == tricks else base - wager


def winners(scores: Scores, players: int) -> int:
    """SK-16: the seats with the highest score, as bits; kernels paste it in."""
    best = scores[0]
    for seat in range(1, players):
        best = max(best, scores[seat])
    found = 0
    for seat in range(players):
        if scores[seat] == best:
            found |= 1 << seat
    return found


_winners = inlined(winners)


def winning_seats(scores: Scores | Sequence[int]) -> list[int]:
    """SK-16: the same as a list, lowest seat first, for who tells how a game came out."""
    won = winners(np.asarray(scores), len(scores))
    return [seat for seat in range(len(scores)) if (won >> seat) & 1]


@kernel
def utilities(scores: Scores, players: int, out: SeatValues) -> None:
    """SK-16: 1 for the highest score, shared among equals, 0 for the others; `out` may be longer."""
    won = _winners(scores, players)
    shared = 0
    for seat in range(players):
        shared += (won >> seat) & 1
    for seat in range(len(out)):
        out[seat] = 1.0 / shared if (won >> seat) & 1 else 0.0

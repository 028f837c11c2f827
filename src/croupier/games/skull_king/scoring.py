"""Points of a round (SK-11 to SK-14) and of the whole game (SK-16)."""

from __future__ import annotations

from typing import Any

from croupier.core.kernel import inlined, kernel

ALLIANCE = 20


@inlined
def bid_points(bid: int, tricks: int, cards: int, bonus: int) -> int:
    """SK-12: points of a bid and of the captures with it, in the usual scoring."""
    missed = abs(bid - tricks)
    if bid == 0:
        return 10 * cards + bonus if missed == 0 else -10 * cards
    return 20 * bid + bonus if missed == 0 else -10 * missed


@inlined
def rascal_points(bid: int, tricks: int, cards: int, bonus: int) -> int:
    """SK-13: the same in Rascal scoring; all stakes are multiples of ten, so the half is whole."""
    missed = abs(bid - tricks)
    stake = 10 * cards + bonus
    if missed == 0:
        return stake
    return stake // 2 if missed == 1 else 0


@kernel
def seat_points(bid: int, tricks: int, cards: int, bonus: int, wager: int, rascal: bool) -> int:
    """SK-12 to SK-14: what a seat scores in a round, alliances apart; the bid is that after Harry's change."""
    base = rascal_points(bid, tricks, cards, bonus) if rascal else bid_points(bid, tricks, cards, bonus)
    return base + wager if bid == tricks else base - wager


@kernel
def utilities(scores: Any, players: int, out: Any) -> None:
    """SK-16: 1 for the highest score, shared among equals, 0 for the others; `out` may be longer."""
    best = scores[0]
    for seat in range(1, players):
        best = max(best, scores[seat])
    shared = 0
    for seat in range(players):
        shared += scores[seat] == best
    for seat in range(len(out)):
        out[seat] = 1.0 / shared if seat < players and scores[seat] == best else 0.0

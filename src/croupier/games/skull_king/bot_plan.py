"""What the rest of a round is worth: points to be expected from the cards still held, by backward induction.

A plan treats the cards as independent: with r cards left and n tricks still needed, the next card takes a trick
with a chance between its two ends, the nearer to the upper one the more the tricks are needed. The cards whose
outcome is least in the player's hands are thought to be played first.
"""

from __future__ import annotations

from typing import Any

from croupier.core.kernel import inlined, kernel
from croupier.games.skull_king.bot_chances import DUCK, TAKE, judge
from croupier.games.skull_king.bot_view import need_of
from croupier.games.skull_king.bot_weights import WISH
from croupier.games.skull_king.scoring import seat_points
from croupier.games.skull_king.state import PLAYING, TIGRESS_PHASE

POINTS, MADE = 0, 1
"""What is told of an end: its points, and whether the bid is made."""
WITHOUT_HARRY, WITH_HARRY = 0, 1


@kernel
def rate_ends(s: Any, bid: int, least: int, count: int, bonus: int, wager: int, harry: bool, ends: Any) -> None:
    """Write what the ends of a round are worth.

    Args:
        s: the record; public fields only are read.
        bid: the bid.
        least: tricks missing at the first end (below zero: too many); the following ones miss one more each.
        count: number of ends.
        bonus: points captured if the bid is made.
        wager: Roatan's wager.
        harry: whether the bid may still be changed by one (SK-14).
        ends: filled, shape (2, ENDS).
    """
    cards, rascal = int(s["cards"]), s["rascal"] != 0
    reach = 1 if harry else 0
    for k in range(count):
        won = bid - least - k
        best, made = -10000.0, 0.0
        for said in range(max(bid - reach, 0), min(bid + reach, cards) + 1):
            best = max(best, float(seat_points(said, won, cards, bonus, wager, rascal)))
            made = 1.0 if said == won else made
        ends[POINTS, k] = best
        ends[MADE, k] = made


@kernel
def judge_hand(s: Any, seat: int, left: float, weights: Any, desk: Any) -> None:
    """Write the chances of every card of a hand in `left` tricks, and the order in which they are planned."""
    chances, order = desk["chances"], desk["order"]
    for place in range(s["sizes"][seat]):
        judge(desk["view"], int(s["hands"][seat, place]), place, left, weights, desk["features"], chances)
        gap = chances[0, place, TAKE] - chances[0, place, DUCK]
        j = place
        while j > 0 and chances[0, order[j - 1], TAKE] - chances[0, order[j - 1], DUCK] < gap:
            order[j] = order[j - 1]
            j -= 1
        order[j] = place


@kernel
def prepare(s: Any, seat: int, size: int, weights: Any, desk: Any) -> None:
    """Judge a hand for the tricks after the one under way, and rate the ends of the round.

    Args:
        s: the record.
        seat: whose hand; its view is on the desk.
        size: tricks still to be finished, which is how many ends there are, less one.
        weights: all weights of the bot.
        desk: filled.
    """
    playing = s["phase"] == PLAYING or s["phase"] == TIGRESS_PHASE
    judge_hand(s, seat, max(float(size) - (1.0 if playing else 0.0), 1.0), weights, desk)
    bid, least = int(s["bids"][seat]), need_of(s, seat) - size
    bonus, wager = int(s["bonuses"][seat]), int(s["wagers"][seat])
    waits = s["harry_seat"] == seat
    rate_ends(s, bid, least, size + 1, bonus, wager, waits, desk["ends"][WITHOUT_HARRY])
    rate_ends(s, bid, least, size + 1, bonus, wager, waits or s["harry"] != 0, desk["ends"][WITH_HARRY])


@kernel
def expect(
    desk: Any, leads: int, harry: int, size: int, without: int, also: int, top: int, need: int, wishing: float
) -> None:
    """Write points to be expected and the chance to make the bid to index `top` of the desk's `work`.

    Args:
        desk: with the chances of the hand's cards and the worth of the ends.
        leads: 1 if this seat leads the next trick.
        harry: 1 if Harry will help (SK-14).
        size: cards in the hand.
        without: a place that is not in the plan, or NONE.
        also: another one, or NONE.
        top: index of the end in which no further trick is won.
        need: tricks needed, which that end misses.
        wishing: how much a needed trick is wished for.
    """
    chances, order, work = desk["chances"], desk["order"], desk["work"]
    left = size - (1 if without >= 0 else 0) - (1 if also >= 0 else 0)
    for k in range(top - left, top + 1):
        work[POINTS, k] = desk["ends"][harry, POINTS, k]
        work[MADE, k] = desk["ends"][harry, MADE, k]
    cards = 0
    for j in range(size):
        place = order[j]
        if place == without or place == also:  # noqa: PLR1714  # compiled: no container
            continue
        cards += 1
        low = chances[leads, place, DUCK]
        gap = chances[leads, place, TAKE] - low
        for k in range(top, top - left + cards - 1, -1):
            p = low + gap * min(max((need - top + k) * wishing / cards, 0.0), 1.0)
            work[POINTS, k] += p * (work[POINTS, k - 1] - work[POINTS, k])
            work[MADE, k] += p * (work[MADE, k - 1] - work[MADE, k])


@inlined
def expect_now(s: Any, seat: int, leads: int, weights: Any, desk: Any) -> float:
    """Points to be expected with the whole hand between two tricks."""
    size = int(s["sizes"][seat])
    expect(desk, leads, WITHOUT_HARRY, size, -1, -1, size, need_of(s, seat), weights[WISH])
    return float(desk["work"][POINTS, size])

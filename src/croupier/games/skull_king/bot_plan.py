"""What the rest of a round is worth: points to be expected from the cards still held, by backward induction.

A plan treats the cards as independent: with r cards left and n tricks still needed, the next card takes a trick
with a chance between its two ends, the nearer to the upper one the more the tricks are needed. The cards whose
outcome is most in the player's hands are thought to be played last.

An *end* of a round has an index: tricks that are left less those that are won of them. So the last index in use
is winning none, and winning one lowers the index by one.
"""

from __future__ import annotations

from typing import Any

from croupier.core.kernel import kernel
from croupier.games.skull_king.bot_chances import DUCK, TAKE, chance_to_hold, count_later, judge
from croupier.games.skull_king.bot_view import need_of
from croupier.games.skull_king.cards import HARRY, NONE, ROATAN
from croupier.games.skull_king.scoring import seat_points
from croupier.games.skull_king.tricks import captures, lead_after, leviathan_place, winning_place

POINTS, MADE = 0, 1
"""What is told of an end: its points, and whether the bid is made."""
WITHOUT_HARRY, WITH_HARRY = 0, 1
LARGEST_WAGER = 20.0
_NOTHING = -1e9


@kernel
def rate_ends(s: Any, seat: int, bid: int, reach: int, ends: Any) -> None:
    """Write what the ends of a round are worth to a seat.

    Args:
        s: the record; public fields only are read.
        seat: the seat.
        bid: its bid.
        reach: by how much the bid may still be changed, 1 with Harry (SK-14).
        ends: filled, shape (2, ENDS).
    """
    cards, left, rascal = int(s["cards"]), int(s["cards"]) - int(s["tricks"]), s["rascal"] != 0
    bonus, wager = int(s["bonuses"][seat]), int(s["wagers"][seat])
    for k in range(left + 1):
        won = int(s["won"][seat]) + left - k
        best, made = _NOTHING, 0.0
        for said in range(max(bid - reach, 0), min(bid + reach, cards) + 1):
            best = max(best, float(seat_points(said, won, cards, bonus, wager, rascal)))
            made = 1.0 if said == won else made
        ends[POINTS, k] = best
        ends[MADE, k] = made


@kernel
def judge_hand(s: Any, seat: int, left: int, desk: Any) -> None:
    """Write the chances of every card of a hand in `left` tricks, and the order in which they are planned."""
    chances, order = desk["chances"], desk["order"]
    for place in range(s["sizes"][seat]):
        judge(desk["view"], int(s["hands"][seat, place]), max(float(left), 1.0), chances[place])
        gap = chances[place, TAKE] - chances[place, DUCK]
        j = place
        while j > 0 and chances[order[j - 1], TAKE] - chances[order[j - 1], DUCK] < gap:
            order[j] = order[j - 1]
            j -= 1
        order[j] = place


@kernel
def prepare(s: Any, seat: int, under_way: int, desk: Any) -> None:
    """Judge a hand for the tricks to come, and rate the ends of the round as they are without a further Harry.

    Args:
        s: the record.
        seat: whose hand; its view is on the desk.
        under_way: 1 if the next trick is not one of those to come, since its cards are tried one by one.
        desk: filled.
    """
    judge_hand(s, seat, int(s["cards"]) - int(s["tricks"]) - under_way, desk)
    reach = 1 if s["harry_seat"] == seat else 0
    rate_ends(s, seat, int(s["bids"][seat]), reach, desk["ends"][WITHOUT_HARRY])


@kernel
def expect(desk: Any, harry: int, size: int, gone: int, top: int, need: int, extra: float) -> float:
    """Points to be expected.

    Args:
        desk: with the chances of the hand's cards and the worth of the ends.
        harry: 1 if Harry will help (SK-14); his ends are then rated too.
        size: cards in the hand.
        gone: places that are not in the plan, as bits.
        top: index of the end in which no further trick is won.
        need: tricks needed, which that end misses.
        extra: points more if the bid is made.

    Returns:
        The points.
    """
    chances, order, work, ends = desk["chances"], desk["order"], desk["work"], desk["ends"]
    left = 0
    for place in range(size):
        left += 1 - ((gone >> place) & 1)
    for k in range(top - left, top + 1):
        work[k] = ends[harry, POINTS, k] + extra * ends[harry, MADE, k]
    cards = 0
    for j in range(size):
        place = order[j]
        if (gone >> place) & 1:
            continue
        cards += 1
        low = chances[place, DUCK]
        gap = (chances[place, TAKE] - low) / cards
        for k in range(top, top - left + cards - 1, -1):
            p = low + gap * min(max(need - top + k, 0), cards)
            work[k] += p * (work[k - 1] - work[k])
    return float(work[top])


@kernel
def expect_now(s: Any, seat: int, extra: float, desk: Any) -> float:
    """Points to be expected with the whole hand between two tricks."""
    size = int(s["sizes"][seat])
    return expect(desk, WITHOUT_HARRY, size, 0, size, need_of(s, seat), extra)


@kernel
def see_trick(s: Any, before: int, desk: Any) -> None:
    """Put on the desk the first `before` cards of the trick, and who plays after the next one."""
    for k in range(before):
        desk["trick"][k] = s["trick"][k]
    count_later(s, before + 1, desk["later"])


@kernel
def weigh(s: Any, seat: int, place: int, face: int, before: int, desk: Any) -> float:
    """Points to be expected if a card is laid.

    Args:
        s: the record.
        seat: who lays it.
        place: its place in the hand, NONE if it has left the hand already.
        face: the card as it will lie on the table.
        before: cards in the trick before it.
        desk: the trick is seen and the hand prepared.
    """
    need, held, left = need_of(s, seat), int(s["sizes"][seat]), int(s["cards"]) - int(s["tricks"])
    trick = desk["trick"]
    trick[before] = face
    gone = 1 << place if place != NONE else 0
    lost = expect(desk, WITHOUT_HARRY, held, gone, left, need, 0.0)
    if winning_place(trick, before + 1) != before:
        return lost
    lead = lead_after(int(s["lead"]), face)
    whale = leviathan_place(trick, before + 1) != NONE
    hold = chance_to_hold(desk["view"], face, lead, float(left), whale, desk["later"])
    bonus = float(captures(trick, before + 1, before))
    harry = WITHOUT_HARRY
    if face == HARRY and s["harry"] != 0:
        rate_ends(s, seat, int(s["bids"][seat]), 1, desk["ends"][WITH_HARRY])
        harry = WITH_HARRY
    won = expect(desk, harry, held, gone, left - 1, need - 1, bonus)
    if left > 1 and face == ROATAN and s["roatan"] != 0:
        sure = expect(desk, harry, held, gone, left - 1, need - 1, bonus + 2 * LARGEST_WAGER)
        won = max(won, sure - LARGEST_WAGER)
    return lost + hold * (won - lost)

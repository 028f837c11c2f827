"""Expected points of the rest of a round, by backward induction over the cards still held.

A plan treats the cards as independent: with r cards left and n tricks still needed, the next card takes a trick
with a chance between its two ends, the nearer to the upper one the more the tricks are needed. The cards whose
outcome is most in the player's hands are thought to be played last.

An *end* of a round has an index: tricks that are left less those that are won of them. So the last index in use
is winning none, and winning one lowers the index by one.
"""

from __future__ import annotations

from croupier.core.base.kernel import inlined, kernel, wide
from croupier.core.base.types import Record
from croupier.games.skull_king.bots.chances import DUCK, TAKE, chance_to_hold, count_later, win_odds
from croupier.games.skull_king.bots.seen import BotFloats, SeenRecord
from croupier.games.skull_king.record.cards import HARRY, NONE, ROATAN, TIGRESS, TIGRESS_ESCAPE
from croupier.games.skull_king.record.scoring import seat_points
from croupier.games.skull_king.record.tricks import captures, lead_after, leviathan_place, winning_place

POINTS, MADE = 0, 1
"""What is told of an end: its points, and whether the bid is made."""
WITHOUT_HARRY, WITH_HARRY = 0, 1
LARGEST_WAGER = 20.0
_NOTHING = -1e9


@kernel
def rate_ends(s: Record, desk: SeenRecord) -> None:
    """Write what the ends of a round are worth, as things are and with Harry, who can change the bid (SK-14)."""
    seat, bid, left = desk["seat"], desk["bid"], desk["left"]
    ends = desk["ends"]
    cards, rascal = wide(s["cards"]), s["rascal"] != 0
    bonus, wager = wide(s["bonuses"][seat]), wide(s["wagers"][seat])
    for harry in range(2):
        reach = 1 if s["harry_seat"] == seat else harry * s["harry"]
        for k in range(left + 1):
            won = desk["won"] + left - k
            best, made = _NOTHING, 0.0
            for said in range(max(bid - reach, 0), min(bid + reach, cards) + 1):
                best = max(best, float(seat_points(said, won, cards, bonus, wager, rascal)))
                made = 1.0 if said == won else made
            ends[harry, POINTS, k] = best
            ends[harry, MADE, k] = made


@kernel
def prepare(s: Record, to_come: int, desk: SeenRecord) -> None:
    """Rate the ends, write the chances of every card of the hand, and the order in which they are planned.

    Args:
        to_come: tricks to come; the one under way is none of them, since its cards are tried one by one.
        desk: the seat has looked.
    """
    rate_ends(s, desk)
    seat, chances, order = desk["seat"], desk["chances"], desk["order"]
    left = max(float(to_come), 1.0)
    for place in range(desk["held"]):
        win_odds(desk["view"], int(s["hands"][seat, place]), left, chances[place])
        gap = chances[place, TAKE] - chances[place, DUCK]
        j = place
        while j > 0 and chances[order[j - 1], TAKE] - chances[order[j - 1], DUCK] < gap:
            order[j] = order[j - 1]
            j -= 1
        order[j] = place


@kernel
def expect(desk: SeenRecord, ends: BotFloats, gone: int, top: int, extra: float) -> float:
    """Points to be expected.

    Args:
        desk: prepared.
        ends: the worth of the ends, as things are or with Harry, shape (2, ENDS).
        gone: places of the hand that are not in the plan, as bits.
        top: index of the end in which no further trick is won.
        extra: points more if the bid is made.

    Returns:
        The points.
    """
    chances, order, work, held = desk["chances"], desk["order"], desk["work"], desk["held"]
    left = 0
    for place in range(held):
        left += 1 - ((gone >> place) & 1)
    for k in range(top - left, top + 1):
        work[k] = ends[POINTS, k] + extra * ends[MADE, k]
    cards, missed = 0, desk["bid"] - desk["won"] - desk["left"]  # by the end of index 0
    for j in range(held):
        place = order[j]
        if (gone >> place) & 1:
            continue
        cards += 1
        low = chances[place, DUCK]
        gap = (chances[place, TAKE] - low) / cards
        for k in range(top, top - left + cards - 1, -1):
            p = low + gap * min(max(missed + k, 0), cards)
            work[k] += p * (work[k - 1] - work[k])
    return float(work[top])


@inlined
def expect_now(desk: SeenRecord, extra: float) -> float:
    """Points to be expected with the whole hand between two tricks."""
    return expect(desk, desk["ends"][WITHOUT_HARRY], wide(0), desk["left"], extra)


@inlined
def see_trick(s: Record, before: int, desk: SeenRecord) -> None:
    """Put on the desk the first `before` cards of the trick."""
    desk["before"] = before
    for k in range(before):
        desk["trick"][k] = s["trick"][k]


@kernel
def weigh(s: Record, place: int, face: int, desk: SeenRecord) -> float:
    """Points to be expected if a card is laid.

    Args:
        place: its place in the hand; one behind the last card if it has left the hand already.
        face: the card as it will lie on the table.
        desk: the trick is seen and the hand prepared.
    """
    trick, before, left, ends = desk["trick"], desk["before"], desk["left"], desk["ends"]
    gone = 1 << place
    trick[before] = face
    lost = expect(desk, ends[WITHOUT_HARRY], gone, left, 0.0)
    if winning_place(trick, before + 1) != before:
        return lost
    lead = lead_after(int(s["lead"]), face)
    whale = leviathan_place(trick, before + 1) != NONE
    count_later(s, before + 1, lead if desk["uses_voids"] != 0 else NONE, desk["later"])
    hold = chance_to_hold(desk["view"], face, lead, float(left), whale, desk["later"])
    bonus = float(captures(trick, before + 1, before))
    after = ends[WITH_HARRY if face == HARRY else WITHOUT_HARRY]
    won = expect(desk, after, gone, left - 1, bonus)
    if left > 1 and face == ROATAN and s["roatan"] != 0:
        won = max(won, expect(desk, after, gone, left - 1, bonus + 2 * LARGEST_WAGER) - LARGEST_WAGER)
    return lost + hold * (won - lost)


@kernel
def weigh_card(s: Record, place: int, card: int, desk: SeenRecord) -> float:
    """The same for a card in the hand; the Tigress is worth what her better role is (SK-7)."""
    best = _NOTHING
    for role in range(2 if card == TIGRESS else 1):
        face = TIGRESS_ESCAPE + role if card == TIGRESS else card
        best = max(best, weigh(s, place, face, desk))
    return best

"""How compiled players answer the pirates' abilities (SK-14): with reason, and as the source has it."""

from __future__ import annotations

from typing import Any

from croupier.core.kernel import kernel
from croupier.games.skull_king.bot_plan import MADE, POINTS, WITHOUT_HARRY, expect, expect_now, prepare
from croupier.games.skull_king.bot_view import need_of
from croupier.games.skull_king.bot_weights import ROATAN_TEN, ROATAN_TWENTY, ROSIE_SELF, WISH
from croupier.games.skull_king.cards import NONE
from croupier.games.skull_king.scoring import seat_points
from croupier.games.skull_king.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    HARRY_ACTION,
    HARRY_PHASE,
    JADE_ACTION,
    ROATAN_ACTION,
    ROATAN_PHASE,
    ROSIE_ACTION,
    ROSIE_PHASE,
)

_WORST = -1e9


@kernel
def repair(s: Any, seat: int) -> int:
    """Harry: the change of the bid, -1..1, that scores most; none where none scores more."""
    cards, bid, won = int(s["cards"]), int(s["bids"][seat]), int(s["won"][seat])
    bonus, bet, rascal = int(s["bonuses"][seat]), int(s["wagers"][seat]), s["rascal"] != 0
    best, chosen = seat_points(bid, won, cards, bonus, bet, rascal), 0
    for said in range(max(bid - 1, 0), min(bid + 1, cards) + 1):
        value = seat_points(said, won, cards, bonus, bet, rascal)
        if value > best:
            best, chosen = value, said - bid
    return chosen


@kernel
def name_leader(s: Any, seat: int, weights: Any, desk: Any) -> int:
    """Rosie: oneself if leading is worth more; else who must not win.

    Among several of them the nearest to the left, who lets this seat play last.
    """
    prepare(s, seat, int(s["sizes"][seat]), weights, desk)
    leading = expect_now(s, seat, 1, weights, desk) + weights[ROSIE_SELF]
    if leading >= expect_now(s, seat, 0, weights, desk):
        return seat
    people = int(s["players"])
    chosen = (seat + 1) % people
    for step in range(people - 1, 0, -1):
        other = (seat + step) % people
        if need_of(s, other) <= 0:
            chosen = other
    return chosen


@kernel
def wager(s: Any, seat: int, weights: Any, desk: Any) -> int:
    """Roatan: 0, 1 or 2 tens, by the chance to make the bid."""
    prepare(s, seat, int(s["sizes"][seat]), weights, desk)
    expect_now(s, seat, 1, weights, desk)
    made = desk["work"][MADE, s["sizes"][seat]]
    return 2 if made > weights[ROATAN_TWENTY] else 1 if made > weights[ROATAN_TEN] else 0


@kernel
def discard(s: Any, seat: int, mask: Any, weights: Any, desk: Any) -> int:
    """Bendt: the place without which most points are to be expected; of two discards, one of the best pair."""
    size, due = int(s["sizes"][seat]), int(s["due"])
    left = size - due
    prepare(s, seat, left, weights, desk)
    best, chosen = _WORST, 0
    for place in range(size):
        if mask[BENDT_ACTION + place]:
            for also in range(place + 1 if due > 1 else NONE, size if due > 1 else 0):
                expect(desk, 1, WITHOUT_HARRY, size, place, also, left, need_of(s, seat), weights[WISH])
                if desk["work"][POINTS, left] > best:
                    best, chosen = desk["work"][POINTS, left], place
    return chosen


@kernel
def answer_as_source(s: Any) -> int:
    """The source's answers: Rosie names herself, Bendt discards the first cards, Roatan bets 10, Harry matches."""
    phase, seat = s["phase"], int(s["player"])
    action = JADE_ACTION
    if phase == ROSIE_PHASE:
        action = ROSIE_ACTION + seat
    elif phase == BENDT_1 or phase == BENDT_2:  # noqa: PLR1714  # compiled: no container
        action = BENDT_ACTION
    elif phase == ROATAN_PHASE:
        action = ROATAN_ACTION + 1
    elif phase == HARRY_PHASE:
        action = HARRY_ACTION + 1 + repair(s, seat)
    return action

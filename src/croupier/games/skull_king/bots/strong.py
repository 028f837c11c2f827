"""The strong bot: it plays and answers by the expected points of the rest of the round (SK-14)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core import Generators, Mask, Record, Records, inlined, kernel, wide
from croupier.games.skull_king.bots.plan import (
    WITHOUT_HARRY,
    best_bid,
    expect,
    expect_now,
    prepare,
    see_trick,
    weigh,
    weigh_card,
)
from croupier.games.skull_king.bots.seen import SCRATCH, SeenRecord, look, need_of
from croupier.games.skull_king.bots.simple import choose_random
from croupier.games.skull_king.record.cards import NONE, TIGRESS_ESCAPE
from croupier.games.skull_king.record.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    BIDDING,
    CARD_ACTION,
    HARRY_ACTION,
    HARRY_PHASE,
    JADE_ACTION,
    PLAYING,
    ROATAN_ACTION,
    ROATAN_PHASE,
    ROSIE_ACTION,
    ROSIE_PHASE,
    TIGRESS_ACTION,
)
from croupier.games.skull_king.record.tricks import seat_points

_WORST = -1e9
_LIKELY, _SAFE = 0.5, 0.6
"""Chances to make the bid above which Roatan's wager is 10, and 20."""


@inlined
def answer_with_reason(s: Record, mask: Mask, scratch: SeenRecord) -> int:
    """Answer by the points to be expected; the seat has looked."""
    phase = s["phase"]
    prepare(s, scratch["left"], scratch)
    action = JADE_ACTION  # what she shows is seen by `look`
    if phase == ROSIE_PHASE:
        action = ROSIE_ACTION + _name_leader(s, scratch)
    elif BENDT_1 <= phase <= BENDT_2:
        action = BENDT_ACTION + _discard(mask, scratch)
    elif phase == ROATAN_PHASE:
        action = ROATAN_ACTION + _wager(scratch)
    elif phase == HARRY_PHASE:
        action = HARRY_ACTION + 1 + _repair(s)
    return action


@inlined
def answer_as_source(s: Record) -> int:
    """The source's answers: Rosie names herself, Bendt discards the first cards, Roatan bets 10, Harry matches.

    "Match tricks" is read as it stands: the bid is changed where the change makes it exact, and else left alone.
    """
    phase, seat = s["phase"], int(s["player"])
    action = JADE_ACTION
    if phase == ROSIE_PHASE:
        action = ROSIE_ACTION + seat
    elif BENDT_1 <= phase <= BENDT_2:
        action = BENDT_ACTION
    elif phase == ROATAN_PHASE:
        action = ROATAN_ACTION + 1
    elif phase == HARRY_PHASE:
        missed = int(s["won"][seat]) - int(s["bids"][seat])
        action = HARRY_ACTION + 1 + (missed if abs(missed) == 1 else 0)
    return action


@inlined
def _repair(s: Record) -> int:
    """Harry: the change of the bid, -1..1, that scores most; none where none scores more."""
    seat = s["player"]
    cards = wide(s["cards"])
    bid = wide(s["bids"][seat])
    won = wide(s["won"][seat])
    bonus = wide(s["bonuses"][seat])
    bet = wide(s["wagers"][seat])
    rascal = s["rascal"] != 0
    best, chosen = seat_points(bid, won, cards, bonus, bet, rascal), 0
    for said in range(max(bid - 1, 0), min(bid + 1, cards) + 1):
        value = seat_points(said, won, cards, bonus, bet, rascal)
        if value > best:
            best, chosen = value, said - bid
    return chosen


@inlined
def _name_leader(s: Record, scratch: SeenRecord) -> int:
    """Rosie: oneself if the best card to lead is worth more than waiting; else who must not win."""
    # Among several of them the nearest to the left, who lets this seat play last.
    seat, people = scratch["seat"], int(s["players"])
    waiting = expect_now(scratch, 0.0)
    see_trick(s, 0, scratch)
    prepare(s, scratch["left"] - 1, scratch)
    for place in range(scratch["held"]):
        if weigh_card(s, place, int(s["hands"][seat, place]), scratch) > waiting:
            return int(seat)
    chosen = (seat + 1) % people
    for step in range(people - 1, 0, -1):
        other = (seat + step) % people
        if need_of(s, other) <= 0:
            chosen = other
    return int(chosen)


@inlined
def _wager(scratch: SeenRecord) -> int:
    """Roatan: two tens if the bid is safe enough, one if it is more likely made than not, else none."""
    made = expect_now(scratch, 1.0) - expect_now(scratch, 0.0)
    return 2 if made > _SAFE else 1 if made > _LIKELY else 0


@inlined
def _discard(mask: Mask, scratch: SeenRecord) -> int:
    """Bendt: the place without which most points are to be expected; of two discards, one of the best pair."""
    held, left, ends = scratch["held"], scratch["left"], scratch["ends"][WITHOUT_HARRY]
    two = held - left == 2
    best, chosen = _WORST, 0
    for place in range(held):
        if mask[BENDT_ACTION + place]:
            for also in range(place + 1 if two else place, held if two else place + 1):
                value = expect(scratch, ends, 1 << place | 1 << also, left, 0.0)
                if value > best:
                    best, chosen = value, place
    return chosen


REASON, SOURCE = range(2)
"""How abilities are answered: by expected points, or as in the source."""


@kernel
def choose_strong(s: Record, mask: Mask, params: npt.NDArray[np.int64], rng: Generators, i: int) -> int:
    """Parameters: how abilities are answered, and whether it uses the suits that others have shown to lack."""
    phase, mode = s["phase"], params[0]
    answers = ROSIE_PHASE <= phase <= HARRY_PHASE
    if answers and mode == SOURCE:
        return answer_as_source(s)
    if phase == PLAYING:
        only = _only_card(mask)
        if only != NONE:
            return only
    return _choose_with_scratch(s, mask, params, np.zeros(1, SCRATCH))


@kernel
def _choose_with_scratch(s: Record, mask: Mask, params: npt.NDArray[np.int64], scratches: Records) -> int:
    """Choose with a scratch record, shape (1,)."""
    # The caller holds the array: a record alone does not keep it, and compiled code frees what nobody holds.
    phase, mode, scratch = s["phase"], params[0], scratches[0]
    answers = ROSIE_PHASE <= phase <= HARRY_PHASE
    scratch["uses_voids"] = params[1]
    look(s, mode != SOURCE, scratch)
    if answers:
        action = answer_with_reason(s, mask, scratch)
    elif phase == BIDDING:
        action = best_bid(s, scratch)
    elif phase == PLAYING:
        action = _play(s, mask, scratch)
    else:
        action = _declare(s, scratch)
    return action


@kernel
def choose_answering_at_random(
    s: Record, mask: Mask, params: npt.NDArray[np.int64], rng: Generators, i: int
) -> int:
    """Choose as `choose_strong` does, but answer abilities at random; apart, so that few have to compile it."""
    if ROSIE_PHASE <= s["phase"] <= HARRY_PHASE:
        return choose_random(s, mask, params, rng, i)
    return choose_strong(s, mask, params, rng, i)


@inlined
def _only_card(mask: Mask) -> int:
    """The one card that may be played, or NONE where there is a choice."""
    only = NONE
    for action in range(CARD_ACTION, BENDT_ACTION):
        if mask[action]:
            if only != NONE:
                return NONE
            only = action
    return only


@inlined
def _play(s: Record, mask: Mask, scratch: SeenRecord) -> int:
    """The card after which most points are to be expected."""
    see_trick(s, int(s["laid"]), scratch)
    prepare(s, scratch["left"] - 1, scratch)
    best, chosen = _WORST, 0
    for place in range(scratch["held"]):
        if mask[CARD_ACTION + place]:
            value = weigh_card(s, place, int(s["hands"][scratch["seat"], place]), scratch)
            if value > best:
                best, chosen = value, place
    return CARD_ACTION + chosen


@inlined
def _declare(s: Record, scratch: SeenRecord) -> int:
    """SK-7: the role of the Tigress, who lies on the table, after which most points are to be expected."""
    see_trick(s, int(s["laid"]) - 1, scratch)
    prepare(s, scratch["left"] - 1, scratch)
    values = np.zeros(2)
    for role in range(2):
        values[role] = weigh(s, scratch["held"], TIGRESS_ESCAPE + role, scratch)
    return TIGRESS_ACTION + (1 if values[1] > values[0] else 0)

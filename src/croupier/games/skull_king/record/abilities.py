"""The pirates' abilities: what triggers them, the legal answers, and their effects (SK-14)."""

from __future__ import annotations

from croupier.core import ActionList, Mask, Record, inlined, kernel
from croupier.games.skull_king.record.cards import BENDT, HARRY, JADE, NONE, ROATAN, ROSIE, Cards
from croupier.games.skull_king.record.hands import add_card, list_places, places_first, take_card
from croupier.games.skull_king.record.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    HARRY_ACTION,
    HARRY_PHASE,
    JADE_ACTION,
    JADE_PHASE,
    ROATAN_ACTION,
    ROATAN_PHASE,
    ROSIE_ACTION,
    ROSIE_PHASE,
)

WAGER = 10
"""Roatan's wager is a multiple of this, up to twice."""
DRAW = 2
"""Cards drawn for Bendt, if there are enough."""


@kernel
def draw_for_bendt(s: Record, seat: int) -> int:
    """Draw from the end of the pile into the hand; returns how many cards there were to draw."""
    count = min(DRAW, int(s["pile_size"]))
    for k in range(count):
        s["pile_size"] -= 1
        card = s["pile"][s["pile_size"]]
        s["drawn"][k] = card
        add_card(s, seat, card)
    if count > 0:
        s["bendt_seat"] = seat
        s["due"] = count
        s["voids"][seat] = 0  # what was drawn may be of any suit
    return count


@kernel
def list_drawable(s: Record, played: Cards, count: int, lot: Cards) -> int:
    """List what may have been drawn for Bendt: what the seat holds, has played since and has discarded."""
    seat, size = s["bendt_seat"], 0
    for place in range(s["sizes"][seat]):
        lot[size] = s["hands"][seat, place]
        size += 1
    for k in range(count):
        lot[size] = played[k]
        size += 1
    for k in range(DRAW):
        if s["discards"][k] != NONE:
            lot[size] = s["discards"][k]
            size += 1
    return size


@kernel
def begin_ability(s: Record, seat: int, card: int) -> bool:
    """SK-14: what winning a trick with a card sets off; True if its player now has to decide.

    The trick is counted already. In the last one Harry alone does anything, and he waits for the round's end.
    """
    if card == HARRY and s["harry"]:
        s["harry_seat"] = seat
    phase = NONE
    if s["tricks"] == s["cards"]:
        pass
    elif card == ROSIE and s["rosie"]:
        s["rosie_used"] = seat
        phase = ROSIE_PHASE
    elif card == BENDT and s["bendt"]:
        if draw_for_bendt(s, seat) > 0:
            phase = BENDT_1
    elif card == ROATAN and s["roatan"]:
        s["roatan_seat"] = seat
        phase = ROATAN_PHASE
    elif card == JADE and s["jade"]:
        s["jade_seat"] = seat
        s["jade_size"] = s["pile_size"]
        phase = JADE_PHASE
    if phase == NONE:
        return False
    s["phase"] = phase
    s["player"] = seat
    return True


@inlined
def _allow(mask: Mask, actions: ActionList, count: int, action: int) -> int:
    mask[action] = True
    actions[count] = action
    return count + 1


@inlined
def list_answers(s: Record, mask: Mask, actions: ActionList) -> int:
    """SK-14: the legal answers in an ability's phase; returns their number. The mask is clear already."""
    phase, seat = s["phase"], s["player"]
    count = 0
    if phase == ROSIE_PHASE:
        for named in range(s["players"]):
            count = _allow(mask, actions, count, ROSIE_ACTION + named)
    elif BENDT_1 <= phase <= BENDT_2:
        count = list_places(places_first(s, seat), BENDT_ACTION, mask, actions)
    elif phase == ROATAN_PHASE:
        for step in range(3):
            count = _allow(mask, actions, count, ROATAN_ACTION + step)
    elif phase == JADE_PHASE:
        count = _allow(mask, actions, count, JADE_ACTION)
    elif phase == HARRY_PHASE:
        for change in range(-1, 2):
            bid = s["bids"][seat] + change
            if bid >= 0 and bid <= s["cards"]:
                count = _allow(mask, actions, count, HARRY_ACTION + 1 + change)
    return count


@kernel
def answer(s: Record, action: int) -> bool:
    """SK-14: do what an ability's player decided; True if the ability is used up."""
    phase, seat = s["phase"], s["player"]
    if phase == ROSIE_PHASE:
        s["leader"] = action - ROSIE_ACTION
        s["rosie_seat"] = seat
    elif BENDT_1 <= phase <= BENDT_2:
        s["discards"][phase - BENDT_1] = take_card(s, seat, action - BENDT_ACTION)
        s["due"] -= 1
        s["phase"] = BENDT_2
        return bool(s["due"] == 0)
    elif phase == ROATAN_PHASE:
        s["wagers"][seat] = WAGER * (action - ROATAN_ACTION)
    elif phase == HARRY_PHASE:
        s["harry_change"] = action - HARRY_ACTION - 1
    return True

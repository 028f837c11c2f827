"""Search in Skull King: rollouts to the end of the round, bids not open yet, and the round's decisions as codes.

The code of a card is the card; of any other decision it is the action. Bendt's discards are known to the seat that
made them alone, and everybody sees all else (SK-14).
"""

from __future__ import annotations

from croupier.core.kernel import inlined, kernel
from croupier.core.search import HIDDEN, History, Search, Secrets, Trace
from croupier.core.types import Record, SeatValues
from croupier.games.skull_king.abilities import DRAW
from croupier.games.skull_king.cards import LARGEST, NONE, TYPES
from croupier.games.skull_king.hands import append_card, sort_hand, take_card
from croupier.games.skull_king.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    BIDDING,
    CARD_ACTION,
    GRAYBEARD,
    PLAYING,
    bids_open,
)

_DISCARDS, _OTHERS = TYPES, 2 * TYPES
"""Codes of discards: this plus the card; of decisions that choose no card: this plus the action."""


@kernel
def horizon(start: Record, s: Record) -> bool:
    """Whether the round is over."""
    return bool(s["round"] != start["round"])


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Points that each seat has scored, less the mean of what the others have."""
    people = s["players"]
    total = 0.0
    for seat in range(people):
        out[seat] = s["scores"][seat] - start["scores"][seat]
        total += out[seat]
    for seat in range(people):
        out[seat] -= (total - out[seat]) / (people - 1)


@kernel
def hidden_bid(s: Record, seat: int, other: int) -> bool:
    """SK-4: whether another has bid and the bids are not open yet."""
    return bool(other != seat and s["bids"][other] != NONE and not bids_open(s))


@kernel
def ask_bid(s: Record, other: int) -> None:
    """Put a seat back to its bid."""
    s["bids"][other] = NONE
    s["player"] = other
    s["phase"] = BIDDING


@kernel
def answer_bid(s: Record, other: int, action: int) -> None:
    """Write a bid that is not open yet."""
    s["bids"][other] = action


@kernel
def code(s: Record, action: int) -> int:
    """What a decision is for those who see it: the card that is played or discarded, or else the action."""
    phase, seat = s["phase"], s["player"]
    if phase == PLAYING:
        return int(s["hands"][seat, action - CARD_ACTION])
    if BENDT_1 <= phase <= BENDT_2:
        return _DISCARDS + int(s["hands"][seat, action - BENDT_ACTION])
    return _OTHERS + action


@kernel
def action_of(s: Record, code: int) -> int:
    """The action with a code; -1 where the hand does not hold the card."""
    if code >= _OTHERS:
        return code - _OTHERS
    first, card = (CARD_ACTION, code) if code < _DISCARDS else (BENDT_ACTION, code - _DISCARDS)
    place = _place_of(s, s["player"], card)
    return first + place if place != NONE else -1


@kernel
def is_public(s: Record) -> bool:
    """SK-14: whether everybody sees the decision that is due; Bendt's discards are seen by nobody else."""
    return not BENDT_1 <= s["phase"] <= BENDT_2


@inlined
def _place_of(s: Record, seat: int, card: int) -> int:
    """The first place of a hand that holds a card; NONE without one."""
    for place in range(s["sizes"][seat]):
        if s["hands"][seat, place] == card:
            return place
    return NONE


@kernel
def rewind(now: Record, codes: Trace, movers: Trace, count: int, start: Record) -> bool:
    """Deal the round as it must have been dealt to come to `now`: to the hands comes back what has left them.

    What was drawn for Bendt goes back to the pile, and what was discarded to the hand. The stretch may begin in
    the middle of a round, where a position was set up.
    """
    if not _return_hands(now, start):
        return False
    known = 0
    while known < DRAW and start["discards"][known] != NONE:
        start["discards"][known] = now["discards"][known]
        known += 1
    for k in range(count):
        if codes[k] == HIDDEN:
            codes[k] = _DISCARDS + now["discards"][known]
        if codes[k] < _OTHERS:
            known += codes[k] >= _DISCARDS
            append_card(start, movers[k], codes[k] % TYPES)
    return _return_drawn(now, start)


@inlined
def _return_hands(now: Record, start: Record) -> bool:
    """Give each seat the hand that it has in the end; Graybeard also what he has played of his own (SK-15)."""
    played = int(start["sizes"][GRAYBEARD]) - int(now["sizes"][GRAYBEARD])
    for seat in range(start["seats"]):
        keep = played if seat >= start["players"] else 0
        while start["sizes"][seat] > keep:
            take_card(start, seat, int(start["sizes"][seat]) - 1)
        for place in range(now["sizes"][seat]):
            append_card(start, seat, now["hands"][seat, place])
    return played >= 0


@inlined
def _return_drawn(now: Record, start: Record) -> bool:
    """Put what was drawn for Bendt back to the end of the pile, and sort the hands; False if it is not there."""
    fits = True
    for k in range(LARGEST):
        start["pile"][k] = now["pile"][k]
    for k in range(DRAW):
        card = now["drawn"][k]
        if start["bendt_seat"] != NONE:
            start["drawn"][k] = card
        elif card != NONE:
            place = _place_of(start, now["bendt_seat"], card)
            if place == NONE:
                fits = False
            else:
                take_card(start, now["bendt_seat"], place)
    for seat in range(start["players"]):
        sort_hand(start, seat)
    return fits


SEARCH = Search(
    horizon=horizon,
    gain=gain,
    unit="points",
    secrets=Secrets(hidden=hidden_bid, ask=ask_bid, answer=answer_bid),
    history=History(code=code, action=action_of, public=is_public, rewind=rewind),
)

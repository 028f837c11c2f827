"""Search in Skull King: rollouts to the end of the round, secret bids, and the round's decisions as codes.

The code of a card is the card; of any other decision it is the action. Only the seat that made Bendt's discards
knows them; everything else is public (SK-14).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.lazy import part
from croupier.core.base.rng import below
from croupier.core.base.types import Generators, Record, SeatValues
from croupier.core.spec.search import HIDDEN, History, Search, Secrets, Trace
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.abilities import DRAW, list_drawable
from croupier.games.skull_king.record.cards import LARGEST, NONE, RANKS, TYPES, is_number
from croupier.games.skull_king.record.hands import add_card, append_card, sort_hand, take_card
from croupier.games.skull_king.record.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    BIDDING,
    CARD_ACTION,
    GRAYBEARD,
    HAND,
    PLAYING,
    SEATS,
    bids_open,
)
from croupier.games.skull_king.redeal import keep_drawn_behind
from croupier.games.tricks.search import gain_points

Places: TypeAlias = npt.NDArray[np.int64]
"""Number of cards in each hand, in Bendt's discards, and in the pile."""
_DISCARDS, _PILE = SEATS, SEATS + 1  # places of hidden cards other than hands
_DISCARDED, _OTHERS = TYPES, 2 * TYPES
"""Codes of discards: this plus the card; of decisions that choose no card: this plus the action."""


@kernel
def horizon(start: Record, s: Record) -> bool:
    """Whether the round is over."""
    return bool(s["round"] != start["round"])


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Points that each seat has scored, less the mean of what the others have."""
    gain_points(start, s, 1, out)


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
        return _DISCARDED + int(s["hands"][seat, action - BENDT_ACTION])
    return _OTHERS + action


@kernel
def action_of(s: Record, code: int) -> int:
    """The action with a code; -1 where the hand does not hold the card."""
    if code >= _OTHERS:
        return code - _OTHERS
    first, card = (CARD_ACTION, code) if code < _DISCARDED else (BENDT_ACTION, code - _DISCARDED)
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
            codes[k] = _DISCARDED + int(now["discards"][known])
        if codes[k] < _OTHERS:
            known += codes[k] >= _DISCARDED
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


@kernel
def redraw(
    s: Record, seat: int, other: int, codes: Trace, movers: Trace, common: Generators, rngs: Generators, i: int
) -> int:
    """Deal some of a hand's cards anew with those of another place, as far as a seat allows it (SK-5).

    Where the hand or the discards of whoever has drawn for Bendt take part, what was drawn is chosen anew as well.
    """
    touched = _exchange(s, seat, other, common, rngs, i)
    drawer = int(s["bendt_seat"])
    if _hides_draw(s, seat) and (other == drawer or touched & (1 << drawer)):
        touched |= (1 << drawer) * _draw_others(s, codes, movers, rngs, i)
    return touched


@kernel
def _exchange(s: Record, seat: int, other: int, common: Generators, rngs: Generators, i: int) -> int:
    """Exchange cards of a hand with those of another place; returns whose decisions they may explain otherwise."""
    places = np.zeros(SEATS + 2, dtype=np.int64)
    total = _count_hidden(s, seat, places)
    place = other
    if other == s["bendt_seat"] and places[_DISCARDS] > 0 and (places[other] == 0 or below(common, 0, 2) == 0):
        place = _DISCARDS
    held = int(places[place])
    if other >= s["players"] or held == 0 or total == held:
        return 0
    places[place] = 0
    near, _ = _pick(places, below(common, 0, total - held))
    moved = 1 + max(below(common, 0, held), below(common, 0, held))  # large steps: chains begin far off
    size = moved + int(places[near])
    order = np.arange(held)
    cards, free = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    count = 0
    for k in range(size):
        if k < moved:
            drawn = k + below(common, 0, held - k)
            order[k], order[drawn] = order[drawn], order[k]
        cards[k] = _card_at(s, place, order[k]) if k < moved else _card_at(s, near, k - moved)
        if _may_hold(s, place, cards[k]) and _may_hold(s, near, cards[k]):
            free[count] = k
            count += 1
    if count < 2:
        return 0
    before = cards.copy()
    for k in range(count - 1):
        drawn = k + below(rngs, i, count - k)
        a, b = free[k], free[drawn]
        cards[a], cards[b] = cards[b], cards[a]
    for k in range(size):
        to, number = (place, order[k]) if k < moved else (near, k - moved)
        if to < s["players"]:
            number = _place_of(s, to, before[k])
        _replace(s, to, number, cards[k])
    return _seat_bit(s, place) | _seat_bit(s, near)


@inlined
def _count_hidden(s: Record, seat: int, places: Places) -> int:
    """Count the cards of each place that a seat does not know and may deal otherwise; returns their sum."""
    hides_draw = _hides_draw(s, seat)
    for other in range(s["seats"]):
        if other != seat and (other != s["bendt_seat"] or hides_draw):
            places[other] = s["sizes"][other]
    if hides_draw:
        for k in range(DRAW):
            places[_DISCARDS] += s["discards"][k] != NONE
    if s["jade_seat"] != seat:
        places[_PILE] = s["pile_size"]
    return int(places.sum())


@inlined
def _hides_draw(s: Record, seat: int) -> bool:
    """Whether another has drawn for Bendt and a seat knows nothing of it; Jade may have shown it some before."""
    drawn = s["bendt_seat"] not in (NONE, seat)
    return bool(drawn and (s["jade_seat"] != seat or s["jade_size"] == s["pile_size"]))


@kernel
def _draw_others(s: Record, codes: Trace, movers: Trace, rngs: Generators, i: int) -> bool:
    """Choose anew which cards were drawn for Bendt, of all that the seat had then; whether there is a choice."""
    drawer, count, since, discarding = s["bendt_seat"], 0, 0, False
    played, lot = np.empty(HAND, dtype=np.int8), np.empty(HAND + DRAW, dtype=np.int8)
    for k in range(len(codes)):
        if codes[k] == HIDDEN:
            discarding = True
        elif discarding and movers[k] == drawer and codes[k] < TYPES:
            played[since] = codes[k]
            since += 1
    size = list_drawable(s, played, since, lot)
    for d in range(DRAW):
        count += s["drawn"][d] != NONE
    for d in range(count):
        other = d + below(rngs, i, size - d)
        lot[d], lot[other] = lot[other], lot[d]
        s["drawn"][d] = lot[d]
    keep_drawn_behind(s)
    return size > count


@inlined
def _pick(places: Places, number: int) -> tuple[int, int]:
    """The place of a card by its number among all, and its number there."""
    place = 0
    while number >= places[place]:
        number -= places[place]
        place += 1
    return place, number


@inlined
def _card_at(s: Record, place: int, number: int) -> int:
    if place == _PILE:
        return int(s["pile"][number])
    return int(s["discards"][number]) if place == _DISCARDS else int(s["hands"][place, number])


@inlined
def _may_hold(s: Record, place: int, card: int) -> bool:
    """SK-5: whether a card may be in a place; nobody holds what it has shown to lack."""
    if place >= s["players"] or not is_number(card):
        return True
    return not (s["voids"][place] >> (card // RANKS)) & 1


@inlined
def _replace(s: Record, place: int, number: int, card: int) -> None:
    """Put a card where another one was; hands of people stay sorted, Graybeard's keeps its order (SK-15)."""
    if place == _PILE:
        s["pile"][number] = card
    elif place == _DISCARDS:
        s["discards"][number] = card
    elif place < s["players"]:
        take_card(s, place, number)
        add_card(s, place, card)
    else:
        old = s["hands"][place, number]
        if is_number(old):
            s["suits"][place, old // RANKS] -= 1
        if is_number(card):
            s["suits"][place, card // RANKS] += 1
        s["hands"][place, number] = card


@inlined
def _seat_bit(s: Record, place: int) -> int:
    """Whose decisions depend on the cards of a place: its owner's, and on the pile whom Jade has shown it."""
    if place == _PILE:
        return 1 << int(s["jade_seat"]) if s["jade_seat"] != NONE else 0
    if place == _DISCARDS:
        return 1 << int(s["bendt_seat"])
    return 1 << place if place < s["players"] else 0


def strata(s: Record, seat: int) -> dict[str, int]:
    """Cards left in a seat's hand."""
    return {"cards": int(s["sizes"][seat])}


SEARCH = Search(
    horizon=horizon,
    gain=gain,
    unit=say("points"),
    secrets=Secrets(hidden=hidden_bid, ask=ask_bid, answer=answer_bid),
    history=History(code=code, action=action_of, public=is_public, rewind=rewind, redraw=redraw, bids=(BIDDING,)),
    explain=part("croupier.games.skull_king.outlook:EXPLANATION"),
    choices=part("croupier.games.skull_king.bots.choices:CHOICES"),
    strata=strata,
)

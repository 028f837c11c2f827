"""The strong player: it weighs every choice by the points that the rest of the round is then worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.core.kernel import kernel
from croupier.games.skull_king.bot_abilities import answer_as_source, discard, name_leader, repair, wager
from croupier.games.skull_king.bot_chances import chance_to_hold
from croupier.games.skull_king.bot_plan import (
    MADE,
    POINTS,
    WITH_HARRY,
    WITHOUT_HARRY,
    expect,
    judge_hand,
    prepare,
    rate_ends,
)
from croupier.games.skull_king.bot_simple import choose_random
from croupier.games.skull_king.bot_view import DESK, PRESSURE, look, need_of
from croupier.games.skull_king.bot_weights import BID_CROWD, BID_TILT, BID_ZERO, MODE, PRESS, RANDOM, SOURCE, WISH
from croupier.games.skull_king.cards import HARRY, NONE, ROATAN, ROSIE, TIGRESS, TIGRESS_ESCAPE, TIGRESS_PIRATE
from croupier.games.skull_king.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    BID_ACTION,
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
    TIGRESS_PHASE,
    first_bidder,
)
from croupier.games.skull_king.tricks import captures, lead_after, winning_place

_WORST = -1e9
_LARGEST_WAGER = 20.0


@kernel
def choose_strong(s: Any, mask: Any, weights: Any, rng: Any, i: int) -> int:
    """Choose for the seat to move; `weights` are those of `bot_weights`, see `croupier.core.spec.Bot`."""
    phase = s["phase"]
    if phase == PLAYING:
        only = _only_card(mask)
        return only if only != NONE else _play(s, mask, weights, np.zeros(1, DESK))
    if phase == BIDDING:
        return _bid(s, weights, np.zeros(1, DESK))
    if phase == TIGRESS_PHASE:
        return _declare(s, weights, np.zeros(1, DESK))
    mode = weights[MODE]
    if mode == RANDOM:
        return choose_random(s, mask, weights, rng, i)
    if mode == SOURCE:
        return answer_as_source(s)
    return _answer(s, mask, weights, np.zeros(1, DESK))


@kernel
def _only_card(mask: Any) -> int:
    """The one card that may be played, or NONE where there is a choice."""
    only = NONE
    for action in range(CARD_ACTION, BENDT_ACTION):
        if mask[action]:
            if only != NONE:
                return NONE
            only = action
    return only


@kernel
def _bid(s: Any, weights: Any, desks: Any) -> int:
    """The bid from which most points are to be expected, corrected towards what won most in self-play."""
    desk = desks[0]
    seat, cards = int(s["player"]), int(s["cards"])
    view = desk["view"]
    look(s, seat, True, view)
    view[PRESSURE] *= weights[PRESS]
    judge_hand(s, seat, float(cards), weights, desk)
    leads = 1 if seat == first_bidder(s) else 0
    best, chosen = _WORST, 0
    for bid in range(cards + 1):
        rate_ends(s, bid, bid - cards, cards + 1, 0, 0, False, desk["ends"][WITHOUT_HARRY])
        expect(desk, leads, WITHOUT_HARRY, cards, NONE, NONE, cards, bid, weights[WISH])
        value = desk["work"][POINTS, cards] + bid * (weights[BID_TILT] + weights[BID_CROWD] * (cards - 5.0))
        if bid == 0:
            value += weights[BID_ZERO] * cards
        if value > best:
            best, chosen = value, bid
    return BID_ACTION + chosen


@kernel
def _play(s: Any, mask: Any, weights: Any, desks: Any) -> int:
    """The card after which most points are to be expected."""
    desk = desks[0]
    seat = int(s["player"])
    size = int(s["sizes"][seat])
    _begin(s, seat, size, int(s["laid"]), weights, desk)
    best, chosen = _WORST, 0
    for place in range(size):
        if mask[CARD_ACTION + place]:
            card = int(s["hands"][seat, place])
            if card == TIGRESS:
                value = max(
                    _weigh(s, seat, place, size, TIGRESS_ESCAPE, int(s["laid"]), weights, desk),
                    _weigh(s, seat, place, size, TIGRESS_PIRATE, int(s["laid"]), weights, desk),
                )
            else:
                value = _weigh(s, seat, place, size, card, int(s["laid"]), weights, desk)
            if value > best:
                best, chosen = value, place
    return CARD_ACTION + chosen


@kernel
def _declare(s: Any, weights: Any, desks: Any) -> int:
    """SK-7: the role of the Tigress, who lies on the table, after which most points are to be expected."""
    desk = desks[0]
    seat = int(s["player"])
    size, before = int(s["sizes"][seat]) + 1, int(s["laid"]) - 1
    _begin(s, seat, size, before, weights, desk)
    hides = _weigh(s, seat, NONE, size, TIGRESS_ESCAPE, before, weights, desk)
    fights = _weigh(s, seat, NONE, size, TIGRESS_PIRATE, before, weights, desk)
    return TIGRESS_ACTION + (1 if fights > hides else 0)


@kernel
def _begin(s: Any, seat: int, size: int, before: int, weights: Any, desk: Any) -> None:
    """Put on the desk what `_weigh` needs; `before` cards lie on the table."""
    look(s, seat, weights[MODE] != SOURCE, desk["view"])
    for k in range(before):
        desk["trick"][k] = s["trick"][k]
    prepare(s, seat, size, weights, desk)


@kernel
def _weigh(s: Any, seat: int, place: int, size: int, face: int, before: int, weights: Any, desk: Any) -> float:
    """Points to be expected if a card is laid.

    Args:
        s: the record.
        seat: who lays it.
        place: its place in the hand, NONE if it has left the hand already.
        size: cards in the hand, with it.
        face: the card as it will lie on the table.
        before: cards in the trick before it.
        weights: all weights of the bot.
        desk: prepared.
    """
    need, held, wishing = need_of(s, seat), int(s["sizes"][seat]), weights[WISH]
    trick, work = desk["trick"], desk["work"]
    trick[before] = face
    expect(desk, 0, WITHOUT_HARRY, held, place, NONE, size, need, wishing)
    lost = float(work[POINTS, size])
    if winning_place(trick, before + 1) != before:
        return lost
    lead = lead_after(int(s["lead"]), face)
    hold = chance_to_hold(s, desk["view"], trick, before + 1, lead, weights, desk["threats"])
    harry = WITH_HARRY if face == HARRY else WITHOUT_HARRY
    expect(desk, 1, harry, held, place, NONE, size - 1, need - 1, wishing)
    won, made = float(work[POINTS, size - 1]), float(work[MADE, size - 1])
    if size > 1 and face == ROATAN and s["roatan"] != 0:
        won += _LARGEST_WAGER * max(2.0 * made - 1.0, 0.0)
    if size > 1 and face == ROSIE and s["rosie"] != 0:
        expect(desk, 0, WITHOUT_HARRY, held, place, NONE, size - 1, need - 1, wishing)
        won = max(won, float(work[POINTS, size - 1]))
    won += made * captures(trick, before + 1, before)
    return lost + hold * (won - lost)


@kernel
def _answer(s: Any, mask: Any, weights: Any, desks: Any) -> int:
    """Answer an ability with reason (SK-14)."""
    desk = desks[0]
    phase, seat = s["phase"], int(s["player"])
    if phase == HARRY_PHASE:
        return HARRY_ACTION + 1 + repair(s, seat)
    look(s, seat, True, desk["view"])
    if phase == ROSIE_PHASE:
        return ROSIE_ACTION + name_leader(s, seat, weights, desk)
    if phase == BENDT_1 or phase == BENDT_2:  # noqa: PLR1714  # compiled: no container
        return BENDT_ACTION + discard(s, seat, mask, weights, desk)
    if phase == ROATAN_PHASE:
        return ROATAN_ACTION + wager(s, seat, weights, desk)
    return JADE_ACTION

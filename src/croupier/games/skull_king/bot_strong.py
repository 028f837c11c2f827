"""The strong player: it weighs every choice by the points that the rest of the round is then worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.core.kernel import kernel
from croupier.games.skull_king.bot_abilities import answer_as_source, answer_with_reason
from croupier.games.skull_king.bot_plan import (
    WITHOUT_HARRY,
    expect,
    judge_hand,
    prepare,
    rate_ends,
    see_trick,
    weigh,
)
from croupier.games.skull_king.bot_simple import choose_random
from croupier.games.skull_king.bot_view import DESK, look
from croupier.games.skull_king.cards import NONE, TIGRESS, TIGRESS_ESCAPE, TIGRESS_PIRATE
from croupier.games.skull_king.state import (
    BENDT_ACTION,
    BID_ACTION,
    BIDDING,
    CARD_ACTION,
    PLAYING,
    TIGRESS_ACTION,
    TIGRESS_PHASE,
)

REASON, SOURCE, RANDOM = range(3)
"""How abilities are answered: with reason, as the source has it, at random."""
_WORST = -1e9


@kernel
def choose_strong(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    """Choose for the seat to move; ``params[0]`` says how abilities are answered, see `croupier.core.spec.Bot`."""
    phase, mode = s["phase"], params[0]
    if phase == PLAYING:
        action = _only_card(mask)
        if action == NONE:
            action = _play(s, mask, mode != SOURCE, np.zeros(1, DESK)[0])
    elif phase == BIDDING:
        action = _bid(s, np.zeros(1, DESK)[0])
    elif phase == TIGRESS_PHASE:
        action = _declare(s, mode != SOURCE, np.zeros(1, DESK)[0])
    elif mode == RANDOM:
        action = choose_random(s, mask, params, rng, i)
    elif mode == SOURCE:
        action = answer_as_source(s)
    else:
        action = answer_with_reason(s, mask, np.zeros(1, DESK)[0])
    return action


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
def _bid(s: Any, desk: Any) -> int:
    """The bid from which most points are to be expected."""
    seat, cards = int(s["player"]), int(s["cards"])
    look(s, seat, True, desk["view"])
    judge_hand(s, seat, cards, desk)
    best, chosen = _WORST, 0
    for bid in range(cards + 1):
        rate_ends(s, seat, bid, 0, desk["ends"][WITHOUT_HARRY])
        value = expect(desk, WITHOUT_HARRY, cards, 0, cards, bid, 0.0)
        if value > best:
            best, chosen = value, bid
    return BID_ACTION + chosen


@kernel
def _play(s: Any, mask: Any, knows_pile: bool, desk: Any) -> int:
    """The card after which most points are to be expected."""
    seat, before = int(s["player"]), int(s["laid"])
    _begin(s, seat, before, knows_pile, desk)
    best, chosen = _WORST, 0
    for place in range(s["sizes"][seat]):
        if mask[CARD_ACTION + place]:
            card = int(s["hands"][seat, place])
            if card == TIGRESS:
                hides = weigh(s, seat, place, TIGRESS_ESCAPE, before, desk)
                value = max(hides, weigh(s, seat, place, TIGRESS_PIRATE, before, desk))
            else:
                value = weigh(s, seat, place, card, before, desk)
            if value > best:
                best, chosen = value, place
    return CARD_ACTION + chosen


@kernel
def _declare(s: Any, knows_pile: bool, desk: Any) -> int:
    """SK-7: the role of the Tigress, who lies on the table, after which most points are to be expected."""
    seat, before = int(s["player"]), int(s["laid"]) - 1
    _begin(s, seat, before, knows_pile, desk)
    hides = weigh(s, seat, NONE, TIGRESS_ESCAPE, before, desk)
    fights = weigh(s, seat, NONE, TIGRESS_PIRATE, before, desk)
    return TIGRESS_ACTION + (1 if fights > hides else 0)


@kernel
def _begin(s: Any, seat: int, before: int, knows_pile: bool, desk: Any) -> None:
    """Put on the desk what `weigh` needs; `before` cards of others lie on the table."""
    look(s, seat, knows_pile, desk["view"])
    see_trick(s, before, desk)
    prepare(s, seat, 1, desk)

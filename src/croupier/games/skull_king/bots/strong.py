"""The strong bot: it chooses by the expected points of the rest of the round."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import Generators, Mask, Record, Records
from croupier.games.skull_king.bots.abilities import answer_as_source, answer_with_reason
from croupier.games.skull_king.bots.bids import best_bid
from croupier.games.skull_king.bots.plan import prepare, see_trick, weigh, weigh_card
from croupier.games.skull_king.bots.seen import DESK, SeenRecord, look
from croupier.games.skull_king.bots.simple import choose_random
from croupier.games.skull_king.record.cards import NONE, TIGRESS_ESCAPE
from croupier.games.skull_king.record.state import (
    BENDT_ACTION,
    BIDDING,
    CARD_ACTION,
    HARRY_PHASE,
    PLAYING,
    ROSIE_PHASE,
    TIGRESS_ACTION,
)

REASON, SOURCE = range(2)
"""How abilities are answered: with reason, as the source has it."""
_WORST = -1e9


@kernel
def choose_strong(s: Record, mask: Mask, params: npt.NDArray[np.int64], rng: Generators, i: int) -> int:
    """Choose for the seat to move, see `croupier.core.spec.spec.Bot`.

    ``params[0]`` says how abilities are answered, ``params[1]`` whether it makes use of the suits that others have
    shown to lack.
    """
    phase, mode = s["phase"], params[0]
    answers = ROSIE_PHASE <= phase <= HARRY_PHASE
    if answers and mode == SOURCE:
        return answer_as_source(s)
    if phase == PLAYING:
        only = _only_card(mask)
        if only != NONE:
            return only
    return _at_desk(s, mask, params, np.zeros(1, DESK))


@kernel
def _at_desk(s: Record, mask: Mask, params: npt.NDArray[np.int64], desks: Records) -> int:
    """Choose with a desk to note on, shape (1,).

    The caller holds the array: a record alone does not keep it, and compiled code frees what nobody holds.
    """
    phase, mode, desk = s["phase"], params[0], desks[0]
    answers = ROSIE_PHASE <= phase <= HARRY_PHASE
    desk["uses_voids"] = params[1]
    look(s, mode != SOURCE, desk)
    if answers:
        action = answer_with_reason(s, mask, desk)
    elif phase == BIDDING:
        action = best_bid(s, desk)
    elif phase == PLAYING:
        action = _play(s, mask, desk)
    else:
        action = _declare(s, desk)
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
def _play(s: Record, mask: Mask, desk: SeenRecord) -> int:
    """The card after which most points are to be expected."""
    see_trick(s, int(s["laid"]), desk)
    prepare(s, desk["left"] - 1, desk)
    best, chosen = _WORST, 0
    for place in range(desk["held"]):
        if mask[CARD_ACTION + place]:
            value = weigh_card(s, place, int(s["hands"][desk["seat"], place]), desk)
            if value > best:
                best, chosen = value, place
    return CARD_ACTION + chosen


@inlined
def _declare(s: Record, desk: SeenRecord) -> int:
    """SK-7: the role of the Tigress, who lies on the table, after which most points are to be expected."""
    see_trick(s, int(s["laid"]) - 1, desk)
    prepare(s, desk["left"] - 1, desk)
    values = np.zeros(2)
    for role in range(2):
        values[role] = weigh(s, desk["held"], TIGRESS_ESCAPE + role, desk)
    return TIGRESS_ACTION + (1 if values[1] > values[0] else 0)

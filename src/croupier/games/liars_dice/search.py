"""Search in Liar's Dice: bids are evidence about the dice under the cups, and all bids are public.

In the game of lost dice, rollouts stop at the end of a round, since then all dice are rolled again.
"""

from __future__ import annotations

import numpy as np

from croupier.core import (
    Explanation,
    Generators,
    History,
    Probabilities,
    Record,
    Records,
    Search,
    SeatValues,
    Trace,
    below,
    kernel,
)
from croupier.core.base.tiers import loop
from croupier.games.liars_dice.english import say
from croupier.games.liars_dice.rules import SEATS, returns


@kernel
def horizon(start: Record, s: Record) -> bool:
    """LD-5: where a die is lost, the round is over."""
    return bool(s["gone"] != start["gone"])


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Utilities in hundredths; at a round's end (LD-5) the chance to win is about as the cube of the dice left."""
    if s["each"] == 0:
        returns(s, out)
    seats, whole = int(s["players"]), 0.0
    for seat in range(seats):
        whole += float(s["dice"][seat]) ** 3
    for seat in range(seats):
        if s["each"] > 0:
            out[seat] = (seats * float(s["dice"][seat]) ** 3 / whole - 1.0) / (seats - 1)
        out[seat] *= 100.0


@kernel
def code(s: Record, action: int) -> int:  # a bid is the same in every world
    """What was said: the action itself."""
    return action


@kernel
def action_of(s: Record, code: int) -> int:
    """The action with a code."""
    return code


@kernel
def is_public(s: Record) -> bool:
    """LD-2: everybody hears every bid."""
    return True


@kernel
def rewind(now: Record, codes: Trace, movers: Trace, count: int, start: Record) -> bool:
    """LD-1: dice lie as they were rolled, so the first record has those of `now`."""
    for seat in range(start["players"]):
        for face in range(start["faces"]):
            start["held"][seat][face] = now["held"][seat][face]
    return True


@kernel
def redraw(
    s: Record, seat: int, other: int, codes: Trace, movers: Trace, common: Generators, rngs: Generators, i: int
) -> int:
    """Roll all dice of another seat anew, each face as likely (LD-1)."""
    if other == seat or other >= s["players"] or s["dice"][other] == 0:
        return 0
    for face in range(s["faces"]):
        s["held"][other][face] = 0
    for _ in range(s["dice"][other]):
        s["held"][other][below(rngs, i, s["faces"])] += 1
    return 1 << other


@loop
def _fill(records: Records, out: Probabilities) -> None:
    row = np.zeros(out.shape[1], dtype=np.float32)
    for k in range(len(records)):
        s, whole = records[k], 0.0
        returns(s, row)
        for seat in range(s["players"]):
            # LD-4 in a single round; LD-7
            out[k, seat] = max(row[seat], 0.0) if s["each"] == 0 else float(s["dice"][seat]) ** 3
            whole += out[k, seat]
        for seat in range(s["players"]):
            out[k, seat] /= whole


def outlook(records: Records) -> Probabilities:
    """Each seat's chance to win at the end of a round, as in `gain`."""
    out = np.zeros((len(records), SEATS))
    _fill(records, out)
    return out


EXPLANATION = Explanation(outlook=outlook)


def strata(s: Record, seat: int) -> dict[str, int]:
    """Dice of a seat, which are its hand."""
    return {"cards": int(s["dice"][seat])}


SEARCH = Search(
    horizon=horizon,
    gain=gain,
    unit=say("unit"),
    explain=lambda: EXPLANATION,
    strata=strata,
    history=History(code=code, action=action_of, public=is_public, rewind=rewind, redraw=redraw, bids=(0,)),
)

"""Search in Oh Hell: rollouts to the end of the round, and what bids and cards say of the hands."""

from __future__ import annotations

import numpy as np

from croupier.core import Generators, History, Record, Search, SeatValues, below, inlined, kernel
from croupier.core.spec.search import Trace
from croupier.games.oh_hell.rules import BID, PLAYED, SEATS, is_hidden, may_hold
from croupier.games.tricks.cards import DECK, NOBODY
from croupier.games.tricks.english import say as tricks_say


@kernel
def horizon(start: Record, s: Record) -> bool:
    """Whether the round is over."""
    return bool(s["round"] != start["round"])


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Points that each seat has scored, less the mean of what the others have."""
    people, total = s["players"], 0.0
    for seat in range(people):
        out[seat] = s["scores"][seat] - start["scores"][seat]
        total += out[seat]
    for seat in range(people):
        out[seat] -= (total - out[seat]) / (people - 1)


@kernel
def code(s: Record, action: int) -> int:  # a bid or a card means the same in every world
    """The action itself."""
    return action


@kernel
def action_of(s: Record, code: int) -> int:
    """The action with a code; -1 where the hand does not hold the card."""
    return code if code >= DECK or s["where"][code] == s["player"] else -1


@kernel
def is_public(s: Record) -> bool:
    """Everybody sees every decision."""
    return True


@kernel
def rewind(now: Record, codes: Trace, movers: Trace, count: int, start: Record) -> bool:
    """Deal the round as it must have been dealt to come to `now`: what was played since comes back to its hand."""
    for card in range(DECK):
        if start["where"][card] < SEATS:
            holder = now["where"][card]
            start["where"][card] = holder - PLAYED if holder >= PLAYED else holder
    return True


@inlined
def _place(holder: int) -> int:
    """A place of hidden cards: a seat, or SEATS for what is not dealt."""
    return int(holder) if holder != NOBODY else SEATS


@kernel
def redraw(
    s: Record, seat: int, other: int, codes: Trace, movers: Trace, common: Generators, rngs: Generators, i: int
) -> int:
    """Exchange some cards of a hand with those of another place that a seat does not see."""
    sizes, total, near = np.zeros(SEATS + 1, dtype=np.int64), 0, 0
    for card in range(DECK):
        if is_hidden(s, card, seat):
            sizes[_place(s["where"][card])] += 1
            total += 1
    held = sizes[other]
    if held == 0 or total == held:
        return 0
    number = below(common, 0, total - held)
    while near == other or number >= sizes[near]:
        number -= sizes[near] if near != other else 0
        near += 1
    left = 1 + max(below(common, 0, held), below(common, 0, held))  # large steps: chains begin far off
    cards, count, passed = np.empty(DECK, dtype=np.int64), 0, 0
    for card in range(DECK):
        if is_hidden(s, card, seat):
            place = _place(s["where"][card])
            taken = place == near
            if place == other:
                taken = below(common, 0, held - passed) < left
                left -= taken
                passed += 1
            if taken and may_hold(s, other, card) and (near == SEATS or may_hold(s, near, card)):
                cards[count] = card
                count += 1
    for k in range(count - 1):
        drawn = k + below(rngs, i, count - k)
        one, another = s["where"][cards[k]], s["where"][cards[drawn]]
        s["where"][cards[k]], s["where"][cards[drawn]] = another, one
        cards[k], cards[drawn] = cards[drawn], cards[k]
    touched = 1 << other | (1 << near if near < SEATS else 0)
    return touched if count > 1 else 0


def strata(s: Record, seat: int) -> dict[str, int]:
    """Cards left in a seat's hand."""
    return {"cards": int((s["where"] == seat).sum())}


SEARCH = Search(
    horizon=horizon,
    gain=gain,
    unit=tricks_say("points"),
    scale=0.125,  # actions differ by some 5 points from world to world
    history=History(code=code, action=action_of, public=is_public, rewind=rewind, redraw=redraw, bids=(BID,)),
    strata=strata,
)

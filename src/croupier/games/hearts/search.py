"""Search in Hearts: rollouts to the end of the deal, and what passes and cards say of the hands."""

from __future__ import annotations

import numpy as np

from croupier.core import Generators, History, Record, Search, SeatValues, below, kernel
from croupier.core.spec.search import HIDDEN, Trace
from croupier.games.hearts.redeal import draw_given, is_hidden, may_hold
from croupier.games.hearts.rules import PASS, PASSED, PASSES, PLAYED, SEATS
from croupier.games.tricks.cards import DECK, NOBODY
from croupier.games.tricks.english import say as tricks_say


@kernel
def horizon(start: Record, s: Record) -> bool:
    """Whether the deal is over."""
    return bool(s["deal"] != start["deal"])


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Penalty points that the others have got, in the mean, less those of each seat."""
    people, total = s["players"], 0.0
    for seat in range(people):
        out[seat] = int(start["scores"][seat]) - int(s["scores"][seat])
        total += out[seat]
    for seat in range(people):
        out[seat] -= (total - out[seat]) / (people - 1)


@kernel
def code(s: Record, action: int) -> int:  # a card means the same in every world
    """The action itself."""
    return action


@kernel
def action_of(s: Record, code: int) -> int:
    """The action with a code; -1 where the hand does not hold the card."""
    return code if s["where"][code % DECK] == s["player"] else -1


@kernel
def is_public(s: Record) -> bool:
    """HE-2: what is passed, nobody else sees."""
    return bool(s["phase"] != PASS)


@kernel
def rewind(now: Record, codes: Trace, movers: Trace, count: int, start: Record) -> bool:
    """Deal the deal as it must have been dealt to come to `now`: what was played and passed comes back."""
    passing = start["phase"] == PASS
    for card in range(DECK):
        if start["where"][card] < PLAYED and start["where"][card] != NOBODY:
            holder, giver = now["where"][card], now["given"][card]
            holder = holder - PLAYED if holder >= PLAYED else holder
            start["where"][card] = PASSED + giver if passing and giver != NOBODY else holder
        start["given"][card] = NOBODY if passing else now["given"][card]
    for k in range(count):
        if codes[k] >= DECK:  # known to be passed by its mover, who held it at the start
            start["where"][codes[k] - DECK] = movers[k]
    for k in range(count):
        if codes[k] == HIDDEN:
            card = 0
            while card < DECK and start["where"][card] != PASSED + movers[k]:
                card += 1
            if card == DECK:
                return False
            codes[k] = DECK + card
            start["where"][card] = movers[k]
    return True


@kernel
def redraw(
    s: Record, seat: int, other: int, codes: Trace, movers: Trace, common: Generators, rngs: Generators, i: int
) -> int:
    """Exchange some cards of a hand with those of another that a seat does not see, and what it was passed."""
    sizes, total, near = np.zeros(SEATS, dtype=np.int64), 0, 0
    for card in range(DECK):
        if is_hidden(s, card, seat):
            sizes[s["where"][card] % SEATS] += 1
            total += 1
    held, touched = sizes[other], 0
    if held > 0 and total > held:
        number = below(common, 0, total - held)
        while near == other or number >= sizes[near]:
            number -= sizes[near] if near != other else 0
            near += 1
        if _exchange(s, seat, other, near, held, common, rngs, i) > 1:
            touched = 1 << other | 1 << near
    giver = (other - int(s["direction"])) % s["players"]
    if s["direction"] and s["passed"] == PASSES * s["players"] and seat not in (giver, other):
        draw_given(s, seat, other, rngs, i)
        touched |= 1 << giver | 1 << other
    return touched


@kernel
def _exchange(
    s: Record, seat: int, other: int, near: int, held: int, common: Generators, rngs: Generators, i: int
) -> int:
    """Shuffle some hidden cards of two seats, with what was done with each place; how many there were."""
    left = 1 + max(below(common, 0, held), below(common, 0, held))  # large steps: chains begin far off
    cards, count, passed = np.empty(DECK, dtype=np.int64), 0, 0
    for card in range(DECK):
        if is_hidden(s, card, seat):
            holder = s["where"][card] % SEATS
            taken = holder == near
            if holder == other:
                taken = below(common, 0, held - passed) < left
                left -= taken
                passed += 1
            if taken and may_hold(s, other, card) and may_hold(s, near, card):
                cards[count] = card
                count += 1
    for k in range(count - 1):
        drawn = k + below(rngs, i, count - k)
        where, given = s["where"], s["given"]
        one, another = where[cards[k]], where[cards[drawn]]
        where[cards[k]], where[cards[drawn]] = another, one
        one, another = given[cards[k]], given[cards[drawn]]
        given[cards[k]], given[cards[drawn]] = another, one
        cards[k], cards[drawn] = cards[drawn], cards[k]
    return count


def strata(s: Record, seat: int) -> dict[str, int]:
    """Cards left in a seat's hand."""
    return {"cards": int((s["where"] == seat).sum())}


SEARCH = Search(
    horizon=horizon,
    gain=gain,
    unit=tricks_say("points"),
    scale=0.125,  # actions differ by some 5 points from world to world
    history=History(code=code, action=action_of, public=is_public, rewind=rewind, redraw=redraw, bids=(PASS,)),
    strata=strata,
)

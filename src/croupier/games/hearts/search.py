"""Search in Hearts: rollouts to the end of the deal, evidence about hands from passes and cards; claims."""

from __future__ import annotations

import numpy as np

from croupier.core import HIDDEN, Generators, Probabilities, Record, Records, SeatValues, Trace, below, kernel
from croupier.games.hearts.rules import HEARTS, PASS, PASSED, PASSES, PLAYED, SEATS, draw_given, list_hidden
from croupier.games.tricks.cards import DECK, NOBODY
from croupier.games.tricks.claims import claims
from croupier.games.tricks.outlook import chances_to_win
from croupier.games.tricks.search import gain_points, pick_hidden, search_of


@kernel
def horizon(start: Record, s: Record) -> bool:
    """Whether the deal is over."""
    return bool(s["deal"] != start["deal"])


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Penalty points that the others have got, in the mean, less those of each seat."""
    gain_points(start, s, -1, out)


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
    hidden, free = np.empty(DECK, dtype=np.int64), np.empty(DECK, dtype=np.int64)
    cards = np.empty(DECK, dtype=np.int64)
    total, where, given = list_hidden(s, seat, hidden, free), s["where"], s["given"]
    count, near = pick_hidden(where, SEATS, hidden, free, total, other, common, cards)
    for k in range(count - 1):
        drawn = k + below(rngs, i, count - k)
        where[cards[k]], where[cards[drawn]] = where[cards[drawn]], where[cards[k]]
        given[cards[k]], given[cards[drawn]] = given[cards[drawn]], given[cards[k]]
        cards[k], cards[drawn] = cards[drawn], cards[k]
    touched = 1 << other | 1 << near if count > 1 else 0
    giver = (other - int(s["direction"])) % s["players"]
    if s["direction"] and s["passed"] == PASSES * s["players"] and seat not in (giver, other):
        draw_given(s, seat, other, rngs, i)
        touched |= 1 << giver | 1 << other
    return touched


def outlook(records: Records) -> Probabilities:
    """Each seat's chance to win, from the points of the deals scored."""
    # In games of `bot` the points of a deal deviate from the table's mean by 16 over the root of the number of
    # players, and a game goes on for one deal and one more for each 36 / players points to the target.
    s = records[0]
    most, left = records["scores"].max(axis=1), (s["max_deals"] - records["deal"]).astype(np.float64)
    if s["target"]:
        left = np.minimum(left, 1.0 + np.maximum(s["target"] - most, 0) * (s["players"] / 36.0))
    return chances_to_win(records, -records["scores"], 16.0 * np.sqrt(left / s["players"]))


SEARCH = search_of(
    horizon, gain, outlook, action=action_of, public=is_public, rewind=rewind, redraw=redraw, bids=(PASS,)
)
CLAIMS = claims(lambda _: NOBODY, late=lambda _: HEARTS, hidden=list_hidden)

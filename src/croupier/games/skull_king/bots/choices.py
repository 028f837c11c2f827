"""The features of a bid or card for a small opponent model: what a person at the table would look at.

For a card: what it is, whether it leads the trick, its rank among the playable ones, and its player's need of
tricks. For a bid: its distance from the hand's worth, and the hand's cards by kind. Abilities and the Tigress's
role have no features: all answers are equally likely.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import ActionList, Record, RowFlags
from croupier.core.spec.search import DescribedChoices
from croupier.core.spec.spec import Floats
from croupier.games.skull_king.bots.seen import need_of
from croupier.games.skull_king.bots.simple import power_of
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    LOOT,
    MERMAID,
    RANKS,
    SKULL_KING,
    TIGRESS,
    TIGRESS_PIRATE,
    TRUMP,
    is_leviathan,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.record.state import BID_ACTION, BIDDING, CARD_ACTION, PLAYING, SEATS
from croupier.games.skull_king.record.tricks import captures, winning_place

_CARD, _TRICK, _NEED, _RANKED, _BID, _HAND = 0, 10, 15, 23, 31, 37
KINDS_OF_CARDS = 15
"""Coloured 14, 13, 11 and 12, 8 to 10, below; black 12 to 14, 8 to 11, 4 to 7, below; and the specials by kind."""
SIZE = _HAND + KINDS_OF_CARDS
WORTH = np.array([0.6, 0.5, 0.3, 0.1, 0.0, 0.95, 0.7, 0.4, 0.2, 0.55, 0.85, 0.85, 0.95, 0.0, 0.0])
"""Tricks that a card of each kind is worth, approximately."""
_MOST = 8
"""Most cards of a kind that count."""


@inlined
def _kind(card: int) -> int:
    """Kind of a card in the hand."""
    rank = card % RANKS + 1
    if card < TRUMP * RANKS:
        return 0 if rank == 14 else 1 if rank == 13 else 2 if rank >= 11 else 3 if rank >= 8 else 4
    if card < ESCAPE:
        return 5 if rank >= 12 else 6 if rank >= 8 else 7 if rank >= 4 else 8
    if card == MERMAID:
        return 9
    if is_pirate(card):
        return 10
    if card == TIGRESS:
        return 11
    if card == SKULL_KING:
        return 12
    return 14 if is_leviathan(card) else 13


@kernel
def describe(s: Record, actions: ActionList, count: int, out: Floats) -> bool:
    """Describe the first `count` legal actions; False, and nothing is written, where the kind is not described."""
    phase = s["phase"]
    if phase == BIDDING:
        _describe_bids(s, actions, count, out)
        return True
    if phase == PLAYING:
        _describe_cards(s, actions, count, out)
        return True
    return False


@kernel
def _describe_bids(s: Record, actions: ActionList, count: int, out: Floats) -> None:
    """Describe bids by the hand's cards."""
    seat, seats = s["player"], float(s["seats"])
    for n in range(count):
        out[n, :] = 0.0
    worth = 0.0
    for place in range(s["sizes"][seat]):
        kind = _kind(int(s["hands"][seat, place]))
        worth += WORTH[kind] * 4.0 / seats
        for n in range(count):
            out[n, _HAND + kind] += 1.0 / _MOST
    for n in range(count):
        bid = float(actions[n] - BID_ACTION)
        over = bid - worth
        out[n, _BID] = bid / 5.0
        out[n, _BID + 1] = 1.0 if bid == 0.0 else 0.0
        out[n, _BID + 2] = over / 2.0
        out[n, _BID + 3] = over * over / 4.0
        out[n, _BID + 4] = bid / max(float(s["cards"]), 1.0)
        out[n, _BID + 5] = bid * bid / 16.0


@kernel
def _describe_cards(s: Record, actions: ActionList, count: int, out: Floats) -> None:
    """Describe cards by the trick and by the need for tricks."""
    seat, laid, seats = int(s["player"]), int(s["laid"]), int(s["seats"])
    need, left = need_of(s, seat), int(s["cards"]) - int(s["tricks"])
    trick = np.empty(SEATS, dtype=np.int8)
    power, ahead = np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.bool_)
    for k in range(laid):
        trick[k] = s["trick"][k]
    slack = float(left)
    for other in range(s["players"]):
        slack -= max(need_of(s, other), 0)
    for n in range(count):
        card = int(s["hands"][seat, actions[n] - CARD_ACTION])
        out[n, :] = 0.0
        power[n] = power_of(card)
        trick[laid] = TIGRESS_PIRATE if card == TIGRESS else card
        ahead[n] = winning_place(trick, laid + 1) == laid
        _describe_card(card, out[n])
        if ahead[n]:
            out[n, _TRICK] = 1.0
            out[n, _TRICK + 1] = captures(trick, laid + 1, laid) / 40.0
        out[n, _TRICK + 2] = 1.0 if laid == 0 else 0.0
        out[n, _TRICK + 3] = 1.0 if laid == seats - 1 else 0.0
        out[n, _TRICK + 4] = laid / seats
        out[n, _NEED] = 1.0 if need > 0 else 0.0
        out[n, _NEED + 1] = 1.0 if need == 0 else 0.0
        out[n, _NEED + 2] = 1.0 if need < 0 else 0.0
        out[n, _NEED + 3] = min(max(need / max(left, 1), -1.0), 1.0)
        out[n, _NEED + 4] = 1.0 if need >= left else 0.0
        out[n, _NEED + 5] = 1.0 if s["bids"][seat] == 0 else 0.0
        out[n, _NEED + 6] = left / 10.0
        out[n, _NEED + 7] = min(max(slack / 4.0, -1.0), 1.0)
    _rank(power, ahead, count, out)


@inlined
def _describe_card(card: int, out: Floats) -> None:
    """Say what a card is."""
    out[_CARD] = power_of(card) / 60.0
    if is_number(card):
        out[_CARD + 1] = (card % RANKS + 1) / 14.0
        out[_CARD + 2] = 1.0 if card // RANKS == TRUMP else 0.0
        out[_CARD + 3] = 1.0 if card % RANKS == RANKS - 1 else 0.0
    elif card in (ESCAPE, LOOT):
        out[_CARD + 4] = 1.0
    elif is_pirate(card):
        out[_CARD + 5] = 1.0
    elif card == TIGRESS:
        out[_CARD + 6] = 1.0
    elif card == MERMAID:
        out[_CARD + 7] = 1.0
    elif card == SKULL_KING:
        out[_CARD + 8] = 1.0
    else:
        out[_CARD + 9] = 1.0


@kernel
def _rank(power: Floats, ahead: RowFlags, count: int, out: Floats) -> None:
    """Say which card is the strongest and weakest of all, of those ahead and of those behind, and its place."""
    for n in range(count):
        above, below, above_alike, below_alike, alike, leads = 0, 0, 0, 0, 0, 0
        for m in range(count):
            same = ahead[m] == ahead[n]
            leads += ahead[m]
            alike += same
            above += power[m] > power[n]
            below += power[m] < power[n]
            above_alike += same and power[m] > power[n]
            below_alike += same and power[m] < power[n]
        out[n, _RANKED] = 1.0 if above == 0 else 0.0
        out[n, _RANKED + 1] = 1.0 if below == 0 else 0.0
        out[n, _RANKED + 2 + 2 * (1 - int(ahead[n]))] = 1.0 if above_alike == 0 else 0.0
        out[n, _RANKED + 3 + 2 * (1 - int(ahead[n]))] = 1.0 if below_alike == 0 else 0.0
        out[n, _RANKED + 6] = above / count
        out[n, _RANKED + 7] = leads / count


CHOICES = DescribedChoices(size=SIZE, describe=describe, weights=Path(__file__).parent / "choices.npz")

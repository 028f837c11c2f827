"""Simple bots: one counts high cards, one plays at random, others make one kind of mistake that people make."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core import Bot, Generators, Mask, Record, below, inlined, kernel, uniform
from croupier.games.skull_king.bots.seen import need_of
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    MERMAID,
    NONE,
    RANKS,
    SKULL_KING,
    TIGRESS,
    TIGRESS_ESCAPE,
    TIGRESS_PIRATE,
    TRUMP,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.record.state import (
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
    SEATS,
    TIGRESS_ACTION,
    TIGRESS_PHASE,
)
from croupier.games.skull_king.record.tricks import captures, winning_place


@kernel
def choose_random(s: Record, mask: Mask, params: npt.NDArray[np.generic], rng: Generators, i: int) -> int:
    """Any legal action, each equally likely: a random bid, random cards, random answers."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    left = below(rng, i, count)
    chosen = NONE
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                chosen = action
            left -= 1
    return chosen


@inlined
def power_of(face: int) -> int:
    """Order of the cards, the Tigress as the pirate she can be."""
    power = 0
    if is_number(face):
        power = face % RANKS + (21 if face // RANKS == TRUMP else 1)
    elif face == MERMAID:
        power = 40
    elif is_pirate(face) or face == TIGRESS:
        power = 50
    elif face == SKULL_KING:
        power = 60
    return power


@inlined
def _halves(card: int) -> int:
    """Half tricks that a card is good for at a table of four."""
    power = power_of(card)
    if power >= 50 or (power >= 31 and power < 40):  # the king, pirates, black 11 to 14
        return 2
    return 1 if power == 40 or power >= 27 or power == 13 or power == 14 else 0


@kernel
def choose_simple(s: Record, mask: Mask, params: npt.NDArray[np.generic], rng: Generators, i: int) -> int:
    """Count high cards; take tricks while some are needed, and duck afterwards."""
    phase, seat = s["phase"], int(s["player"])
    if phase == BIDDING:
        return BID_ACTION + _count_high_cards(s, seat)
    wanted = need_of(s, seat) > 0
    if phase == PLAYING:
        return CARD_ACTION + _choose_card(s, mask, wanted)
    return answer_simply(s, mask, wanted)


@kernel
def answer_simply(s: Record, mask: Mask, wanted: bool) -> int:
    """Declare the Tigress and answer abilities by whether a trick is wanted."""
    phase, seat = s["phase"], int(s["player"])
    if phase == TIGRESS_PHASE:
        return TIGRESS_ACTION + (1 if wanted else 0)
    if phase == ROSIE_PHASE:
        return ROSIE_ACTION + (seat if wanted else (seat + 1) % int(s["players"]))
    if BENDT_1 <= phase <= BENDT_2:
        return BENDT_ACTION + _choose_discard(s, mask, wanted)
    if phase == ROATAN_PHASE:
        return ROATAN_ACTION + (1 if need_of(s, seat) >= 0 else 0)
    if phase == HARRY_PHASE:
        return HARRY_ACTION + 1 + min(max(-need_of(s, seat), -1), 1)
    return JADE_ACTION


@kernel
def _count_high_cards(s: Record, seat: int) -> int:
    """A bid: the worth of the high cards, less at larger tables, rounded."""
    halves = 0
    for place in range(s["sizes"][seat]):
        halves += _halves(int(s["hands"][seat, place]))
    seats = int(s["seats"])
    return min((4 * halves + seats) // (2 * seats), int(s["cards"]))


@kernel
def _choose_card(s: Record, mask: Mask, wanted: bool) -> int:
    """Choose a card by whether the trick is wanted."""
    # Wanted: the cheapest winner if last, else the strongest; else the lowest card. Not wanted: the highest card
    # that does not win; if all would, the highest if last, else the lowest.
    seat, laid = int(s["player"]), int(s["laid"])
    last = laid == int(s["seats"]) - 1
    trick = np.empty(SEATS, dtype=np.int8)
    for k in range(laid):
        trick[k] = s["trick"][k]
    best, chosen = -1000, 0
    for place in range(s["sizes"][seat]):
        if not mask[CARD_ACTION + place]:
            continue
        card = int(s["hands"][seat, place])
        power = power_of(card)
        if card == TIGRESS:
            trick[laid] = TIGRESS_PIRATE if wanted else TIGRESS_ESCAPE
        else:
            trick[laid] = card
        wins = winning_place(trick, laid + 1) == laid
        if wanted:
            value = (200 - power if last else 100 + power) if wins else -power
        elif wins:
            value = power - 500 if last else -power - 500
        else:
            value = power
        if value > best:
            best, chosen = value, place
    return chosen


@kernel
def _choose_discard(s: Record, mask: Mask, wanted: bool) -> int:
    """The lowest card while tricks are wanted, else the highest."""
    best, chosen = -1000, 0
    for place in range(s["sizes"][s["player"]]):
        if mask[BENDT_ACTION + place]:
            power = power_of(int(s["hands"][s["player"], place]))
            value = -power if wanted else power
            if value > best:
                best, chosen = value, place
    return chosen


# Written from how people play, and from no program. All of them count on single cards when they bid, and when
# they play they look at the trick under way, but neither at cards that are out nor at what the others need.

Habit = npt.NDArray[np.float64]
"""The parameters of a habit; shape (PARAMETERS,)."""
SLIPS, COUNTS, SPENDS, BONUS, PLUS, WORTH = range(6)
"""Places of the parameters: share of random decisions; 1 for a player who counts tricks, 0 for one who plays for
every trick after any bid; 1 to play strong cards first, -1 to save them; weight of a bonus point; tricks added to
a bid; from here on, tricks that a card of each kind counts for.
"""
HIGH, MIDDLE, HIGH_BLACK, BLACK, LOW_BLACK, MAID, PIRATE, KING = range(8)
"""Kinds of cards that count: coloured 13 and 14, 10 to 12; black 12 to 14, 7 to 11, 1 to 6; mermaids, pirates with
the Tigress, and the Skull King.
"""
PARAMETERS = WORTH + KING + 1
_LOSES, _TABLE = 500.0, 4.0


def _habit(
    *worth: float,
    slips: float = 0.0,
    counts: float = 1.0,
    spends: float = 0.0,
    bonus: float = 0.0,
    plus: float = 0.0,
) -> Bot:
    """A bot with some habits; see the places of the parameters."""
    return Bot(choose_by_habit, np.array([slips, counts, spends, bonus, plus, *worth]))


@kernel
def choose_by_habit(s: Record, mask: Mask, params: Habit, rng: Generators, i: int) -> int:
    """Choose for the seat to move, see `croupier.core.spec.spec.Bot`."""
    if params[SLIPS] > 0.0 and uniform(rng, i) < params[SLIPS]:
        return choose_random(s, mask, params, rng, i)
    phase, seat = s["phase"], int(s["player"])
    if phase == BIDDING:
        return BID_ACTION + _bid(s, seat, params)
    counted = need_of(s, seat) > 0
    wanted = counted if params[COUNTS] > 0.0 else s["bids"][seat] > 0
    if phase == PLAYING:
        return CARD_ACTION + _choose_carelessly(s, mask, wanted, params)
    return answer_simply(s, mask, wanted)


@inlined
def _kind(card: int) -> int:
    """Kind of a card that somebody counts on, or NONE."""
    kind, rank = NONE, card % RANKS + 1
    if card < TRUMP * RANKS:
        kind = HIGH if rank >= 13 else MIDDLE if rank >= 10 else NONE
    elif card < ESCAPE:
        kind = HIGH_BLACK if rank >= 12 else BLACK if rank >= 7 else LOW_BLACK
    elif card == MERMAID:
        kind = MAID
    elif is_pirate(card) or card == TIGRESS:
        kind = PIRATE
    elif card == SKULL_KING:
        kind = KING
    return kind


@kernel
def _bid(s: Record, seat: int, params: Habit) -> int:
    """What the cards count for, less at larger tables, rounded."""
    total = 0.0
    for place in range(s["sizes"][seat]):
        kind = _kind(int(s["hands"][seat, place]))
        if kind != NONE:
            total += params[WORTH + kind]
    bid = int(np.floor(total * _TABLE / s["seats"] + params[PLUS] + 0.5))
    return max(0, min(bid, int(s["cards"])))


@kernel
def _choose_carelessly(s: Record, mask: Mask, wanted: bool, params: Habit) -> int:
    """A trick wanted: a card that is ahead, by habit a strong or a weak one; else a card that is not ahead."""
    seat, laid = int(s["player"]), int(s["laid"])
    trick = np.empty(SEATS, dtype=np.int8)
    for k in range(laid):
        trick[k] = s["trick"][k]
    best, chosen = -4.0 * _LOSES, 0
    for place in range(s["sizes"][seat]):
        if not mask[CARD_ACTION + place]:
            continue
        card = int(s["hands"][seat, place])
        power = float(power_of(card))
        trick[laid] = card
        if card == TIGRESS:
            trick[laid] = TIGRESS_PIRATE if wanted else TIGRESS_ESCAPE
        ahead = winning_place(trick, laid + 1) == laid
        value = _value(ahead, wanted, power, laid == 0, params[SPENDS])
        if ahead and params[BONUS] > 0.0:
            value += params[BONUS] * captures(trick, laid + 1, laid)
        if value > best:
            best, chosen = value, place
    return chosen


@inlined
def _value(ahead: bool, wanted: bool, power: float, leads: bool, spends: float) -> float:
    """How much a card is liked."""
    if wanted and ahead:
        likes_strong = spends > 0.0 or (spends == 0.0 and not leads)
        value = power if likes_strong else -power
    elif wanted or ahead:
        value = -_LOSES - power
    else:
        value = -power if spends < 0.0 else power
    return value


#                 13-14 10-12 b12+  b7+   b1+  maid  pirate king
HABITS = {
    "bold": _habit(0.8, 0.4, 1.0, 0.7, 0.3, 0.8, 1.0, 1.0, plus=0.4),
    "timid": _habit(0.2, 0.0, 0.6, 0.2, 0.0, 0.3, 0.7, 1.0, plus=-0.2),
    "saver": _habit(0.5, 0.1, 0.9, 0.4, 0.1, 0.5, 0.9, 1.0, spends=-1.0),
    "spender": _habit(0.5, 0.1, 0.9, 0.4, 0.1, 0.5, 0.9, 1.0, spends=1.0),
    "hunter": _habit(0.7, 0.1, 0.9, 0.4, 0.1, 0.9, 0.9, 1.0, bonus=60.0),
    "careless": _habit(0.5, 0.2, 0.8, 0.5, 0.2, 0.5, 0.8, 0.9, slips=0.12, counts=0.0),
}
"""Bids high; bids low; saves strong cards; wastes them; chases bonuses; neither counts nor always looks."""

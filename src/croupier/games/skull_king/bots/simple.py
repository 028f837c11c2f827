"""Two simple bots: one counts high cards, the other chooses any legal action at random."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.rng import below
from croupier.core.base.types import Generators, Mask, Record
from croupier.games.skull_king.bots.seen import need_of
from croupier.games.skull_king.record.cards import (
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
from croupier.games.skull_king.record.tricks import winning_place


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

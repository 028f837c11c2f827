"""Auxiliary tasks of Skull King's training: the pirate that wins, the miss of the bid, the others' cards.

Their targets are read from the records of a rollout and may hold what no seat knows: no network is given them.
"""

from __future__ import annotations

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import Features, Labels, Record
from croupier.core.spec.shape import GameShape
from croupier.core.spec.training import AuxiliaryTask
from croupier.games.skull_king.record.cards import HARRY, NONE, ROSIE, SHARE, TIGRESS_PIRATE, TYPES
from croupier.games.skull_king.record.state import place_to_seat, round_ended, trick_ended

PIRATES = 7
"""No pirate wins the trick, one of the five, or the Tigress as a pirate."""
MISSES = 7
"""Bid less tricks won, from -3 to 3; what is further off counts as that."""
_FARTHEST = 3
_trick_ended, _round_ended = inlined(trick_ended), inlined(round_ended)


@kernel
def label_pirate(before: Record, after: Record, out: Labels) -> bool:
    """Target, known when a trick is over: which pirate has won it, for all seats."""
    if not _trick_ended(before, after):
        return False
    found = 0
    if after["last_winner"] != NONE:
        for place in range(after["seats"]):
            if place_to_seat(after["last_leader"], place, after["players"]) == after["last_winner"]:
                card = after["last_trick"][place]
                if card >= ROSIE and card <= HARRY:
                    found = 1 + card - ROSIE
                elif card == TIGRESS_PIRATE:
                    found = PIRATES - 1
    for seat in range(len(out)):
        out[seat] = found
    return True


@kernel
def label_bid(before: Record, after: Record, out: Labels) -> bool:
    """Target, known when a round is over: each seat's bid less its tricks, without Harry's change."""
    if not _round_ended(before, after):
        return False
    last = before["tricks"] < before["cards"]  # the round's last trick ended within this step
    for seat in range(before["players"]):
        won = before["won"][seat] + (last and after["last_winner"] == seat)
        miss = int(before["bids"][seat]) - int(won)
        out[seat] = _FARTHEST + min(max(miss, -_FARTHEST), _FARTHEST)
    return True


@kernel
def label_cards(s: Record, seat: int, out: Features) -> None:
    """Target: the share of each card's copies that the other hands hold."""
    for card in range(TYPES):
        out[card] = 0.0
    for other in range(s["seats"]):
        if other != seat:
            for place in range(s["sizes"][other]):
                card = s["hands"][other, place]
                out[card] += SHARE[card]


def auxiliary_tasks(game: GameShape) -> tuple[AuxiliaryTask, ...]:
    """The three tasks that the source of Skull King's player describes; the same at every table."""
    del game
    return (
        AuxiliaryTask("pirate", PIRATES, label_later=label_pirate),
        AuxiliaryTask("bid", MISSES, label_later=label_bid),
        AuxiliaryTask("cards", TYPES, label_at_decision=label_cards),
    )

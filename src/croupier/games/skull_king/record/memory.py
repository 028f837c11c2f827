"""What the cards of a round have shown, as records keep it: derived for positions, and checked."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.base.errors import PositionError
from croupier.core.base.types import Record
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    NONE,
    OPEN,
    RANKS,
    ROATAN,
    ROSIE,
    SUITS,
    TIGRESS,
    TYPES,
    name_of,
    type_of,
)
from croupier.games.skull_king.record.state import ROATAN_PHASE, ROSIE_PHASE, USED, place_to_seat, seat_at
from croupier.games.skull_king.record.tricks import lead_after


def derive_memory(s: Record) -> None:
    """Add what the trick under way and the one before have shown; what earlier ones have cannot be derived.

    Who has drawn for Bendt may have done so after the last trick, and is then void in nothing.
    """
    people = int(s["players"])
    if s["tricks"] and s["last_leader"] != NONE:
        _remember(s, int(s["last_leader"]), s["last_trick"], int(s["bendt_seat"]))
    if s["laid"]:
        _remember(s, int(s["leader"]), s["trick"][: s["laid"]], NONE)
    if s["rosie_seat"] != NONE:
        s["rosie_used"] = s["rosie_seat"]
    if s["wagers"][:people].any():
        s["roatan_seat"] = int(s["wagers"].argmax())
    if s["player"] not in (CHANCE, TERMINAL):
        for name, phase, card in (("rosie_used", ROSIE_PHASE, ROSIE), ("roatan_seat", ROATAN_PHASE, ROATAN)):
            if s["phase"] == phase and s["seen"][card]:
                s[name] = s["leader"]
    for name, card in USED.items():  # who wins by a pirate has played it
        if s[name] != NONE and s["specials"][card - ESCAPE] == NONE:
            s["specials"][card - ESCAPE] = s[name]


def _remember(s: Record, leader: int, cards: Iterable[int], drew: int) -> None:
    """Note what the cards of a trick have shown: the voids of people other than `drew`, and all special cards."""
    lead = OPEN
    for place, code in enumerate(cards):
        card = int(code)
        if card == NONE:
            break
        seat = int(place_to_seat(leader, place, int(s["players"])))
        if card >= ESCAPE:
            s["specials"][type_of(card) - ESCAPE] = seat
        elif lead >= 0 and card // RANKS != lead and seat not in (drew, int(s["players"])):
            s["voids"][seat] |= 1 << lead
        lead = OPEN if card == TIGRESS else lead_after(lead, card)


def check_memory(s: Record) -> None:
    """Check that what the cards have shown agrees with the hands and with what was played.

    Raises:
        PositionError: it does not.
    """
    laid = [int(seat_at(s, place)) for place in range(int(s["laid"]))]
    for seat in range(int(s["seats"])):
        voids = [suit for suit in range(len(SUITS)) if s["voids"][seat] >> suit & 1]
        for suit in voids:
            if s["suits"][seat, suit]:
                raise PositionError(say("record.void", seat=seat, suit=SUITS[suit]))
        tricks = int(s["tricks"]) + (seat in laid)
        if len(voids) > tricks or (voids and seat >= s["players"]):
            raise PositionError(say("record.voids", seat=seat, count=len(voids), tricks=tricks))
    for card in range(ESCAPE, TYPES):
        seat = int(s["specials"][card - ESCAPE])
        if not NONE <= seat < s["seats"]:
            raise PositionError(say("record.special_seat", card=name_of(card)))
        if seat != NONE and not s["seen"][card]:
            raise PositionError(say("record.special_played", card=name_of(card)))

"""Games that let in what they cannot play, one for each kind of defect that the fuzz must find.

All are the toy game, whose notation and checks leave something out. They stand in a module because the fuzz
imports them in a process of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.kernel import kernel
from croupier.core.base.types import Records
from croupier.core.spec.options import Options
from croupier.core.spec.spec import TERMINAL, Bot, BotEntry
from tests import toy
from tests.changed import changed
from tests.toy import DECK, SEATS, SPEC, Notation

WORTH = np.arange(DECK + 1, dtype=np.int64)
"""What each card is worth; 0 before the deal."""


class Lax(Notation):
    """Positions hold any numbers, and cards may have any value from `low` to `high`."""

    low, high = 1, DECK

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        s = records[0]
        for name, text in fields.items():
            size = {"deck": DECK, "said": SEATS}.get(name)
            if size is None or not re.fullmatch(rf"-?\d{{1,2}}(,-?\d{{1,2}}){{{size - 1}}}", text):
                raise PositionError(f"{name}={text!r} is no field of a position")
            s[name][:] = [int(n) for n in text.split(",")]
        spoken = int((s["said"] > 0).sum())
        if s["deck"].any():
            s["player"] = TERMINAL if spoken == s["players"] else spoken

    def check_deck(self, s: Any) -> None:
        if s["deck"].any() and not all(self.low <= card <= self.high for card in s["deck"]):
            raise PositionError("there is no such card")


class High(Lax):
    """Cards that are too high are let in."""

    high = 99


class Low(Lax):
    """Cards that are too low are let in."""

    low = -8


class Raising(Notation):
    """A field that it does not know is no PositionError."""

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        for name in fields:
            {"deck": DECK, "said": SEATS}[name]
        super().parse_position(records, fields)


class Dying(Notation):
    """A record whose cards are wrong ends the process, as a write out of bounds may."""

    def validate(self, records: Records) -> None:
        try:
            super().validate(records)
        except PositionError:
            os._exit(7)


@kernel
def observe_worth(s: Any, seat: int, out: Any) -> None:
    toy.observe(s, seat, out)
    out[0] = np.float32(WORTH[s["deck"][seat]]) / np.float32(DECK)


@kernel
def observe_a_slice(s: Any, seat: int, out: Any) -> None:
    toy.observe(s, seat, out)
    out[0] = np.float32(len(WORTH[: s["deck"][seat]])) / np.float32(DECK)


@kernel
def play_counts_up_to_the_card(s: Any, action: int) -> None:
    k = 0
    while k != s["deck"][s["player"]]:
        k += 1
    toy.play(s, action)


@kernel
def play_moves_beyond_the_seats(s: Any, action: int) -> None:
    seat = int(s["player"])
    toy.play(s, action)
    if s["deck"][seat] > DECK:
        s["player"] = 9


@kernel
def choose_what_is_no_action(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    return 2 if s["deck"][0] == 1 else 0


def make_bot(argument: str, options: Options) -> Bot:
    del argument, options
    return Bot(choose_what_is_no_action)


BAD_INDEX = changed(SPEC, notation=High(), observe=observe_worth)
NEGATIVE_INDEX = changed(SPEC, notation=Low(), observe=observe_worth)
BAD_SLICE = changed(SPEC, notation=High(), observe=observe_a_slice)
ENDLESS = changed(SPEC, notation=Low(), play=play_counts_up_to_the_card)
NO_SEAT = changed(SPEC, notation=High(), play=play_moves_beyond_the_seats)
BAD_BOT = changed(SPEC, bots={"bot": BotEntry(make_bot, "chooses what is no action", "bot")})
RAISING = changed(SPEC, notation=Raising())
DYING = changed(SPEC, notation=Dying())
"""Ends the process that reads a wrong record."""

"""Positions of Liar's Dice as one line of text, read back exactly and checked: a deal, played on."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.types import Records
from croupier.core.spec.spec import TERMINAL
from croupier.games.liars_dice.english import say
from croupier.games.liars_dice.rules import DICE, FACES, SEATS, STATE, call_of, play, play_outcome, setup
from croupier.games.liars_dice.view import faces_of


def format_position(records: Records) -> dict[str, str]:
    """The dice of each seat, and what was said, as in ``cups=133/246 bids=1x3,3x3,liar``."""
    s = records[0]
    faces, over = max(int(s["faces"]), 1), bool(s["player"] == TERMINAL)
    said = [f"{bid // faces + 1}x{bid % faces + 1}" for bid in s["bids"].nonzero()[0]] + ["liar"] * over
    hands = ["".join(map(str, faces_of(held))) for held in s["held"][: s["players"]]]
    return ({"cups": "/".join(hands)} if s["rolled"] else {}) | ({"bids": ",".join(said)} if said else {})


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record: roll these dice, and play what was said."""
    s = records[0]
    for name in fields:
        if name not in ("cups", "bids"):
            raise PositionError(say("position.field", name=name))
    numbers, faces = s["dice"][: s["players"]].tolist(), int(s["faces"])
    if "cups" in fields:
        if not re.fullmatch("/".join(f"[1-{faces}]{{{number}}}" for number in numbers), fields["cups"]):
            raise PositionError(say("position.dice", text=fields["cups"], numbers=numbers, faces=faces))
        for die in fields["cups"].replace("/", ""):
            play_outcome(s, int(die) - 1)
    for text in fields["bids"].split(",") if "bids" in fields else ():
        found = re.fullmatch(rf"([1-9]\d?)x([1-{faces}])", text)
        action = (int(found[1]) - 1) * faces + int(found[2]) - 1 if found else call_of(s)
        low, high = (int(s["bid"]), call_of(s) - 1) if found else (call_of(s), call_of(s))
        if s["player"] < 0 or not (found or (text == "liar" and s["count"])) or not low <= action <= high:
            raise PositionError(say("position.bids", text=text))
        play(s, action)


def validate(records: Records) -> None:
    """Raise PositionError unless the record is what its dice and bids lead to."""
    s = records[0]
    count, dice = int(s["players"]), s["dice"].tolist()
    if not (2 <= count <= SEATS and 2 <= s["faces"] <= FACES and all(1 <= each <= DICE for each in dice[:count])):
        raise PositionError(say("record.options"))
    if (s["held"] < 0).any() or (s["bids"] < 0).any() or (s["held"] > DICE).any():
        raise PositionError(say("record.values"))
    again = np.zeros(1, dtype=STATE)
    setup(again[0], np.array([count, dice[1], dice[0], s["faces"]], dtype=np.int64))
    parse_position(again, format_position(records))
    wrong = [name for name in STATE.names or () if again[0][name].tobytes() != s[name].tobytes()]
    if wrong:
        raise PositionError(say("record.differs", fields=", ".join(wrong)))

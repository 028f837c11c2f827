"""Positions of Pig Dice as one line of text, parsed exactly and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.core import TERMINAL, Records
from croupier.core.base.errors import PositionError
from croupier.games.pig.english import say

_MOST_TOTAL = 5_000_000
"""Beyond any game; the banked points still fit the seven digits of a position's text."""
_FIELDS = ("scores", "turn", "total", "turns")


def format_position(records: Records) -> dict[str, str]:
    """Scores, player to move, turn total, and turns finished."""
    s = records[0]
    return {name: ",".join(map(str, s[name].ravel())) for name in _FIELDS}


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record; a field left out keeps its value from the start of the game."""
    s = records[0]
    for name, text in fields.items():
        if name not in _FIELDS:
            raise PositionError(say("position.field", fields=", ".join(_FIELDS), name=name))
        if name == "scores" and not re.fullmatch(r"\d{1,7},\d{1,7}", text):
            raise PositionError(say("position.scores", text=text))
        if name != "scores" and not re.fullmatch(r"\d{1,7}", text):
            raise PositionError(say("position.number", name=name, text=text))
        if name == "turn" and int(text) > 1:
            raise PositionError(say("position.turn", text=text))
        s[name] = [int(part) for part in text.split(",")] if name == "scores" else int(text)
    over = s["scores"].max() >= s["winning_score"] or s["turns"] >= s["max_turns"]
    s["player"] = TERMINAL if over else s["turn"]


def validate(records: Records) -> None:
    """Raise PositionError if a record breaks a rule; whether dice can lead to it is not checked."""
    s = records[0]
    target = int(s["winning_score"])
    scores = [int(score) for score in s["scores"]]
    if target < 1 or s["max_turns"] < 1 or s["per_action"] not in (0, 1) or s["players"] != 2:
        raise PositionError(say("record.options"))
    if s["turn"] not in (0, 1) or s["phase"] != 0 or min(scores) < 0 or s["total"] < 0 or s["turns"] < 0:
        raise PositionError(say("record.values"))
    if s["spare"].any():
        raise PositionError(say("record.spare", spare=s["spare"]))
    if min(scores) >= target:
        raise PositionError(say("record.both_won", scores=scores, target=target))
    if s["turns"] > s["max_turns"]:
        raise PositionError(say("record.turns", turns=s["turns"], limit=s["max_turns"]))
    over = max(scores) >= target or s["turns"] >= s["max_turns"]
    if over and s["total"] != 0 and not s["per_action"]:
        raise PositionError(say("record.over", total=s["total"]))
    if s["total"] > _MOST_TOTAL:
        raise PositionError(say("record.total", total=s["total"]))
    if s["player"] != (TERMINAL if over else s["turn"]):
        raise PositionError(say("record.player"))

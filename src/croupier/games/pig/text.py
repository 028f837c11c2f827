"""Text forms of Pig Dice: actions, observations and positions. Prompts for language models are in prompts.py."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from croupier.core.base.errors import PositionError
from croupier.core.base.types import Records
from croupier.core.spec.seat_view import SeatView
from croupier.core.spec.spec import TERMINAL
from croupier.games.pig.rules import HOLD, ROLL

NAMES = {ROLL: "[roll]", HOLD: "[hold]"}
_MOST_TOTAL = 5_000_000
"""No dice come to it; with it, what is banked still has the seven digits that a position's text takes."""
_FIELDS = ("scores", "turn", "total", "turns")
_WORD = re.compile(r"\[?\s*(roll|hold)\s*\]?", re.IGNORECASE)


def action_to_string(records: Records, action: int) -> str:
    """``[roll]`` or ``[hold]``."""
    del records
    if action not in NAMES:
        raise ValueError(f"action {action} does not exist; 0 is [roll], 1 is [hold]")
    return NAMES[action]


def string_to_action(records: Records, text: str) -> int:
    """Read ``[roll]`` or ``[hold]``; case, spaces and the brackets do not matter."""
    del records
    found = _WORD.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is no action of Pig: say [roll] or [hold]")
    return ROLL if found[1].lower() == "roll" else HOLD


def observation_string(view: SeatView) -> str:
    """The whole position: nothing is hidden in Pig."""
    table, seat = view["table"], view["seat"] or 0
    own, other = table["scores"][seat], table["scores"][1 - seat]
    if view["over"]:
        result = "you win" if own > other else "you lose" if own < other else "a draw"
        return f"You {own}, opponent {other}, target {table['target']}: {result}."
    whose = "your turn" if table["turn"] == seat else "the opponent's turn"
    return (
        f"You {own}, opponent {other}, target {table['target']}; {whose}, turn total {table['turn_total']}; "
        f"{turns_left(table)}."
    )


def turns_left(table: Mapping[str, Any]) -> str:
    """How far the limit is away (PIG-5), like ``99 turns left``."""
    left = table["left"]
    return f"{left} {table['unit']}{'' if left == 1 else 's'} left"


def format_position(records: Records) -> dict[str, str]:
    """Scores, whose turn it is, the turn total, and turns finished."""
    s = records[0]
    return {
        "scores": f"{s['scores'][0]},{s['scores'][1]}",
        "turn": str(s["turn"]),
        "total": str(s["total"]),
        "turns": str(s["turns"]),
    }


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record; a field that is left out keeps its value from the start of the game."""
    s = records[0]
    for name, text in fields.items():
        if name not in _FIELDS:
            raise PositionError(f"pig positions have the fields {', '.join(_FIELDS)}, not {name!r}")
        parts = text.split(",")
        if len(parts) != (2 if name == "scores" else 1) or not all(re.fullmatch(r"\d{1,7}", p) for p in parts):
            wanted = "two whole numbers joined by a comma, each" if name == "scores" else "a whole number"
            raise PositionError(f"{name}={text!r} in the position must be {wanted} of 7 digits at most")
        if name == "scores":
            s["scores"][:] = [int(part) for part in parts]
        elif name == "turn" and int(text) not in (0, 1):
            raise PositionError(f"turn={text!r} in the position must be 0 or 1 (PIG-1)")
        else:
            s[name] = int(text)
    over = s["scores"].max() >= s["winning_score"] or s["turns"] >= s["max_turns"]
    s["player"] = TERMINAL if over else s["turn"]


def validate(records: Records) -> None:
    """Raise PositionError where a record breaks a rule; whether dice can lead to it is not asked."""
    s = records[0]
    target = int(s["winning_score"])
    scores = [int(score) for score in s["scores"]]
    if target < 1 or s["max_turns"] < 1 or s["per_action"] not in (0, 1) or s["players"] != 2:
        raise PositionError("the record's options are out of range (PIG-6)")
    if s["turn"] not in (0, 1) or s["phase"] != 0 or min(scores) < 0 or s["total"] < 0 or s["turns"] < 0:
        raise PositionError("the record holds values that are out of range (PIG-1, PIG-2)")
    if s["spare"].any():
        raise PositionError(f"the record's spare bytes are {s['spare']}, not zeros")
    if min(scores) >= target:
        raise PositionError(f"both scores {scores} reach the target {target}; the first to do so wins (PIG-4)")
    if s["turns"] > s["max_turns"]:
        raise PositionError(f"{s['turns']} turns are finished of at most {s['max_turns']} (PIG-5)")
    over = max(scores) >= target or s["turns"] >= s["max_turns"]
    if over and s["total"] != 0 and not s["per_action"]:
        raise PositionError(f"the game is over, so the turn total is 0, not {s['total']} (PIG-4)")
    if s["total"] > _MOST_TOTAL:
        raise PositionError(f"a turn total of {s['total']} is out of range (PIG-2)")
    if s["player"] != (TERMINAL if over else s["turn"]):
        raise PositionError("the player to move and the rest of the record do not agree (PIG-5)")

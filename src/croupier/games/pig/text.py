"""Text forms of Pig Dice: actions and observations. Prompts for language models are in prompts.py."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from croupier.core import Position, SeatView, Sentence
from croupier.games.pig.english import say
from croupier.games.pig.rules import HOLD, ROLL

NAMES = {ROLL: "[roll]", HOLD: "[hold]"}
_WORD = re.compile(r"\[?\s*(roll|hold)\s*\]?", re.IGNORECASE)


def action_to_string(position: Position, action: int) -> str:
    """``[roll]`` or ``[hold]``."""
    if action not in NAMES:
        raise ValueError(f"action {action} does not exist; 0 is [roll], 1 is [hold]")
    return NAMES[action]


def string_to_action(position: Position, text: str) -> int:
    """Read ``[roll]`` or ``[hold]``; case, spaces and the brackets do not matter."""
    found = _WORD.fullmatch(text.strip())
    if not found:
        raise ValueError(say("reply.unknown", text=text))
    return ROLL if found[1].lower() == "roll" else HOLD


def observation_string(view: SeatView) -> Sentence:
    """The whole position: nothing is hidden in Pig."""
    table, seat = view["table"], view["seat"] or 0
    own, other = table["scores"][seat], table["scores"][1 - seat]
    if view["over"]:
        result = "seen.win" if own > other else "seen.loss" if own < other else "seen.draw"
        return say("seen.over", own=own, other=other, target=table["target"], result=say(result))
    whose = say("seen.own_turn") if table["turn"] == seat else say("seen.other_turn")
    return say(
        "seen", own=own, other=other, target=table["target"], whose=whose, total=table["turn_total"],
        left=turns_left(table),
    )  # fmt: skip


def turns_left(table: Mapping[str, Any]) -> Sentence:
    """How far the limit is away (PIG-5), like ``99 turns left``."""
    return say("left.turns" if table["unit"] == "turn" else "left.actions", count=table["left"])


def limit_of(unit: object, limit: object) -> Sentence:
    """After how many turns or actions the higher score wins (PIG-5), like ``100 turns``."""
    return say("limit.turns" if unit == "turn" else "limit.actions", limit=limit)

"""Text forms of Pig Dice: actions and observations. Prompts for language models are in prompts.py."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from croupier.core.spec.position import Position
from croupier.core.spec.seat_view import SeatView
from croupier.games.pig.rules import HOLD, ROLL

NAMES = {ROLL: "[roll]", HOLD: "[hold]"}
_WORD = re.compile(r"\[?\s*(roll|hold)\s*\]?", re.IGNORECASE)


def action_to_string(position: Position, action: int) -> str:
    """``[roll]`` or ``[hold]``."""
    del position
    if action not in NAMES:
        raise ValueError(f"action {action} does not exist; 0 is [roll], 1 is [hold]")
    return NAMES[action]


def string_to_action(position: Position, text: str) -> int:
    """Read ``[roll]`` or ``[hold]``; case, spaces and the brackets do not matter."""
    del position
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

"""The table of Pig Dice as plain data: nothing is hidden (PIG-1), so every seat and a spectator see the same."""

from __future__ import annotations

from typing import Any

from croupier.core import Records, Schema, array_of, object_of, value

SCHEMA: Schema = object_of(
    "The table of Pig Dice.",
    scores=array_of(value("integer", "points"), "what each seat has banked (PIG-3)"),
    turn=value("integer", "the seat whose turn it is"),
    turn_total=value("integer", "points of the turn so far, not banked yet (PIG-2)"),
    target=value("integer", "points that win the game (PIG-4)"),
    limit=value("integer", "turns or actions after which the higher score wins (PIG-5)"),
    left=value("integer", "how many of them are left"),
    unit=value("string", "what is counted: `turn` or `action` (PIG-5)"),
)


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """The whole table, for any viewer."""
    s = records[0]
    return {
        "scores": s["scores"].tolist(),
        "turn": int(s["turn"]),
        "turn_total": int(s["total"]),
        "target": int(s["winning_score"]),
        "limit": int(s["max_turns"]),
        "left": int(s["max_turns"]) - int(s["turns"]),
        "unit": "action" if s["per_action"] else "turn",
    }

"""The table of Liar's Dice as plain data: a seat sees its own dice, and all of them once somebody has called."""

from __future__ import annotations

from typing import Any

from croupier.core.base.types import Records
from croupier.core.engine.view import array_of, by_seat, object_of, seat_number, value
from croupier.core.spec.spec import TERMINAL, Schema

SCHEMA: Schema = object_of(
    "The table of Liar's Dice.",
    dice=array_of(value("integer", "a face"), "the own dice in order; null for a spectator", null=True),
    numbers=by_seat(value("integer", "dice"), "how many dice each seat has (LD-1)"),
    faces=value("integer", "the highest face, which is wild (LD-3)"),
    bids=array_of(
        object_of(
            "A bid.",
            seat=seat_number("who made it"),
            quantity=value("integer", "how many dice it says there are at least"),
            face=value("integer", "the face that they show"),
        ),
        "all bids in their order (LD-2)",
    ),
    caller=seat_number("who called liar; null while nobody has", null=True),
    shown=by_seat(
        array_of(value("integer", "a face"), "dice of a seat"),
        "all dice by seat, after the call; null before (LD-3)",
        null=True,
    ),
)


def faces_of(held: Any) -> list[int]:
    """The faces of a seat's dice in order."""
    return [face + 1 for face, count in enumerate(held.tolist()) for _ in range(count)]


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """What a seat may know of the table."""
    s = records[0]
    players, faces, over = int(s["players"]), int(s["faces"]), bool(s["player"] == TERMINAL)
    made = [(count, int(bid)) for count, bid in enumerate(s["bids"].nonzero()[0])]
    return {
        "dice": None if seat is None else faces_of(s["held"][seat]),
        "numbers": s["dice"][:players].tolist(),
        "faces": faces,
        "bids": [{"seat": k % players, "quantity": bid // faces + 1, "face": bid % faces + 1} for k, bid in made],
        "caller": len(made) % players if over else None,
        "shown": [faces_of(held) for held in s["held"][:players]] if over else None,
    }

"""The table of Liar's Dice as plain data: a seat sees its own dice, and all dice after a call."""

from __future__ import annotations

from typing import Any

from croupier.core import TERMINAL, Records, Schema, array_of, by_seat, object_of, seat_number, value

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
    round=value("integer", "number of the round; null where the game is one round (LD-5)", null=True),
    last=object_of(
        "The last round that is over; null in the first one, and where the game is one round (LD-5).",
        null=True,
        bidder=seat_number("who made the highest bid"),
        quantity=value("integer", "how many dice it said there are at least"),
        face=value("integer", "the face that they show"),
        caller=seat_number("who called liar"),
        shown=by_seat(array_of(value("integer", "a face"), "dice of a seat"), "all dice by seat (LD-3)"),
        found=value("integer", "how many dice show the face or the wild one"),
        loser=seat_number("who lost a die"),
    ),
)


def faces_of(held: Any) -> list[int]:
    """The faces of a seat's dice in order."""
    return [face + 1 for face, count in enumerate(held.tolist()) for _ in range(count)]


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """The table as a seat may know it."""
    s = records[0]
    players, faces, over = int(s["players"]), int(s["faces"]), bool(s["player"] == TERMINAL)
    made = [int(bid) for bid in s["bids"].nonzero()[0]]
    turns = [each for k in range(players) if s["dice"][each := (int(s["first"]) + k) % players]]
    last = _last(s) if s["gone"] else None
    shown = [faces_of(held) for held in s["held"][:players]]
    return {
        "dice": None if seat is None else faces_of(s["held"][seat]),
        "numbers": s["dice"][:players].tolist(),
        "faces": faces,
        "bids": [
            {"seat": turns[k % len(turns)], "quantity": bid // faces + 1, "face": bid % faces + 1}
            for k, bid in enumerate(made)
        ],
        "caller": None if not over else last["caller"] if last else len(made) % players,
        "shown": None if not over else last["shown"] if last else shown,
        "round": int(s["gone"]) + (not over) if s["each"] else None,
        "last": last,
    }


def _last(s: Any) -> dict[str, Any]:
    """The result of the round before, from its dice and last bid (LD-3, LD-5)."""
    bid, faces, caller = int(s["called"]) - 1, int(s["faces"]), int(s["caller"])
    shown = [faces_of(held) for held in s["shown"][: s["players"]]]
    bidder = next(each for k in range(1, len(shown)) if shown[each := (caller - k) % len(shown)])
    found = sum(die in (bid % faces + 1, faces) for dice in shown for die in dice)
    return {
        "bidder": bidder,
        "quantity": bid // faces + 1,
        "face": bid % faces + 1,
        "caller": caller,
        "shown": shown,
        "found": found,
        "loser": caller if found > bid // faces else bidder,
    }

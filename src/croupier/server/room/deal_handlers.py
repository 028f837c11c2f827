"""What events do to a room by which browsers add numbers to the secret of a deal, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.server.room.room import Room
from croupier.server.room.shared_deal import SharedDeal, is_digits


def prepare(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A secret is drawn, and numbers are asked for."""
    del seat
    if room.status != "lobby":
        raise ValueError("numbers are asked for before the game begins")
    if not is_digits(payload["secret"]):
        raise ValueError("a secret is 32 bytes in hexadecimal")
    members = tuple(payload["members"])
    if set(members) - set(room.members) or len(set(members)) < len(members):
        raise ValueError(f"of members {sorted(room.members)} {members} cannot be asked")
    secret = bytes.fromhex(payload["secret"])
    room.shared = SharedDeal(secret, payload["fill"], members, payload["attempt"], at)
    room.attempts = payload["attempt"]


def commit(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A browser commits to a number."""
    del seat
    shared, member = _waits_for(room, payload["member"]), payload["member"]
    if not is_digits(payload["commitment"]):
        raise ValueError("a commitment is SHA-256 in hexadecimal")
    known = {**shared.commitments, member: payload["commitment"]}
    done = len(known) == len(shared.members)
    room.shared = replace(shared, commitments=known, at=at if done else shared.at)
    room.commitments = room.commitments | {payload["commitment"]}


def reveal(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A browser shows the number that it has committed to."""
    del seat, at
    shared, member, number = _waits_for(room, payload["member"]), payload["member"], payload["number"]
    if not is_digits(number):
        raise ValueError("a number is 32 bytes in hexadecimal")
    room.shared = replace(shared, numbers={**shared.numbers, member: number})


def _waits_for(room: Room, member: int) -> SharedDeal:
    if room.shared is None or member not in room.shared.members:
        raise ValueError(f"no number is asked of member {member}")
    return room.shared


def fair_data(room: Room) -> dict[str, Any] | None:
    """What everybody is told of the numbers; None where the game has none, or is not about to begin."""
    shared = room.shared
    if shared is None:
        return None
    phase = "dealt" if room.deal is not None else "reveal" if shared.all_committed else "commit"
    return {
        "phase": phase, "hash": shared.hash, "attempt": shared.attempt, "members": list(shared.members),
        "seats": [room.seat_of(each) for each in shared.members],
        "commitments": [shared.commitments.get(each) for each in shared.members],
        "numbers": [shared.numbers.get(each) for each in shared.members],
    }  # fmt: skip

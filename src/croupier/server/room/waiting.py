"""Whom a table waits for, and since when; clocks derive from that and from nothing else, so the log holds them.

A clock runs for each person who is asked, in a sealed phase for several at once. It stands still while no server
runs, or the database does not answer: such a time is an outage, which does not count.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.room import Room
from croupier.server.room.sealing import awaited
from croupier.server.storage.outages import Outage, lost

LONG_CLOCK = 3600
"""Seconds of a clock from which on a game may last days: nobody is replaced or followed as host by being away."""


def note_awaited(room: Room, clock_before: int | None, at: int) -> None:
    """Note whom the table waits for after an event.

    Args:
        clock_before: the clock before it; with another one all begin anew.
        at: when it happened, in milliseconds since 1970.
    """
    table = room.table
    if table is None:
        return
    turn = 0 if table.sealing else table.number
    known = room.asked if clock_before == room.settings.clock else {}
    room.asked = {
        seat: known[seat] if seat in known and known[seat].turn == turn else AwaitedSince(turn, at)
        for seat in awaited(room)
    }


def has_long_clock(room: Room) -> bool:
    """Whether the table's clock gives people hours or days."""
    return room.settings.clock is not None and room.settings.clock >= LONG_CLOCK


def clock_runs(room: Room) -> bool:
    """Whether the table goes on by itself, whoever looks on: it has a clock, and people play."""
    people = any(chair.member is not None for chair in room.chairs)
    return room.settings.clock is not None and room.table is not None and room.status == "playing" and people


def clock_ends(room: Room, outages: Sequence[Outage]) -> dict[int, int]:
    """When the clock of each seat ends whose person is asked, in milliseconds since 1970; empty without a clock.

    Args:
        outages: the times that do not count.
    """
    if room.settings.clock is None or not clock_runs(room):
        return {}
    ends: dict[int, int] = {}
    for seat, asked in room.asked.items():
        ends[seat] = lost(outages, asked.at, asked.at + 1000 * room.settings.clock)
    return ends

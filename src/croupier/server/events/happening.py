"""Applying events to a room one by one, as requested or as stored in the log."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ValidationError

from croupier.core.engine.game import Game
from croupier.server.base.english import say
from croupier.server.events import coming, deal, game, lobby, waiting
from croupier.server.room.chairs import MOST_NOTICES, Notice
from croupier.server.room.event import EVENTS, Happened, RoomEvent
from croupier.server.room.room import Room
from croupier.server.room.waiting import note_awaited
from croupier.server.storage.log import DamagedLogError, LogEvent

PARTS = (coming, lobby, deal, game, waiting)
"""All modules with events; importing them fills `EVENTS`."""


def read(table: str, row: LogEvent) -> Happened[RoomEvent]:
    """An event from a row of a table's log."""
    kind = EVENTS.get(row.kind)
    if kind is None:
        raise DamagedLogError(table, row.number, f"no event is called {row.kind!r}")
    try:
        return Happened(kind.model_validate({**row.payload, "seat": row.seat}), row.number, row.at)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise DamagedLogError(table, row.number, f"in its payload, {where}: {first['msg']}") from error


def rebuilt_room(table: str, log: Iterable[LogEvent], game: Game | None, *, given_seeds: bool = False) -> Room:
    """The room after all events of a table's log."""
    room = Room(table, game, given_seeds=given_seeds)
    for row in log:
        apply_stored(room, row)
    return room


def apply_stored(room: Room, row: LogEvent) -> Happened[RoomEvent]:
    """Apply a stored event."""
    happened = read(room.id, row)
    try:
        apply(room, happened)
        _check_people(room)
    except Exception as error:  # a broken row can fail anywhere
        raise DamagedLogError(room.id, row.number, error) from error
    return happened


def apply(room: Room, happened: Happened[RoomEvent]) -> None:
    """Apply an event, and record the notice for everybody."""
    event, number, at = happened.event, happened.number, happened.at
    if number != room.number + 1:
        raise ValueError(f"event {number} cannot follow event {room.number} of table {room.id}")
    said = event.words(room)
    event.apply(room, at)
    room.number = number
    if room.changes[-1:] != [number]:  # others do not learn of a change, nor of its time
        room.at = at
    note_awaited(room, at)
    if said is not None:
        _notice(room, said)
    dealt_in = coming.dealt_in(room)
    for member in dealt_in:
        _notice(room, say("told.dealt_in", name=room.members[member].name))
    if dealt_in:
        note_awaited(room, at)


def _check_people(room: Room) -> None:
    """Check that hosts and people in seats are members."""
    sitting = [chair.member for chair in room.chairs if chair.member is not None]
    sitting += [chair.leaver.member for chair in room.chairs if chair.leaver is not None]
    strangers = {room.host, *sitting} - set(room.members)
    if strangers or len(set(sitting)) < len(sitting):
        raise ValueError(f"of members {sorted(room.members)} {room.host} hosts, and {sitting} sit, or may again")


def _notice(room: Room, text: str) -> None:
    turn = 0 if room.table is None else room.table.number
    room.notices = [*room.notices, Notice(room.number, turn, text)][-MOST_NOTICES:]

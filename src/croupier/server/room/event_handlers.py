"""What each kind of event does to a room: the log of a table, played event by event.

A handler takes what the payload of its kind holds (`croupier.server.storage.payloads`), and checks nothing: what
is in the log has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from croupier.core.engine.deal_secret import read_deal
from croupier.core.engine.game import Game
from croupier.server.room import deal_handlers, seat_handlers
from croupier.server.room.chairs import MOST_NOTICES, Chair, Deletion, Member, Notice, Offer, StandingMove
from croupier.server.room.next_deal import stretch_ended
from croupier.server.room.room import Room
from croupier.server.room.room_settings import RoomSettings
from croupier.server.room.told import dealt_in_sentence, sentence
from croupier.server.room.waiting import note_awaited, note_clock, note_move, note_undo
from croupier.server.storage.log import DamagedLogError, LogEvent
from croupier.table import Table


def rebuilt_room(table: str, log: Iterable[LogEvent], game: Game | None, *, given_seeds: bool = False) -> Room:
    """Play a table's log again.

    Args:
        table: the table's id.
        log: its events from the first on.
        game: see `Room.game`.
        given_seeds: see `Room.given_seeds`.

    Raises:
        DamagedLogError: an event cannot have happened.
    """
    room = Room(table, game, given_seeds=given_seeds)
    for event in log:
        apply_stored(room, event)
    return room


def apply_stored(room: Room, event: LogEvent) -> None:
    """Let an event happen that the database has kept.

    Raises:
        DamagedLogError: it cannot have happened; the room is of no use any more.
    """
    try:
        apply_event(room, event)
        _check_people(room)
    except Exception as error:  # what is wrong with a row shows anywhere in what it does
        raise DamagedLogError(room.id, event.number, error) from error


def apply_event(room: Room, event: LogEvent) -> None:
    """Let an event of the log happen.

    Raises:
        ValueError: it is not the next one.
    """
    if event.number != room.number + 1:
        raise ValueError(f"event {event.number} cannot follow event {room.number} of table {room.id}")
    said = sentence(room, event)
    _HANDLERS[event.kind](room, event.seat, event.payload, event.at)
    room.number = event.number
    if room.changes[-1:] != [event.number]:  # nobody else is told of a change, nor when it was
        room.at = event.at
    note_awaited(room, event.at)
    if said is not None:
        _notice(room, said)
    dealt_in = seat_handlers.dealt_in(room)
    for member in dealt_in:
        _notice(room, dealt_in_sentence(room.members[member].name))
    if dealt_in:
        note_awaited(room, event.at)


def _check_people(room: Room) -> None:
    """Check that only members host and sit.

    Raises:
        ValueError: somebody else does.
    """
    sitting = [chair.member for chair in room.chairs if chair.member is not None]
    sitting += [chair.claim.member for chair in room.chairs if chair.claim is not None]
    strangers = {room.host, *sitting} - set(room.members)
    if strangers or len(set(sitting)) < len(sitting):
        raise ValueError(f"of members {sorted(room.members)} {room.host} hosts, and {sitting} sit, or may again")


def _notice(room: Room, text: str) -> None:
    turn = 0 if room.table is None else room.table.number
    room.notices = [*room.notices, Notice(room.number, turn, text)][-MOST_NOTICES:]


def _create(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del seat
    room.name, room.version, room.options = payload["game"], payload["version"], dict(payload["options"])
    room.settings = RoomSettings.model_validate(payload["settings"])
    room.members = {each["number"]: Member(each["number"], each["name"]) for each in payload["members"]}
    room.chairs = [Chair(each["member"], each["agent"]) for each in payload["seats"]]
    room.host, room.next_member = payload["host"], max(room.members) + 1
    room.host_at, room.circle = at, payload.get("circle")


def _circle(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """What the game comes to is kept in a circle."""
    del seat, at
    room.circle = payload["circle"]


def _member(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del at
    number = payload["member"]
    room.members[number] = Member(number, payload["name"])
    room.next_member = max(room.next_member, number + 1)
    if "options" in payload:
        seat_handlers.set_game(room, payload["options"], [*room.chairs, Chair()])
    if seat is not None:
        room.chairs[seat] = Chair(number)


def _name(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del seat, at
    room.members[payload["member"]].name = payload["name"]


def _sit(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A member takes a seat, or leaves its seat where none is named."""
    del at
    old = room.seat_of(payload["member"])
    if old is not None:
        room.chairs[old] = Chair()
    if seat is not None:
        room.chairs[seat] = Chair(payload["member"])


def _agent(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """An agent takes a seat, or leaves it free where none is named."""
    del at
    room.chairs[_some(seat)] = Chair(agent=payload["agent"], claim=room.chairs[_some(seat)].claim)


def _host(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del seat
    room.host, room.host_at, room.deletion = payload["member"], at, None


def _remove(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A member is removed; in a game that goes on, an agent plays on in the seat."""
    del seat, at
    member, playing = payload["member"], room.status == "playing"
    old = room.seat_of(member)
    if old is not None:
        room.chairs[old] = Chair(agent=room.settings.stand_in if playing else None)
        room.ousted |= playing and payload.get("by", member) != member
        if room.shuffling and old is not None:
            room.shared = None  # its secret is used up
    seat_handlers.drop_claims(room, member)
    room.offers.pop(member, None)
    del room.members[member]


def _offer(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """The host has made a link to another's seat."""
    del seat, at
    room.offers[payload["member"]] = Offer(payload["by"], payload["key"])


def _void(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """Whose seat it is has come back before the host's link was opened."""
    del seat, at
    room.offers.pop(payload["member"], None)


def _settings(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del seat
    before, room.settings = room.settings.clock, RoomSettings.model_validate(payload)
    note_clock(room, before, at)


def _start(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """The game begins; seats that are free get the agent that is named."""
    del seat, at
    room.people_at_start = room.people
    for chair in room.chairs:
        if chair.member is None and chair.agent is None:
            chair.agent = payload["fill"]
    room.deal = read_deal(payload)
    if room.game is not None:
        dealt = room.game.new_initial_state(room.deal)
        room.table = Table(dealt, names=room.agents(), boards=False)


def _hint(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A person takes a hint; of a turn once is noted."""
    del seat, at
    room.hinted = room.hinted | {(payload["turn"], payload["member"])}


def _move(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    mover, heard = _some(seat), payload["heard"]
    known = None if heard is None else tuple(heard)
    if room.table is not None:
        room.table.submit(mover, payload["action"], room.table.number)
    room.moves.append(
        StandingMove(
            mover, payload["by"] == "person", payload["action"], payload["text"], known, at,
            payload.get("sealed", False), note_move(room, mover, payload["action"], at),
        )
    )  # fmt: skip
    if room.table is not None and room.settings.spectators == "delayed":
        room.delay.move(room.table.number, _round_ended(room, room.table))


def _seal(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A person answers in a sealed phase; the answer waits for the others."""
    chosen = _some(seat)
    if room.table is not None:
        room.table.seal(chosen, payload["action"], room.table.number)
    if payload["changes"]:
        room.changes.append(room.number + 1)
        room.changed[chosen] += 1
    else:
        room.changed[chosen] = 0
        room.sealed_at = at


def _round_ended(room: Room, table: Table) -> bool:
    """Whether the last move has ended a round, in a game that has rounds."""
    return stretch_ended(room.state_at(room.delay.began[-1]), table)


def _undo(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """The last move is taken back."""
    del seat, payload
    note_undo(room, room.moves.pop(), at)
    room.ended = None
    if room.table is not None:
        room.table.undo(room.table.number)
        if room.delay.turns:
            room.delay.undo()


def _end(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """The game is over; what it came to is kept for croupiers that no longer play this version."""
    del seat, at
    room.ended = dict(payload)


def _away(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del at
    chair = room.chairs[_some(seat)]
    chair.stand_in = True
    wished = payload.get("by") is not None and payload["by"] == chair.member
    chair.stand_in_cause = "idle" if payload.get("idle") is not None else "wish" if wished else "absent"


def _back(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del payload, at
    chair = room.chairs[_some(seat)]
    chair.stand_in, chair.stand_in_cause = False, ""


def _wait(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del at
    turn = payload["turn"]
    room.patient_with = frozenset({*(each for each in room.patient_with if each[0] == turn), (turn, _some(seat))})


def _nudge(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """Somebody reminds the person in a seat that the table waits."""
    del payload
    room.nudged[_some(seat)] = at


def _link(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A member has a new link; the sockets of the old one are closed by who has them."""


def _delete(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """The host announces that the table is to be deleted."""
    del seat
    room.deletion = Deletion(payload["by"], at)


def _assent(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del seat, at
    if room.deletion is not None:
        room.deletion = replace(room.deletion, assents=room.deletion.assents | {payload["member"]})


def _keep(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """Somebody does not agree, or the host thinks better of it."""
    del seat, payload, at
    room.deletion = None


def _gone(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """All agree: the table is deleted next."""
    del seat, payload, at
    if room.deletion is not None:
        room.deletion = replace(room.deletion, final=True)


def _again(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    del seat, at
    room.again = payload["table"]


def _some(number: int | None) -> int:
    if number is None:
        raise ValueError("this kind of event belongs to a seat and its person")
    return number


_HANDLERS: dict[str, Callable[[Room, int | None, Mapping[str, Any], int], None]] = {
    "create": _create,
    "member": _member,
    "name": _name,
    "sit": _sit,
    "agent": _agent,
    "host": _host,
    "remove": _remove,
    "settings": _settings,
    "prepare": deal_handlers.prepare,
    "commit": deal_handlers.commit,
    "reveal": deal_handlers.reveal,
    "start": _start,
    "move": _move,
    "hint": _hint,
    "seal": _seal,
    "undo": _undo,
    "end": _end,
    "away": _away,
    "back": _back,
    "wait": _wait,
    "nudge": _nudge,
    "link": _link,
    "offer": _offer,
    "void": _void,
    "enter": seat_handlers.enter,
    "give": seat_handlers.give,
    "rules": seat_handlers.rules,
    "leave": seat_handlers.leave,
    "claim": seat_handlers.claim,
    "delete": _delete,
    "assent": _assent,
    "keep": _keep,
    "gone": _gone,
    "again": _again,
    "circle": _circle,
}
"""What each kind of event does, by its seat, its payload and its time."""

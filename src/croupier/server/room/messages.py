"""Messages to browsers: the table as one of them sees it. docs/protocol.md describes them.

Everything about a game comes from `Table.view` and `Table.messages` for the seat.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_json

from croupier.core.spec.position import ActionView, SeatView
from croupier.server.base.default_table import Shown, for_browsers
from croupier.server.base.languages import said
from croupier.server.base.refusal import RefusalError
from croupier.server.room.checks import may_undo
from croupier.server.room.event import Happened, RoomEvent
from croupier.server.room.room import Room, deals_again
from croupier.server.room.waiting import moves_left
from croupier.table import Table

VERSION = 1
"""Version of the messages' schema."""
WireMessage = dict[str, Any]


def encode(message: Mapping[str, Any]) -> str:
    """A message as sent text."""
    return to_json(message).decode()  # six times as fast as the json module


def message(kind: str, **parts: Any) -> WireMessage:
    """A message of a type, with the schema's version."""
    return {"v": VERSION, "type": kind, **parts}


def refused(error: RefusalError, asked: int | None) -> WireMessage:
    """The refusal of a browser's message; `asked` is its id, if it had one."""
    return message("refused", re=asked, **error.data())


@dataclass(frozen=True)
class Countdown:
    """A countdown to an agent for a person who has left."""

    seat: int
    until: int  # milliseconds since 1970, as all times here


@dataclass(frozen=True)
class People:
    """The people connected at some moment, and those that a table waits for."""

    at: int
    here: tuple[int, ...] = ()
    countdown: Countdown | None = None
    host_free: int | None = None  # when others with a seat may host; None while the host is here
    watcher_free: int | None = None  # the same for people without a seat; None while anybody with a seat is here
    absent_since: Mapping[int, int] = field(default_factory=dict)
    deleted_at: int | None = None  # at the earliest; None for no deletion
    clocks: Mapping[int, int] = field(default_factory=dict)  # ends of clocks, by seat

    def data(self) -> WireMessage:
        """The people as sent."""
        pause: WireMessage | None = None
        if self.countdown is not None:
            seat, until = self.countdown.seat, self.countdown.until
            pause = {"seat": seat, "until": until, "left": self._left(until)}
        times = {"host": self.host_free, "watcher": self.watcher_free}
        free: WireMessage = {}
        for who, at in times.items():
            free |= {f"{who}_free": at, f"{who}_left": self._left(at)}
        return {"here": list(self.here), "pause": pause, **free, "deleted_in": self._left(self.deleted_at)}

    def _left(self, until: int | None) -> int | None:
        """Milliseconds until a time."""
        return None if until is None else max(0, until - self.at)


# Everybody learns who has answered, and nothing else. A change of an answer is an event of the log that only its
# own person learns of, and that the numbers of messages do not count.


def shown_number(room: Room, number: int) -> int:
    """The number of an event as sent, which does not count events for one person only."""
    return number - bisect_right(room.changes, number)


@dataclass
class SeatMessages:
    """Makes the messages about a room after an event; each view is computed once for all who share it."""

    room: Room
    people: People
    _views: dict[int | None, Shown] = field(default_factory=dict)

    def view(self, table: Table, seat: int | None) -> Shown:
        """The table as a seat or spectator may see it."""
        if seat not in self._views:
            self._views[seat] = for_browsers(table.game.spec, seat_view(table, seat))
        return self._views[seat]

    def snapshot(self, member: int | None) -> WireMessage:
        """Everything that a member or spectator may know now."""
        return message(
            "snapshot", number=shown_number(self.room, self.room.number), you=you(self.room, member),
            table=table_data(self.room), people=self.people.data(), undo=may_undo(self.room, member),
            sealed=self._sealed(member), **self._waits(member), **self._game(member, 0, 0),
            rounds=self._rounds(member), **self._rest(member),
        )  # fmt: skip

    def update(
        self, member: int | None, happened: Happened[RoomEvent], since: int, told_of: int
    ) -> WireMessage | None:
        """The changes of an event for a member or spectator; None for none."""
        event, room = happened.event, self.room
        number = shown_number(room, happened.number)
        told = {"number": number, "kind": event.kind, "seat": event.seat, "at": happened.at}
        delayed = room.delayed(member)
        if not event.sent_to(room, member) or (event.plays and delayed and room.delay.shown is None):
            return None
        if event.plays and delayed:
            told["seat"] = None
        plain = event.plays and room.last_deal_in != happened.number
        more: WireMessage = {} if plain else {"you": you(room, member), "table": table_data(room)}
        more |= {"undo": may_undo(room, member), "sealed": self._sealed(member), **self._waits(member)}
        more |= self._rest(member)
        if event.scores(room) or delayed:
            more["rounds"] = self._rounds(member)
        return message("update", number=number, event=told, **more, **self._game(member, since, told_of))

    def _hidden(self, member: int | None) -> bool:
        """Whether a member does not see the current game."""
        return self.room.sees(member) is None and self.room.watched(member) != "open"

    def _shown_nothing(self, member: int | None) -> bool:
        """Whether a member sees nothing of the game."""
        return self.room.sees(member) is None and self.room.watched(member) == "none"

    def _sealed(self, member: int | None) -> WireMessage | None:
        """What a member may know of waiting sealed answers; None without a view of the current game."""
        return None if self._hidden(member) else sealed_data(self.room, self.room.sees(member))

    def _rest(self, member: int | None) -> WireMessage:
        """Claims of the rest of the tricks that a member is asked about, or may make."""
        return {} if self._hidden(member) else rest_data(self.room, self.room.sees(member))

    def _waits(self, member: int | None) -> WireMessage:
        """The people that the table waits for, since when and until when, with the current time."""
        asked = {} if self._hidden(member) else self.room.asked
        waits = [
            {"seat": seat, "since": each.at, "until": self.people.clocks.get(seat)}
            for seat, each in sorted(asked.items())
        ]
        return {"now": self.people.at, "waits": waits}

    def _rounds(self, member: int | None) -> list[WireMessage]:
        """The rounds that have ended, as far as a member may know them."""
        room = self.room
        if room.table is None or self._shown_nothing(member):
            return []
        moves = (room.delay.shown or 0) if room.delayed(member) else None  # number that counts; None for all
        return [ended.data() for ended in room.table.rounds[:moves] if ended is not None]

    def _game(self, member: int | None, since: int, told_of: int) -> WireMessage:
        """The game as far as a member may see it, with messages after a turn and notices after an event."""
        room, table = self.room, self.room.table
        if table is None:
            return {"turn": 0, "view": None, "messages": self._notices(told_of, 0), "moves": _open_moves(room)}
        seat, turn, shown = room.sees(member), table.number, room.delay.shown
        delayed, nothing = room.delayed(member), self._shown_nothing(member)
        told: list[WireMessage] = []
        if delayed:
            turn = room.delay.shown_turn
            told = [] if shown is None else _messages(table, None, since, turn)
        elif not nothing:
            told = _messages(table, seat, since, turn, 0 if seat is None else room.chairs[seat].sees_from)
        messages = sorted([*told, *self._notices(told_of, turn)], key=lambda each: int(each["turn"]))
        found: WireMessage = {"turn": turn, "view": None, "messages": messages}
        spec, seats = table.game.spec, range(table.game.num_players)
        if delayed and shown is not None:
            return {**found, "views": [for_browsers(spec, room.state_at(shown).view(each)) for each in seats]}
        if delayed or nothing:
            return found
        if room.shows_hands(member):
            found["views"] = [self.view(table, each) for each in seats]
        return {**found, "view": self.view(table, seat)}

    def _notices(self, since: int, turn: int) -> list[WireMessage]:
        """The notices after an event, for people who are shown the game up to a turn."""
        return [
            {"turn": min(each.turn, turn), "kind": "notice", "sender": None, "text": each.text}
            for each in self.room.notices
            if each.number > since
        ]


def seat_view(table: Table, seat: int | None) -> SeatView:
    """The table as a seat sees it; in a sealed phase with the actions of a seat that has not answered."""
    view = table.view(seat)
    if seat in table.sealing:
        view["actions"] = [] if seat in table.sealed else _actions(table, seat)
    return view


def _actions(table: Table, seat: int | None) -> list[ActionView]:
    return [] if seat is None else table.asked(seat).view(seat)["actions"]


def sealed_data(room: Room, seat: int | None) -> dict[str, Any] | None:
    """The state of a sealed phase: who has answered, and a seat's own answer; None in other phases."""
    table = room.table
    if table is None or not table.sealing:
        return None
    own = None if seat is None else table.sealed.get(seat)
    may_change = seat is not None and own is not None and room.player(seat) is None
    return {
        "done": sorted(table.sealed),
        "open": sorted(set(table.sealing) - set(table.sealed)),
        "answer": own,
        "actions": _actions(table, seat) if may_change else [],
    }


def rest_data(room: Room, seat: int | None) -> dict[str, Any]:
    """A claim for a seat; an allowed claim with a seat of null; or empty."""
    table, rest = room.table, room.rest
    if table is None:
        return {}
    if rest is None:
        may = moves_left(room, table, seat) and seat in room.due.people
        return {"rest": {"seat": None}} if may else {}
    return {} if rest.refused else {"rest": rest.data()}


def you(room: Room, member: int | None) -> WireMessage:
    """The member that a browser speaks for; people at the table also get the link of its circle."""
    circle = room.circle if member in room.members else None
    host = member is not None and member == room.host
    return {"member": member, "seat": room.seat_of(member), "host": host, "circle": circle}


def state_data(room: Room, member: int | None) -> WireMessage:
    """The answer of most routes: a table, and the member that a browser speaks for."""
    return {"state": table_data(room), "you": you(room, member)}


def table_data(room: Room) -> WireMessage:
    """What everybody at a table may know about it, apart from the game."""
    return {
        "id": room.id,
        "game": room.name,
        "title": room.name if room.game is None else room.game.spec.title,
        "version": room.version,
        "playable": room.game is not None,
        "options": room.options,
        "status": room.status,
        "deal": "seed" if room.seeded else "secret",
        "fair": _fair_data(room),
        "hints": room.hints,
        "deals_again": room.game is not None and deals_again(room.game),
        "hidden": room.game is None or room.game.facts.information == "hidden",
        "settings": room.settings.model_dump(),
        "host": room.host,
        "members": [
            {"member": each.number, "name": each.name, "seat": room.seat_of(each.number)}
            for each in room.members.values()
        ],
        "seats": [
            {
                "seat": seat, "member": chair.member, "agent": chair.agent, "stand_in": chair.stand_in,
                "awaits_deal": room.awaits_deal(seat),
                "claim": None if chair.leaver is None else chair.leaver.member,
            }
            for seat, chair in enumerate(room.chairs)
        ],
        "deletion": None if room.deletion is None else {
            "by": room.deletion.by, "assents": sorted(room.deletion.assents),
        },
        "again": room.again,
    }  # fmt: skip


def _messages(table: Table, seat: int | None, since: int, last: int, sees_from: int = 0) -> list[WireMessage]:
    """Messages of the game between two turns; before `sees_from` only those to everybody."""
    if sees_from <= since + 1:
        told = table.messages(seat, since)
    else:
        told = [each for each in table.messages(None, since) if each.number < sees_from]
        told += table.messages(seat, sees_from - 1)
    return [
        {"turn": number, "kind": each.kind, "sender": each.sender, "text": each.text}
        | (said(each.text) if each.kind == "event" else {})
        for number, each in told
        if number <= last and each.kind != "board"  # the view shows the same
    ]


def _open_moves(room: Room) -> list[WireMessage]:
    """The moves at a table with other rules, in words: of a finished game all, else those known to all seats."""
    over = room.status == "over"
    return [{"seat": move.seat, "text": move.text if over or move.heard is None else None} for move in room.moves]


def _fair_data(room: Room) -> dict[str, Any] | None:
    """The public state of the numbers; None without them, or if no game is about to begin."""
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

"""Deleting a table: at once, or in a game of several people after all who are there have agreed."""

from __future__ import annotations

from dataclasses import replace

from croupier.core.base.sentence import Sentence
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.events.asking import posted
from croupier.server.room.chairs import Deletion
from croupier.server.room.checks import check_host, name_of
from croupier.server.room.event import RoomEvent
from croupier.server.room.messages import People
from croupier.server.room.room import Room


def at_once(room: Room) -> bool:
    """Whether the host may delete a table at once: no game goes on, or nobody else plays it, or did."""
    others = any(chair.member not in (None, room.host) for chair in room.chairs)
    return room.status != "playing" or not (others or room.ousted)


def check_at_once(room: Room, host: int) -> None:
    """Let nobody pass but a host who may delete the table at once, when it is deleted."""
    check_host(room, host)
    if not at_once(room):
        raise RefusalError("forbidden", say("delete.others"))


class DeleteEvent(RoomEvent):
    """The host announces that the table is to be deleted, `pause` seconds later at the earliest."""

    kind = "delete"
    moves_people = True
    by: int
    pause: int

    def apply(self, room: Room, at: int) -> None:
        room.deletion = Deletion(self.by, at)

    def words(self, room: Room) -> Sentence:
        return say("told.delete", by=name_of(room, self.by), pause=self.pause)


def announce(room: Room, host: int, pause: int) -> DeleteEvent:
    """The host announces that a table in the middle of a game is to be deleted."""
    check_host(room, host)
    if room.deletion is not None:
        raise RefusalError("forbidden", say("delete.announced"))
    return DeleteEvent(by=host, pause=pause)


class AssentEvent(RoomEvent):
    """Somebody agrees."""

    kind = "assent"
    moves_people = True
    member: int

    def apply(self, room: Room, at: int) -> None:
        if room.deletion is not None:
            room.deletion = replace(room.deletion, assents=room.deletion.assents | {self.member})

    def words(self, room: Room) -> Sentence:
        return say("told.assent", name=name_of(room, self.member))


class KeepEvent(RoomEvent):
    """Somebody does not agree, or the host thinks better of it."""

    kind = "keep"
    moves_people = True
    member: int

    def apply(self, room: Room, at: int) -> None:
        room.deletion = None

    def words(self, room: Room) -> Sentence:
        own = room.deletion is not None and room.deletion.by == self.member
        return say("told.keep.by" if own else "told.keep", name=name_of(room, self.member))


@posted("assent")
def answer(room: Room, member: int, agrees: bool) -> AssentEvent | KeepEvent:
    """Agree that the table is deleted, or not: then it is kept."""
    pending = room.deletion
    if pending is None:
        raise RefusalError("forbidden", say("delete.nobody"))
    if room.seat_of(member) is None and member != pending.by:
        raise RefusalError("forbidden", say("seat_only"))
    if not agrees:
        return KeepEvent(member=member)
    if member == pending.by or member in pending.assents:
        raise RefusalError("forbidden", say("delete.agreed"))
    return AssentEvent(member=member)


class GoneEvent(RoomEvent):
    """All agree: the table is deleted next."""

    kind = "gone"

    def apply(self, room: Room, at: int) -> None:
        if room.deletion is not None:
            room.deletion = replace(room.deletion, final=True)

    def words(self, room: Room) -> Sentence:
        return say("told.gone")


def conclude(room: Room, people: People, pause: int) -> GoneEvent:
    """The table is deleted, as was announced, once nobody's assent is missing."""
    if room.deletion is not None and room.deletion.final:
        raise RefusalError("forbidden", say("delete.said"))
    if room.deletion is None or missing(room, people, pause):
        raise RefusalError("forbidden", say("delete.missing"))
    return GoneEvent()


def check_concluded(room: Room) -> None:
    """Let nobody pass where the table was not announced to be deleted next: it is kept after all."""
    if room.deletion is None or not room.deletion.final:
        raise RefusalError("forbidden", say("delete.kept"))


def missing(room: Room, people: People, pause: int) -> list[int]:
    """The members whose assent is waited for: who have a seat, and are here or left less than `pause` seconds ago.

    A page that is loaded anew comes back.
    """
    pending = room.deletion
    if pending is None:
        return []
    late = people.at - 1000 * pause
    waited = {*people.here, *(member for member, since in people.absent_since.items() if since > late)}
    seated = [chair.member for chair in room.chairs if chair.member in waited]
    return sorted(each for each in seated if each is not None and each not in (pending.by, *pending.assents))

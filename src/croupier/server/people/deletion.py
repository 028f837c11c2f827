"""Deleting a table: at once, or in a game of several people after all who are there have agreed."""

from __future__ import annotations

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room import lobby
from croupier.server.room.messages import People
from croupier.server.room.room import Room
from croupier.server.storage.log import NewEvent


def at_once(room: Room) -> bool:
    """Whether the host may delete a table at once: no game goes on, or nobody else plays it, or did."""
    others = any(chair.member not in (None, room.host) for chair in room.chairs)
    return room.status != "playing" or not (others or room.ousted)


def check_at_once(room: Room, host: int) -> None:
    """Let nobody pass but a host who may delete the table at once, when it is deleted.

    Raises:
        RefusalError: another member asks, or somebody plays there now (``forbidden``).
    """
    lobby.check_host(room, host)
    if not at_once(room):
        raise RefusalError("forbidden", say("delete.others"))


def check_concluded(room: Room) -> None:
    """Let nobody pass where the table was not announced to be deleted next.

    Raises:
        RefusalError: it is kept after all (``forbidden``).
    """
    if room.deletion is None or not room.deletion.final:
        raise RefusalError("forbidden", say("delete.kept"))


def announce(room: Room, host: int, pause: int) -> NewEvent:
    """The host announces that a table in the middle of a game is to be deleted.

    Raises:
        RefusalError: another member asks, or it is announced already (``forbidden``).
    """
    lobby.check_host(room, host)
    if room.deletion is not None:
        raise RefusalError("forbidden", say("delete.announced"))
    return NewEvent("delete", None, {"by": host, "pause": pause})


def answer(room: Room, member: int, agrees: bool) -> NewEvent:
    """Somebody agrees that the table is deleted, or does not; the host takes it back.

    Raises:
        RefusalError: nothing is to be deleted, who answers has no seat, or has agreed already (``forbidden``).
    """
    pending = room.deletion
    if pending is None:
        raise RefusalError("forbidden", say("delete.nobody"))
    if room.seat_of(member) is None and member != pending.by:
        raise RefusalError("forbidden", say("seat_only"))
    if not agrees:
        return NewEvent("keep", None, {"member": member})
    if member == pending.by or member in pending.assents:
        raise RefusalError("forbidden", say("delete.agreed"))
    return NewEvent("assent", None, {"member": member})


def conclude(room: Room, people: People, pause: int) -> NewEvent:
    """The table is deleted, as was announced; see `missing`.

    Raises:
        RefusalError: somebody has not agreed, or it was said already (``forbidden``).
    """
    if room.deletion is not None and room.deletion.final:
        raise RefusalError("forbidden", say("delete.said"))
    if room.deletion is None or missing(room, people, pause):
        raise RefusalError("forbidden", say("delete.missing"))
    return NewEvent("gone")


def missing(room: Room, people: People, pause: int) -> list[int]:
    """The members whose assent is waited for: who have a seat, and are here or left a moment ago.

    Args:
        people: who is connected, and since when the others are not.
        pause: seconds after which who has left is not waited for: a page that is loaded anew comes back.
    """
    pending = room.deletion
    if pending is None:
        return []
    late = people.at - 1000 * pause
    waited = {*people.here, *(member for member, since in people.absent_since.items() if since > late)}
    seated = [chair.member for chair in room.chairs if chair.member in waited]
    return sorted(each for each in seated if each is not None and each not in (pending.by, *pending.assents))

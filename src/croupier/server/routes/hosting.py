"""Hosting of a table whose host has vanished: after a pause, somebody else at the table may take it over."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError, in_words
from croupier.server.base.telling import TellingRoute
from croupier.server.room import lobby
from croupier.server.room.messages import People, WireMessage, table_data, you
from croupier.server.room.room import Room
from croupier.server.room.time_words import TIME_WORDS
from croupier.server.routes.request_models import As
from croupier.server.routes.session import RequestSession
from croupier.server.storage.log import NewEvent

router = APIRouter(prefix="/api/tables", route_class=TellingRoute)


def take_over(room: Room, member: int, people: People) -> NewEvent:
    """Somebody takes hosting over from a host who has vanished.

    Args:
        member: who asks.
        people: who is connected.

    Raises:
        RefusalError: the host is here (``forbidden``) or has not been away for long (``not-yet``); or who asks has
            no seat, and somebody who has one is here or was not long ago.
    """
    lobby.member_of(room, member)
    if member == room.host:
        raise RefusalError("forbidden", say("host.already"))
    if people.host_free is None and room.host in people.absent_since:
        raise RefusalError("forbidden", TIME_WORDS.say("long-clock-host"))
    if people.host_free is None:
        raise RefusalError("forbidden", say("host.here", name=room.members[room.host].name))
    seated = room.seat_of(member) is not None
    free = people.host_free if seated else people.watcher_free
    if free is None:
        raise RefusalError("forbidden", say("host.watcher"))
    left = free - people.at
    if left > 0:
        key = "host.soon" if seated else "host.soon.seated"
        raise RefusalError("not-yet", say(key, time=in_words(left / 1000)))
    return NewEvent("host", None, {"member": member})


@router.post("/{table}/take-over")
async def take(table: str, body: As, session: RequestSession) -> WireMessage:
    """Become the host in place of one who has vanished."""
    live = await session.as_member(table, body.member)
    await live.do(lambda room: take_over(room, body.member, live.people))
    return {"state": table_data(live.room), "you": you(live.room, body.member)}

"""Routes of circles: standings of the same people over evenings, read by a link. See docs/protocol.md."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.secret import hashed, new_token
from croupier.server.base.telling import TellingRoute
from croupier.server.live.hub import Hub
from croupier.server.live.results import LONGEST_CIRCLE_NAME, standings
from croupier.server.room import lobby
from croupier.server.room.messages import WireMessage, state_data
from croupier.server.room.room import Room
from croupier.server.routes.request_models import CircleDeletion, CircleName, NewCircle
from croupier.server.routes.session import RequestSession
from croupier.server.storage.circles import Circle
from croupier.server.storage.log import NewEvent

router = APIRouter(prefix="/api", route_class=TellingRoute)
NOTICE_MILLISECONDS = 7 * 24 * 3600 * 1000
"""How long it is shown that a circle is to be deleted, before it is."""


@router.post("/tables/{table}/circle")
async def make(table: str, body: NewCircle, session: RequestSession) -> WireMessage:
    """Keep what this table's games, and those that follow it, come to; everybody at the table gets the link."""
    live = await session.as_member(table, body.member)
    lobby.check_no_circle(live.room)
    token, name = (
        new_token(session.hub.runtime),
        lobby.clean_label(body.name, LONGEST_CIRCLE_NAME, "circle.length"),
    )
    await session.hub.store.circles.make(hashed(token), name, session.hub.runtime.now())

    def follow(room: Room) -> NewEvent:
        lobby.check_no_circle(room)
        return NewEvent("circle", None, {"member": body.member, "circle": token})

    await live.do(follow)
    return {"circle": token, **state_data(live.room, body.member)}


@router.get("/circles/{token}")
async def show(token: str, session: RequestSession) -> WireMessage:
    """A circle: its name, games and standings."""
    return _shown(await circle_of(session.hub, token), session.hub)


@router.post("/circles/{token}/name")
async def rename(token: str, body: CircleName, session: RequestSession) -> WireMessage:
    """Call a circle something else."""
    await circle_of(session.hub, token)
    name = lobby.clean_label(body.name, LONGEST_CIRCLE_NAME, "circle.length")
    await session.hub.store.circles.rename(hashed(token), name, session.hub.runtime.now())
    return _shown(await circle_of(session.hub, token), session.hub)


@router.post("/circles/{token}/deletion")
async def delete(token: str, body: CircleDeletion, session: RequestSession) -> WireMessage:
    """Announce that a circle is to be deleted, which everybody sees for a week; or keep it after all."""
    found, now = await circle_of(session.hub, token), session.hub.runtime.now()
    if body.wanted and found.deleted_at is None:
        await session.hub.store.circles.delete_at(hashed(token), now + NOTICE_MILLISECONDS, now)
    elif not body.wanted and found.deleted_at is not None:
        await session.hub.store.circles.delete_at(hashed(token), None, now)
    return _shown(await circle_of(session.hub, token), session.hub)


async def circle_of(hub: Hub, token: str) -> Circle:
    """A circle by the token of its link.

    Raises:
        RefusalError: there is none, or its time has come (``not-found``).
    """
    found = await hub.store.circles.read(hashed(token))
    if found is None or (found.deleted_at is not None and found.deleted_at <= hub.runtime.now()):
        raise RefusalError("not-found", say("no_circle"))
    return found


def _shown(circle: Circle, hub: Hub) -> WireMessage:
    left = None if circle.deleted_at is None else max(0, circle.deleted_at - hub.runtime.now())
    return {
        "name": circle.name,
        "deleted_in": left,
        "games": [{"at": each.at, **each.result} for each in reversed(circle.games)],
        "standings": [each.data() for each in standings(each.result for each in circle.games)],
    }

"""Routes about whom the table waits for: nudges, no countdown, and an agent in somebody's place."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.people import nudging
from croupier.server.room import play
from croupier.server.room.messages import WireMessage, state_data
from croupier.server.routes.request_models import SeatOnly
from croupier.server.routes.session import RequestSession

router = APIRouter(prefix="/api/tables")


@router.post("/{table}/nudge")
async def nudge(table: str, body: SeatOnly, session: RequestSession) -> WireMessage:
    """Remind the person in a seat that the table waits."""
    live = await session.as_member(table, body.member)
    now = session.hub.runtime.now
    await live.do(lambda room: nudging.nudge(room, body.member, body.seat, now()))
    return state_data(live.room, body.member)


@router.post("/{table}/stand-in")
async def stand_in(table: str, body: SeatOnly, session: RequestSession) -> WireMessage:
    """Let an agent play for somebody who is away, without waiting longer, or who is there and does not play."""
    live = await session.as_member(table, body.member)
    now = session.hub.runtime.now
    await live.do(lambda room: nudging.stand_in(room, body.member, body.seat, live.people.here, now()))
    return state_data(live.room, body.member)


@router.post("/{table}/wait")
async def wait(table: str, body: SeatOnly, session: RequestSession) -> WireMessage:
    """The host lets the table wait for whoever is due."""
    live = await session.as_member(table, body.member)
    await live.do(lambda room: play.wait(room, body.member, body.seat))
    return state_data(live.room, body.member)

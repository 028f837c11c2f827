"""Routes about whom the table waits for: nudges, an agent in somebody's place, and notices to who is not there."""

from __future__ import annotations

from fastapi import APIRouter, Request

from croupier.server.base.languages import code_of
from croupier.server.base.refusal import RefusalError
from croupier.server.base.telling import TellingRoute
from croupier.server.notices.encryption import check_subscription
from croupier.server.notices.endpoints import read_endpoint
from croupier.server.notices.words import NOTICE_WORDS
from croupier.server.people import nudging
from croupier.server.room import play
from croupier.server.room.messages import WireMessage, state_data
from croupier.server.routes.request_models import PushBody, PushOff, SeatOnly
from croupier.server.routes.session import RequestSession
from croupier.server.storage.pushes import Subscription

router = APIRouter(prefix="/api/tables", route_class=TellingRoute)


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


@router.post("/{table}/push")
async def subscribe(request: Request, table: str, body: PushBody, session: RequestSession) -> WireMessage:
    """Let this browser be sent notices for a person who has a seat, in the language in which it asks.

    Raises:
        RefusalError: this server sends none, the address is not one that it sends to, the keys cannot be read, or
            the person has no seat.
    """
    live, hub = await session.as_member(table, body.member), session.hub
    play.seat_of_member(live.room, body.member)
    if hub.notifier.why_off:
        raise RefusalError("forbidden", hub.notifier.why_off)
    endpoint = read_endpoint(body.endpoint, hub.settings.push_hosts)
    try:
        check_subscription(body.p256dh, body.auth)
    except ValueError:
        raise RefusalError("malformed", NOTICE_WORDS.say("bad-subscription")) from None
    await hub.notifier.hosts.resolved(endpoint)
    kept = Subscription(body.endpoint, body.p256dh, body.auth, code_of(request))
    await hub.store.pushes.add(table, body.member, kept, hub.runtime.now())
    return {"push": True}


@router.post("/{table}/push-off")
async def unsubscribe(table: str, body: PushOff, session: RequestSession) -> WireMessage:
    """Let this browser be sent no more notices for a person."""
    await session.as_member(table, body.member)
    await session.hub.store.pushes.remove(table, body.member, body.endpoint)
    return {"push": False}

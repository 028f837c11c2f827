"""Routes of notices to who is not there."""

from __future__ import annotations

from fastapi import APIRouter, Request

from croupier.server.base.english import say
from croupier.server.base.languages import code_of
from croupier.server.base.refusal import RefusalError
from croupier.server.base.telling import TellingRoute
from croupier.server.notices.encryption import check_subscription
from croupier.server.notices.endpoints import read_endpoint
from croupier.server.room.checks import seat_of_member
from croupier.server.room.messages import WireMessage
from croupier.server.routes.request_models import PushBody, PushOff
from croupier.server.routes.session import RequestSession
from croupier.server.storage.pushes import Subscription

router = APIRouter(prefix="/api/tables", route_class=TellingRoute)


@router.post("/{table}/push")
async def subscribe(request: Request, table: str, body: PushBody, session: RequestSession) -> WireMessage:
    """Let this browser be sent notices for a person who has a seat, in the language in which it asks."""
    live, hub = await session.as_member(table, body.member), session.hub
    seat_of_member(live.room, body.member)
    if hub.notifier.why_off:
        raise RefusalError("forbidden", hub.notifier.why_off)
    endpoint = read_endpoint(body.endpoint, hub.settings.push_hosts)
    try:
        check_subscription(body.p256dh, body.auth)
    except ValueError:
        raise RefusalError("malformed", say("notice.bad-subscription")) from None
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

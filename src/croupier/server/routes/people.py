"""Routes of people who come and go, links and notices, which change more than the log. See docs/protocol.md."""

from __future__ import annotations

import contextlib
from typing import Literal

from fastapi import APIRouter, Request

from croupier.server.base.english import say
from croupier.server.base.languages import code_of
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import hashed, new_token
from croupier.server.base.settings import address_for_others, is_local
from croupier.server.events import coming
from croupier.server.events.asking import As
from croupier.server.live.live import LiveTable
from croupier.server.notices.delivery import read_endpoint
from croupier.server.notices.encryption import check_subscription
from croupier.server.room.checks import check_host, seat_of_member
from croupier.server.room.messages import WireMessage, state_data, table_data
from croupier.server.routes.request_models import Enter, Join, PushBody, PushOff, Rename, Whom
from croupier.server.routes.session import RequestSession, Session, TranslatedRoute
from croupier.server.storage.log import UnavailableError
from croupier.server.storage.store import Subscription

router = APIRouter(prefix="/api", route_class=TranslatedRoute)


@router.post("/tables/{table}/push")
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


@router.post("/tables/{table}/push-off")
async def unsubscribe(table: str, body: PushOff, session: RequestSession) -> WireMessage:
    """Let this browser be sent no more notices for a person."""
    await session.as_member(table, body.member)
    await session.hub.store.pushes.remove(table, body.member, body.endpoint)
    return {"push": False}


_BORDER = 3


class SharedLink(Enter):
    """A link that is to be passed on, named by its token."""

    kind: Literal["join", "seat"] = "join"


@router.post("/tables/{table}/invitation")
async def invitation(table: str, body: SharedLink, request: Request, session: RequestSession) -> WireMessage:
    """The whole link of a token, and its QR code where other machines can open it."""
    store, key = session.hub.store, hashed(body.token)
    if body.kind == "join":
        known = await store.join_hash(table) == key
    else:
        known = await store.key_member(table, key) is not None
        known = known or coming.offered((await session.hub.live(table)).room, key) is not None
    if not known:
        raise RefusalError("forbidden", say("link"))
    settings = session.hub.settings
    base = address_for_others(settings, f"{request.url.scheme}://{request.url.netloc}")
    link, local = f"{base}/#/{body.kind}/{table}/{body.token}", is_local(settings)
    return {"link": link, "local_only": local, "qr": None if local else qr_code(link)}


def qr_code(text: str) -> str:
    """A QR code as an SVG picture in a ``data:`` address; dark on white in every colour scheme."""
    import segno

    return segno.make(text, error="m", micro=False).svg_data_uri(border=_BORDER, light="#fff", omitsize=True)


@router.post("/tables/{table}/look")
async def look(table: str, body: Enter, session: RequestSession) -> WireMessage:
    """A table for somebody with its join link, who has not come in yet."""
    live = await _invited(table, body.token, session)
    return {"state": table_data(live.room)}


async def _invited(table: str, token: str, session: Session) -> LiveTable:
    """The table of a join link."""
    if await session.hub.store.join_hash(table) != hashed(token):
        raise RefusalError("forbidden", say("link.ask"))
    return await session.hub.live(table)


@router.post("/tables/{table}/join")
async def join(table: str, body: Join, session: RequestSession) -> WireMessage:
    """Come to a table by its join link."""
    live = await _invited(table, body.token, session)
    async with live.joining:  # otherwise a browser's people could join at the same moment uncounted
        brought = await session.members(table)
        coming.check_browser(live.room, brought)
        member = (await live.do(lambda room: coming.join(room, body.name))).event.member
        await session.hub.store.grant(session.kept_id(), table, member)
    return {"table": table, "member": member, **state_data(live.room, member)}


@router.post("/tables/{table}/enter")
async def open_link(table: str, body: Enter, session: RequestSession) -> WireMessage:
    """Speak for a member from this browser too, by the member's link; the host's link replaces all others."""
    live = await session.hub.live(table)
    key = hashed(body.token)
    member = await session.hub.store.key_member(table, key)
    if member is None or member not in live.room.members:
        member = await _open_offer(live, key, session)
    else:
        await session.hub.store.grant(session.kept_id(), table, member)
    return {"table": table, "member": member, **state_data(live.room, member)}


async def _open_offer(live: LiveTable, key: str, session: Session) -> int:
    """Let one browser only speak for a member whose link the host has made."""
    table = live.room.id
    own = coming.offered(live.room, key)
    if own is not None and own in await session.members(table):
        return own  # its own person: nothing changes hands
    # from this event on, nobody who speaks for the seat sees its cards, whatever fails below
    happened = await live.do(lambda room: coming.enter(room, key, live.people))
    member = happened.event.member
    await session.hub.store.hand_over(session.kept_id(), table, member)
    await live.do(lambda _: coming.LinkEvent(member=member))  # sockets of the former browsers are closed
    return member


@router.post("/tables/{table}/links")
async def own_link(table: str, body: As, session: RequestSession) -> WireMessage:
    """A link by which another device speaks for the same member; those that exist stay valid."""
    await session.as_member(table, body.member)
    token = new_token(session.hub.runtime)
    await session.hub.store.add_key(table, body.member, hashed(token))
    return {"table": table, "member": body.member, "token": token}


@router.post("/tables/{table}/reissue")
async def reissue(table: str, body: Whom, session: RequestSession) -> WireMessage:
    """A new link of one's own, and all others and all other browsers die; or the host's for who is away."""
    live = await session.as_member(table, body.member)
    token = new_token(session.hub.runtime)
    key = hashed(token)
    if body.whom != body.member:
        pause = session.hub.settings.link_pause
        await live.do(lambda room: coming.offer(room, body.member, body.whom, key, live.people, pause))
        return {"table": table, "member": body.whom, "token": token}
    await session.hub.store.hand_over(session.id, table, body.whom)
    await session.hub.store.add_key(table, body.whom, key)
    await live.do(lambda _: coming.LinkEvent(member=body.whom))
    return {"table": table, "member": body.whom, "token": token}


@router.post("/tables/{table}/invite")
async def invite(table: str, body: As, session: RequestSession) -> WireMessage:
    """The host makes a new join link; the old one dies."""
    live = await session.as_member(table, body.member)
    check_host(live.room, body.member)
    token = new_token(session.hub.runtime)
    await session.hub.store.set_join_hash(table, hashed(token))
    return {"table": table, "join": token}


@router.post("/tables/{table}/name")
async def rename(table: str, body: Rename, session: RequestSession) -> WireMessage:
    """Be called something else, which those who are at the table are told."""
    live = await session.as_member(table, body.member)
    live.chat.check_pace(body.member, session.id)
    old = live.room.members[body.member].name
    await live.do(lambda room: coming.rename(room, body.member, body.name))
    with contextlib.suppress(UnavailableError):  # the log shows it, and the server's own log has the chat's error
        await live.chat.note_name(body.member, old)
    return state_data(live.room, body.member)


@router.post("/tables/{table}/remove")
async def remove(table: str, body: Whom, session: RequestSession) -> WireMessage:
    """The host removes a person; or a person leaves, and may take the seat of a game back that goes on."""
    live = await session.as_member(table, body.member)
    gone = await live.do(lambda room: coming.depart(room, body.member, body.whom))
    if isinstance(gone.event, coming.LeaveEvent):
        await session.hub.store.pushes.remove(table, body.member)
        return state_data(live.room, body.member)
    await session.hub.store.revoke(table, body.whom)
    if body.whom == body.member:
        return state_data(live.room, body.member)
    token = new_token(session.hub.runtime)  # otherwise a removed person could return by the old link
    await session.hub.store.set_join_hash(table, hashed(token))
    return {"table": table, "join": token, **state_data(live.room, body.member)}

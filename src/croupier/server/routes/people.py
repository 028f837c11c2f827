"""Routes of the people at a table: links, names and seats, and what the host decides. See docs/protocol.md."""

from __future__ import annotations

import contextlib

from fastapi import APIRouter

from croupier.server.agents.allowed_agents import check_seatable, checked_options
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.secret import hashed, new_token
from croupier.server.base.telling import TellingRoute
from croupier.server.live.contracts import EventRequest
from croupier.server.live.live import LiveTable
from croupier.server.people import claims, entering, fair_deal, seats
from croupier.server.room import lobby
from croupier.server.room.messages import WireMessage, state_data, table_data
from croupier.server.routes.request_models import (
    As,
    Change,
    Enter,
    Give,
    Join,
    OptionsWish,
    Rename,
    SeatAgent,
    SeatOnly,
    Sit,
    Start,
    Whom,
)
from croupier.server.routes.session import RequestSession, Session
from croupier.server.storage.log import NewEvent, UnavailableError

router = APIRouter(prefix="/api", route_class=TellingRoute)


async def _done(session: Session, table: str, member: int, request: EventRequest) -> WireMessage:
    """Let something happen in the name of a member; gives the table as it stands then."""
    live = await session.as_member(table, member)
    await live.do(request)
    return state_data(live.room, member)


@router.post("/tables/{table}/look")
async def look(table: str, body: Enter, session: RequestSession) -> WireMessage:
    """A table for somebody with its join link, who has not come in yet."""
    live = await _invited(table, body.token, session)
    return {"state": table_data(live.room)}


async def _invited(table: str, token: str, session: Session) -> LiveTable:
    """The table of a join link.

    Raises:
        RefusalError: the link is not, or no longer, one of this table (``forbidden``).
    """
    if await session.hub.store.join_hash(table) != hashed(token):
        raise RefusalError("forbidden", say("link.ask"))
    return await session.hub.live(table)


@router.post("/tables/{table}/join")
async def join(table: str, body: Join, session: RequestSession) -> WireMessage:
    """Come to a table by its join link."""
    live = await _invited(table, body.token, session)
    async with live.joining:  # else one browser's people could come at the same moment, and not be counted
        brought = await session.members(table)
        lobby.check_browser(live.room, brought)
        event = await live.do(lambda room: seats.join(room, body.name))
        member: int = event.payload["member"]
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
    """Let a browser, and it alone, speak for a member whose link the host has made."""
    table = live.room.id
    own = entering.offered(live.room, key)
    if own is not None and own in await session.members(table):
        return own  # the person it belongs to: nothing changes hands
    # from this event on the seat's hidden things are shown to nobody who speaks for it, whatever fails below
    event = await live.do(lambda room: entering.enter(room, key, live.people))
    member: int = event.payload["member"]
    await session.hub.store.hand_over(session.kept_id(), table, member)
    await live.do(
        lambda _: NewEvent("link", None, {"member": member})
    )  # sockets of the former browsers are closed
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
        await live.do(lambda room: entering.offer(room, body.member, body.whom, key, live.people, pause))
        return {"table": table, "member": body.whom, "token": token}
    await session.hub.store.hand_over(session.id, table, body.whom)
    await session.hub.store.add_key(table, body.whom, key)
    await live.do(lambda _: NewEvent("link", None, {"member": body.whom}))
    return {"table": table, "member": body.whom, "token": token}


@router.post("/tables/{table}/give")
async def give_seat(table: str, body: Give, session: RequestSession) -> WireMessage:
    """The host gives an agent's seat to somebody who watches."""
    return await _done(
        session, table, body.member, lambda room: entering.give(room, body.member, body.whom, body.seat)
    )


@router.post("/tables/{table}/invite")
async def invite(table: str, body: As, session: RequestSession) -> WireMessage:
    """The host makes a new join link; the old one dies."""
    live = await session.as_member(table, body.member)
    lobby.check_host(live.room, body.member)
    token = new_token(session.hub.runtime)
    await session.hub.store.set_join_hash(table, hashed(token))
    return {"table": table, "join": token}


@router.post("/tables/{table}/name")
async def rename(table: str, body: Rename, session: RequestSession) -> WireMessage:
    """Be called something else, which those who are at the table are told."""
    live = await session.as_member(table, body.member)
    live.chat.check_pace(body.member, session.id)
    old = live.room.members[body.member].name
    await live.do(lambda room: lobby.rename(room, body.member, body.name))
    with contextlib.suppress(UnavailableError):  # the log tells it, and the server's own log why the chat does not
        await live.chat.note_name(body.member, old)
    return state_data(live.room, body.member)


@router.post("/tables/{table}/seat")
async def sit(table: str, body: Sit, session: RequestSession) -> WireMessage:
    """Take a free seat, change to it, or leave one's own."""
    return await _done(session, table, body.member, lambda room: lobby.sit(room, body.member, body.seat))


@router.post("/tables/{table}/remove")
async def remove(table: str, body: Whom, session: RequestSession) -> WireMessage:
    """The host removes a person; or a person leaves, and may take the seat of a game back that goes on."""
    live = await session.as_member(table, body.member)
    event = await live.do(lambda room: claims.depart(room, body.member, body.whom))
    if event.kind == "leave":
        await session.hub.store.pushes.remove(table, body.member)
        return state_data(live.room, body.member)
    await session.hub.store.revoke(table, body.whom)
    if body.whom == body.member:
        return state_data(live.room, body.member)
    token = new_token(session.hub.runtime)  # or who was removed comes back by the old link
    await session.hub.store.set_join_hash(table, hashed(token))
    return {"table": table, "join": token, **state_data(live.room, body.member)}


@router.post("/tables/{table}/claim")
async def claim(table: str, body: As, session: RequestSession) -> WireMessage:
    """Take a seat back that one has left in the middle of a game."""
    return await _done(session, table, body.member, lambda room: claims.claim(room, body.member))


@router.post("/tables/{table}/agent")
async def seat_agent(table: str, body: SeatAgent, session: RequestSession) -> WireMessage:
    """The host puts an agent into a seat, or frees it."""
    live = await session.as_member(table, body.member)
    if body.agent is not None:
        lobby.check_playable(live.room)
        if live.room.game is not None:
            check_seatable(body.agent, live.room.game, session.hub.settings.agents)
    await live.do(lambda room: lobby.seat_agent(room, body.member, body.seat, body.agent))
    return state_data(live.room, body.member)


@router.post("/tables/{table}/add-seat")
async def add_seat(table: str, body: As, session: RequestSession) -> WireMessage:
    """Before the game the host adds a seat."""
    return await _done(session, table, body.member, lambda room: seats.add(room, body.member))


@router.post("/tables/{table}/drop-seat")
async def drop_seat(table: str, body: SeatOnly, session: RequestSession) -> WireMessage:
    """Before the game the host removes a seat."""
    return await _done(session, table, body.member, lambda room: seats.drop(room, body.member, body.seat))


@router.post("/tables/{table}/options")
async def change_options(table: str, body: OptionsWish, session: RequestSession) -> WireMessage:
    """Before the game the host changes its options."""
    live = await session.as_member(table, body.member)
    lobby.check_host(live.room, body.member)
    lobby.check_playable(live.room)
    options = checked_options(live.room.name, body.options)
    await live.do(lambda room: seats.change_options(room, body.member, options))
    return state_data(live.room, body.member)


@router.post("/tables/{table}/host")
async def hand_on(table: str, body: Whom, session: RequestSession) -> WireMessage:
    """The host hands on hosting."""
    return await _done(session, table, body.member, lambda room: lobby.set_host(room, body.member, body.whom))


@router.post("/tables/{table}/settings")
async def change_settings(table: str, body: Change, session: RequestSession) -> WireMessage:
    """The host changes what was chosen for the table."""
    live = await session.as_member(table, body.member)
    if live.room.game is not None:
        check_seatable(body.settings.stand_in, live.room.game, session.hub.settings.agents)
    await live.do(lambda room: lobby.change_settings(room, body.member, body.settings))
    return state_data(live.room, body.member)


@router.post("/tables/{table}/start")
async def start(table: str, body: Start, session: RequestSession) -> WireMessage:
    """The host begins the game, once the pages of all who are here have shown their numbers."""
    live = await session.as_member(table, body.member)
    if body.fill is not None and live.room.game is not None:
        check_seatable(body.fill, live.room.game, session.hub.settings.agents)
    deal, here = session.hub.deal(), live.people.here
    await live.do(lambda room: fair_deal.start(room, body.member, deal, body.fill, here))
    return state_data(live.room, body.member)

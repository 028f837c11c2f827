"""Routes of the lobby: games, tables, links, seats and hosting. docs/protocol.md describes them."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from croupier import __version__
from croupier.core.game import Game
from croupier.core.registry import entries, make, spec
from croupier.server import lobby, play
from croupier.server.addresses import is_local
from croupier.server.guests import check_agent, checked_options, game_of, listed, version_of
from croupier.server.hub import Hub
from croupier.server.live import LiveTable
from croupier.server.log import NewEvent
from croupier.server.refusal import RefusalError
from croupier.server.room import Room, RoomSettings
from croupier.server.secret import hashed, new_table_id, new_token
from croupier.server.visitor import Visit, Visitor
from croupier.server.wire import VERSION, Message, table_data, you

router = APIRouter(prefix="/api")
_LISTED = 50
Name = Annotated[str, Field(min_length=1, max_length=100)]
Token = Annotated[str, Field(min_length=1, max_length=64)]
AgentText = Annotated[str, Field(min_length=1, max_length=100)]


class Body(BaseModel):
    """A request's body: nothing is converted, and nothing unknown is let pass."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWish(Body):
    """Who is to sit in a seat of a new table: me, whoever comes, or an agent."""

    kind: Literal["me", "open", "agent"]
    agent: AgentText | None = None


class NewTable(Body):
    """A table that is wished for. Where no seats are named, the first is mine and the others open."""

    game: Annotated[str, Field(max_length=100)]
    options: dict[str, int | bool | str] = {}
    name: Name = "Host"
    seats: list[SeatWish] | None = None
    settings: RoomSettings = RoomSettings()
    start: bool = False


class As(Body):
    """In whose name something is asked for."""

    member: int


class Join(Body):
    """Somebody comes by the join link."""

    token: Token
    name: Name


class Enter(Body):
    """Somebody opens a seat's link."""

    token: Token


class Rename(As):
    """A person's new name."""

    name: Name


class Sit(As):
    """A seat that is wished for; null to leave one's own."""

    seat: int | None


class SeatAgent(As):
    """An agent for a seat; null to free it."""

    seat: int
    agent: AgentText | None


class Whom(As):
    """A member that something concerns."""

    whom: int


class Change(As):
    """Other settings."""

    settings: RoomSettings


class Start(As):
    """The game is to begin; free seats get the agent, if one is named."""

    fill: AgentText | None = None


class SeatOnly(As):
    """A seat that something concerns."""

    seat: int


@router.get("/status")
async def status(visit: Visit) -> Message:
    """What the server is, and how busy."""
    hub = visit.hub
    return {
        "version": __version__, "schema": VERSION, "preparing": hub.shelf.preparing,
        "base_url": hub.settings.base_url, "local_only": is_local(hub.settings),
        "keep_days": hub.settings.keep_days,
    }  # fmt: skip


@router.get("/games")
async def games() -> list[Message]:
    """The games with their options and variants."""
    return await asyncio.to_thread(lambda: [_game_data(name) for name in entries()])


def _game_data(name: str) -> Message:
    found = spec(name)
    options = [{**dataclasses.asdict(option), "range": option.range_text} for option in found.options]
    return {
        "name": name, "title": found.title, "summary": found.summary, "version": found.version,
        "options": options, "variants": {each: dict(given) for each, given in found.variants.items()},
        "players": make(name).num_players, "information": make(name).facts.information,
        "score_sheet": found.score_sheet is not None,
    }  # fmt: skip


@router.get("/games/{name}/agents")
async def agents(name: str, visit: Visit) -> list[Message]:
    """The agents that may sit at a game."""
    game = await asyncio.to_thread(lambda: make(game_of(name)))
    return [dict(each) for each in listed(game, visit.hub.settings.agents)]


@router.get("/tables")
async def my_tables(visit: Visit) -> list[Message]:
    """The tables at which this browser may speak for somebody, the latest first."""
    found = await visit.hub.store.tables_of(visit.session) if visit.session else {}
    last = await visit.hub.store.last_events(found)
    shown = []
    for table in sorted(found, key=lambda each: -last.get(each, 0))[:_LISTED]:
        room = await visit.hub.outline(table)
        if room is not None:
            mine = [you(room, member) for member in found[table] if member in room.members]
            shown.append({"table": _outlined(room), "at": room.at, "due": room.due_seat(), "mine": mine})
    return shown


def _outlined(room: Room) -> Message:
    """A table of which the game may not be in memory."""
    playable = version_of(room.name) == room.version
    return {**table_data(room), "playable": playable, "title": spec(room.name).title if playable else room.name}


@router.post("/tables")
async def create(wish: NewTable, visit: Visit) -> Message:
    """Make a table; the browser speaks for its host."""
    hub = visit.hub
    name = game_of(wish.game)
    options = checked_options(wish.game, wish.options)
    game = await hub.shelf.game(name, options)
    seats = _seats(wish, game, hub)
    check_agent(wish.settings.stand_in, game, hub.settings.agents)
    table, join = new_table_id(), new_token()
    first = NewEvent(
        "create", None,
        {
            "game": name, "version": game.spec.version, "options": options, "host": 0,
            "members": [{"number": 0, "name": lobby.clean_name(wish.name)}], "seats": seats,
            "settings": wish.settings.model_dump(),
        },
    )  # fmt: skip
    people = [(0, "", visit.session_to_keep())]
    await hub.store.create(table, name, first.numbered(1), join=hashed(join), members=people)
    live = await hub.live(table)
    if wish.start:
        await live.do(lambda room: lobby.start(room, 0, hub.deal(), None))
    return {"table": table, "member": 0, "join": join, **_state(live.room, 0)}


def _seats(wish: NewTable, game: Game, hub: Hub) -> list[Message]:
    """Who sits where at a new table.

    Raises:
        RefusalError: another number of seats than the game has, an agent that is none, or several seats of mine.
    """
    first: list[SeatWish] = [SeatWish(kind="me")] + [SeatWish(kind="open")] * (game.num_players - 1)
    wished = first if wish.seats is None else wish.seats
    if len(wished) != game.num_players:
        raise RefusalError("malformed", f"{game.name} has {game.num_players} seats, not {len(wished)}")
    if wish.start and any(seat.kind == "open" for seat in wished):
        raise RefusalError("malformed", "a table with open seats waits for its people: leave out start")
    if sum(seat.kind == "me" for seat in wished) > 1:
        raise RefusalError("malformed", "one seat at most is yours; others at your screen join by the link")
    for seat in wished:
        if (seat.kind == "agent") != (seat.agent is not None):
            raise RefusalError("malformed", "name an agent for the seats of agents, and for no others")
        if seat.agent is not None:
            check_agent(seat.agent, game, hub.settings.agents)
    return [{"member": 0 if seat.kind == "me" else None, "agent": seat.agent} for seat in wished]


def _state(room: Room, member: int | None) -> Message:
    return {"state": table_data(room), "you": you(room, member)}


@router.get("/tables/{table}")
async def show(table: str, visit: Visit) -> Message:
    """A table as far as this browser may know it, and for whom it may speak there."""
    live = await visit.as_watcher(table)
    mine = [you(live.room, each) for each in await visit.members(table) if each in live.room.members]
    return {"state": table_data(live.room), "mine": mine, "people": live.people.data()}


@router.post("/tables/{table}/look")
async def look(table: str, body: Enter, visit: Visit) -> Message:
    """A table for somebody with its join link, who has not come in yet."""
    live = await _invited(table, body.token, visit)
    return {"state": table_data(live.room)}


async def _invited(table: str, token: str, visit: Visitor) -> LiveTable:
    """The table of a join link.

    Raises:
        RefusalError: the link is not, or no longer, one of this table (``forbidden``).
    """
    if await visit.hub.store.join_hash(table) != hashed(token):
        raise RefusalError("forbidden", "this link is no longer valid; ask the host for a new one")
    return await visit.hub.live(table)


@router.post("/tables/{table}/join")
async def join(table: str, body: Join, visit: Visit) -> Message:
    """Come to a table by its join link."""
    live = await _invited(table, body.token, visit)
    event = await live.do(lambda room: lobby.join(room, body.name))
    member: int = event.payload["member"]
    await visit.hub.store.grant(visit.session_to_keep(), table, member)
    return {"table": table, "member": member, **_state(live.room, member)}


@router.post("/tables/{table}/enter")
async def enter(table: str, body: Enter, visit: Visit) -> Message:
    """Speak for a member from this browser too, by the member's link."""
    live = await visit.hub.live(table)
    member = await visit.hub.store.key_member(table, hashed(body.token))
    if member is None or member not in live.room.members:
        raise RefusalError("forbidden", "this link is no longer valid; ask the host for a new one")
    await visit.hub.store.grant(visit.session_to_keep(), table, member)
    return {"table": table, "member": member, **_state(live.room, member)}


@router.post("/tables/{table}/links")
async def own_link(table: str, body: As, visit: Visit) -> Message:
    """A link by which another device speaks for the same member; those that exist stay valid."""
    await visit.as_member(table, body.member)
    token = new_token()
    await visit.hub.store.add_key(table, body.member, hashed(token))
    return {"table": table, "member": body.member, "token": token}


@router.post("/tables/{table}/reissue")
async def reissue(table: str, body: Whom, visit: Visit) -> Message:
    """The host gives a member a new link: all its old links and browsers die."""
    live = await visit.as_member(table, body.member)
    lobby.check_host(live.room, body.member)
    lobby.member_of(live.room, body.whom)
    token = new_token()
    await visit.hub.store.revoke(table, body.whom)
    await visit.hub.store.add_key(table, body.whom, hashed(token))
    if body.whom == body.member:
        await visit.hub.store.grant(visit.session, table, body.whom)
    await live.do(lambda _: NewEvent("link", None, {"member": body.whom}))
    return {"table": table, "member": body.whom, "token": token}


@router.post("/tables/{table}/invite")
async def invite(table: str, body: As, visit: Visit) -> Message:
    """The host makes a new join link; the old one dies."""
    live = await visit.as_member(table, body.member)
    lobby.check_host(live.room, body.member)
    token = new_token()
    await visit.hub.store.set_join_hash(table, hashed(token))
    return {"table": table, "join": token}


@router.post("/tables/{table}/name")
async def rename(table: str, body: Rename, visit: Visit) -> Message:
    """Be called something else."""
    live = await visit.as_member(table, body.member)
    await live.do(lambda room: lobby.rename(room, body.member, body.name))
    return _state(live.room, body.member)


@router.post("/tables/{table}/seat")
async def sit(table: str, body: Sit, visit: Visit) -> Message:
    """Take a free seat, change to it, or leave one's own."""
    live = await visit.as_member(table, body.member)
    await live.do(lambda room: lobby.sit(room, body.member, body.seat))
    return _state(live.room, body.member)


@router.post("/tables/{table}/agent")
async def seat_agent(table: str, body: SeatAgent, visit: Visit) -> Message:
    """The host puts an agent into a seat, or frees it."""
    live = await visit.as_member(table, body.member)
    if body.agent is not None:
        lobby.check_playable(live.room)
        if live.room.game is not None:
            check_agent(body.agent, live.room.game, visit.hub.settings.agents)
    await live.do(lambda room: lobby.seat_agent(room, body.member, body.seat, body.agent))
    return _state(live.room, body.member)


@router.post("/tables/{table}/host")
async def hand_on(table: str, body: Whom, visit: Visit) -> Message:
    """The host hands on hosting."""
    live = await visit.as_member(table, body.member)
    await live.do(lambda room: lobby.set_host(room, body.member, body.whom))
    return _state(live.room, body.member)


@router.post("/tables/{table}/remove")
async def remove(table: str, body: Whom, visit: Visit) -> Message:
    """The host removes a person; or a person leaves."""
    live = await visit.as_member(table, body.member)
    await live.do(lambda room: lobby.remove(room, body.member, body.whom))
    await visit.hub.store.revoke(table, body.whom)
    return _state(live.room, body.member)


@router.post("/tables/{table}/settings")
async def change_settings(table: str, body: Change, visit: Visit) -> Message:
    """The host changes what was chosen for the table."""
    live = await visit.as_member(table, body.member)
    if live.room.game is not None:
        check_agent(body.settings.stand_in, live.room.game, visit.hub.settings.agents)
    await live.do(lambda room: lobby.change_settings(room, body.member, body.settings))
    return _state(live.room, body.member)


@router.post("/tables/{table}/start")
async def start(table: str, body: Start, visit: Visit) -> Message:
    """The host begins the game."""
    live = await visit.as_member(table, body.member)
    if body.fill is not None and live.room.game is not None:
        check_agent(body.fill, live.room.game, visit.hub.settings.agents)
    seed = visit.hub.deal()
    await live.do(lambda room: lobby.start(room, body.member, seed, body.fill))
    return _state(live.room, body.member)


@router.post("/tables/{table}/stand-in")
async def stand_in(table: str, body: SeatOnly, visit: Visit) -> Message:
    """The host lets an agent play for somebody who is away, without waiting longer."""
    live = await visit.as_member(table, body.member)
    await live.do(lambda room: play.away(room, body.member, body.seat))
    return _state(live.room, body.member)


@router.post("/tables/{table}/wait")
async def wait(table: str, body: SeatOnly, visit: Visit) -> Message:
    """The host lets the table wait for whoever is due."""
    live = await visit.as_member(table, body.member)
    lobby.check_host(live.room, body.member)
    lobby.chair_of(live.room, body.seat)
    live.driver.be_patient(body.seat)
    return _state(live.room, body.member)


@router.post("/tables/{table}/again")
async def again(table: str, body: As, visit: Visit) -> Message:
    """The host deals a new game to the same people, at another table; their browsers may speak for them there."""
    live = await visit.as_member(table, body.member)
    room, hub = live.room, visit.hub
    _check_again(room, body.member)
    new, token = new_table_id(), new_token()
    kept = list(room.members.values())
    first = NewEvent(
        "create", None,
        {
            "game": room.name, "version": room.version, "options": room.options, "host": room.host,
            "members": [{"number": each.number, "name": each.name} for each in kept],
            "seats": [{"member": chair.member, "agent": chair.agent} for chair in room.chairs],
            "settings": room.settings.model_dump(),
        },
    )  # fmt: skip
    people = [
        (member, "", session) for session, member in await hub.store.grants_of(table) if member in room.members
    ]
    await hub.store.create(new, room.name, first.numbered(1), join=hashed(token), members=people)

    def follow(now: Room) -> NewEvent:
        _check_again(now, body.member)
        return NewEvent("again", None, {"table": new})

    try:
        await live.do(follow)
    except RefusalError:
        await hub.store.delete(new)  # another process was first
        raise
    fresh = await hub.live(new)
    return {"table": new, "member": body.member, "join": token, **_state(fresh.room, body.member)}


def _check_again(room: Room, member: int) -> None:
    lobby.check_host(room, member)
    lobby.check_playable(room)
    if room.status != "over":
        raise RefusalError("forbidden", "the game is not over")
    if room.again is not None:
        raise RefusalError("over", "the same people play on at another table already")


@router.delete("/tables/{table}")
async def delete(table: str, member: int, visit: Visit) -> dict[str, Any]:
    """The host deletes a table with all that is kept of it."""
    live = await visit.as_member(table, member)
    lobby.check_host(live.room, member)
    await visit.hub.delete(table)
    return {"deleted": table}

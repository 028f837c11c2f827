"""Routes of tables: making, listing, showing, dealing again and deleting them. See docs/protocol.md."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from fastapi import APIRouter

from croupier.core.engine.game import Game
from croupier.core.spec.registry import spec
from croupier.server.agents.allowed_agents import check_seatable, checked_options, game_of, version_of
from croupier.server.base.english import say
from croupier.server.base.plain_text import clean_name
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import hashed, new_id, new_token
from croupier.server.events import deal, lobby
from croupier.server.events.coming import CreateEvent, NewSeat
from croupier.server.events.lobby import PLAYERS, AgainEvent, check_again
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.room.chairs import RoomSettings
from croupier.server.room.checks import check_host
from croupier.server.room.event import Happened
from croupier.server.room.messages import WireMessage, state_data, table_data, you
from croupier.server.room.room import Room
from croupier.server.routes.circles import circle_of
from croupier.server.routes.request_models import AgainBody, NewTable, SeatWish
from croupier.server.routes.session import RequestSession, TranslatedRoute
from croupier.server.storage.log import LOGGER, DamagedLogError
from croupier.server.storage.waits import Wait

router = APIRouter(prefix="/api", route_class=TranslatedRoute)
_LISTED = 50
_LOADED = 5
"""Most tables of one list that are loaded, if their awaited people are not recorded."""


@router.get("/tables")
async def my_tables(session: RequestSession) -> list[WireMessage]:
    """The tables at which this browser may speak for somebody, the latest first."""
    found = await session.hub.store.tables_of(session.id) if session.id else {}
    last = await session.hub.store.last_events(found)
    waits = await session.hub.store.waits.of(found)
    shown: list[WireMessage] = []
    loaded = 0
    for table in sorted(found, key=lambda each: -last.get(each, 0))[:_LISTED]:
        try:
            room = await session.hub.outline(table)
        except DamagedLogError as error:  # reported when the table is opened; the others are listed
            LOGGER.error("%s", error.why)
            continue
        if room is not None:
            mine = [you(room, member) for member in found[table] if member in room.members]
            known = _known_awaited(room, waits.get(table))
            if known is None and loaded < _LOADED:
                loaded += 1
                known = await _awaited_now(session.hub, table)
            shown.append({
                "table": _outlined(room), "at": room.at, "due": room.due.seat, "awaited": known or (),
                "mine": mine, "winners": _winners(room),
                "deletable": any(each["host"] for each in mine) and lobby.at_once(room),
            })  # fmt: skip
    return shown


def _known_awaited(room: Room, wait: Wait | None) -> tuple[int, ...] | None:
    """The seats of people that a table waits for, if known without replaying its log."""
    if room.table is not None or room.status != "playing" or version_of(room.name) != room.version:
        return room.due.people
    return wait.seats if wait is not None and wait.number == room.number else None


async def _awaited_now(hub: Hub, table: str) -> tuple[int, ...]:
    """The same, by replaying its log."""
    with contextlib.suppress(RefusalError):  # reported when the table is opened
        return (await hub.live(table)).room.due.people
    return ()


def _winners(room: Room) -> list[int] | None:
    """The seats that have won; empty for a draw of all, None for no winner yet."""
    if room.ended is None or room.status != "over":
        return None
    returns = room.ended["returns"]
    best = [seat for seat, each in enumerate(returns) if each == max(returns)]
    return [] if len(best) == len(returns) else best


def _outlined(room: Room) -> WireMessage:
    """A table whose game may not be in memory."""
    playable = version_of(room.name) == room.version
    known = table_data(room)
    del known["deals_again"], known["hidden"]
    for seat in known["seats"]:  # an outline does not replay the game, in which somebody may have been dealt in
        del seat["awaits_deal"]
    return {**known, "playable": playable, "title": spec(room.name).title if playable else room.name}


@router.post("/tables")
async def create(wish: NewTable, session: RequestSession) -> WireMessage:
    """Make a table; the browser speaks for its host."""
    hub = session.hub
    name = game_of(wish.game)
    options = checked_options(wish.game, _for_seats(wish, name))
    game = await hub.ready_games.game(name, options)
    seats = _seats(wish, game, hub)
    check_seatable(wish.settings.stand_in, game, hub.settings.agents)
    if wish.circle is not None:
        await circle_of(hub, wish.circle)
    first = CreateEvent(
        game=name, version=game.spec.version, options=options, host=0,
        members=[{"number": 0, "name": clean_name(wish.name)}], seats=seats,
        settings=wish.settings.model_dump(), circle=wish.circle,
    )  # fmt: skip
    table, join = await _made(first, hub, [(0, "", session.kept_id())])
    live = await hub.live(table)
    if wish.start:
        here = [0] if wish.contributes else []
        await live.do(lambda room: deal.deal_game(room, 0, hub.deal(), None, here))
    return {"table": table, "member": 0, "join": join, **state_data(live.room, 0)}


async def _made(first: CreateEvent, hub: Hub, people: list[tuple[int, str, str]]) -> tuple[str, str]:
    """Make a table; returns its id and the token of its join link."""
    table, token = new_id(hub.runtime), new_token(hub.runtime)
    row = Happened(first, 1, hub.runtime.now()).row()
    await hub.store.create(table, first.game, row, join=hashed(token), members=people)
    return table, token


def _for_seats(wish: NewTable, name: str) -> dict[str, int | bool | str]:
    """The wished options, with as many players as seats if the wish leaves their number open."""
    takes = any(option.name == PLAYERS for option in spec(name).options)
    if wish.seats is None or wish.game != name or PLAYERS in wish.options or not takes:
        return wish.options
    return {**wish.options, PLAYERS: len(wish.seats)}


def _seats(wish: NewTable, game: Game, hub: Hub) -> list[NewSeat]:
    """The seats of a new table."""
    first: list[SeatWish] = [SeatWish(kind="me")] + [SeatWish(kind="open")] * (game.num_players - 1)
    wished = first if wish.seats is None else wish.seats
    if len(wished) != game.num_players:
        raise RefusalError(
            "malformed", say("seats.number", game=game.name, seats=game.num_players, found=len(wished))
        )
    if wish.start and any(seat.kind == "open" for seat in wished):
        raise RefusalError("malformed", say("seats.open"))
    if sum(seat.kind == "me" for seat in wished) > 1:
        raise RefusalError("malformed", say("seats.mine"))
    for seat in wished:
        if (seat.kind == "agent") != (seat.agent is not None):
            raise RefusalError("malformed", say("seats.agents"))
        if seat.agent is not None:
            check_seatable(seat.agent, game, hub.settings.agents)
    return [{"member": 0 if seat.kind == "me" else None, "agent": seat.agent} for seat in wished]


@router.get("/tables/{table}")
async def show(table: str, session: RequestSession) -> WireMessage:
    """A table as far as this browser may know it, and for whom it may speak there."""
    live = await session.as_watcher(table)
    mine = [you(live.room, each) for each in await session.members(table) if each in live.room.members]
    return {"state": table_data(live.room), "mine": mine, "people": live.people.data()}


@router.get("/tables/{table}/rules")
async def rules(table: str, session: RequestSession) -> WireMessage:
    """The rules under this table's options: paragraphs, and points that begin with a dash."""
    live = await session.as_watcher(table)
    game = live.room.game
    if game is None:
        raise RefusalError("other-version", say("no_rules"))
    if game.spec.words.how_to_play is None:
        raise RefusalError("not-found", say("no_rules.told", game=game.spec.title))
    return {"text": game.spec.words.how_to_play(game)}


@router.post("/tables/{table}/again")
async def again(table: str, body: AgainBody, session: RequestSession) -> WireMessage:
    """Somebody who has played deals a new game to the same people, at another table.

    Their browsers may speak for them there. People who have left their seats, but are here, have them back. Where
    the host is not here, the one who asks is the next game's host.
    """
    live = await session.as_member(table, body.member)
    room, hub = live.room, session.hub
    check_again(room, body.member)
    here = {*live.people.here, body.member}  # they leave for the new table as soon as they hear of it
    host = room.host if room.host in here else body.member
    seats: list[NewSeat] = []
    for chair in room.chairs:
        left = chair.leaver  # present people get their seats back
        owner = left.member if chair.member is None and left is not None and left.member in here else chair.member
        seats.append({"member": owner, "agent": None if owner is not None else _still_allowed(chair.agent, live)})
    stand_in = _still_allowed(room.settings.stand_in, live) or RoomSettings().stand_in
    first = CreateEvent(
        game=room.name, version=room.version, options=room.options, host=host,
        members=[{"number": each.number, "name": each.name} for each in room.members.values()], seats=seats,
        settings={**room.settings.model_dump(), "stand_in": stand_in}, circle=room.circle,
    )  # fmt: skip
    people = [
        (member, "", browser) for browser, member in await hub.store.grants_of(table) if member in room.members
    ]
    new, token = await _made(first, hub, people)

    def follow(latest: Room) -> AgainEvent:
        check_again(latest, body.member)
        return AgainEvent(table=new)

    try:
        await hub.store.carry_chat(table, new)
        await live.do(follow)
    except RefusalError as error:
        if error.code != "unavailable":  # the old table may name the new one already
            await hub.store.delete(new)  # another process was first
        raise
    fresh = await hub.live(new)
    if body.start:
        await _start(fresh, hub, host, here)
    return {"table": new, "member": body.member, "join": token, **state_data(fresh.room, body.member)}


async def _start(live: LiveTable, hub: Hub, host: int, coming: Collection[int]) -> None:
    """Begin a game for the host, with numbers from people who come; if it fails, they begin it at the table."""
    dealt = hub.deal()
    with contextlib.suppress(RefusalError):
        await live.do(lambda room: deal.deal_game(room, host, dealt, None, coming))


def _still_allowed(agent: str | None, live: LiveTable) -> str | None:
    """An agent if it is still allowed, otherwise None, which leaves the seat free."""
    if agent is None or live.room.game is None:
        return None
    try:
        return check_seatable(agent, live.room.game, live.hub.settings.agents).text
    except RefusalError:
        return None


@router.delete("/tables/{table}")
async def delete(table: str, member: int, session: RequestSession) -> WireMessage:
    """The host deletes a table with all that is kept of it, or announces that it is to be deleted."""
    live = await session.as_member(table, member)
    check_host(live.room, member)
    if lobby.at_once(live.room):
        await session.hub.delete(table, lambda room: lobby.check_at_once(room, member))
        return {"deleted": table}
    pause = session.hub.settings.delete_pause
    await live.do(lambda room: lobby.announce(room, member, pause))
    return {"deleted": None, **state_data(live.room, member)}

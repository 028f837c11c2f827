"""Routes of circles: standings of the same people over evenings, read by a link. See docs/protocol.md."""

from __future__ import annotations

from dataclasses import asdict, replace

from fastapi import APIRouter

from croupier.server.base.english import say
from croupier.server.base.plain_text import clean_label
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import hashed, new_token
from croupier.server.events.lobby import CircleEvent, check_no_circle
from croupier.server.live.hub import Hub
from croupier.server.live.results import LONGEST_CIRCLE_NAME, CountedSeat, counted, standings
from croupier.server.room.messages import WireMessage, state_data
from croupier.server.room.room import Room
from croupier.server.routes.request_models import CircleDeletion, CircleName, NewCircle, OfCircleGame, OfCircleSeat
from croupier.server.routes.session import RequestSession, Session, TranslatedRoute
from croupier.server.storage.circles import Circle, CircleGame

router = APIRouter(prefix="/api", route_class=TranslatedRoute)
NOTICE_MILLISECONDS = 7 * 24 * 3600 * 1000
"""How long an announced deletion of a circle is shown."""


@router.post("/tables/{table}/circle")
async def make(table: str, body: NewCircle, session: RequestSession) -> WireMessage:
    """Keep what this table's games, and those that follow it, come to; everybody at the table gets the link."""
    live, hub = await session.as_member(table, body.member), session.hub
    check_no_circle(live.room)
    token, name = new_token(hub.runtime), clean_label(body.name, LONGEST_CIRCLE_NAME, "circle.length")
    await hub.store.circles.make(hashed(token), name, hub.runtime.now(), session.id)

    def follow(room: Room) -> CircleEvent:
        check_no_circle(room)
        return CircleEvent(member=body.member, circle=token)

    await live.do(follow)
    return {"circle": token, **state_data(live.room, body.member)}


@router.get("/circles/{token}")
async def show(token: str, session: RequestSession) -> WireMessage:
    """A circle: its name, games and standings."""
    return _shown(await circle_of(session.hub, token), session)


@router.post("/circles/{token}/accept")
async def accept(token: str, body: OfCircleSeat, session: RequestSession) -> WireMessage:
    """Let a game count for a name: from a browser at which the name was borne before, or the host's."""
    circle = await circle_of(session.hub, token)
    place, seats = _game(circle, body.game), counted(each.result for each in circle.games)
    if body.seat >= len(seats[place]):
        raise RefusalError("not-found", say("circle.no_game"))
    if not _may_accept(seats[place][body.seat], circle, session):
        raise RefusalError("forbidden", say("circle.accept"))
    game = circle.games[place]
    changed = [
        {**each, "accepted": True} if at == body.seat else each for at, each in enumerate(game.result["seats"])
    ]
    await _set_result(token, replace(game, result={**game.result, "seats": changed}), session)
    return await show(token, session)


@router.post("/circles/{token}/take-out")
async def take_out(token: str, body: OfCircleGame, session: RequestSession) -> WireMessage:
    """The host takes a game out."""
    circle = await _as_host(token, session)
    await _set_result(token, replace(circle.games[_game(circle, body.game)], result={}), session)
    return await show(token, session)


async def _set_result(token: str, game: CircleGame, session: Session) -> None:
    await session.hub.store.circles.set_result(hashed(token), game, session.hub.runtime.now())


@router.post("/circles/{token}/link")
async def change_link(token: str, session: RequestSession) -> WireMessage:
    """The host changes the link: by the old one nothing is read or added any more."""
    await _as_host(token, session)
    new = new_token(session.hub.runtime)
    await session.hub.store.circles.move(hashed(token), hashed(new), session.hub.runtime.now())
    return {"circle": new, **await show(new, session)}


@router.post("/circles/{token}/name")
async def rename(token: str, body: CircleName, session: RequestSession) -> WireMessage:
    """Call a circle something else."""
    await circle_of(session.hub, token)
    name = clean_label(body.name, LONGEST_CIRCLE_NAME, "circle.length")
    await session.hub.store.circles.rename(hashed(token), name, session.hub.runtime.now())
    return await show(token, session)


@router.post("/circles/{token}/deletion")
async def delete(token: str, body: CircleDeletion, session: RequestSession) -> WireMessage:
    """Announce that a circle is to be deleted, which everybody sees for a week; or keep it after all."""
    found, now = await circle_of(session.hub, token), session.hub.runtime.now()
    if body.wanted != (found.deleted_at is not None):
        when = now + NOTICE_MILLISECONDS if body.wanted else None
        await session.hub.store.circles.delete_at(hashed(token), when, now)
    return await show(token, session)


async def circle_of(hub: Hub, token: str) -> Circle:
    """A circle by the token of its link."""
    found = await hub.store.circles.read(hashed(token))
    if found is None or (found.deleted_at is not None and found.deleted_at <= hub.runtime.now()):
        raise RefusalError("not-found", say("no_circle"))
    return found


async def _as_host(token: str, session: Session) -> Circle:
    """A circle, for a request of its host."""
    circle = await circle_of(session.hub, token)
    if not _is_host(circle, session):
        raise RefusalError("forbidden", say("circle.host"))
    return circle


def _is_host(circle: Circle, session: Session) -> bool:
    return circle.host != "" and circle.host == session.id


def _may_accept(seat: CountedSeat, circle: Circle, session: Session) -> bool:
    return not seat.counts and (session.id in seat.owners or _is_host(circle, session))


def _key(game: CircleGame) -> str:
    """The name of a game for readers of a circle, who may not know its table."""
    return hashed(game.table)[:16]


def _game(circle: Circle, key: str) -> int:
    """The index of a circle's game."""
    for place, game in enumerate(circle.games):
        if _key(game) == key:
            return place
    raise RefusalError("not-found", say("circle.no_game"))


def _shown(circle: Circle, session: Session) -> WireMessage:
    results = [each.result for each in circle.games]
    games = []
    for game, seats in zip(circle.games, counted(results), strict=True):
        shown = [
            {name: value for name, value in each.result.items() if name not in ("by", "accepted")}
            | {"counts": each.counts, "may_accept": _may_accept(each, circle, session)}
            for each in seats
        ]
        games.append({"id": _key(game), "at": game.at, **game.result, "seats": shown})
    return {
        "name": circle.name,
        "host": _is_host(circle, session),
        "deleted_in": None if circle.deleted_at is None else max(0, circle.deleted_at - session.hub.runtime.now()),
        "games": games[::-1],
        "standings": [asdict(each) for each in standings(results)],
    }

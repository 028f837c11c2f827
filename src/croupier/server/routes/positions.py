"""Routes of positions as links: shown and analysed for anybody, and made at tables and of finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from croupier.core.base.errors import ConfigError, PositionError
from croupier.core.engine.position_links import open_position, position_link
from croupier.core.engine.state import State
from croupier.server.agents.jobs import hint_job
from croupier.server.agents.process_pool import ThinkerError
from croupier.server.base.addresses import holder
from croupier.server.base.default_table import for_browsers
from croupier.server.base.english import say
from croupier.server.base.option_words import option_words
from croupier.server.base.refusal import RefusalError
from croupier.server.base.telling import TellingRoute
from croupier.server.events.asking import As
from croupier.server.room.messages import WireMessage
from croupier.server.room.positions import seat_link
from croupier.server.routes.replays import MOST_ACTIONS, played_at, uploaded
from croupier.server.routes.request_models import SentPosition
from croupier.server.routes.session import RequestSession
from croupier.table.game_file import PlayedGame

router = APIRouter(prefix="/api", route_class=TellingRoute)
_SECONDS = 120.0
_MOST_WORDS = 300

PlyQuery = Annotated[int, Query(ge=0, le=MOST_ACTIONS)]


@router.post("/positions")
async def show(body: SentPosition, session: RequestSession) -> WireMessage:
    """A position as the seat to move sees it; of a game that is over as spectators do. Nothing is kept."""
    return await session.hub.runtime.in_thread(_shown, body.position)


@router.post("/positions/analysis")
async def analyse(body: SentPosition, request: Request, session: RequestSession) -> WireMessage:
    """What the legal actions of a position are worth; each address has one analysis at a time."""
    await session.check_may_analyse()
    hub = session.hub
    state = await hub.runtime.in_thread(_opened, body.position)
    game = state.game
    if state.is_terminal():
        raise RefusalError("over", say("positions.over"))
    owner = f"position {'' if request.client is None else holder(request.client.host)}"
    await hub.ready_games.compiled(game.name)
    try:
        return await hub.process_pool.run(hint_job(state), timeout=_SECONDS, owner=owner)
    except ThinkerError as error:
        raise RefusalError("unavailable", say("positions.failed", error=str(error))) from error


@router.post("/tables/{table}/position")
async def at_table(table: str, body: As, session: RequestSession) -> WireMessage:
    """A link to the present position as the member's seat may know it: one possible world of that."""
    live = await session.as_member(table, body.member)
    return {"link": seat_link(live.room, body.member, int.from_bytes(session.hub.runtime.random_bytes(8)))}


@router.get("/tables/{table}/replay/position")
async def of_step(table: str, session: RequestSession, ply: PlyQuery = 0) -> WireMessage:
    """A link to the true position before a step of a finished game, or at its end."""
    return await session.hub.replay_thread.run(_step, await played_at(table, session), ply)


@router.post("/replays/position")
async def of_uploaded_step(request: Request, session: RequestSession, ply: PlyQuery = 0) -> WireMessage:
    """The same for a game whose file is uploaded; nothing of it is kept."""
    return await session.hub.replay_thread.run(_step, await uploaded(request, session.hub), ply)


def _opened(text: str) -> State:
    """The position of a link or a text."""
    try:
        return open_position(text)
    except (PositionError, ConfigError) as error:
        why = str(error)
        raise RefusalError("malformed", why if len(why) <= _MOST_WORDS else f"{why[:_MOST_WORDS]}…") from error


def _shown(text: str) -> WireMessage:
    state = _opened(text)
    game, over = state.game, state.is_terminal()
    usual = {option.name: option.default for option in game.spec.options if option.name != "players"}
    options = {name: value for name, value in game.options.items() if value != usual.get(name, value)}
    return {
        "game": game.name, "title": game.spec.title, "players": game.num_players, "options": options,
        "rules": option_words(game.spec, options),
        "link": position_link(state), "analysis": not over,
        "view": for_browsers(game.spec, state.view(None if over else state.current_player())),
    }  # fmt: skip


def _step(played: PlayedGame, ply: int) -> WireMessage:
    """The link to a position of a game."""
    last = len(played.state.history)
    if ply > last:
        raise RefusalError("not-found", say("positions.no_step", last=last, ply=ply))
    state = played.state if ply == last else next(b for n, (b, _, _) in enumerate(played.moves()) if n == ply)
    return {"link": position_link(state)}

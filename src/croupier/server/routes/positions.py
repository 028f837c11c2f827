"""Routes of positions as links, shown and analysed, and of problems. See docs/protocol.md."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request

from croupier.core.base.errors import ConfigError, PositionError
from croupier.core.engine.game import State
from croupier.core.engine.making import open_position, position_link
from croupier.core.spec.registry import spec
from croupier.core.spec.search import CHANCE_TO_WIN, Measure
from croupier.measure.costs.analyst import OUTLOOK, in_own_language
from croupier.measure.costs.problems import LEVELS, GameProblem, Problems, problems_of, shipped_problems
from croupier.server.agents.jobs import hint_job
from croupier.server.agents.process_pool import WorkerError
from croupier.server.base.default_table import for_browsers
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.events.asking import As
from croupier.server.events.lobby import option_words
from croupier.server.room.checks import game_of, own_seat
from croupier.server.room.messages import WireMessage
from croupier.server.room.room import Room
from croupier.server.routes.replays import MOST_ACTIONS, played_at, uploaded
from croupier.server.routes.request_models import SentPosition
from croupier.server.routes.session import RequestSession, TranslatedRoute, address_of
from croupier.table.game_file import PlayedGame

router = APIRouter(prefix="/api", route_class=TranslatedRoute)
_SECONDS = 120.0
_MOST_WORDS = 300

PlyQuery = Annotated[int, Query(ge=0, le=MOST_ACTIONS)]


@router.post("/positions")
def show(body: SentPosition) -> WireMessage:
    """A position as the seat to move sees it; of a game that is over as spectators do. Nothing is kept."""
    state = _opened(body.position)
    game, over = state.game, state.is_terminal()
    usual = {option.name: option.default for option in game.spec.options if option.name != "players"}
    options = {name: value for name, value in game.options.items() if value != usual.get(name, value)}
    return {
        "game": game.name, "title": game.spec.title, "players": game.num_players, "options": options,
        "rules": option_words(game.spec, options),
        "link": position_link(state), "analysis": not over,
        "view": for_browsers(game.spec, state.view(None if over else state.current_player())),
    }  # fmt: skip


@router.post("/positions/analysis")
async def analyse(body: SentPosition, request: Request, session: RequestSession) -> WireMessage:
    """What the legal actions of a position are worth; each address has one analysis at a time."""
    await session.check_may_analyse()
    hub = session.hub
    state = await hub.runtime.in_thread(_opened, body.position)
    game = state.game
    if state.is_terminal():
        raise RefusalError("over", say("positions.over"))
    owner = f"position {address_of(request)}"
    await hub.ready_games.compiled(game.name)
    try:
        return await hub.process_pool.run(hint_job(state), timeout=_SECONDS, owner=owner)
    except WorkerError as error:
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


def seat_link(room: Room, member: int, seed: int) -> str:
    """A link to the current position as a member's seat may know it; to the true one after the game."""
    seat, table = own_seat(room, member), game_of(room)
    state = table.asked(seat) if seat in table.sealing else table.state
    return position_link(state, seat=seat, seed=seed)


def _opened(text: str) -> State:
    """The position of a link or text."""
    try:
        return open_position(text)
    except (PositionError, ConfigError) as error:
        why = str(error)
        raise RefusalError("malformed", why if len(why) <= _MOST_WORDS else f"{why[:_MOST_WORDS]}…") from error


def _step(played: PlayedGame, ply: int) -> WireMessage:
    """The link to a position of a game."""
    last = len(played.state.history)
    if ply > last:
        raise RefusalError("not-found", say("positions.no_step", last=last, ply=ply))
    state = played.state if ply == last else next(b for n, (b, _, _) in enumerate(played.moves()) if n == ply)
    return {"link": position_link(state)}


@lru_cache(maxsize=32)
def _problems(game: str) -> Problems:
    """The problems that ship with a game."""
    if game not in shipped_problems():
        raise RefusalError("not-found", say("no_problems", game=game))
    return problems_of(game)


def _problem(game: str, number: int) -> GameProblem:
    """A problem of a game."""
    found = _problems(game)
    if not 1 <= number <= len(found.problems):
        raise RefusalError("not-found", say("no_problem", game=game, last=len(found.problems), number=number))
    return found.number(number)


@router.get("/problems/{game}")
def listed(game: str) -> WireMessage:
    """The problems of a game: their numbers, ids and levels."""
    found = _problems(game)
    return {
        "game": game, "title": spec(game).title,
        "problems": [
            {"number": number, "id": each.row.id, "level": LEVELS[each.level]}
            for number, each in enumerate(found.problems, 1)
        ],
    }  # fmt: skip


@router.get("/problems/{game}/{number}")
@lru_cache(maxsize=256)
def position(game: str, number: int) -> WireMessage:
    """A problem as the seat to move sees it, without its answer."""
    problem = _problem(game, number)
    state = problem.row.state()
    usual = {option.name: option.default for option in state.game.spec.options}
    usual["players"] = state.game.num_players  # visible to everybody
    options = {name: value for name, value in problem.row.options.items() if value != usual[name]}
    table = state.game.spec.table  # defaults of tables of people
    unusual = {name: value for name, value in options.items() if value != table.get(name)}
    return {
        "game": game, "title": state.game.spec.title, "number": number, "of": len(_problems(game).problems),
        "id": problem.row.id, "level": LEVELS[problem.level], "options": options,
        "rules": option_words(state.game.spec, unusual),
        "players": state.game.num_players,
        "view": for_browsers(state.game.spec, state.view(state.current_player())),
    }  # fmt: skip


@lru_cache(maxsize=32)
def _measures(game: str) -> tuple[Measure, ...]:
    """Measures of a game's analyses."""
    search = spec(game).search
    explain = None if search is None else search().explain
    return (OUTLOOK,) if explain is None else (*explain().measures, OUTLOOK)


@router.get("/problems/{game}/{number}/solution")
def solution(game: str, number: int) -> WireMessage:
    """What each legal action of a problem is worth, why, and which agents miss the best one."""
    problem, found = _problem(game, number), _problems(game)
    measures, search = _measures(game), spec(game).search
    units = (CHANCE_TO_WIN,) if search is None else (CHANCE_TO_WIN, search().unit)
    actions = [
        each | {"words": [in_own_language(text, measures) for text in each["words"]]}
        for each in problem.solution()
    ]
    # the unit can be translated if it is that of the game's search
    unit = next((each for each in units if each == found.unit), found.unit)
    return {
        "unit": unit, "in_chances": found.in_chances, "exact": found.exact,
        "worlds": problem.row.worlds, "continuation": found.judge["continuation"],
        "actions": actions,
        "agents": [
            {"name": name, "action": action, "right": problem.is_right(action)}
            for name, action in problem.choices.items()
        ],
        "random_misses": problem.random_misses,
    }  # fmt: skip

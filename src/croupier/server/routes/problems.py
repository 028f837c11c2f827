"""Routes of problems: positions with one clear answer, as the seat to move sees them; answers by themselves."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter

from croupier.core.spec.registry import spec
from croupier.core.spec.search import CHANCE_TO_WIN, Measure
from croupier.measure.costs.analyst import OUTLOOK, as_told
from croupier.measure.costs.problems import LEVELS, GameProblem, Problems, problems_of, shipped_problems
from croupier.server.base.default_table import for_browsers
from croupier.server.base.english import say
from croupier.server.base.option_words import option_words
from croupier.server.base.refusal import RefusalError
from croupier.server.base.telling import TellingRoute
from croupier.server.room.messages import WireMessage
from croupier.server.routes.session import RequestSession

router = APIRouter(prefix="/api/problems", route_class=TellingRoute)


@router.get("/{game}")
async def listed(game: str, session: RequestSession) -> WireMessage:
    """The problems of a game: their numbers, ids and levels."""
    return await session.hub.runtime.in_thread(_listed, game)


@router.get("/{game}/{number}")
async def position(game: str, number: int, session: RequestSession) -> WireMessage:
    """A problem as the seat to move sees it, without its answer."""
    return await session.hub.runtime.in_thread(_position, game, number)


@router.get("/{game}/{number}/solution")
async def solution(game: str, number: int, session: RequestSession) -> WireMessage:
    """What each legal action of a problem is worth, why, and which agents miss the best one."""
    return await session.hub.runtime.in_thread(_solution, game, number)


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


def _listed(game: str) -> WireMessage:
    found = _problems(game)
    return {
        "game": game, "title": spec(game).title,
        "problems": [
            {"number": number, "id": each.row.id, "level": LEVELS[each.level]}
            for number, each in enumerate(found.problems, 1)
        ],
    }  # fmt: skip


@lru_cache(maxsize=256)
def _position(game: str, number: int) -> WireMessage:
    problem = _problem(game, number)
    state = problem.row.state()
    usual = {option.name: option.default for option in state.game.spec.options}
    usual["players"] = state.game.num_players  # which anybody sees
    options = {name: value for name, value in problem.row.options.items() if value != usual[name]}
    table = state.game.spec.table  # what tables of people begin with
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
    """What analyses of a game measure."""
    search = spec(game).search
    explain = None if search is None else search().explain
    return (OUTLOOK,) if explain is None else (*explain().measures, OUTLOOK)


def _unit(game: str, kept: str) -> str:
    """What costs are counted in; other languages can tell it where it is the unit of the game's search."""
    search = spec(game).search
    units = (CHANCE_TO_WIN,) if search is None else (CHANCE_TO_WIN, search().unit)
    return next((unit for unit in units if unit == kept), kept)


def _solution(game: str, number: int) -> WireMessage:
    problem, found = _problem(game, number), _problems(game)
    measures = _measures(game)
    actions = [
        each | {"words": [as_told(text, measures) for text in each["words"]]} for each in problem.solution()
    ]
    return {
        "unit": _unit(game, found.unit), "in_chances": found.in_chances, "exact": found.exact,
        "worlds": problem.row.worlds, "continuation": found.judge["continuation"],
        "actions": actions,
        "agents": [
            {"name": name, "action": action, "right": problem.is_right(action)}
            for name, action in problem.choices.items()
        ],
        "random_misses": problem.random_misses,
    }  # fmt: skip

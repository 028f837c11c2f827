"""Routes for learners: what cards do, why a trick was won, rules, a guided first round."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from fastapi import APIRouter

from croupier.core.base.errors import ConfigError, PositionError
from croupier.core.engine.lessons import LessonMove, LessonStop, lesson_stops
from croupier.core.engine.making import make
from croupier.core.spec.registry import registered_games, spec
from croupier.core.spec.spec import GameSpec
from croupier.core.spec.teaching import Laid
from croupier.server.agents.allowed_agents import checked_options, game_of, spec_of
from croupier.server.base.default_table import for_browsers
from croupier.server.base.english import say
from croupier.server.base.languages import said
from croupier.server.base.refusal import RefusalError
from croupier.server.room.messages import WireMessage
from croupier.server.routes.request_models import OptionsBody, Trick
from croupier.server.routes.session import TranslatedRoute
from croupier.table.narration import events

_LONGEST_NUMBER = 12
router = APIRouter(prefix="/api", route_class=TranslatedRoute)


@router.post("/games/{game}/cards")
def cards(game: str, body: OptionsBody) -> WireMessage:
    """What each card or face of a die does under some options, and who beats whom, where its game says so."""
    name = game_of(game)
    return _explained(name, json.dumps(checked_options(name, body.options), sort_keys=True))


@lru_cache(maxsize=32)
def _explained(game: str, options: str) -> WireMessage:
    """The texts of a game's cards under some options; empty if it does not explain them."""
    shape = make(game, **json.loads(options))
    if shape.spec.words.explain is None:
        return {"faces": {}, "order": []}
    found = shape.spec.words.explain(shape)
    order = [{"faces": list(rank.faces), "words": rank.words} for rank in found.order]
    return {"faces": dict(found.faces), "order": order}


@router.post("/games/{game}/why")
def why(game: str, body: Trick) -> WireMessage:
    """Why a finished trick went as it did: the sentence, and the rule that decided."""
    name = game_of(game)
    shape = make(name, **checked_options(name, body.options))
    tricks = shape.spec.words.tricks
    if tricks is None:
        raise RefusalError("not-found", say("no_tricks", game=shape.spec.title))
    try:
        found = tricks.why(shape, [Laid(seat=play.seat, card=play.card) for play in body.plays])
    except PositionError as error:
        raise RefusalError("malformed", str(error)) from error
    return {"winner": found.winner, "rule": found.rule, "words": found.words}


@router.get("/games/{game}/rules")
def rules(game: str) -> list[WireMessage]:
    """Each rule of a game by its number, as `rule` gives it."""
    return [_rule_data(number, text) for number, text in _numbered(spec(game_of(game))).items()]


@router.get("/rules/{number}")
def rule(number: str) -> WireMessage:
    """What a rule says, by its number."""
    for name in registered_games():
        with suppress(ConfigError):  # another package is broken: its rules are not known
            text = _numbered(spec(name)).get(number)
            if text is not None:
                return {**_rule_data(number, text), "game": name, "title": spec(name).title}
    raise RefusalError("not-found", say("no_rule", number=number[:_LONGEST_NUMBER]))


def _numbered(found: GameSpec) -> Mapping[str, str]:
    numbered = found.words.rules_by_number
    return {} if numbered is None else numbered()


def _rule_data(number: str, text: str) -> WireMessage:
    return {"number": number, "text": text}


@router.get("/lessons/{game}/{number}")
@lru_cache(maxsize=256)
def lesson(game: str, number: int) -> WireMessage:
    """A step of a game's guided first round, and what it leads to."""
    found = spec_of(game)
    if found.lesson is None:
        raise RefusalError("not-found", say("no_lesson", game=found.title))
    about, stops = found.lesson(), _stops(found)
    if not 1 <= number <= len(stops):
        raise RefusalError("not-found", say("no_step", last=len(stops)))
    state, step = stops[number - 1].state, stops[number - 1].step
    asks = state.string_to_action(step.asks) if step.asks else None
    return {
        "game": game, "title": about.title, "number": number, "of": len(stops), "seat": about.seat,
        "names": list(about.names), "options": dict(state.game.options), "says": step.says, "look": step.look,
        "asks": asks, "unless": step.unless, "view": for_browsers(state.game.spec, state.view(about.seat)),
        "frames": [_frame(move, about.seat) for move in stops[number - 1].moves],
    }  # fmt: skip


@lru_cache(maxsize=16)
def _stops(found: GameSpec) -> tuple[LessonStop, ...]:
    return () if found.lesson is None else lesson_stops(found, found.lesson())


def _frame(move: LessonMove, seat: int) -> WireMessage:
    """The result of a move, as the learner sees it."""
    ended = move.after.game.spec.words.ended_round(move.before, move.action, move.after)
    lines = events(move.before, move.action, move.after, seat)
    return {
        "view": for_browsers(move.after.game.spec, move.after.view(seat)), "lines": lines,
        "said": [said(line) for line in lines],
        "round_score": None if ended is None else ended.data(),
    }  # fmt: skip

"""Routes about the server itself, its games and agents, their pictures, and score sheets. See docs/protocol.md."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from croupier import __version__
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.making import make, make_table
from croupier.core.languages.reading import ENGLISH_CODE, PLURALS
from croupier.core.spec.pictures import Pictures
from croupier.core.spec.registry import registered_games, spec
from croupier.measure.costs.problems import shipped_problems
from croupier.server.agents.allowed_agents import game_of, listed, spec_of
from croupier.server.base.default_table import cover, table_module
from croupier.server.base.english import say
from croupier.server.base.languages import language as language_named
from croupier.server.base.refusal import RefusalError, as_sentence
from croupier.server.base.settings import is_local
from croupier.server.room.messages import VERSION, WireMessage
from croupier.server.routes.pages import PageFiles
from croupier.server.routes.session import RequestSession, TranslatedRoute, hub_of

router = APIRouter(prefix="/api", route_class=TranslatedRoute)


@router.get("/status")
async def status(session: RequestSession) -> WireMessage:
    """What the server is, and how busy."""
    hub = session.hub
    return {
        "version": __version__, "schema": VERSION, "preparing": hub.ready_games.preparing,
        "base_url": hub.settings.base_url, "local_only": is_local(hub.settings),
        "keep_days": hub.settings.keep_days, "push": hub.notifier.key or None,
        "push_off": None if hub.notifier.key else as_sentence(hub.notifier.why_off),
        "deal": "secret" if hub.settings.seed is None else "seed",
    }  # fmt: skip


@router.get("/games")
def games() -> list[WireMessage]:
    """The games with their options and variants, and those that cannot be loaded, with the reason."""
    found = []
    for name in registered_games():
        try:
            found.append(_game_data(name))
        except ConfigError as error:
            found.append({"name": name, "title": name, "failed": as_sentence(str(error))})
    return found


@router.get("/games/{name}")
def game(name: str) -> WireMessage:
    """A game, as the list of games has it."""
    return _game_data(spec_of(name).name)


def _game_data(name: str) -> WireMessage:
    found, usual = spec(name), make_table(name)
    options = [
        {**dataclasses.asdict(option), "range": option.range_text, "label": option.called,
         "default": usual.options[option.name]}
        for option in found.options
    ]  # fmt: skip
    return {
        "name": name, "title": found.title, "summary": found.summary, "version": found.version,
        "options": options, "variants": {
            each: dict(make(each).options if found.table else given) for each, given in found.variants.items()
        },
        "players": usual.num_players, "information": usual.facts.information,
        "score_sheet": found.score_sheet is not None, "problems": name in shipped_problems(),
        "lesson": found.lesson is not None, "table_module": table_module(found),
        "cover": cover(found),
    }  # fmt: skip


@router.get("/games/{name}/agents")
def agents(name: str, session: RequestSession) -> list[WireMessage]:
    """The agents that may sit at a game."""
    return listed(make(game_of(name)), session.hub.settings.agents)


picture_router = APIRouter(prefix="/pictures")
page_router = APIRouter(prefix="/games")
_HEADERS = {"cache-control": "public, max-age=86400"}


@picture_router.get("/{game}/faces/{card}.svg")
def face(game: str, card: str, language: str = ENGLISH_CODE) -> Response:
    """A card or a die, face up, by the name that views give it; with its words in a language, or else in English.

    The language stands in the address alone, since a picture may be kept by whoever passes it on.
    """
    found = _pictures(game).faces.get(card)
    if found is None:
        raise RefusalError("not-found", say("no_picture", game=game, card=card))
    return _svg(found.told_in(language_named(language) if language in PLURALS else None).svg)


@picture_router.get("/{game}/back.svg")
def back(game: str) -> Response:
    """A card face down: the same whatever lies under it."""
    found = _pictures(game).back
    if found is None:
        raise RefusalError("not-found", say("no_cards", game=game))
    return _svg(found.svg)


@page_router.get("/{game}/{name}")
def page_file(game: str, name: str, request: Request) -> Response:
    """A file of the page that a game brings, sent as the server's own are."""
    page = spec_of(game).page
    if page is None:
        raise RefusalError("not-found", say("no_game_page", game=game))
    try:
        path = page.find(name)
        return PageFiles().file_response(path, path.stat(), request.scope)
    except FileError as error:
        raise RefusalError("not-found", str(error)) from error
    except FileNotFoundError:  # gone between the two
        raise RefusalError("not-found", say("no_page")) from None


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers=_HEADERS)


@lru_cache(maxsize=32)
def _pictures(game: str) -> Pictures:
    """The pictures of a game."""
    part = spec_of(game).pictures
    if part is None:
        raise RefusalError("not-found", say("no_pictures", game=game))
    return part()


@router.post("/score-sheets/{game}")
async def score(game: str, request: Request) -> WireMessage:
    """The sheet whose file is sent, with all scores; nothing of it is kept."""
    body = await request.body()
    return await hub_of(request).runtime.in_thread(_scored, game, body)


def _scored(game: str, body: bytes) -> WireMessage:
    part = spec_of(game).score_sheet
    if part is None:
        raise RefusalError("not-found", say("no_sheet", game=game))
    try:
        return part(body.decode())
    except UnicodeDecodeError as error:
        raise RefusalError("malformed", say("sheet.text")) from error
    except ConfigError as error:
        raise RefusalError("malformed", str(error)) from error

"""Routes of what games draw with: cards and dice as SVG, and the pages of games of other packages."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request, Response

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.languages.reading import ENGLISH_CODE, PLURALS
from croupier.core.spec.pictures import Pictures
from croupier.core.spec.registry import spec
from croupier.core.spec.spec import GameSpec
from croupier.server.base.english import say
from croupier.server.base.languages import language as language_named
from croupier.server.base.refusal import RefusalError
from croupier.server.routes.pages import PageFiles

router = APIRouter(prefix="/pictures")
page_router = APIRouter(prefix="/games")
_HEADERS = {"cache-control": "public, max-age=86400"}


@router.get("/{game}/faces/{card}.svg")
def face(game: str, card: str, language: str = ENGLISH_CODE) -> Response:
    """A card or a die, face up, by the name that views give it; with its words in a language, or else in English.

    The language stands in the address alone, since a picture may be kept by whoever passes it on.
    """
    found = _pictures(game).faces.get(card)
    if found is None:
        raise RefusalError("not-found", say("no_picture", game=game, card=card))
    return _svg(found.told_in(language_named(language) if language in PLURALS else None).svg)


@router.get("/{game}/back.svg")
def back(game: str) -> Response:
    """A card face down: the same whatever lies under it."""
    found = _pictures(game).back
    if found is None:
        raise RefusalError("not-found", say("no_cards", game=game))
    return _svg(found.svg)


@page_router.get("/{game}/{name}")
def page_file(game: str, name: str, request: Request) -> Response:
    """A file of the page that a game brings, sent as the server's own are."""
    page = _spec(game).page
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
    part = _spec(game).pictures
    if part is None:
        raise RefusalError("not-found", say("no_pictures", game=game))
    return part()


def _spec(game: str) -> GameSpec:
    """A game."""
    try:
        return spec(game)
    except ConfigError as error:
        raise RefusalError("not-found", str(error)) from error

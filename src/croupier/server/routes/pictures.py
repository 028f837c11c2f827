"""Routes of pictures: cards and dice of the games, as SVG."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Response

from croupier.core.base.errors import ConfigError
from croupier.core.languages.reading import ENGLISH_CODE, PLURALS
from croupier.core.spec.pictures import Pictures
from croupier.core.spec.registry import spec
from croupier.server.base.english import say
from croupier.server.base.languages import language as language_named
from croupier.server.base.refusal import RefusalError

router = APIRouter(prefix="/pictures")
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


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers=_HEADERS)


@lru_cache(maxsize=32)
def _pictures(game: str) -> Pictures:
    """The pictures of a game.

    Raises:
        RefusalError: there is no such game, or it has none (``not-found``).
    """
    try:
        part = spec(game).pictures
    except ConfigError as error:
        raise RefusalError("not-found", str(error)) from error
    if part is None:
        raise RefusalError("not-found", say("no_pictures", game=game))
    return part()

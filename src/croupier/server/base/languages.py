"""The language in which a browser is told things: asked for by each request and socket, kept for notices alone."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from croupier.core.base.errors import ConfigError
from croupier.core.base.sentence import JOINED, Language, Sentence, in_language
from croupier.core.languages.reading import ENGLISH_CODE, PLURALS, chosen_code, read_language
from croupier.core.spec.registry import registered_games, spec

PARAMETER = "language"
"""The parameter of an address that names a language; browsers cannot set the header of a socket."""
_PACKAGE = Path(__file__).parents[2]
_PARTS = {"core": "core", "tricks": "games/tricks", "table": "table", "analysis": "measure", "server": "server"}
"""Catalogues whose sentences reach browsers, each with its folder of the package."""


def catalogue_folders() -> Iterator[tuple[str, Path]]:
    """Names of all catalogues whose sentences reach browsers, each with the folder of its languages."""
    for name, part in _PARTS.items():
        yield name, _PACKAGE / part / "languages"
    for name in registered_games():
        with suppress(ConfigError):  # another package is broken: its game is told to be so where games are listed
            folder = spec(name).languages
            if folder is not None:
                yield name, folder


@lru_cache(maxsize=len(PLURALS) + 1)
def language(code: str) -> Language | None:
    """A language by its code; None for English."""
    return None if code == ENGLISH_CODE else read_language(code, catalogue_folders())


def language_of(connection: HTTPConnection) -> Language | None:
    """The language that a request or a socket asks for, by its address or else by ``Accept-Language``.

    Returns:
        The language; None for English, also where none is asked for that croupier speaks.
    """
    return language(code_of(connection))


def code_of(connection: HTTPConnection) -> str:
    """The code of the language that a request or a socket asks for; English where croupier speaks none of them."""
    named = connection.query_params.get(PARAMETER, "").lower()
    if named in PLURALS or named == ENGLISH_CODE:
        return named
    return chosen_code(connection.headers.get("accept-language", ""))


_ASKED = "asked_by"


def said(text: str) -> dict[str, Any]:
    """What a sentence says, for programs that act on it, which are to read no prose: its key and its parameters.

    Returns:
        ``key`` and ``params``; an empty key for a text that is no sentence, or is several one after the other.
    """
    if not isinstance(text, Sentence) or text.key == JOINED:
        return {"key": "", "params": {}}
    return {"key": text.key, "params": dict(text.params)}


class TranslatedRoute(APIRoute):
    """A route of which every sentence in the answer is told in the language that the request asks for."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **rest: Any) -> None:
        """Make the route of a coroutine function that answers with data for JSON."""
        super().__init__(path, _translated(endpoint), **rest)


def _translated(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The endpoint with its answer told in the language of the request, which is one of its parameters then."""
    known = inspect.signature(endpoint)
    own = [name for name, each in known.parameters.items() if each.annotation in (Request, Request.__name__)]
    if _ASKED in own:  # a router that is part of another makes its routes again
        return endpoint

    @wraps(endpoint)
    async def told(**given: Any) -> Any:
        request: Request = given[own[0]] if own else given.pop(_ASKED)
        return in_language(await endpoint(**given), language_of(request))

    if not own:
        asked = inspect.Parameter(_ASKED, inspect.Parameter.KEYWORD_ONLY, annotation=Request)
        signature = known.replace(parameters=[*known.parameters.values(), asked])
        told.__signature__ = signature  # type: ignore[attr-defined]
    return told

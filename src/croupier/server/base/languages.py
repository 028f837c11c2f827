"""The language of a browser: chosen by each request and socket, and stored only for notices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection

from croupier.core.base.errors import ConfigError
from croupier.core.base.sentence import JOINED, Language, Sentence
from croupier.core.languages.reading import ENGLISH_CODE, PLURALS, chosen_code, read_language
from croupier.core.spec.registry import registered_games, spec

PARAMETER = "language"
"""Query parameter of the language, since browsers cannot set the header of a socket."""
_PACKAGE = Path(__file__).parents[2]
_PARTS = {"core": "core", "tricks": "games/tricks", "table": "table", "analysis": "measure", "server": "server"}
"""Catalogues of sentences for browsers, each with its folder of the package."""


def catalogue_folders() -> Iterator[tuple[str, Path]]:
    """Names of all catalogues of sentences for browsers, each with the folder of its languages."""
    for name, part in _PARTS.items():
        yield name, _PACKAGE / part / "languages"
    for name in registered_games():
        with suppress(ConfigError):  # another package is broken; the list of games reports it
            folder = spec(name).languages
            if folder is not None:
                yield name, folder


@lru_cache(maxsize=len(PLURALS) + 1)
def language(code: str) -> Language | None:
    """A language by its code; None for English."""
    return None if code == ENGLISH_CODE else read_language(code, catalogue_folders())


def language_of(connection: HTTPConnection) -> Language | None:
    """The language of a request or socket; None for English, and for languages that croupier lacks."""
    return language(code_of(connection))


def code_of(connection: HTTPConnection) -> str:
    """The code of the language, from the address or else from ``Accept-Language``."""
    named = connection.query_params.get(PARAMETER, "").lower()
    if named in PLURALS or named == ENGLISH_CODE:
        return named
    return chosen_code(connection.headers.get("accept-language", ""))


def said(text: str) -> dict[str, Any]:
    """A sentence's key and parameters, for programs; empty for a text that is not one sentence."""
    if not isinstance(text, Sentence) or text.key == JOINED:
        return {"key": "", "params": {}}
    return {"key": text.key, "params": dict(text.params)}

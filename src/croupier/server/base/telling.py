"""Routes whose answers are told in the language of whoever asks, and what a sentence says as data."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute

from croupier.core.base.sentence import JOINED, Sentence, in_language
from croupier.server.base.languages import language_of

_ASKED = "asked_by"


def said(text: str) -> dict[str, Any]:
    """What a sentence says, for programs that act on it, which are to read no prose: its key and its parameters.

    Returns:
        ``key`` and ``params``; an empty key for a text that is no sentence, or is several one after the other.
    """
    if not isinstance(text, Sentence) or text.key == JOINED:
        return {"key": "", "params": {}}
    return {"key": text.key, "params": dict(text.params)}


class TellingRoute(APIRoute):
    """A route of which every sentence in the answer is told in the language that the request asks for."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **rest: Any) -> None:
        """Make the route of a coroutine function that answers with data for JSON."""
        super().__init__(path, _telling(endpoint), **rest)


def _telling(endpoint: Callable[..., Any]) -> Callable[..., Any]:
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

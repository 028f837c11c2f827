"""Common parts of routes: the browser of a request, members it may speak for, and its language."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from croupier.core.base.sentence import in_language
from croupier.server.base.english import say
from croupier.server.base.languages import language_of
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import TOKEN_LENGTH, hashed, new_token
from croupier.server.base.settings import holder
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.room.checks import check_may_analyse
from croupier.server.storage.log import LOGGER, DamagedLogError

COOKIE = "croupier"
_SECONDS = 180 * 24 * 3600


def hub_of(connection: HTTPConnection) -> Hub:
    """The process's hub."""
    hub: Hub = connection.app.state.hub
    return hub


def session_id(connection: HTTPConnection) -> str:
    """Hash of a browser's cookie, which identifies its session in the database; empty without a cookie."""
    token = connection.cookies.get(COOKIE, "")
    return hashed(token) if len(token) == TOKEN_LENGTH else ""


def address_of(connection: HTTPConnection) -> str:
    """The holder of a browser's address; see `croupier.server.base.settings.holder`."""
    return "" if connection.client is None else holder(connection.client.host)


class Session:
    """The browser of a request."""

    def __init__(self, request: Request, response: Response) -> None:
        self.hub = hub_of(request)
        self.id = session_id(request)
        self._response = response

    def kept_id(self) -> str:
        """The session's id; the browser gets a cookie if it has none."""
        if not self.id:
            token = new_token(self.hub.runtime)
            self.id = hashed(token)
            self._response.set_cookie(
                COOKIE, token, max_age=_SECONDS, httponly=True, samesite="strict",
                secure=self.hub.settings.secure, path="/",
            )  # fmt: skip
        return self.id

    async def members(self, table: str) -> tuple[int, ...]:
        """The members of a table that the browser may speak for."""
        return await self.hub.store.granted(self.id, table) if self.id else ()

    async def as_member(self, table: str, member: int) -> LiveTable:
        """The table, for a request in the name of a member."""
        mine = await self.members(table)
        live = await self.hub.live(table)
        if member not in mine or member not in live.room.members:
            raise RefusalError("forbidden", say("not_for.again"))
        return live

    async def as_watcher(self, table: str) -> LiveTable:
        """The table, for a member, or for a spectator if everybody may watch."""
        live = await self.hub.live(table)
        if not set(await self.members(table)) & set(live.room.members):
            check_watcher(live)
        return live

    async def check_may_analyse(self) -> None:
        """Refuse an analysis to people who play somewhere without hints; see `croupier.server.room.checks`."""
        found = await self.hub.store.tables_of(self.id) if self.id else {}
        for table, members in found.items():
            try:
                room = await self.hub.outline(table)
            except DamagedLogError as error:  # nobody can play there
                LOGGER.error("%s", error.why)
                continue
            if room is not None:
                check_may_analyse(room, tuple(members))


def check_watcher(live: LiveTable) -> None:
    """Check that the host lets everybody watch."""
    if live.room.settings.spectators == "none":
        raise RefusalError("forbidden", say("no_watching"))


async def session_of(request: Request, response: Response) -> Session:
    """The session of a request; asynchronous, since other functions run in a thread."""
    return Session(request, response)


RequestSession = Annotated[Session, Depends(session_of)]
"""The parameter by which a route gets its session."""


class TranslatedRoute(APIRoute):
    """A route, of a coroutine or plain function, whose answer is translated into the language of the request."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **rest: Any) -> None:
        super().__init__(path, _translated(endpoint), **rest)


_ASKED = "asked_by"


def _translated(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The endpoint with a translated answer; it gets the request as a parameter."""
    known = inspect.signature(endpoint)
    own = [name for name, each in known.parameters.items() if each.annotation in (Request, Request.__name__)]

    @wraps(endpoint)
    async def told(**given: Any) -> Any:
        request: Request = given[own[0]] if own else given.pop(_ASKED)
        if inspect.iscoroutinefunction(endpoint):
            answer = await endpoint(**given)
        else:
            answer = await hub_of(request).runtime.in_thread(endpoint, **given)
        return in_language(answer, language_of(request))

    if not own:
        asked = inspect.Parameter(_ASKED, inspect.Parameter.KEYWORD_ONLY, annotation=Request)
        signature = known.replace(parameters=[*known.parameters.values(), asked])
        told.__signature__ = signature  # type: ignore[attr-defined]
    return told

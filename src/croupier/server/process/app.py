"""The application: routes, refusals, static files, and everything that lives as long as it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic_core import PydanticSerializationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from croupier import __version__
from croupier.core.base.errors import ConfigError, FileError, PositionError
from croupier.core.base.sentence import in_language
from croupier.server.base.english import say
from croupier.server.base.languages import language_of
from croupier.server.base.refusal import STATUS, Code, RefusalError, invalid
from croupier.server.base.runtime import Runtime, keep_pauses_short
from croupier.server.base.settings import VARIABLE, ServerSettings
from croupier.server.live.hub import Hub
from croupier.server.process.guard import Guard
from croupier.server.routes import (
    api,
    asking,
    circles,
    pages,
    people,
    positions,
    replays,
    socket,
    tables,
    teaching,
)
from croupier.server.storage.store import Store

STATIC = Path(__file__).parents[1] / "static"
"""Folder of the pages."""
_SWITCH_SECONDS = 0.001
"""Seconds for which a thread that asks agents or writes the log may hold the interpreter."""
_CODES: dict[int, Code] = {404: "not-found", 405: "not-found", 413: "too-large"}
"""Codes of the framework's refusals; it also answers 405 for unknown addresses."""


def make_app(settings: ServerSettings, *, store: Store | None = None, runtime: Runtime | None = None) -> FastAPI:
    """The application of one process; a simulator passes its own database and runtime."""
    running = runtime or Runtime()

    @asynccontextmanager
    async def alive(app: FastAPI) -> AsyncIterator[None]:
        hub = Hub(settings, store or Store(settings.database, running), running)
        app.state.hub = hub
        await hub.start()
        try:
            yield
        finally:
            await hub.close()

    parts = [part.router for part in (api, asking, circles, tables, people, replays, positions, teaching, socket)]
    parts += [api.picture_router, api.page_router, pages.front_page(STATIC / "index.html")]
    # routes as they are: `include_router` makes each anew at the first request of every application
    routes = [route for part in parts for route in part.routes]
    # FastAPI's own pages of documentation load scripts from elsewhere
    app = FastAPI(title="croupier", version=__version__, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json", lifespan=alive, routes=routes)  # fmt: skip
    _answer_errors(app)
    # only pages are compressed, since the length of other compressed answers would reveal their content
    app.mount("/", pages.PageFiles(STATIC))
    app.add_middleware(Guard, settings=settings, runtime=running)
    return app


def from_environment() -> FastAPI:
    """The application of a process started by another, with settings from its environment."""
    keep_pauses_short()
    sys.setswitchinterval(_SWITCH_SECONDS)
    _end_with_parent()
    return make_app(ServerSettings.from_json(os.environ[VARIABLE]))


def _answer(request: Request, error: RefusalError, status: int | None = None) -> JSONResponse:
    told = in_language({"error": error.data()}, language_of(request))
    return JSONResponse(told, status_code=status or STATUS[error.code])


def _wants_page(request: Request) -> bool:
    """Whether a person asks for a page by its address, and not a program or script."""
    pages = not request.url.path.startswith("/api/") and request.method == "GET"
    return pages and "text/html" in request.headers.get("accept", "")


def _refusal(error: Exception) -> RefusalError:
    """The refusal for a foreseen error."""
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, RequestValidationError):
        return RefusalError("malformed", invalid(error.errors()[0]))
    if isinstance(error, ClientDisconnect):
        return RefusalError("malformed", say("breaks_off"))  # nobody receives it
    if not isinstance(error, UnicodeEncodeError | PydanticSerializationError):
        return RefusalError("malformed", str(error))
    if "surrogates" not in str(error):
        raise error
    return RefusalError("malformed", say("surrogate"))


_FORESEEN = (
    RefusalError, ConfigError, FileError, PositionError, UnicodeEncodeError, PydanticSerializationError,
    ClientDisconnect, RequestValidationError,
)  # fmt: skip


def _answer_errors(app: FastAPI) -> None:
    """Answer every foreseen error with a code and a sentence."""

    async def refused(request: Request, error: Exception) -> JSONResponse:
        return _answer(request, _refusal(error))

    for kind in _FORESEEN:
        app.add_exception_handler(kind, refused)

    @app.exception_handler(WebSocketRequestValidationError)
    async def no_member(websocket: WebSocket, error: WebSocketRequestValidationError) -> None:
        del error
        await socket.refuse(websocket, "malformed")

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        code = _CODES.get(error.status_code, "malformed")
        if code != "not-found":
            refusal = RefusalError(code, say("not_allowed", status=error.status_code))
            return _answer(request, refusal, error.status_code)
        if request.method != "GET":
            return _answer(request, RefusalError(code, say("no_method", method=request.method)))
        if _wants_page(request):
            return FileResponse(STATIC / "index.html", status_code=error.status_code)  # its script shows the error
        return _answer(request, RefusalError(code, say("no_page")))


def _end_with_parent() -> None:
    """End a worker process when its supervisor is gone, since it would hold its port forever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, name="croupier-parent", daemon=True).start()

"""The files of the pages, answered from memory: none needs a thread or a route."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.server.base.page_file import answer
from croupier.server.base.page_folder import PageFolder


class PageFiles:
    """Answers requests for files of the pages, and hands on all others."""

    def __init__(self, app: ASGIApp, folder: Path, *others: str) -> None:
        """Look which files there are.

        Args:
            app: what answers everything else.
            folder: the pages.
            others: paths of addresses that routes answer, though there are files of these names.
        """
        self._app = app
        self._folder = PageFolder(folder)
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, if a file of the pages is asked for."""
        read = scope["type"] == "http" and scope["method"] == "GET"  # the guard makes HEAD one too
        file = self._folder.get(scope["path"][1:]) if read and scope["path"] not in self._others else None
        if file is None:
            await self._app(scope, receive, send)
            return
        status, fields, body = answer(file, Headers(scope=scope))
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": body})

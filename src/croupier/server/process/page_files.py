"""The files of the pages, answered from memory: a page loads some fifty, and none needs a thread or a route."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.server.base.page_file import ReadFiles, answer


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
        found = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
        self._paths = {name: path for name, path in found.items() if name not in others}
        self._files = ReadFiles()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, if a file of the pages is asked for."""
        path = self._paths.get(scope["path"]) if scope["type"] == "http" else None
        file = self._files.get(path) if path is not None and scope["method"] in ("GET", "HEAD") else None
        if file is None:
            await self._app(scope, receive, send)
            return
        status, fields, body = answer(file, Headers(scope=scope))
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

"""The files of the pages as browsers get them: modules and style sheets joined, all compressed."""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import mimetypes
import os
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

from croupier.core.base.errors import FileError
from croupier.server.base.joined_modules import join_modules
from croupier.server.base.settings import address_for_others
from croupier.server.routes.session import hub_of

WORKER, PUSH = "worker.js", "push_worker.js"
KEPT = (".css", ".html", ".js", ".svg", ".webmanifest", ".woff2")
"""File types that a browser caches, without the icons of the system's menus and the picture of previews."""
_PLACE = "const SHELL = null;"
_IMPORTED = re.compile(r'^@import "\./([^"]+)";$', re.MULTILINE)
_LEAST_COMPRESSED = 256
"""Bytes from which a file is compressed; even such a small one becomes a third shorter."""

for _kind, _ending in (
    ("text/javascript", ".js"), ("image/svg+xml", ".svg"), ("application/manifest+json", ".webmanifest"),
    ("image/webp", ".webp"), ("font/woff2", ".woff2"),
):  # fmt: skip
    mimetypes.add_type(_kind, _ending)  # named differently by systems, or not at all


class _Sent(NamedTuple):
    """A file as sent: its bytes, the same compressed (empty if not worth it), and a digest."""

    body: bytes
    short: bytes
    digest: str


class PageFiles(StaticFiles):
    """Sends files, compressed if accepted, and only if the browser lacks them."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(directory=folder)
        self._joined = {} if folder is None else joined(folder)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The answer to a request for an existing file."""
        path = os.fspath(full_path)
        file = self._joined.get(path) or _read(path, stat_result.st_mtime_ns, stat_result.st_size)
        asked = Headers(scope=scope)
        short = file.short if "gzip" in asked.get("accept-encoding", "") else b""
        headers = {"etag": f'"{file.digest}-gzip"' if short else f'"{file.digest}"'}
        headers |= {"vary": "accept-encoding"} if file.short else {}
        headers |= {"content-encoding": "gzip"} if short else {}
        found = Response(short or file.body, status_code, headers, mimetypes.guess_type(path)[0])
        return NotModifiedResponse(found.headers) if self.is_not_modified(found.headers, asked) else found


@lru_cache(maxsize=1024)
def _read(path: str, written: int, size: int) -> _Sent:  # noqa: ARG001  # they are the key
    """A file; a new time or size means a new file."""
    return _sent(path, Path(path).read_bytes())


def _sent(path: str, body: bytes) -> _Sent:
    kind = mimetypes.guess_type(path)[0] or ""
    worth = len(body) >= _LEAST_COMPRESSED and (not kind.startswith("image/") or kind == "image/svg+xml")
    short = gzip.compress(body, 9, mtime=0) if worth else b""
    return _Sent(body, short, hashlib.sha256(body).hexdigest()[:32])


@lru_cache(maxsize=8)
def joined(folder: Path) -> dict[str, _Sent]:
    """The pages' modules, style sheets and worker as sent, by full path."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    texts = {name: path.read_text("utf-8") for name, path in files.items() if path.suffix in (".css", ".js")}
    styles = {name: text for name, text in texts.items() if name.endswith(".css")}
    sent = join_modules({name: text for name, text in texts.items() if name not in styles})
    sent |= {name: _with_imported(name, styles) for name in styles}
    if WORKER in sent:
        kept = sorted(name for name in files if name.endswith(KEPT) and name not in (WORKER, PUSH))
        bodies = [sent[name].encode() if name in sent else files[name].read_bytes() for name in kept]
        more = [f"/{PUSH}"] if PUSH in sent else []
        # the worker derives the version from its content too, so a changed file makes another worker
        version = hashlib.sha256(b"".join(bodies)).hexdigest()
        shell = {"version": version, "files": [f"/{name}" for name in kept], "more": more}
        sent[WORKER] = sent[WORKER].replace(_PLACE, f"const SHELL = {json.dumps(shell)};", 1)
    return {os.path.realpath(files[name]): _sent(name, text.encode()) for name, text in sent.items()}


_REMARK = re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL)


def _with_imported(name: str, styles: dict[str, str]) -> str:
    """A style sheet without comments, with local imports inlined."""

    def text_of(found: re.Match[str]) -> str:
        part = str(PurePosixPath(name).with_name(found[1]))
        if part not in styles:
            raise FileError(f"{name} imports {part}, which is not there")
        return styles[part]

    return _REMARK.sub("", _IMPORTED.sub(text_of, styles[name]))


# Data for previews has to be in the page itself: preview services run no script and need absolute addresses. The
# part after ``#`` of a link, and with it the table, is not sent to them.

_PICTURE = 'property="og:image" content="'


def front_page(index: Path) -> APIRouter:
    """The route of the first page."""
    router = APIRouter()

    @router.get("/", include_in_schema=False)
    async def show(request: Request) -> Response:
        """The page, unchanged if it names no picture."""
        text = index.read_text(encoding="utf-8")
        if _PICTURE not in text:
            return FileResponse(index)
        own = f"{request.url.scheme}://{request.url.netloc}"
        base = html.escape(address_for_others(hub_of(request).settings, own), quote=True)
        return HTMLResponse(text.replace(_PICTURE, _PICTURE + base))

    return router

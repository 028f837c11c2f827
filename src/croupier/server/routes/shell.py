"""The service worker, with the version and the list of the pages' files that it keeps in the browser.

The version is a digest of all of them: a file that changes makes another worker, and the browser replaces the old
one with all its files at once.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from croupier.server.base.page_folder import PageFolder

WORKER, PUSH = "worker.js", "push_worker.js"
KEPT = (".css", ".html", ".js", ".svg", ".webmanifest")
"""Kinds of files that a browser keeps; the icons of the system's menus and the picture of previews it does not."""
_PLACE = "const SHELL = null;"


def shell_files(folder: Path) -> list[str]:
    """The files that a browser keeps, as paths of addresses in the order of the digest.

    Args:
        folder: the pages.
    """
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in KEPT)
    return sorted(f"/{name}" for name in found if name not in (WORKER, PUSH))


def shell_version(folder: Path) -> str:
    """SHA-256 of the kept files, one after another, in hexadecimal: what the worker works out of what it got.

    Args:
        folder: the pages.
    """
    pages, digest = PageFolder(folder), hashlib.sha256()
    for name in shell_files(folder):
        file = pages.get(name[1:])
        if file is None:
            raise FileNotFoundError(name)  # it was there just now
        digest.update(file.body)
    return digest.hexdigest()


def worker_text(folder: Path) -> str:
    """The service worker as it is sent, of these pages.

    Args:
        folder: the pages.
    """
    more = [f"/{PUSH}"] if (folder / PUSH).is_file() else []
    shell = {"version": shell_version(folder), "files": shell_files(folder), "more": more}
    text = (folder / WORKER).read_text(encoding="utf-8")
    return text.replace(_PLACE, f"const SHELL = {json.dumps(shell)};", 1)


def worker(folder: Path) -> APIRouter:
    """The route of the service worker.

    Args:
        folder: the pages, as they are while this process serves them.
    """
    router, text = APIRouter(), worker_text(folder)
    short = gzip.compress(text.encode(), 9, mtime=0)

    @router.get(f"/{WORKER}", include_in_schema=False)
    async def show(request: Request) -> Response:
        """The worker, compressed for who can read that; whatever stands between is not to keep it."""
        headers = {"vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(short, media_type="text/javascript", headers={**headers, "content-encoding": "gzip"})
        return Response(text, media_type="text/javascript", headers=headers)

    return router

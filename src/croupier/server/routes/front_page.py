"""The first page: with the address of the picture that messengers show beside a link.

What previews show has to stand in the page itself: who makes them runs no script and takes whole addresses only.
What is behind the ``#`` of a link, and with it the table, is not sent to them.
"""

from __future__ import annotations

import html
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from croupier.server.base.addresses import address_for_others
from croupier.server.routes.session import hub_of

_PICTURE = 'property="og:image" content="'


def front_page(index: Path) -> APIRouter:
    """The route of the first page."""
    router = APIRouter()

    @router.get("/", include_in_schema=False)
    async def show(request: Request) -> Response:
        """The page; as it is, where it names no picture."""
        text = index.read_text(encoding="utf-8")
        if _PICTURE not in text:
            return FileResponse(index)
        own = f"{request.url.scheme}://{request.url.netloc}"
        base = html.escape(address_for_others(hub_of(request).settings, own), quote=True)
        return HTMLResponse(text.replace(_PICTURE, _PICTURE + base))

    return router

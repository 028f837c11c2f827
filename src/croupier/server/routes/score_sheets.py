"""Routes of score sheets, for people who play with real cards: the browser keeps the sheet, the server counts."""

from __future__ import annotations

from fastapi import APIRouter, Request

from croupier.core.base.errors import ConfigError
from croupier.core.spec.registry import spec
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.telling import TellingRoute
from croupier.server.room.messages import WireMessage
from croupier.server.routes.session import hub_of

router = APIRouter(prefix="/api/score-sheets", route_class=TellingRoute)


@router.post("/{game}")
async def score(game: str, request: Request) -> WireMessage:
    """The sheet whose file is sent, with all scores; nothing of it is kept."""
    body = await request.body()
    return await hub_of(request).runtime.in_thread(_scored, game, body)


def _scored(game: str, body: bytes) -> WireMessage:
    """Score a sheet."""
    try:
        part = spec(game).score_sheet
    except ConfigError as error:
        raise RefusalError("not-found", str(error)) from error
    if part is None:
        raise RefusalError("not-found", say("no_sheet", game=game))
    try:
        return part(body.decode())
    except UnicodeDecodeError as error:
        raise RefusalError("malformed", say("sheet.text")) from error
    except ConfigError as error:
        raise RefusalError("malformed", str(error)) from error

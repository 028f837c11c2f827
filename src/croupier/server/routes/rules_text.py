"""Route of a table's rules in words, for people who sit down at it."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.base.refusal import RefusalError
from croupier.server.room.messages import WireMessage
from croupier.server.routes.session import RequestSession

router = APIRouter(prefix="/api/tables")


@router.get("/{table}/rules")
async def rules(table: str, session: RequestSession) -> WireMessage:
    """The rules under this table's options: paragraphs, and points that begin with a dash.

    Raises:
        RefusalError: the table is of other rules (``other-version``), or its game tells none (``not-found``).
    """
    live = await session.as_watcher(table)
    game = live.room.game
    if game is None:
        raise RefusalError("other-version", "this server has not the rules of this table")
    if game.spec.words.how_to_play is None:
        raise RefusalError("not-found", f"{game.spec.title} does not tell its rules")
    return {"text": game.spec.words.how_to_play(game)}

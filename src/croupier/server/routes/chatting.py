"""Routes of a table's chat: lines and reactions. Who follows the table is told of them by its socket."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.base.plain_text import clean_line
from croupier.server.base.telling import TellingRoute
from croupier.server.room.messages import WireMessage
from croupier.server.routes.request_models import ReactBody, SayBody
from croupier.server.routes.session import RequestSession

router = APIRouter(prefix="/api/tables", route_class=TellingRoute)


@router.post("/{table}/say")
async def say(table: str, body: SayBody, session: RequestSession) -> WireMessage:
    """Say something to everybody at the table."""
    live = await session.as_member(table, body.member)
    line = await live.chat.say(body.member, "text", clean_line(body.text), session.id)
    return {"line": line.data()}


@router.post("/{table}/react")
async def react(table: str, body: ReactBody, session: RequestSession) -> WireMessage:
    """React, by one of eight signs."""
    live = await session.as_member(table, body.member)
    line = await live.chat.say(body.member, "reaction", body.reaction, session.id)
    return {"line": line.data()}

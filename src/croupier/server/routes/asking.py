"""Routes of requests that are a single event, and of chat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter

from croupier.server.base.plain_text import clean_line
from croupier.server.events.asking import POSTED, As
from croupier.server.events.asking import Request as Asked
from croupier.server.room.messages import WireMessage, state_data
from croupier.server.routes.request_models import ReactBody, SayBody
from croupier.server.routes.session import RequestSession, TranslatedRoute

router = APIRouter(prefix="/api/tables", route_class=TranslatedRoute)


def _endpoint(request: Asked) -> Callable[..., Awaitable[WireMessage]]:
    async def endpoint(table: str, body: As, session: RequestSession) -> WireMessage:
        live = await session.as_member(table, body.member)
        await live.ask(request, body.member, body)
        return state_data(live.room, body.member)

    endpoint.__annotations__["body"] = request.body
    endpoint.__name__, endpoint.__doc__ = request.check.__name__, request.check.__doc__
    return endpoint


for _path, _request in POSTED.items():
    router.add_api_route(f"/{{table}}/{_path}", _endpoint(_request), methods=["POST"])


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

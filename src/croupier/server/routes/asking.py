"""Routes of what people ask for that is one event and no more; see `croupier.server.events.asking`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter

from croupier.server.base.telling import TellingRoute
from croupier.server.events.asking import POSTED, As, Request
from croupier.server.room.messages import WireMessage, state_data
from croupier.server.routes.session import RequestSession

router = APIRouter(prefix="/api/tables", route_class=TellingRoute)


def _endpoint(request: Request) -> Callable[..., Awaitable[WireMessage]]:
    async def endpoint(table: str, body: As, session: RequestSession) -> WireMessage:
        live = await session.as_member(table, body.member)
        await live.ask(request, body.member, body)
        return state_data(live.room, body.member)

    endpoint.__annotations__["body"] = request.body
    endpoint.__name__, endpoint.__doc__ = request.check.__name__, request.check.__doc__
    return endpoint


for _path, _request in POSTED.items():
    router.add_api_route(f"/{{table}}/{_path}", _endpoint(_request), methods=["POST"])

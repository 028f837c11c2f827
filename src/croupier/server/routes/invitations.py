"""Links as people pass them on: with the address that others can open, and as a QR code."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request

from croupier.server.base.addresses import address_for_others, is_local
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import hashed
from croupier.server.base.telling import TellingRoute
from croupier.server.events.coming import offered
from croupier.server.room.messages import WireMessage
from croupier.server.routes.request_models import Enter
from croupier.server.routes.session import RequestSession, Session

router = APIRouter(prefix="/api/tables", route_class=TellingRoute)
_BORDER = 3


class SharedLink(Enter):
    """A link that is to be passed on, named by its token."""

    kind: Literal["join", "seat"] = "join"


@router.post("/{table}/invitation")
async def invitation(table: str, body: SharedLink, request: Request, session: RequestSession) -> WireMessage:
    """The whole link of a token, and its QR code where other machines can open it."""
    store, key = session.hub.store, hashed(body.token)
    if body.kind == "join":
        known = await store.join_hash(table) == key
    else:
        known = await store.key_member(table, key) is not None or await _offered(session, table, key)
    if not known:
        raise RefusalError("forbidden", say("link"))
    settings = session.hub.settings
    base = address_for_others(settings, f"{request.url.scheme}://{request.url.netloc}")
    link, local = f"{base}/#/{body.kind}/{table}/{body.token}", is_local(settings)
    return {"link": link, "local_only": local, "qr": None if local else qr_code(link)}


async def _offered(session: Session, table: str, key: str) -> bool:
    """Whether it is a link that the host has made for somebody."""
    return offered((await session.hub.live(table)).room, key) is not None


def qr_code(text: str) -> str:
    """A QR code as a picture in SVG, written as a ``data:`` address; dark on white in every colour scheme."""
    import segno

    return segno.make(text, error="m", micro=False).svg_data_uri(border=_BORDER, light="#fff", omitsize=True)

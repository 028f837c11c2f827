"""Requests for events: a function that checks a request, whose parameters are those of the request.

The server provides the parameters in `KNOWN`; the browser sends the others. The function returns the event, or
raises RefusalError.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from croupier.server.room.event import RoomEvent

KNOWN = ("room", "member", "people", "at", "allowed", "deal", "outages")
"""The table; the member who asks; people present; the time; agents allowed by the owner; the deal of a new game;
and outages.
"""
BIG = 2**53
Name = Annotated[str, Field(min_length=1, max_length=100)]
AgentText = Annotated[str, Field(min_length=1, max_length=100)]
Count = Annotated[int, Field(ge=0, le=BIG)]
ActionNumber = Annotated[int, Field(ge=-BIG, le=BIG)]
Digits = Annotated[str, Field(max_length=64)]
F = TypeVar("F", bound=Callable[..., RoomEvent])


class Body(BaseModel):
    """A request's body: nothing is converted, and nothing unknown is let pass."""

    model_config = ConfigDict(extra="forbid", strict=True)


class As(Body):
    """In whose name something is asked for."""

    member: int


class SocketMessage(Body):
    """A message to a socket."""

    v: Literal[1]
    id: int | None = Field(default=None, ge=-BIG, le=BIG)


@dataclass(frozen=True)
class Request:
    """A request of people for an event."""

    check: Callable[..., RoomEvent]  # returns the event, or refuses
    known: tuple[str, ...]  # parameters provided by the server
    body: type[Any]  # the other parameters, as sent

    def event(self, body: BaseModel, known: Callable[[str], Any]) -> RoomEvent:
        """The requested event, unless it is refused."""
        sent = {name: getattr(body, name) for name in self.body.model_fields if name not in _ROUTE_FIELDS}
        return self.check(**sent, **{name: known(name) for name in self.known})


_ROUTE_FIELDS = ("v", "id", "type", "member")
"""Fields that the route or socket itself reads."""
POSTED: dict[str, Request] = {}
"""Requests by ``POST /api/tables/{table}/...``, by the last part of the path."""
SAID: dict[str, Request] = {}
"""Requests by socket messages, by type."""


def posted(path: str) -> Callable[[F], F]:
    """Make a check an HTTP request, which is answered with the table's state after it."""

    def register(check: F) -> F:
        POSTED[path] = _request(check, As)
        return check

    return register


def said(kind: str, **more_fields: Any) -> Callable[[F], F]:
    """Make a check a socket message, with extra fields that the socket itself reads."""

    def register(check: F) -> F:
        SAID[kind] = _request(check, SocketMessage, type=Literal[kind], **more_fields)
        return check

    return register


def _request(check: Callable[..., RoomEvent], base: type[Body], **more_fields: Any) -> Request:
    hints, known = get_type_hints(check, include_extras=True), []
    fields: Any = {name: (kind, ...) for name, kind in more_fields.items()}
    for name, each in inspect.signature(check).parameters.items():
        if name in KNOWN:
            known.append(name)
        else:
            fields[name] = (hints[name], ... if each.default is each.empty else each.default)
    title = "".join(part.capitalize() for part in check.__name__.split("_"))
    return Request(check, tuple(known), create_model(title, __base__=base, **fields))

"""How somebody asks for an event: a function that checks it, whose parameters are the request.

Parameters that are called as in `KNOWN` are what the server knows; the others are sent by the browser. The
function gives the event, or raises RefusalError.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from croupier.server.room.event import RoomEvent

KNOWN = ("room", "member", "people", "at", "allowed", "deal", "outages")
"""The table; in whose name it is asked; who is here; the time; the agents that the owner allows; what a new game
is dealt from; and the times that count for no clock."""
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
    """Something that people may ask for."""

    check: Callable[..., RoomEvent]  # gives the event, or refuses
    known: tuple[str, ...]  # which of its parameters the server knows
    body: type[Any]  # the others, as they are sent

    def event(self, body: BaseModel, known: Callable[[str], Any]) -> RoomEvent:
        """The event that is asked for, where it is not refused."""
        sent = {name: getattr(body, name) for name in self.body.model_fields if name not in _ROUTE_FIELDS}
        return self.check(**sent, **{name: known(name) for name in self.known})


_ROUTE_FIELDS = ("v", "id", "type", "member")
"""What the route or the socket looks at itself."""
POSTED: dict[str, Request] = {}
"""What is asked for by ``POST /api/tables/{table}/...``, by the last part of the path."""
SAID: dict[str, Request] = {}
"""What is asked for by messages to a socket, by their type."""


def posted(path: str) -> Callable[[F], F]:
    """Let a check be asked for by a request, which is answered with the table as it stands then."""

    def register(check: F) -> F:
        POSTED[path] = _request(check, As)
        return check

    return register


def said(kind: str, **more_fields: Any) -> Callable[[F], F]:
    """Let a check be asked for by a message, with parts of it that the socket itself looks at."""

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

"""What the payload of each kind of event holds, checked when a row of the log is read: a damaged one is named.

`croupier.server.room.event_handlers` says what each kind does. Fields beside these are let pass.
"""

from __future__ import annotations

from typing import Any, NotRequired

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

_STRICT = with_config(ConfigDict(strict=True))


@_STRICT
class _Member(TypedDict):
    number: int
    name: str


@_STRICT
class _Seat(TypedDict):
    member: int | None
    agent: str | None


@_STRICT
class _Create(TypedDict):
    game: str
    version: int
    options: dict[str, Any]
    host: int
    members: list[_Member]
    seats: list[_Seat]
    settings: dict[str, Any]
    circle: NotRequired[str | None]  # not in logs that were written before there were circles


@_STRICT
class _Named(TypedDict):
    member: int
    name: str


@_STRICT
class _Come(TypedDict):
    member: int
    name: str
    options: NotRequired[dict[str, Any]]  # where a seat was added for who has come


@_STRICT
class _Rules(TypedDict):
    by: int
    options: dict[str, Any]
    seats: list[int | None]


@_STRICT
class _Of(TypedDict):
    member: int


@_STRICT
class _Claim(TypedDict):
    member: int
    late: bool


@_STRICT
class _Offer(TypedDict):
    member: int
    by: int
    key: str


@_STRICT
class _Gift(TypedDict):
    member: int
    by: int


@_STRICT
class _Deletion(TypedDict):
    by: int
    pause: int


@_STRICT
class _Agent(TypedDict):
    agent: str | None


@_STRICT
class _Prepare(TypedDict):
    secret: str
    fill: str | None
    members: list[int]
    without: list[int]
    attempt: int


@_STRICT
class _Commit(TypedDict):
    member: int
    commitment: str


@_STRICT
class _Reveal(TypedDict):
    member: int
    number: str


@_STRICT
class _Start(TypedDict):
    seed: int | None
    secret: NotRequired[str | None]  # not in logs that were written before there were secrets
    contributions: NotRequired[list[str]]
    fill: str | None


@_STRICT
class _Nudge(TypedDict):
    by: int


@_STRICT
class _Move(TypedDict):
    by: str
    action: int
    text: str
    heard: list[int] | None
    sealed: NotRequired[bool]  # of an answer that was sealed


@_STRICT
class _Seal(TypedDict):
    turn: int
    action: int
    text: str
    changes: bool
    by: NotRequired[str]  # not the person: the clock


@_STRICT
class _End(TypedDict):
    returns: list[float]
    points: list[float]
    forfeited: int | None


@_STRICT
class _Away(TypedDict):
    by: NotRequired[int | None]  # not in logs that were written before people were told
    idle: NotRequired[int]  # who lets an agent play for somebody who is there


@_STRICT
class _Hint(TypedDict):
    member: int
    turn: int


@_STRICT
class _Turn(TypedDict):
    turn: int


@_STRICT
class _Circle(TypedDict):
    member: int
    circle: str


@_STRICT
class _Table(TypedDict):
    table: str


_KINDS: dict[str, TypeAdapter[Any]] = {
    kind: TypeAdapter(model)
    for model, kinds in (
        (_Create, ("create",)),
        (_Come, ("member",)),
        (_Named, ("name",)),
        (_Rules, ("rules",)),
        (_Of, ("sit", "host", "remove", "link", "void", "enter", "leave", "assent", "keep")),
        (_Claim, ("claim",)),
        (_Offer, ("offer",)),
        (_Gift, ("give",)),
        (_Deletion, ("delete",)),
        (_Agent, ("agent",)),
        (_Prepare, ("prepare",)),
        (_Commit, ("commit",)),
        (_Reveal, ("reveal",)),
        (_Start, ("start",)),
        (_Move, ("move",)),
        (_Seal, ("seal",)),
        (_End, ("end",)),
        (_Turn, ("wait",)),
        (_Away, ("away",)),
        (_Hint, ("hint",)),
        (_Nudge, ("nudge",)),
        (_Table, ("again",)),
        (_Circle, ("circle",)),
    )
    for kind in kinds
}


def fault(kind: str, payload: dict[str, Any]) -> str:
    """What is wrong with a payload; empty where nothing is, or where its kind of event has none.

    Args:
        kind: the kind of event.
        payload: what was stored.
    """
    known = _KINDS.get(kind)
    if known is None:
        return ""
    try:
        known.validate_python(payload)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return ""

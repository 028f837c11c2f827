"""Bodies of requests that are not made from a check; see `croupier.server.events.asking`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from croupier.core.engine.making import LONGEST
from croupier.server.events.asking import AgentText, As, Body, Name
from croupier.server.live.chat import Reaction
from croupier.server.notices.delivery import LONGEST_ENDPOINT
from croupier.server.room.chairs import RoomSettings

Token = Annotated[str, Field(min_length=1, max_length=64)]


class SeatWish(Body):
    """Who is to sit in a seat of a new table: me, whoever comes, or an agent."""

    kind: Literal["me", "open", "agent"]
    agent: AgentText | None = None


class NewTable(Body):
    """A table that is wished for. Where no seats are named, the first is mine and the others open.

    `contributes` says that the page of this browser will show a number for a game that begins at once.
    """

    game: Annotated[str, Field(max_length=100)]
    options: dict[str, int | bool | str] = Field(default={})
    name: Name = "Host"
    seats: list[SeatWish] | None = None
    settings: RoomSettings = RoomSettings()
    start: bool = False
    contributes: bool = False
    circle: Token | None = None


class Join(Body):
    """Somebody comes by the join link."""

    token: Token
    name: Name


class Enter(Body):
    """Somebody opens a seat's link."""

    token: Token


class Rename(As):
    """A person's new name."""

    name: Name


class Whom(As):
    """A member that something concerns."""

    whom: int


class AgainBody(As):
    """The same people play on; at once, where that is wished."""

    start: bool = False


class SentPosition(Body):
    """A position as text, or as the link to it."""

    position: Annotated[str, Field(max_length=LONGEST)]


class SayBody(As):
    """Something that somebody says."""

    text: str


class ReactBody(As):
    """How somebody reacts."""

    reaction: Reaction


class PushBody(As):
    """A browser that wants to be sent notices."""

    endpoint: Annotated[str, Field(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, Field(max_length=128)]
    auth: Annotated[str, Field(max_length=32)]


class PushOff(As):
    """A browser that wants none any more."""

    endpoint: Annotated[str, Field(max_length=LONGEST_ENDPOINT)]


class CircleName(Body):
    """What a circle is to be called."""

    name: Name


class NewCircle(As):
    """A circle that is wished for."""

    name: Name


class CircleDeletion(Body):
    """Whether a circle is to be deleted."""

    wanted: bool


class OfCircleGame(Body):
    """A game of a circle."""

    game: Token


class OfCircleSeat(OfCircleGame):
    """A seat of a game of a circle."""

    seat: Annotated[int, Field(ge=0, le=99)]


class OptionsBody(Body):
    """Options of a game; those that are not named have their defaults."""

    options: dict[str, int | bool | str] = Field(default={})


class LaidCard(Body):
    """A card of a trick, and who played it."""

    seat: Annotated[int, Field(ge=0, le=99)]
    card: Annotated[str, Field(max_length=40)]


class Trick(OptionsBody):
    """A finished trick, in the order of play."""

    plays: Annotated[list[LaidCard], Field(max_length=100)]

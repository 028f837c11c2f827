"""What every kind of event at a table has; `croupier.server.events` has the kinds, one class each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from croupier.core.base.sentence import Sentence
from croupier.server.room.room import Room
from croupier.server.storage.log import LogEvent

EVENTS: dict[str, type[RoomEvent]] = {}
"""All kinds that were ever written to a log, by name."""


class RoomEvent(BaseModel):
    """Something that happens at a table. The fields are what the log keeps; others that it holds are let pass."""

    model_config = ConfigDict(strict=True, frozen=True)

    kind: ClassVar[str]  # its name in the log and on the wire, which stays what it is
    plays: ClassVar[bool] = False  # whether it is about the game alone: people and seats are what they were
    counts: ClassVar[bool] = False  # whether a circle may have something to keep after it
    moves_people: ClassVar[bool] = False  # whether people are told anew who is there and may host or answer
    seat: int | None = Field(default=None, exclude=True)  # that it concerns, if it is one's

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Let logs with this kind be read."""
        if "kind" in vars(cls):
            EVENTS[cls.kind] = cls

    def apply(self, room: Room, at: int) -> None:
        """Let it happen in a room, at a time in milliseconds since 1970. Nothing is checked: it has happened."""
        raise NotImplementedError

    def words(self, room: Room) -> Sentence | None:
        """What everybody is told, by the room before it; None for what the table itself shows."""

    def sent_to(self, room: Room, member: int | None) -> bool:
        """Whether a member, or a spectator, is told that it has happened."""
        return True

    def shows_more_to(self, room: Room, member: int | None) -> bool:
        """Whether somebody may see more from then on, and is shown everything again."""
        return False

    def scores(self, room: Room) -> bool:
        """Whether it has changed which rounds have ended."""
        return False

    def revokes(self) -> int | None:
        """The member whose sockets are closed; None for nobody's."""

    def begins_clock(self, room: Room) -> bool:
        """Whether a clock may run from then on."""
        return False

    def notices(self, room: Room) -> Mapping[int, Sentence]:
        """What members are told who are not there."""
        return {}

    def payload(self) -> dict[str, Any]:
        """What the log keeps beside kind and seat."""
        return self.model_dump(exclude_unset=True)


class SeatEvent(RoomEvent):
    """An event of a seat."""

    seat: int = Field(exclude=True)


E_co = TypeVar("E_co", bound=RoomEvent, covariant=True)


@dataclass(frozen=True)
class Happened(Generic[E_co]):
    """An event in its log."""

    event: E_co
    number: int  # 1 for the first of a table, without gaps
    at: int  # in milliseconds since 1970

    def row(self) -> LogEvent:
        """As it is kept."""
        return LogEvent(self.event.kind, self.event.seat, self.event.payload(), self.number, self.at)

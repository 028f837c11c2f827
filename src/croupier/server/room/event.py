"""The base of all events at a table; `croupier.server.events` has one class per kind."""

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
    """An event at a table, whose fields are stored in the log; unknown fields there are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)

    kind: ClassVar[str]  # name in the log and on the wire, which must not change
    plays: ClassVar[bool] = False  # whether it only concerns the game, so that people and seats stay as they were
    counts: ClassVar[bool] = False  # whether a circle may have a result to store after it
    moves_people: ClassVar[bool] = False  # whether the list of people, hosts and answers is sent again
    seat: int | None = Field(default=None, exclude=True)  # seat it concerns, if any

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Register the kind for reading logs."""
        if "kind" in vars(cls):
            EVENTS[cls.kind] = cls

    def apply(self, room: Room, at: int) -> None:
        """Apply it to a room, at a time in milliseconds since 1970, without checks, since it has happened."""
        raise NotImplementedError

    def words(self, room: Room) -> Sentence | None:
        """The sentence for everybody, from the room before it; None if the table itself shows it."""

    def sent_to(self, room: Room, member: int | None) -> bool:
        """Whether a member or spectator is told that it happened."""
        return True

    def shows_more_to(self, room: Room, member: int | None) -> bool:
        """Whether a person may see more from then on, and is shown everything again."""
        return False

    def scores(self, room: Room) -> bool:
        """Whether it changed which rounds have ended."""
        return False

    def revokes(self) -> int | None:
        """The member whose sockets are closed; None for none."""

    def begins_clock(self, room: Room) -> bool:
        """Whether a clock may run from then on."""
        return False

    def notices(self, room: Room) -> Mapping[int, Sentence]:
        """Notices to absent members."""
        return {}

    def payload(self) -> dict[str, Any]:
        """The data in the log other than kind and seat."""
        return self.model_dump(exclude_unset=True)


class SeatEvent(RoomEvent):
    """An event of a seat."""

    seat: int = Field(exclude=True)


E_co = TypeVar("E_co", bound=RoomEvent, covariant=True)


@dataclass(frozen=True)
class Happened(Generic[E_co]):
    """An event in its log."""

    event: E_co
    number: int  # from 1 for each table, without gaps
    at: int  # in milliseconds since 1970

    def row(self) -> LogEvent:
        """The event as a row of the log."""
        return LogEvent(self.event.kind, self.event.seat, self.event.payload(), self.number, self.at)

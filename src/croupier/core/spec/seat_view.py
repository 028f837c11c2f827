"""A view as plain data: what one seat may see, and the scores of a finished round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, TypedDict

TableView: TypeAlias = Mapping[str, Any]
"""The game's own part of a view: what stands under ``table``."""


class ActionView(TypedDict):
    """A legal action, as a view lists it: its number, and its text as it is typed."""

    action: int
    text: str


class SeatView(TypedDict):
    """The table as one seat, or a spectator, may see it: plain data, ready for JSON.

    `croupier.core.engine.record_position` makes it, and `croupier.core.engine.view` describes it by a schema;
    docs/views.md shows it.
    """

    game: str
    seat: int | None
    player: int | None
    phase: str | None
    over: bool
    points: list[float]
    returns: list[float] | None
    actions: list[ActionView]
    table: dict[str, Any]


@dataclass(frozen=True)
class SeatScore:
    """What one player made of a round.

    Attributes:
        seat: number of the seat.
        points: points of the round.
        total: points of all rounds so far.
        bid: tricks bid, as they count; None in a game without bids.
        won: tricks won; None as above.
        captured: points captured, which a game may count under conditions only; None in a game without captures.
    """

    seat: int
    points: int
    total: int
    bid: int | None = None
    won: int | None = None
    captured: int | None = None


@dataclass(frozen=True)
class EndedRound:
    """A round that has ended; every seat may know all of it.

    Attributes:
        round: number of the round, from 1.
        seats: the scores of those who score, in the order of the seats.
    """

    round: int
    seats: tuple[SeatScore, ...]

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {"round": self.round, "seats": [asdict(seat) for seat in self.seats]}

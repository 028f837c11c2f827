"""Scores of a round that has ended, as plain data for whoever shows them: a page, a score sheet, a replay."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class SeatScore:
    """What one player made of a round.

    Attributes:
        seat: number of the seat.
        points: points of the round.
        total: points of all rounds so far.
        bid: tricks bid, as they count; None in a game without bids.
        won: tricks won; None likewise.
    """

    seat: int
    points: int
    total: int
    bid: int | None = None
    won: int | None = None


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

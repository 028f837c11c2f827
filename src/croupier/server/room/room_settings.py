"""Settings of a table beside its game: pace, clock, spectators, undo, hints, chat, agents for who is away."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from croupier.server.base.english import say
from croupier.server.base.refusal import span

Spectators = Literal["none", "open", "delayed"]
Pace = Literal["instant", "quick", "normal", "slow", "paused"]
PACES: dict[Pace, float | None] = {"instant": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5, "paused": None}
"""Seconds for which a table stands as it is before an agent's move is shown; None until somebody asks for it."""

LEAST_CLOCK, MOST_CLOCK = 10, 14 * 24 * 3600
"""Seconds that a clock may give for a decision."""


class RoomSettings(BaseModel):
    """What the host chooses for a table beside the game.

    Attributes:
        pace: how fast agents play.
        spectators: who may watch without a seat: nobody; everybody, what all players see; or everybody, all hands
            a whole round later (`croupier.server.room.delay`).
        members_watch: whether people who came by a link and have no seat see what all players see, also where
            nobody else may watch.
        take_back: seconds for which agents wait after a person's move, so that it can be taken back.
        undo: whether moves can be taken back.
        hints: whether players may ask for hints; None leaves it to how many people sit down (`Room.hints`).
        chat: whether people may write to each other and react; it may be changed at any time.
        clock: seconds that each person has for a decision; then the agent plays it. None for no clock.
        away_after: seconds after which an agent plays for someone who has left; 0 for never.
        stand_in: that agent.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    pace: Pace = "normal"
    spectators: Spectators = "none"
    members_watch: bool = True
    take_back: float = Field(default=2.0, ge=0.0, le=10.0)
    undo: bool = True
    hints: bool | None = None
    chat: bool = True
    clock: int | None = None
    away_after: int = Field(default=60, ge=0, le=3600)
    stand_in: str = Field(default="bot", min_length=1, max_length=100)

    @field_validator("clock")
    @classmethod
    def _check_clock(cls, clock: int | None) -> int | None:
        """Refuse a clock that leaves nobody time to play, or none an end."""
        if clock is None or LEAST_CLOCK <= clock <= MOST_CLOCK:
            return clock
        words = say("time.clock-bounds", low=span(LEAST_CLOCK), high=span(MOST_CLOCK))
        raise PydanticCustomError("clock", "{words}", {"words": words})

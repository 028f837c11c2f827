"""Settings of a table beside its game: pace, spectators, taking back, hints, chat, who plays for who is away."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Spectators = Literal["none", "open", "delayed"]
Pace = Literal["instant", "quick", "normal", "slow", "paused"]
PACES: dict[Pace, float | None] = {"instant": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5, "paused": None}
"""Seconds for which a table stands as it is before an agent's move is shown; None until somebody asks for it."""


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
    away_after: int = Field(default=60, ge=0, le=3600)
    stand_in: str = Field(default="bot", min_length=1, max_length=100)

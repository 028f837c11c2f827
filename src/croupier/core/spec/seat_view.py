"""What one seat may see of a table, as plain data: the types of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

TableView: TypeAlias = Mapping[str, Any]
"""The game's own part of a view: what stands under ``table``."""


class ActionView(TypedDict):
    """A legal action, as a view lists it: its number, and its text as it is typed."""

    action: int
    text: str


class SeatView(TypedDict):
    """The table as one seat, or a spectator, may see it: plain data, ready for JSON.

    `croupier.core.engine.view` makes it and describes it by a schema; docs/views.md shows it.
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

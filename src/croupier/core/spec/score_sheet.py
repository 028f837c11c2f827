"""Types of a score sheet for people who play with real cards or dice: the sheet, and the desk where it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

Tone = Literal["hint", "problem", "result"]
"""How a line is meant: an explanation, what is wrong with an answer, how it came out."""
CellKind = Literal["label", "player", "best"]
"""What a column holds: what the rows are, a player's scores, those of a player who leads."""


@dataclass(frozen=True)
class Column:
    """A column of a sheet.

    Attributes:
        name: above it.
        total: below it.
        kind: what it holds.
    """

    name: str
    total: str
    kind: CellKind


@dataclass(frozen=True)
class Grid:
    """A sheet as a table.

    Attributes:
        title: above the table.
        columns: the columns.
        rows: their texts, an entry a column.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


class Desk(Protocol):
    """Where a sheet is kept: who keeps it is asked, and reads what is said."""

    def ask(self, question: str) -> str:
        """Ask for a line, and give it without spaces around it; raises EOFError where no more lines come."""
        ...

    def say(self, line: str, tone: Tone) -> None:
        """Say a line."""
        ...

    def note(self, line: str) -> None:
        """Say a line aside, apart from the talk."""
        ...

    def show(self, grid: Grid) -> None:
        """Show a sheet."""
        ...


class ScoreSheetTalk(Protocol):
    """The talk in which a score sheet is kept."""

    @property
    def begun(self) -> bool:
        """Whether it is known who plays."""
        ...

    def keep(self, desk: Desk) -> None:
        """Ask round after round, until the game is over or the person ends it.

        Raises:
            EOFError: the input ended; the sheet's file holds all whole rounds.
            FileError: the file cannot be written.
        """
        ...

    def show(self, desk: Desk) -> None:
        """Show what has been written down."""
        ...

    def scored(self) -> dict[str, Any]:
        """The sheet with all scores, as plain data for JSON."""
        ...


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """The score sheets of a game.

    Attributes:
        open: ``open(file, scoring)``: the sheet of a file, or a new one where there is no such file, or no file;
            `scoring` is one of `scorings`, or None for the usual one. Raises FileError where the file is no such
            sheet, ConfigError where it is one of another scoring.
        score: ``score(text)``: what a sheet's file says, as plain data for JSON with all scores. Raises
            ConfigError where it is no such sheet, or a round in it cannot have been played.
        scorings: names of the ways to score a new sheet, beside the usual one.
    """

    open: Callable[[Path | None, str | None], ScoreSheetTalk]
    score: Callable[[str], dict[str, Any]]
    scorings: tuple[str, ...] = ()

"""Types for evaluation: opponents, table sizes, metrics, report rows, and measured strengths of agents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import FileError
from croupier.core.base.rows import Rows
from croupier.core.base.types import Records

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Measures(Protocol):
    """Counts of one player's decisions at many tables, in addition to wins and points."""

    def add(
        self,
        tables: npt.NDArray[np.int64],
        seats: npt.NDArray[np.int64],
        before: Records,
        actions: npt.NDArray[np.int64],
        after: Records,
    ) -> None:
        """Count one decision at each of some tables.

        Args:
            tables: table numbers, shape (K,).
            seats: the judged player's seat at each table, shape (K,); another seat may have made the decision.
            before: the records at the decisions, shape (K,).
            actions: the actions, shape (K,).
            after: the records after them, shape (K,).
        """
        ...

    def counts(self) -> dict[str, npt.NDArray[np.int64]]:
        """The counts so far, by name; axis 0 is the table."""
        ...

    def merge(self, counts: Mapping[str, npt.NDArray[np.int64]]) -> None:
        """Add sums of the `counts` of other tables, whose games are over."""
        ...

    def result(self) -> dict[str, Any]:
        """The totals, as plain data for JSON."""
        ...


@dataclass(frozen=True)
class ReportRow:
    """A row of the report: one number from the nested dicts of `Measures.result`.

    Attributes:
        label: the number's name, for people.
        value: keys that lead to the number, the outermost first; None is printed as ``-``.
        count: keys that lead to the number of cases behind it; empty for none.
        bounds: least and greatest possible value, like 0 and 1 for a share. They give an interval even if all
            cases are equal. None if they are not known.
    """

    label: str
    value: tuple[str, ...]
    count: tuple[str, ...] = ()
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class EvaluationChart:
    """A chart of `Measures.result`.

    Attributes:
        name: the file's name, like ``bids.png``.
        draw: draws the player's `Measures.result`; it imports matplotlib itself.
    """

    name: str
    draw: Callable[[Mapping[str, Any], Axes], None]


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """How the players of a game are evaluated.

    Attributes:
        opponents: names of the agents to play against, the strongest first; at least one.
        table_sizes: values of the option ``players`` to play with; if empty, the options as given.
        rule_based: the agent whose decisions on special abilities are compared with the player's; None if the game
            has no such agent.
        source: the agent that decides on abilities by the heuristics of the game's source, if there is one.
        unseen: for each ability that reveals something without a choice: a function that removes from records, in
            place, everything it revealed to the seats to move.
        measures: makes a `Measures` for this many tables; None if the game counts nothing.
        rows: rows of the report.
        rows_title: heading above these rows.
        pictures: charts of the counts.
        tables: make tables from `Measures.result` for reports on language models: name of the row, number of
            cases, value. The values of several players are columns.
    """

    opponents: tuple[str, ...]
    table_sizes: tuple[int, ...] = ()
    rule_based: str | None = None
    source: str | None = None
    unseen: Mapping[str, Callable[[Records], None]] = field(default_factory=dict)
    measures: Callable[[int], Measures] | None = None
    rows: tuple[ReportRow, ...] = ()
    rows_title: str = "What was counted"
    pictures: tuple[EvaluationChart, ...] = ()
    tables: tuple[Callable[[Mapping[str, Any]], Rows], ...] = ()

    def __post_init__(self) -> None:
        if not self.opponents:
            raise ValueError("an evaluation names at least one opponent")
        if (self.rows or self.pictures or self.tables) and self.measures is None:
            raise ValueError("rows and pictures show what `measures` counts: give it")


# The file repeats numbers that are in the documentation between markers of `benchmarks.strength`; a test compares
# them. So lists of agents can show strengths without measuring anything.

LEVELS = ("beginner", "easy", "medium", "hard", "strongest")
"""Levels of agents in lists for people, by how often they win against the usual bot: almost never; less than half
as often as an equal player; about as often; clearly more often; clearly more often, and most of all."""


@dataclass(frozen=True)
class Strength:
    """How often an agent won against others, as measured.

    Attributes:
        agent: the agent's name.
        wins: share of wins, with its 95% confidence interval in brackets; without one if it is exact.
        opponent: name of the agent in the other seats.
        others: number of these seats.
        equal: the share of wins of an agent of equal strength.
        games: number of games; None if the value is exact.
        command: the command that measures it again.
        marker: id of the number, or of its table, in the documentation.
        row: first cells of its row in that table; empty if the marker holds one number.
        order: whether it moved first or second; empty for both equally.
        level: its level among the game's agents, one of `LEVELS`; empty if another entry gives it.
    """

    agent: str
    wins: str
    opponent: str
    others: int
    equal: str
    games: int | None
    command: str
    marker: str
    row: str = ""
    order: Literal["", "first", "second"] = ""
    level: str = ""

    def __post_init__(self) -> None:
        if self.level and self.level not in LEVELS:
            raise ValueError(f"the level {self.level!r} is none of {', '.join(LEVELS)}")

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of wins, 0 to 1, then the bounds of its interval if it has one."""
        return _shares(self.wins)

    @property
    def equal_share(self) -> float:
        """The share of wins of an equal agent, 0 to 1."""
        return _shares(self.equal)[0]


def _shares(text: str) -> tuple[float, ...]:
    """Percentages in a text, as shares."""
    return tuple(round(float(each) / 100, 6) for each in re.findall(r"\d+(?:\.\d+)?", text))


@lru_cache(maxsize=32)
def read_strengths(path: Path) -> tuple[Strength, ...]:
    """Read a game's measured strengths."""
    try:
        return tuple(Strength(**entry) for entry in json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise FileError(f"{path} holds no measured strengths: {error}") from error

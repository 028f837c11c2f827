"""Types for evaluation: opponents, table sizes, metrics, what reports show, and measured strengths of agents."""

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
    """What a game counts of one seat at each of many tables, beside wins and points."""

    def add(
        self,
        tables: npt.NDArray[np.int64],
        seats: npt.NDArray[np.int64],
        before: Records,
        actions: npt.NDArray[np.int64],
        after: Records,
    ) -> None:
        """Count one decision at each of some tables, shape (K,) each: whoever made it, seen from `seats`."""
        ...

    def counts(self) -> dict[str, npt.NDArray[np.int64]]:
        """All that was counted so far, by name: at each table by itself, so that tables are the first axis."""
        ...

    def merge(self, counts: Mapping[str, npt.NDArray[np.int64]]) -> None:
        """Add sums of the `counts` of other tables, whose games are over."""
        ...

    def result(self) -> dict[str, Any]:
        """All that was counted, as plain data for JSON."""
        ...


@dataclass(frozen=True)
class ReportRow:
    """A row of the report: one figure of `Measures.result`, which may hold dictionaries in dictionaries.

    Attributes:
        label: what the figure is, for people.
        value: keys that lead to the figure, the outermost first; where the figure is None the row says ``-``.
        count: keys that lead to the number of cases behind it; none where it goes without.
        bounds: least and greatest value that it can have, as 0 and 1 of a share: they give an interval where all
            cases are alike. None where that is not known.
    """

    label: str
    value: tuple[str, ...]
    count: tuple[str, ...] = ()
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class EvaluationChart:
    """A chart of what was counted.

    Attributes:
        name: the file's name, like ``bids.png``.
        draw: draws `Measures.result` of the player that is judged; it imports what it needs of matplotlib inside.
    """

    name: str
    draw: Callable[[Mapping[str, Any], Axes], None]


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """How the players of a game are judged.

    Attributes:
        opponents: names of the agents that a player is measured against, the strongest first; at least one.
        table_sizes: values of the option ``players`` that an evaluation plays with; none where the game is looked
            at with the options that it is given.
        rule_based: the agent whose decisions on special abilities the player's own are compared with; None where
            the game has no such agent.
        source: the agent that decides on them by the heuristics that the game's source describes, where there is
            one.
        unseen: by ability that leaves nothing to decide but shows something: what takes from records, in place,
            all that it has shown to the seats to move.
        measures: makes a `Measures` for this many tables, where the game counts something.
        rows: what the report shows of it.
        rows_title: heading above these rows.
        pictures: pictures of it.
        tables: make rows of it, from `Measures.result`, in reports on language models: what a row is of, the
            number of cases, the figure. Of several players the figures stand side by side.
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


# The file repeats figures that stand in the documentation between markers of `benchmarks.strength`; a test
# compares them. So whoever lists agents can show how strong they are without measuring anything.

LEVELS = ("beginner", "easy", "medium", "hard", "strongest")
"""What agents are called in lists for people, by how often they win against the usual bot: nearly never; less
than half as often as an equal player; about as often; clearly more often; clearly, and most often of all."""


@dataclass(frozen=True)
class Strength:
    """How often an agent won against others, as it was measured.

    Attributes:
        agent: the agent's name.
        wins: share of the wins, in brackets its 95% confidence interval; without one where it is exact.
        opponent: name of the agent that it played.
        others: how many of these there were.
        equal: the share of the wins of an agent that is as strong as the others.
        games: games that were played; None where the value was computed exactly.
        command: the command that measures it again.
        marker: id of the figure, or of the table with it, in the documentation.
        row: first cells of its row in that table, as they stand there; empty where the marker holds one figure.
        order: whether it moved first or second; empty where it did both as often.
        level: what that makes the agent among those of its game, one of `LEVELS`; empty where another figure does.
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
        """The share of the wins, 0 to 1, and the ends of its interval where it has one."""
        return _shares(self.wins)

    @property
    def equal_share(self) -> float:
        """The share of an equal agent, 0 to 1."""
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

"""Measured strengths of a game's agents, from ``strengths.json`` in the game's folder.

The file repeats figures that stand in the documentation between markers of `benchmarks.strength`; a test compares
them. So whoever lists agents can show how strong they are without measuring anything.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from croupier.core.base.errors import FileError

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

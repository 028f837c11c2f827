"""Tournament report: the results as data, and in rows."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.arena.play.metrics import Doubles, Ranks
from croupier.core.base.rows import ColumnHead, Interval, Number, Rows, in_columns
from croupier.core.spec.options import Value

BY_UTILITY = (
    "A win may be worth more or less in this game, so the table is ordered by utility. Ratings and margins count "
    "wins alone."
)


@dataclass(frozen=True)
class AgentResult:
    """How one agent did.

    Attributes:
        agent: its name.
        games: games that it sat in.
        wins: games that it won alone.
        draws: games in which it shared the first place.
        win_rate: mean share of the win: a win counts 1, a first place shared by k seats 1/k; 1/players is par.
        ci95: 95% interval of win_rate, from a paired bootstrap over deals; None from a single deal.
        mean_points: mean final score in the game's own points.
        mean_utility: mean final utility.
    """

    agent: str
    games: int
    wins: int
    draws: int
    win_rate: float
    ci95: tuple[float, float] | None
    mean_points: float
    mean_utility: float


@dataclass(frozen=True, eq=False)
class Report:
    """The result of a tournament.

    Attributes:
        game: name of the game.
        version: version of its rules.
        options: all its options.
        seed: seed of the tournament.
        deals: number of deals; each was played by every line-up in every rotation of its seats.
        decisions: decisions that were made in all games.
        agents: one result an entry, in the order in which they were named.
        shares: each entry's mean share of the win in each deal, float64, shape (deals, entries).
        points: each entry's mean points in each deal, float64, shape (deals, entries).
        seats: the entry in each seat at the tables of a deal, int64, shape (tables, seats).
        ranks: how many seats finished ahead of each in each game, int8, shape (deals, tables, seats).
        by_utility: whether a win may be worth more or less, as in a game for chips: then utility says who is best.
    """

    game: str
    version: int
    options: dict[str, Value]
    seed: int
    deals: int
    decisions: int
    agents: tuple[AgentResult, ...]
    shares: Doubles = field(repr=False, default_factory=lambda: np.zeros((0, 0)))
    points: Doubles = field(repr=False, default_factory=lambda: np.zeros((0, 0)))
    seats: npt.NDArray[np.int64] = field(repr=False, default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    ranks: Ranks = field(repr=False, default_factory=lambda: np.zeros((0, 0, 0), dtype=np.int8))
    by_utility: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the arrays of single deals."""
        return {
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "seed": self.seed,
            "deals": self.deals,
            "decisions": self.decisions,
            "agents": [
                asdict(result) | {"ci95": None if result.ci95 is None else list(result.ci95)}
                for result in self.agents
            ],
        }

    @property
    def best_first(self) -> list[AgentResult]:
        """The agents by win rate, or by utility where wins say too little."""
        return sorted(self.agents, key=lambda one: -one.mean_utility if self.by_utility else -one.win_rate)

    def rows(self) -> Rows:
        """The results, the best agent first."""
        heads = [ColumnHead("agent", breaks="anywhere")]
        last = "utility" if self.by_utility else "points"
        numbers = ("games", "wins", "draws", "win rate", "95% interval", last)
        heads += [ColumnHead(name, "right", "never") for name in numbers]
        return in_columns(
            f"{self.game}: {self.deals} deals, seats rotated, seed {self.seed}",
            heads,
            [
                (
                    one.agent,
                    one.games,
                    one.wins,
                    one.draws,
                    Number(one.win_rate, ".2%"),
                    Interval(one.ci95, ".2%"),
                    Number(one.mean_utility if self.by_utility else one.mean_points, ".2f"),
                )
                for one in self.best_first
            ],
            [BY_UTILITY] if self.by_utility else (),
        )

"""Tournament report, as data and as rows."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.rows import Cell, ColumnHead, Interval, Number, Rows, in_columns
from croupier.core.spec.options import Value
from croupier.measure.play.metrics import Doubles, GameCounts, Ranks, finite

BY_UTILITY = (
    "A win may be worth more or less in this game, so the table is ordered by utility. Ratings and margins count "
    "wins alone."
)


@dataclass(frozen=True)
class AgentResult:
    """How one agent did.

    Attributes:
        agent: its name.
        games: games that count for it.
        wins: games that it won alone.
        draws: games in which it shared the first place.
        win_rate: mean share of the win: a win counts 1, a first place shared by k seats 1/k; 1/players is par.
            NaN, as means below, where no game counts for it.
        ci95: 95% interval of win_rate, from a paired bootstrap over deals; None from a single deal.
        mean_points: mean final score in the game's own points.
        mean_utility: mean final utility.
        counts: which of its games count, and why others do not; None where all of them do.
        utility_if_lost: of an agent with void games, the bound of its utility in which those are lost; else None.
    """

    agent: str
    games: int
    wins: int
    draws: int
    win_rate: float
    ci95: tuple[float, float] | None
    mean_points: float
    mean_utility: float
    counts: GameCounts | None = None
    utility_if_lost: float | None = None

    @property
    def if_lost(self) -> float | None:
        """The bound of its win rate in which void games are lost; None where none is void."""
        return None if self.counts is None else self.counts.if_lost

    @property
    def ranked(self) -> bool:
        """Whether it has a rank; see `GameCounts`."""
        return self.counts is None or self.counts.ranked

    def data(self) -> dict[str, Any]:
        """Plain data for JSON; where not all of its games count, with why."""
        found = asdict(self) | {"ci95": None if self.ci95 is None else list(self.ci95), "ranked": self.ranked}
        found |= {name: finite(found[name]) for name in ("win_rate", "mean_points", "mean_utility")}
        told = ("counts", "utility_if_lost", "ranked") if self.counts is None or self.counts.plain else ()
        return {name: value for name, value in found.items() if name not in told}


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
        shares: each entry's mean share of the win in each deal, float64, shape (deals, entries); NaN where no game
            of a deal counts for it.
        points: each entry's mean points in each deal, float64, shape (deals, entries).
        seats: the entry in each seat at the tables of a deal, int64, shape (tables, seats).
        ranks: how many seats finished ahead of each in each game, int8, shape (deals, tables, seats). This and
            what follows hold deals with void games too.
        by_utility: whether a win may be worth more or less, as in a game for chips: then utility says who is best.
        forfeited: the seat that forfeited each game or made it void, -1 for none, int8, shape (deals, tables).
        above_par: of two entries at two seats, wins, points and places of the first above par in each game, shape
            (3, deals, tables).
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
    forfeited: npt.NDArray[np.int8] = field(repr=False, default_factory=lambda: np.zeros((0, 0), dtype=np.int8))
    above_par: Doubles = field(repr=False, default_factory=lambda: np.zeros((3, 0, 0)))

    def __post_init__(self) -> None:
        if self.forfeited.shape != self.ranks.shape[:2]:
            object.__setattr__(self, "forfeited", np.full(self.ranks.shape[:2], -1, dtype=np.int8))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the arrays of single deals."""
        return {
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "seed": self.seed,
            "deals": self.deals,
            "decisions": self.decisions,
            "agents": [result.data() for result in self.agents],
        }

    @property
    def ranked(self) -> npt.NDArray[np.bool_]:
        """Which entries may have a rank, bool, shape (entries,)."""
        return np.array([result.ranked for result in self.agents])

    @property
    def best_first(self) -> list[AgentResult]:
        """The agents by win rate, or by utility where wins say too little; those without a rank last.

        Of an agent with void games the bound counts, in which they are lost.
        """

        def strength(one: AgentResult) -> tuple[bool, float]:
            found, bound = one.win_rate, one.if_lost
            if self.by_utility:
                found, bound = one.mean_utility, one.utility_if_lost
            return not one.ranked, -bound if bound is not None else math.inf if math.isnan(found) else -found

        return sorted(self.agents, key=strength)

    def rows(self) -> Rows:
        """The results, the best agent first."""
        heads = [ColumnHead("agent", breaks="anywhere")]
        last = "utility" if self.by_utility else "points"
        numbers = ("games", "wins", "draws", "win rate", "95% interval", last)
        heads += [ColumnHead(name, "right", "words" if name == "95% interval" else "never") for name in numbers]
        bounded = any(one.if_lost is not None for one in self.agents)
        if bounded:
            heads.insert(5, ColumnHead("void lost", "right"))
        notes = [text for one in self.best_first if one.counts for text in one.counts.sentences(one.agent)]
        return in_columns(
            f"{self.game}: {self.deals} deals, seats rotated, seed {self.seed}",
            heads,
            [
                (
                    one.agent,
                    _of_games(one),
                    one.wins,
                    one.draws,
                    Number(one.win_rate, ".2%"),
                    *([Number(one.if_lost, ".2%")] if bounded else []),
                    Interval(one.ci95, ".2%"),
                    Number(one.mean_utility if self.by_utility else one.mean_points, ".2f"),
                )
                for one in self.best_first
            ],
            [*([BY_UTILITY] if self.by_utility else ()), *notes],
        )


def _of_games(one: AgentResult) -> Cell:
    """Games that count; where not all of an agent's do, with how many it began."""
    if one.counts is None or one.counts.begun == one.games:
        return one.games
    return f"{one.games} of {one.counts.begun}"

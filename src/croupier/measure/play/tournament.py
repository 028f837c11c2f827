"""Tournaments: every line-up of the agents plays the same deals in every rotation of its seats; the report."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.registry import agent_of
from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.base.rows import Cell, ColumnHead, Interval, Number, Rows, in_columns
from croupier.core.engine.game import Game
from croupier.core.spec.options import Value
from croupier.measure.play.chunks import Match
from croupier.measure.play.deals import How, play_deals
from croupier.measure.play.match import Seating
from croupier.measure.play.metrics import Doubles, GameCounts, Ranks, few_lost, intervals, mean_of, plain
from croupier.measure.play.results import Results

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

BY_UTILITY = (
    "A win may be worth more or less in this game, so the table is ordered by utility. Ratings and margins count "
    "wins alone."
)


@dataclass(frozen=True)
class AgentResult:
    """The result of one agent.

    Attributes:
        agent: its name.
        games: games that count for it.
        wins: games that it won alone.
        draws: games in which it shared the first place.
        win_rate: mean share of the win: 1 for a win, 1/k for a first place shared by k seats; 1/players is par.
            NaN, like the means below, if no game counts for it.
        ci95: 95% interval of win_rate, from a paired bootstrap over deals; None for a single deal.
        mean_points: mean final score in the game's points.
        mean_utility: mean final utility.
        counts: which of its games count, and why others do not; None if all count.
        utility_if_lost: mean utility with void games as lost; None if none is void.
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
        """Win rate with void games as lost; None if none is void."""
        return None if self.counts is None else self.counts.if_lost

    @property
    def ranked(self) -> bool:
        """Whether it has a rank; see `GameCounts`."""
        return self.counts is None or self.counts.ranked

    def data(self) -> dict[str, Any]:
        """The result as plain data for JSON, with counts if not all games count."""
        found: dict[str, Any] = plain(self) | {"ranked": self.ranked}
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
        deals: number of deals; every line-up played each in every rotation of its seats.
        decisions: number of decisions in all games.
        agents: one result per entry, in the order given.
        shares: mean share of the win by deal and entry, float64, shape (deals, entries); NaN if no game of a deal
            counts for the entry.
        points: mean points by deal and entry, float64, shape (deals, entries).
        seats: the entry in each seat at the tables of a deal, int64, shape (tables, seats).
        ranks: number of seats that finished ahead, by game and seat, int8, shape (deals, tables, seats). This
            array and those below include deals with void games.
        by_utility: whether agents are ordered by utility, since wins differ in value, as in a game for chips.
        forfeited: seat that forfeited each game or made it void, int8, shape (deals, tables); -1 for none.
        above_par: wins, points and places of the first entry above par in each game, shape (3, deals, tables), for
            two entries at two seats.
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
        """The report as plain data for JSON, without the arrays."""
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
        """The agents by win rate, or by utility if wins differ in value; those without a rank come last.

        Void games count as lost here.
        """

        def strength(one: AgentResult) -> tuple[bool, float]:
            found, bound = one.win_rate, one.if_lost
            if self.by_utility:
                found, bound = one.mean_utility, one.utility_if_lost
            return not one.ranked, -bound if bound is not None else math.inf if math.isnan(found) else -found

        return sorted(self.agents, key=strength)

    def rows(self) -> Rows:
        """The results as a table, best agent first."""
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
    """Number of games that count, with the number begun if not all count."""
    if one.counts is None or one.counts.begun == one.games:
        return one.games
    return f"{one.games} of {one.counts.begun}"


MAX_DEALS = 10_000_000
MAX_TABLES_A_DEAL = 1_000_000
MAX_BYTES = 4 << 30
"""Limit of memory for results per deal and game, and for the arrays of ratings."""


def seatings(agents: int, seats: int) -> Seating:
    """Who sits where at the tables of one deal."""
    rows = [
        [line_up[(seat + turn) % seats] for seat in range(seats)]
        for line_up in combinations(range(agents), seats)
        for turn in range(seats)
    ]
    return np.array(rows, dtype=np.int64)


def seatings_of(agents: int, seats: int) -> Seating:
    """The seatings to compare agents; two agents at more seats are one A among Bs, and one B among As."""
    if agents >= seats:
        return seatings(agents, seats)
    one = np.minimum(seatings(seats, seats), 1)
    return np.concatenate([one, 1 - one])


def checked_deals(deals: object) -> int:
    """A checked number of deals."""
    return checked_count("deals", deals, MAX_DEALS)


def play_tournament(
    game: Game, agents: Sequence[Agent | AgentName | str], deals: int = 1000, seed: int = 0, **how: Unpack[How]
) -> Report:
    """Let agents play each other.

    With more agents than seats, every combination of agents plays (for two seats: each pair). All line-ups play
    the same deals, in all rotations of their seats. The result does not depend on threads, chunks or the executor.
    A tournament of more deals starts with the same ones.

    A game that an agent forfeits counts as its worst result, and does not count for the others; see `SeatResults`.
    If it forfeits so many that it has no rank, none of its games counts for the others. A language model's
    endpoint may fail, or its budget may run out. Win rates, points and utilities leave out deals with such a void
    game. In ratings, margins and differences, the agent whose endpoint failed forfeits the game.

    Args:
        agents: agents or their names; the same name twice is two entries.
        deals: number of deals, 1 .. 10,000,000.
        seed: seed of the deals and of the agents' random choices.
        how: ``threads`` that step the games; ``progress``, called with the share of the work done, 0..1;
            ``executor``, which plays the chunks, None for this process; ``run``, limits and folder of tables with
            language models.

    Returns:
        The result, with intervals.

    Raises:
        ConfigError: too few agents for the seats, unknown agents, numbers out of range, results that need more
            than `MAX_BYTES` of memory, or no finished deal.
        IllegalAction: an agent chose an illegal action.
    """
    deals = checked_deals(deals)
    if len(agents) < game.num_players:
        raise ConfigError(
            f"{game.name} has {game.num_players} seats and {len(agents)} "
            f"{'agent is' if len(agents) == 1 else 'agents are'} named; name {game.num_players} or more "
            "(naming one again lets it play itself)"
        )
    entries = [agent_of(agent, game) for agent in agents]
    seats = _checked_seatings(len(entries), game.num_players, deals)
    (found,) = play_deals(Match(game, entries, seed), seats, [range(deals)], **how)
    if (progress := how.get("progress")) is not None:
        progress(1.0)
    return _report(found, how.get("run"))


class NothingWholeError(ConfigError):
    """No deal was finished."""


def nothing_whole(run: ModelRun | None) -> NothingWholeError:
    """The error that no deal was finished, with the reason if a run has stopped."""
    why, kept = "each has a void game", ""
    if run is not None and run.stopped:
        why = run.stopped
        if run.folder is not None and run.spent.replies:
            kept = "; the replies that arrived are kept, and the same command resumes"
    return NothingWholeError(f"no deal was played to its end: {why}{kept}")


@contextmanager
def may_stop(found: Sized, run: ModelRun | None) -> Iterator[None]:
    """Skip a part of the work without a finished deal if its run has stopped, except for the first part."""
    try:
        yield
    except NothingWholeError:
        if not found or run is None or not run.stopped:
            raise


def _checked_seatings(agents: int, seats: int, deals: int) -> Seating:
    tables = comb(agents, seats) * seats
    if tables > MAX_TABLES_A_DEAL:
        raise ConfigError(
            f"{agents} agents for {seats} seats make {tables} tables a deal; the most is {MAX_TABLES_A_DEAL}: "
            "name fewer agents"
        )
    needed = bytes_a_deal(agents, seats)
    if deals * needed > MAX_BYTES:
        raise ConfigError(
            f"{deals} deals of {agents} agents for {seats} seats need {deals * needed / 2**30:.1f} GiB of memory; "
            f"the most is {MAX_BYTES / 2**30:g} GiB: play at most {MAX_BYTES // needed} deals, "
            "or name fewer agents"
        )
    return seatings(agents, seats)


def bytes_a_deal(agents: int, seats: int) -> int:
    """Memory of a tournament per deal, in bytes: the rows of results and their groupings."""
    above_par = 48 if agents == seats == 2 else 0
    rows = comb(agents, seats) * seats * (8 * seats + 11 + seats + 1)
    return rows + 64 * agents + above_par + 8 * seats * (seats + 5)


def _report(found: Results, run: ModelRun | None) -> Report:
    """Group results by deal and entry."""
    # Games with an entry without a rank count for that entry only, since it chooses which of them it forfeits.
    # Without it more deals are complete; its own sums in these are 0.
    game, entries, seats, outcome = found.match.game, found.match.agents, found.seatings, found.outcome
    tables, shape = len(seats), (found.deals, len(entries))
    played = outcome.whole | (outcome.failed >= 0)
    begun = np.zeros(len(entries), dtype=np.int64)
    np.add.at(begun, seats, found.by_deal(played).sum(axis=0)[:, None])
    failed, forfeits = (
        np.bincount(seats[rows % tables, seat[rows]], minlength=len(entries))
        for seat in (outcome.failed, outcome.forfeited)
        for rows in [np.flatnonzero(seat >= 0)]
    )
    ranked = few_lost(forfeits + failed, begun)
    apart = ~ranked[seats]
    counts_for = ~apart.any(axis=1, keepdims=True) | apart
    whole, some = found.by_deal(outcome.whole), ~apart.any(axis=1)
    ended = np.asarray(found.by_deal(played).all(axis=1))
    every = np.asarray(ended & whole.all(axis=1))
    kept = ended & whole[:, some].all(axis=1) if some.any() else every

    sums = np.zeros((6, *shape))
    ranks, above_par = np.zeros((len(found), seats.shape[1]), dtype=np.int8), np.zeros((3, 0))
    if len(entries) == seats.shape[1] == 2:
        above_par = np.zeros((3, len(found)))
    for numbers, part in found.parts():
        deal, who = numbers // tables, seats[numbers % tables]
        counts = part.counts & counts_for[numbers % tables]
        won, shared = part.shares == 1.0, (part.shares > 0.0) & (part.shares < 1.0)
        for total, figure in zip(
            sums, (part.shares, part.points, part.utilities, won, shared, part.counts), strict=True
        ):
            np.add.at(total, (deal[:, None], who), np.where(counts, figure, 0.0))
        ranks[numbers] = part.ranks
        if above_par.size:
            above_par[:, numbers] = part.above_par(np.argmin(who, axis=1))
    counted = sums if every.all() else np.where(every[kept, None] | ranked, sums[:, kept], 0.0)
    if not counted[-1].any():
        raise nothing_whole(run)

    with np.errstate(invalid="ignore"):  # nothing counts for an entry if its opponents forfeited a whole deal
        shares, points = counted[:2] / counted[5]
    bounds = intervals(shares, found.match.seed, [(0.0, 1.0)] * shares.shape[1])
    results = []
    for k, (agent, interval) in enumerate(zip(entries, bounds, strict=True)):
        _, all_points, utility, wins, draws, games = counted[:, :, k].sum(axis=1)
        all_shares, _, all_utility, _, _, all_games = sums[:, :, k].sum(axis=1)
        results.append(
            AgentResult(
                agent=agent.name,
                games=int(games),
                wins=int(wins),
                draws=int(draws),
                win_rate=mean_of(shares[:, k]),
                ci95=interval,
                mean_points=float(all_points / games) if games else math.nan,
                mean_utility=float(utility / games) if games else math.nan,
                counts=GameCounts.of(
                    int(begun[k]), int(games), int(forfeits[k]), int(failed[k]), all_shares, int(all_games)
                ),
                utility_if_lost=float(all_utility / all_games) if failed[k] else None,
            )
        )
    return Report(
        game=game.name,
        version=game.spec.version,
        options=dict(game.options),
        seed=found.match.seed,
        deals=shares.shape[0],
        decisions=int(outcome.plies.sum()),
        agents=tuple(results),
        shares=shares,
        points=points,
        seats=seats,
        ranks=found.by_deal(ranks)[ended],
        by_utility=not game.facts.counts_wins(game.num_players),
        forfeited=found.by_deal(outcome.lost)[ended],
        above_par=above_par.reshape(3, *whole.shape)[:, ended] if above_par.size else above_par.reshape(3, 0, 0),
    )

"""Tournaments: every line-up of the agents plays the same deals in every rotation of its seats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.registry import agent_of
from croupier.agents.speech import speaks
from croupier.agents.traits import at_once
from croupier.core.base.errors import ConfigError
from croupier.core.base.integers import checked_count
from croupier.core.base.progress import Progress
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import Chunk, Match
from croupier.measure.play.executor import Executor, play_chunks
from croupier.measure.play.match import Outcome, Seating, in_parts
from croupier.measure.play.metrics import GameCounts, Ranks, SeatResults, intervals, mean_of
from croupier.measure.play.report import AgentResult, Report

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

MAX_DEALS = 10_000_000
MAX_TABLES_A_DEAL = 1_000_000
MAX_BYTES = 4 << 30
"""Most memory for what is kept of single deals and games, and for the arrays that ratings make of it."""


def seatings(agents: int, seats: int) -> Seating:
    """Who sits where at the tables of one deal."""
    rows = [
        [line_up[(seat + turn) % seats] for seat in range(seats)]
        for line_up in combinations(range(agents), seats)
        for turn in range(seats)
    ]
    return np.array(rows, dtype=np.int64)


def checked_deals(deals: object) -> int:
    """A number of deals as an int."""
    return checked_count("deals", deals, MAX_DEALS)


class _Tally:
    """Sums over the games of a tournament, kept while it is played."""

    def __init__(self, deals: int, entries: int, seats: Seating) -> None:
        self.seats = seats
        self.shares, self.points = np.zeros((deals, entries)), np.zeros((deals, entries))
        self.counted = np.zeros((deals, entries), dtype=np.int64)
        self.ranks: Ranks = np.zeros((deals * len(seats), seats.shape[1]), dtype=np.int8)
        self.forfeited = np.full(deals * len(seats), -1, dtype=np.int8)
        self.above_par = np.zeros((3, deals * len(seats) if entries == seats.shape[1] == 2 else 0))
        self.wins, self.draws, self.forfeits, self.failed, self.begun, self.left_out = (
            np.zeros(entries, dtype=np.int64) for _ in range(6)
        )
        self.all_shares, self.all_utility, self.utility = (np.zeros(entries) for _ in range(3))
        self.all_counted = np.zeros(entries, dtype=np.int64)
        self.decisions = 0
        self.whole, self.ended = np.ones((2, deals), dtype=np.bool_)

    def note(
        self, tables: npt.NDArray[np.int64], deals: npt.NDArray[np.int64], seats: Seating, outcome: Outcome,
        found: SeatResults,
    ) -> None:  # fmt: skip
        """Note games of deals that may have void ones: numbers, deals, who sat where, and how they ended."""
        self.whole[deals[~outcome.whole]] = False
        self.ended[deals[~outcome.whole & (outcome.failed < 0)]] = False
        self.ranks[tables], self.forfeited[tables] = found.ranks, outcome.lost
        if self.above_par.size:
            self.above_par[:, tables] = found.above_par(np.argmin(seats, axis=1))
        np.add.at(self.begun, seats[outcome.whole], 1)
        np.add.at(self.left_out, seats[outcome.whole], ~found.counts[outcome.whole])
        np.add.at(self.all_shares, seats, np.where(found.counts, found.shares, 0.0))
        np.add.at(self.all_utility, seats, np.where(found.counts, found.utilities, 0.0))
        np.add.at(self.all_counted, seats, found.counts)
        for rows, seat, counts in (
            (np.flatnonzero(outcome.failed >= 0), outcome.failed, self.failed),
            (np.flatnonzero(outcome.forfeited >= 0), outcome.forfeited, self.forfeits),
        ):
            np.add.at(counts, seats[rows, seat[rows]], 1)

    def add(self, deals: npt.NDArray[np.int64], seats: Seating, found: SeatResults) -> None:
        """Count some tables of whole deals in: the deal of each, who sat where, and what they got."""
        at, who = (np.repeat(deals[:, None], seats.shape[1], axis=1)[found.counts], seats[found.counts])
        shares, points = found.shares[found.counts], found.points[found.counts]
        np.add.at(self.shares, (at, who), shares)
        np.add.at(self.points, (at, who), points)
        np.add.at(self.counted, (at, who), 1)
        np.add.at(self.wins, who, shares == 1.0)
        np.add.at(self.draws, who, (shares > 0.0) & (shares < 1.0))
        np.add.at(self.utility, who, found.utilities[found.counts])


def play_tournament(
    game: Game,
    agents: Sequence[Agent | AgentName | str],
    deals: int = 1000,
    seed: int = 0,
    *,
    threads: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    run: ModelRun | None = None,
) -> Report:
    """Let agents play each other.

    With more agents than seats every choice of that many agents plays (for two seats: everyone against everyone).
    All line-ups play the same deals, in all rotations of their seats. The result depends on neither the number of
    threads, nor how the tables are divided into chunks, nor who plays them; a tournament of more deals begins with
    the same ones.
    A game that an agent forfeits is its worst, and counts for nobody else; see `SeatResults`. Language models'
    endpoints may fail, and their budget may be spent: win rates, points and utilities leave out deals with a void
    game. For ratings, margins and differences such a game counts as forfeited by the agent whose endpoint failed.

    Args:
        agents: agents or their names; the same name twice is two entries.
        deals: number of deals, 1 .. 10,000,000.
        seed: seed of the deals and of the agents' random choices.
        threads: threads that step the games.
        progress: called with the share of the work that is done.
        executor: plays the chunks of games; None for this process.
        run: what the tables of language models belong to, if that is to be kept or limited.

    Returns:
        The result, with intervals.

    Raises:
        ConfigError: too few agents for the seats, unknown agents, numbers out of range, or more games than
            `MAX_BYTES` of memory keep; or no deal was played to its end.
        IllegalAction: an agent chose what is not legal.
    """
    deals = checked_deals(deals)
    if len(agents) < game.num_players:
        raise ConfigError(
            f"{game.name} has {game.num_players} seats and {len(agents)} "
            f"{'agent is' if len(agents) == 1 else 'agents are'} named; name {game.num_players} or more "
            "(naming one again lets it play itself)"
        )
    entries = [agent_of(agent, game) for agent in agents]
    per_deal = _checked_seatings(len(entries), game.num_players, deals)
    tally = _Tally(deals, len(entries), per_deal)
    total = deals * len(per_deal)
    size = at_once(entries)
    if any(map(speaks, entries)):  # whole deals, since one void game makes a deal void
        size = max(size // len(per_deal), 1) * len(per_deal)
    chunks = (
        Chunk(numbers // len(per_deal), per_deal[numbers % len(per_deal)])
        for numbers, _ in in_parts(total, size, None)
    )
    match = Match(game, entries, seed, threads=threads)
    for numbers, chunk, played in play_chunks(match, chunks, total, progress, executor=executor, run=run):
        of_deal, seats, outcome = chunk.deals, chunk.seating, played.outcome
        found = outcome.results(game)
        tally.note(numbers, of_deal, seats, outcome, found)
        kept = tally.whole[of_deal]
        tally.add(of_deal[kept], seats[kept], found.of(kept))
        tally.decisions += int(outcome.plies[kept].sum())
    if progress is not None:
        progress(1.0)
    if not tally.whole.any():
        raise nothing_whole(run)
    return _report(game, entries, tally, seed)


class NothingWholeError(ConfigError):
    """No deal was played to its end."""


def nothing_whole(run: ModelRun | None) -> NothingWholeError:
    """The error where no deal was played to its end, in a run that may have stopped."""
    why, kept = "each has a void game", ""
    if run is not None and run.stopped:
        why = run.stopped
        if run.folder is not None and run.spent.replies:
            kept = "; the replies that arrived are kept, and the same command goes on"
    return NothingWholeError(f"no deal was played to its end: {why}{kept}")


@contextmanager
def may_stop(found: Sized, run: ModelRun | None) -> Iterator[None]:
    """Leave out a part of the work that has no whole deal since its run has stopped, but not the first."""
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
    """Memory that a tournament takes for each deal."""
    above_par = 48 if agents == seats == 2 else 0
    return comb(agents, seats) * seats * (seats + 1) + 40 * agents + above_par + 8 * seats * (seats + 5)


def _report(game: Game, entries: Sequence[Agent], tally: _Tally, seed: int) -> Report:
    whole = tally.whole
    counted = tally.counted[whole]
    with np.errstate(invalid="ignore"):  # nothing counts for an entry whose foes have forfeited all of a deal
        shares, points = tally.shares[whole] / counted, tally.points[whole] / counted
    found = intervals(shares, seed, [(0.0, 1.0)] * shares.shape[1])
    results = []
    for k, (agent, interval) in enumerate(zip(entries, found, strict=True)):
        games, failed = int(counted[:, k].sum()), int(tally.failed[k])
        share, utility, of = float(tally.all_shares[k]), float(tally.all_utility[k]), int(tally.all_counted[k])
        counts = GameCounts(
            begun=int(tally.begun[k]) + failed, counted=games, forfeited=int(tally.forfeits[k]), void=failed,
            left_out=int(tally.left_out[k]), if_lost=share / of if failed else None,
        )  # fmt: skip
        results.append(
            AgentResult(
                agent=agent.name,
                games=games,
                wins=int(tally.wins[k]),
                draws=int(tally.draws[k]),
                win_rate=mean_of(shares[:, k]),
                ci95=interval,
                mean_points=float(tally.points[whole, k].sum()) / games if games else math.nan,
                mean_utility=float(tally.utility[k]) / games if games else math.nan,
                counts=counts,
                utility_if_lost=utility / of if failed else None,
            )
        )
    a_deal = (-1, len(tally.seats))
    return Report(
        game=game.name,
        version=game.spec.version,
        options=dict(game.options),
        seed=seed,
        deals=int(whole.sum()),
        decisions=tally.decisions,
        agents=tuple(results),
        shares=shares,
        points=points,
        seats=tally.seats,
        ranks=tally.ranks.reshape(-1, *tally.seats.shape)[tally.ended],
        by_utility=not game.facts.counts_wins(game.num_players),
        forfeited=tally.forfeited.reshape(a_deal)[tally.ended],
        above_par=tally.above_par.reshape(3, *a_deal)[:, tally.ended] if tally.above_par.size else tally.above_par,
    )

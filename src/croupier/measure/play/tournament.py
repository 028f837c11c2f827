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
from croupier.measure.play.metrics import Doubles, GameCounts, Ranks, SeatResults, few_lost, intervals, mean_of
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
    """Sums over the games of a tournament, kept while it is played, for each set of entries that may forfeit."""

    def __init__(self, deals: int, entries: Sequence[Agent], seats: Seating) -> None:
        self.seats = seats
        self.may_forfeit, self.set_of = _forfeiting_sets(entries, seats)
        sets = len(self.may_forfeit)
        self.sums = np.zeros((sets, 6, deals, len(entries)))
        self.whole, self.ended = np.ones((sets, deals), dtype=np.bool_), np.ones(deals, dtype=np.bool_)
        self.ranks: Ranks = np.zeros((deals * len(seats), seats.shape[1]), dtype=np.int8)
        self.forfeited = np.full(deals * len(seats), -1, dtype=np.int8)
        self.above_par = np.zeros((3, deals * len(seats) if len(entries) == seats.shape[1] == 2 else 0))
        self.forfeits, self.failed, self.begun = np.zeros((3, len(entries)), dtype=np.int64)
        self.decisions = 0

    def note(
        self, tables: npt.NDArray[np.int64], deals: npt.NDArray[np.int64], seats: Seating, outcome: Outcome,
        found: SeatResults,
    ) -> None:  # fmt: skip
        """Note games of deals that may have void ones: numbers, deals, who sat where, and how they ended."""
        sets = self.set_of[tables % len(self.seats)]
        self.whole[sets[~outcome.whole], deals[~outcome.whole]] = False
        self.ended[deals[~outcome.whole & (outcome.failed < 0)]] = False
        self.ranks[tables], self.forfeited[tables] = found.ranks, outcome.lost
        if self.above_par.size:
            self.above_par[:, tables] = found.above_par(np.argmin(seats, axis=1))
        self.decisions += int(outcome.plies.sum())
        np.add.at(self.begun, seats[outcome.whole | (outcome.failed >= 0)], 1)
        for seat, counts in ((outcome.failed, self.failed), (outcome.forfeited, self.forfeits)):
            rows = np.flatnonzero(seat >= 0)
            np.add.at(counts, seats[rows, seat[rows]], 1)
        won, shared = found.shares == 1.0, (found.shares > 0.0) & (found.shares < 1.0)
        figures = (found.shares, found.points, found.utilities, won, shared, found.counts)
        for sums, figure in zip(np.moveaxis(self.sums, 1, 0), figures, strict=True):
            np.add.at(sums, (sets[:, None], deals[:, None], seats), np.where(found.counts, figure, 0.0))

    def counting(self) -> tuple[Doubles, Doubles]:
        """Sums of the games that count, of all deals and of whole ones: shape (6, deals, entries) each.

        The sums are of shares, points, utilities, wins, draws and games. Games with an entry that has no rank
        count for that one alone: it chooses which of them it forfeits. Without it more deals are whole, in which
        its own sums are 0.
        """
        ranked = few_lost(self.forfeits + self.failed, self.begun)
        of_ranked = ~(self.may_forfeit & ~ranked).any(axis=1)
        sums = self.sums[0]
        if len(of_ranked) > 1 or not of_ranked.all():
            sums = self.sums.sum(axis=0, where=(of_ranked[:, None] | ~ranked)[:, None, None])
        whole = self.ended & self.whole.all(axis=0)
        kept = self.ended & self.whole[of_ranked].all(axis=0) if of_ranked.any() else whole
        if kept.all() and whole.all():
            return sums, sums  # which takes no more memory
        return sums, np.where(whole[kept, None] | ranked, sums[:, kept], 0.0)


def _forfeiting_sets(
    entries: Sequence[Agent], seats: Seating
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """The different sets of entries at a table that may forfeit, bool, shape (sets, entries); each table's set."""
    sits = np.zeros((len(seats), len(entries)), dtype=np.bool_)
    np.put_along_axis(sits, seats, values=True, axis=1)
    sets, set_of = np.unique(sits & [speaks(entry) for entry in entries], axis=0, return_inverse=True)
    return sets, set_of.reshape(-1)


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
    A game that an agent forfeits is its worst, and counts for nobody else; see `SeatResults`. Where it forfeits so
    many that it has no rank, its other games count for nobody else either. Language models'
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
    per_deal = _checked_seatings(entries, game.num_players, deals)
    tally = _Tally(deals, entries, per_deal)
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
        tally.note(numbers, chunk.deals, chunk.seating, played.outcome, played.outcome.results(game))
    if progress is not None:
        progress(1.0)
    sums, whole = tally.counting()
    if not whole[-1].any():
        raise nothing_whole(run)
    return _report(game, entries, tally, sums, whole, seed)


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


def _checked_seatings(entries: Sequence[Agent], seats: int, deals: int) -> Seating:
    agents = len(entries)
    tables = comb(agents, seats) * seats
    if tables > MAX_TABLES_A_DEAL:
        raise ConfigError(
            f"{agents} agents for {seats} seats make {tables} tables a deal; the most is {MAX_TABLES_A_DEAL}: "
            "name fewer agents"
        )
    found, speaking = seatings(agents, seats), sum(map(speaks, entries))
    needed = bytes_a_deal(agents, seats, sum(comb(speaking, some) for some in range(seats + 1)))
    if deals * needed > MAX_BYTES:
        raise ConfigError(
            f"{deals} deals of {agents} agents for {seats} seats need {deals * needed / 2**30:.1f} GiB of memory; "
            f"the most is {MAX_BYTES / 2**30:g} GiB: play at most {MAX_BYTES // needed} deals, "
            "or name fewer agents"
        )
    return found


def bytes_a_deal(agents: int, seats: int, sets: int = 1) -> int:
    """Memory that a tournament takes for a deal, where so many sets of agents that may forfeit sit at a table."""
    above_par = 48 if agents == seats == 2 else 0
    sums = (48 * (sets + 3 * (sets > 1)) + 16) * agents
    return comb(agents, seats) * seats * (seats + 1) + sums + above_par + 8 * seats * (seats + 5)


def _report(
    game: Game, entries: Sequence[Agent], tally: _Tally, sums: Doubles, whole: Doubles, seed: int
) -> Report:
    with np.errstate(invalid="ignore"):  # nothing counts for an entry whose foes have forfeited all of a deal
        shares, points = whole[:2] / whole[5]
    found = intervals(shares, seed, [(0.0, 1.0)] * shares.shape[1])
    results = []
    for k, (agent, interval) in enumerate(zip(entries, found, strict=True)):
        _, all_points, utility, wins, draws, counted = whole[:, :, k].sum(axis=1)
        begun, failed = int(tally.begun[k]), int(tally.failed[k])
        all_shares, _, all_utility, _, _, all_counted = sums[:, :, k].sum(axis=1)
        counts = GameCounts.of(begun, int(counted), int(tally.forfeits[k]), failed, all_shares, int(all_counted))
        results.append(
            AgentResult(
                agent=agent.name,
                games=int(counted),
                wins=int(wins),
                draws=int(draws),
                win_rate=mean_of(shares[:, k]),
                ci95=interval,
                mean_points=float(all_points / counted) if counted else math.nan,
                mean_utility=float(utility / counted) if counted else math.nan,
                counts=counts,
                utility_if_lost=float(all_utility / all_counted) if failed else None,
            )
        )
    a_deal = (-1, len(tally.seats))
    return Report(
        game=game.name,
        version=game.spec.version,
        options=dict(game.options),
        seed=seed,
        deals=whole.shape[1],
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

"""Tournaments: every line-up of the agents plays the same deals in every rotation of its seats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.registry import agent_of
from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import Match
from croupier.measure.play.deals import How, play_deals
from croupier.measure.play.match import Seating
from croupier.measure.play.metrics import GameCounts, few_lost, intervals, mean_of
from croupier.measure.play.report import AgentResult, Report
from croupier.measure.play.results import Results

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


def play_tournament(
    game: Game, agents: Sequence[Agent | AgentName | str], deals: int = 1000, seed: int = 0, **how: Unpack[How]
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
        how: ``threads`` that step the games; ``progress``, called with the share of the work that is done;
            ``executor``, which plays the chunks of games, this process if None; ``run``, what the tables of
            language models belong to, if that is to be kept or limited.

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
    seats = _checked_seatings(len(entries), game.num_players, deals)
    (found,) = play_deals(Match(game, entries, seed), seats, [range(deals)], **how)
    if (progress := how.get("progress")) is not None:
        progress(1.0)
    return _report(found, how.get("run"))


class NothingWholeError(ConfigError):
    """No deal was played to its end."""


def nothing_whole(run: ModelRun | None) -> NothingWholeError:
    """The error where no deal was played to its end, in a run that may have stopped."""
    why, kept = "each has a void game", ""
    if run is not None and run.stopped:
        why = run.stopped
        if run.folder is not None and run.spent.replies:
            kept = "; the replies that arrived are kept, and the same command resumes"
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
    """Memory that a tournament takes for a deal: its rows of results, and what they are grouped to."""
    above_par = 48 if agents == seats == 2 else 0
    rows = comb(agents, seats) * seats * (8 * seats + 11 + seats + 1)
    return rows + 64 * agents + above_par + 8 * seats * (seats + 5)


def _report(found: Results, run: ModelRun | None) -> Report:
    """Group results by deal and entry."""
    # Games with an entry that has no rank count for that one alone, since it chooses which of them it forfeits.
    # Without it more deals are whole, in which its own sums are 0.
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

    with np.errstate(invalid="ignore"):  # nothing counts for an entry whose foes have forfeited all of a deal
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

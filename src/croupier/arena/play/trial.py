"""Matches of one agent against a fixed line-up, with per-deal results for paired statistics.

Trials of several agents against the same line-up with the same seed are paired: their differences are taken
per deal, so the luck of the deal cancels.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.agents.traits import at_once
from croupier.arena.play.chunks import Chunk, Executor, Match, PlayedChunk, TableNumbers, counter_of, play_chunks
from croupier.arena.play.match import Outcome, Seating, in_parts
from croupier.arena.play.metrics import Doubles, finishing_ranks, intervals, places, win_shares
from croupier.arena.play.tournament import nothing_whole, seatings
from croupier.core.base.errors import ConfigError
from croupier.core.base.integers import checked_count
from croupier.core.base.progress import Progress
from croupier.core.engine.game import Game

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun


@dataclass(frozen=True, eq=False)
class Trial:
    """How an agent did, deal by deal; the mean over its seats in each.

    Attributes:
        agent: its name.
        opponents: names of the others.
        wins: share of the win, float64, shape (deals,).
        points: points, float64, shape (deals,).
        places: finishing place, 1 is the first; seats that tie share the mean of their places; shape (deals,).
        others: points of each other agent of the line-up, float64, shape (deals, players - 1).
        measures: what the game counts beside, over all games that were played to their end; empty where it counts
            nothing.
        numbers: which deals, int64, shape (deals,): those with a void game are left out.
        by_seat: what it got in each seat of each deal: share of the win, points, place, and the mean points of
            the others at that table; float64, shape (4, deals, players).
        utilities: utility, float64, shape (deals,).
    """

    agent: str
    opponents: tuple[str, ...]
    wins: Doubles
    points: Doubles
    places: Doubles
    others: Doubles
    measures: dict[str, Any] = field(default_factory=dict)
    numbers: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    by_seat: Doubles = field(default_factory=lambda: np.zeros((4, 0, 0)), repr=False)
    utilities: Doubles = field(default_factory=lambda: np.zeros(0), repr=False)


def play_trial(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    deals: int,
    seed: int,
    *,
    first: int = 0,
    measured: bool = True,
    threads: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    run: ModelRun | None = None,
) -> Trial:
    """Play an agent against a line-up: in every rotation of the seats of the same deals.

    Args:
        agent: the agent that is measured.
        opponents: who sits in the other seats, one for each.
        deals: number of deals, at least 1.
        seed: seed of the deals and of the agents' random choices.
        first: number of the first deal: a trial in several parts plays the same deals as one in one.
        measured: whether the game's own measures are counted too, which takes time.
        threads: threads that step the games.
        progress: called with the share of the work that is done.
        executor: plays the chunks of games; None for this process.
        run: what the tables of language models belong to, if that is to be kept or limited.

    Returns:
        The trial.

    Raises:
        ConfigError: no deals, a line-up of the wrong size, or no deal was played to its end.
        IllegalAction: an agent chose what is not legal.
    """
    (trial,) = play_trials(
        game, agent, opponents, deals, seed, first=first, measured=measured, threads=threads, progress=progress,
        executor=executor, run=run,
    )  # fmt: skip
    return trial


def play_trials(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    deals: int,
    seed: int,
    *,
    every: int | None = None,
    first: int = 0,
    measured: bool = True,
    threads: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    run: ModelRun | None = None,
) -> Generator[Trial, None, None]:
    """Play a trial and look at it after every so many deals; who stops early asks for no more of them.

    Args:
        agent: the agent that is measured.
        opponents: who sits in the other seats, one for each.
        deals: number of deals in all, at least 1.
        seed: seed of the deals and of the agents' random choices.
        every: deals of each trial but the last, which may be shorter; all of them if None.
        first: number of the first deal.
        measured: whether the game's own measures are counted too, which takes time.
        threads: threads that step the games.
        progress: called with the share of all work that is done.
        executor: plays the chunks of games; None for this process.
        run: what the tables of language models belong to, if that is to be kept or limited.

    Yields:
        The trials, each of the deals after those of the one before. An executor may play some ahead of time.

    Raises:
        ConfigError: no deals, a line-up of the wrong size, or no deal of a trial was played to its end.
        IllegalAction: an agent chose what is not legal.
    """
    seats = game.num_players
    deals = checked_count("deals", deals)
    if len(opponents) != seats - 1:
        raise ConfigError(f"{game.name} has {seats} seats: name {seats - 1} others, not {len(opponents)}")
    line_up = (agent, *opponents)
    looks = (
        [range(begin, min(begin + every, deals)) for begin in range(0, deals, every)] if every else [range(deals)]
    )
    match = Match(game, line_up, seed, "measures" if measured else "results", threads)
    chunks = (chunk for look in looks for chunk in _chunks(look, first, seats, at_once(line_up)))
    with closing(play_chunks(match, chunks, deals * seats, progress, executor=executor, run=run)) as played:
        for look in looks:
            yield _trial(match, look, first, played, run)


def _chunks(deals: range, first: int, seats: int, size: int) -> Iterator[Chunk]:
    """All rotations of some deals, in chunks."""
    rotations = seatings(seats, seats)
    for part, _ in in_parts(len(deals) * seats, size, None):
        yield Chunk(first + deals.start + part // seats, rotations[part % seats])


def _trial(
    match: Match,
    look: range,
    first: int,
    chunks: Iterator[tuple[TableNumbers, Chunk, PlayedChunk]],
    run: ModelRun | None,
) -> Trial:
    """The trial of some deals, from their chunks."""
    deals, seats = len(look), match.game.num_players
    counter = counter_of(match.game, deals * seats) if match.noted == "measures" else None
    results, whole = np.zeros((4, deals * seats, seats)), np.ones(deals * seats, dtype=np.bool_)
    done = 0
    while done < len(whole):
        _, chunk, played = next(chunks)
        part = slice(done, done + len(chunk))
        results[:, part] = _by_agent(played.outcome, chunk.seating)
        whole[part] = played.outcome.whole
        if counter is not None:
            counter.merge(played.counts)
        done += len(chunk)
    kept = whole.reshape(deals, seats).all(axis=1)
    if not kept.any():
        raise nothing_whole(run)
    tables = results.reshape(4, deals, seats, seats)[:, kept]
    wins, points, placed, utilities = tables.mean(axis=2)
    agent, *opponents = match.agents
    return Trial(
        agent=agent.name,
        opponents=tuple(other.name for other in opponents),
        wins=wins[:, 0],
        points=points[:, 0],
        places=placed[:, 0],
        others=points[:, 1:],
        measures={} if counter is None else counter.result(),
        numbers=first + look.start + np.flatnonzero(kept),
        by_seat=_in_seats(tables[:3]),
        utilities=utilities[:, 0],
    )


def _in_seats(tables: Doubles) -> Doubles:
    """What the first of the line-up got, seat by seat, from results of shape (3, deals, rotations, line-up)."""
    seats = tables.shape[3]
    own, others = tables[..., 0], tables[1, :, :, 1:].mean(axis=2)
    rotation_of = np.argsort(np.argmin(seatings(seats, seats), axis=1))  # the rotation that puts it in each seat
    return np.concatenate([own, others[None]])[:, :, rotation_of]


def _by_agent(outcome: Outcome, seating: Seating) -> Doubles:
    """Share of the win, points, place and utility of each agent of the line-up, shape (4, tables, seats)."""
    of_seats = (
        win_shares(outcome.returns),
        outcome.points.astype(np.float64),
        places(finishing_ranks(outcome.returns, outcome.points)),
        outcome.returns.astype(np.float64),
    )
    order = np.argsort(seating, axis=1)  # from what a seat got to what an agent got
    return np.stack([np.take_along_axis(values, order, axis=1) for values in of_seats])


def mean_and_interval(values: Doubles, seed: int, bounds: tuple[float, float] | None = None) -> dict[str, Any]:
    """A mean over deals with its 95% interval, from a paired bootstrap.

    Args:
        values: one number a deal, float64, shape (deals,).
        seed: seed of the resamples.
        bounds: least and greatest value that a deal can have; see `intervals`.

    Returns:
        ``mean`` and ``ci95``, a pair, None from a single deal.
    """
    (interval,) = intervals(values[:, None], seed, [bounds])
    return {"mean": float(values.mean()), "ci95": None if interval is None else list(interval)}

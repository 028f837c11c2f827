"""Matches of one agent against a fixed line-up, with per-deal results for paired statistics.

Trials of several agents against the same line-up with the same seed are paired: their differences are taken
per deal, so the luck of the deal cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Actions, Agent
from croupier.arena.match import Outcome, Progress, Seating, Watch, deal_seeds, in_parts, play_tables
from croupier.arena.metrics import Doubles, finishing_ranks, intervals, places, win_shares
from croupier.arena.tournament import nothing_whole, seatings
from croupier.core.errors import ConfigError
from croupier.core.evaluation import Measures
from croupier.core.game import Game
from croupier.core.spec import Records

_TABLES_AT_ONCE = 1 << 13


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
    """

    agent: str
    opponents: tuple[str, ...]
    wins: Doubles
    points: Doubles
    places: Doubles
    others: Doubles
    measures: dict[str, Any] = field(default_factory=dict)
    numbers: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


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
) -> Trial:
    """Play an agent against a line-up: in every rotation of the seats of the same deals.

    Args:
        game: the game with its options.
        agent: the agent that is measured.
        opponents: who sits in the other seats, one for each.
        deals: number of deals, at least 1.
        seed: seed of the deals and of the agents' random choices.
        first: number of the first deal: a trial in several parts plays the same deals as one in one.
        measured: whether the game's own measures are counted too, which takes time.
        threads: threads that step the games.
        progress: called with the share of the work that is done.

    Returns:
        The trial.

    Raises:
        ConfigError: no deals, a line-up of the wrong size, or no deal was played to its end.
        IllegalAction: an agent chose what is not legal.
    """
    seats = game.num_players
    if deals < 1:
        raise ConfigError(f"deals must be at least 1, not {deals!r}")
    if len(opponents) != seats - 1:
        raise ConfigError(f"{game.name} has {seats} seats: name {seats - 1} others, not {len(opponents)}")
    rotations = seatings(seats, seats)
    tables = deals * seats
    counter = _counter(game, tables) if measured else None
    players, player_of = _merged([agent, *opponents])
    results = np.zeros((3, tables, seats))
    whole = np.ones(tables, dtype=np.bool_)
    for part, on_progress in in_parts(tables, _TABLES_AT_ONCE, progress):
        seating = rotations[part % seats]
        outcome = play_tables(
            game, players, player_of[seating], deal_seeds(seed, first + part // seats),
            threads=threads, progress=on_progress, watch=_watch(counter, part, seating),
        )  # fmt: skip
        results[:, part] = _by_agent(outcome, seating)
        whole[part] = outcome.whole
    kept = whole.reshape(deals, seats).all(axis=1)
    if not kept.any():
        raise nothing_whole()
    wins, points, placed = results.reshape(3, deals, seats, seats)[:, kept].mean(axis=2)
    return Trial(
        agent=agent.name,
        opponents=tuple(other.name for other in opponents),
        wins=wins[:, 0],
        points=points[:, 0],
        places=placed[:, 0],
        others=points[:, 1:],
        measures={} if counter is None else counter.result(),
        numbers=first + np.flatnonzero(kept),
    )


def _by_agent(outcome: Outcome, seating: Seating) -> Doubles:
    """Share of the win, points and place of each agent of the line-up, shape (3, tables, seats)."""
    of_seats = (
        win_shares(outcome.returns),
        outcome.points.astype(np.float64),
        places(finishing_ranks(outcome.returns, outcome.points)),
    )
    order = np.argsort(seating, axis=1)  # from what a seat got to what an agent got
    return np.stack([np.take_along_axis(values, order, axis=1) for values in of_seats])


def _merged(agents: Sequence[Agent]) -> tuple[list[Agent], npt.NDArray[np.int64]]:
    """The different agents, so that one in several seats is asked once for all of them, and which each one is."""
    different: list[Agent] = []
    for agent in agents:
        if not any(agent is other for other in different):
            different.append(agent)
    return different, np.array([next(k for k, a in enumerate(different) if a is one) for one in agents])


def _counter(game: Game, tables: int) -> Measures | None:
    """What counts the game's own measures at so many tables, where it has some."""
    measures = None if game.spec.evaluation is None else game.spec.evaluation().measures
    return None if measures is None else measures(tables)


def _watch(counter: Measures | None, part: npt.NDArray[np.int64], seating: Seating) -> Watch | None:
    """Tell a counter the decisions at some tables, seen from the seat of the first agent."""
    if counter is None:
        return None
    own = np.argmin(seating, axis=1)

    def watch(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        counter.add(part[rows], own[rows], before, actions, after)

    return watch


def mean_and_interval(values: Doubles, seed: int) -> dict[str, Any]:
    """A mean over deals with its 95% interval, from a paired bootstrap.

    Args:
        values: one number a deal, float64, shape (deals,).
        seed: seed of the resamples.

    Returns:
        ``mean`` and ``ci95``, a pair, None from a single deal.
    """
    (interval,) = intervals(values[:, None], seed)
    return {"mean": float(values.mean()), "ci95": None if interval is None else list(interval)}

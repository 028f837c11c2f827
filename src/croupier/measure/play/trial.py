"""Matches of one agent against a fixed line-up, with per-deal results for paired statistics.

Trials of several agents against the same line-up with the same seed are paired: their differences are taken per
deal, so the luck of the deal cancels.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import Match
from croupier.measure.play.deals import How, play_deals
from croupier.measure.play.match import Seating
from croupier.measure.play.metrics import (
    Doubles,
    GameCounts,
    SeatResults,
    deal_means,
    finite,
    intervals,
    mean_of,
    places,
)
from croupier.measure.play.results import Results
from croupier.measure.play.tournament import nothing_whole, seatings

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun


@dataclass(frozen=True, eq=False)
class Trial:
    """The results of an agent by deal: means over its seats.

    A game that it forfeits counts as its worst result in every figure. A game that another seat forfeits does not
    count.

    Attributes:
        agent: its name.
        opponents: names of the others.
        wins: share of the win, float64, shape (deals,).
        points: points, float64, shape (deals,).
        places: finishing place from 1; ties share the mean of their places; float64, shape (deals,).
        others: points of each other agent, float64, shape (deals, players - 1); NaN if no game of a deal counts
            for it.
        ahead: points minus those of each other agent, float64, shape (deals, players - 1); minus infinity for a
            forfeit in a game without bounds of points.
        measures: the game's own measures, over all finished games; empty if it has none.
        numbers: deal numbers, int64, shape (deals,), without deals that have a void game or none that counts.
        by_seat: share of the win, points, place, mean points of the others at that table (the maximum if it
            forfeits) and utility, in each seat, float64, shape (5, deals, players); NaN if the game does not
            count.
        utilities: utility, float64, shape (deals,).
        compared: wins, points and places, float64, shape (3, all deals), with games that it made void as its
            worst; NaN if no game of a deal counts, or some were not played.
        above_par: the same above par, shape (3, all deals); see `SeatResults.above_par`.
        counts: which of its games count.
        forfeits: deal and seat of each game that it forfeited, in deals left out too.
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
    ahead: Doubles = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    compared: Doubles = field(default_factory=lambda: np.zeros((3, 0)), repr=False)
    above_par: Doubles = field(default_factory=lambda: np.zeros((3, 0)), repr=False)
    counts: GameCounts = field(default_factory=lambda: GameCounts(0, 0))
    forfeits: tuple[tuple[int, int], ...] = ()

    @property
    def margins(self) -> Doubles:
        """Points minus the mean of the others, float64, shape (deals,)."""
        found: Doubles = self.ahead.mean(axis=1)
        return found


def play_trial(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    deals: int,
    seed: int,
    *,
    first: int = 0,
    measured: bool = True,
    **how: Unpack[How],
) -> Trial:
    """Play an agent against a line-up, in every rotation of the seats of the same deals.

    Args:
        agent: the agent to measure.
        opponents: the agents in the other seats, one each.
        deals: number of deals, at least 1.
        seed: seed of the deals and of the agents' random choices.
        first: number of the first deal. A trial in parts plays the same deals as a whole one.
        measured: whether to count the game's own measures, which takes time.
        how: see `play_tournament`.

    Returns:
        The trial.

    Raises:
        ConfigError: no deals, a line-up of the wrong size, or no finished deal.
        IllegalAction: an agent chose an illegal action.
    """
    (trial,) = play_trials(game, agent, opponents, deals, seed, first=first, measured=measured, **how)
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
    **how: Unpack[How],
) -> Generator[Trial, None, None]:
    """Play a trial in parts of a few deals each; a caller that stops early requests no more of them.

    Args:
        game: see `play_trial`, as for all arguments but `deals` and `every`.
        agent: see `play_trial`.
        opponents: see `play_trial`.
        deals: number of deals in total, at least 1.
        seed: see `play_trial`.
        every: deals per part; the last one may be shorter. None for a single part.
        first: see `play_trial`.
        measured: see `play_trial`.
        how: see `play_trial`.

    Yields:
        The trials, each of the next deals. An executor may play ahead.

    Raises:
        ConfigError: no deals, a line-up of the wrong size, or a part without a finished deal.
        IllegalAction: an agent chose an illegal action.
    """
    deals = checked_count("deals", deals)
    seats, end = game.num_players, first + deals
    if len(opponents) != seats - 1:
        raise ConfigError(f"{game.name} has {seats} seats: name {seats - 1} others, not {len(opponents)}")
    match = Match(game, (agent, *opponents), seed, "measures" if measured else "results")
    looks = [range(begin, min(begin + (every or deals), end)) for begin in range(first, end, every or deals)]
    with closing(play_deals(match, seatings(seats, seats), looks, **how)) as played:
        for found in played:
            yield _trial(found, measured, how.get("run"))


def _trial(found: Results, measured: bool, run: ModelRun | None) -> Trial:
    """Group results by deal, from the view of the first agent of the line-up."""
    outcome, seats = found.outcome, found.match.game.num_players
    whole, forfeited, failed = map(found.by_deal, (outcome.whole, outcome.forfeited, outcome.failed))
    kept = whole.all(axis=1)
    if not kept.any():
        raise nothing_whole(run)
    own = np.argmin(found.seatings, axis=1)  # the first agent's seat in each rotation
    every = np.concatenate([_by_agent(part, found.seatings[rows % seats]) for rows, part in found.parts()])
    tables: Doubles = found.by_deal(every)  # by deal, rotation and agent
    played, lost, void = whole | (failed >= 0), forfeited == own, int((failed == own).sum())
    shares = tables[..., 0, 0]
    counts = GameCounts.of(
        int(played.sum()), int(np.isfinite(shares[kept]).sum()), int(lost.sum()), void,
        float(np.nansum(shares)), int(np.isfinite(shares).sum()),
    )  # fmt: skip
    tables[~played.all(axis=1)] = np.nan
    means = deal_means(np.moveaxis(tables[:, :, 0], 2, 0))
    numbers = found.first + np.arange(found.deals)
    deal, rotation = np.nonzero(lost)
    forfeits = tuple(zip(numbers[deal].tolist(), own[rotation].tolist(), strict=True))

    tables, lost = tables[kept], lost[kept]
    shares, points, placed, utilities, margins, *_ = np.moveaxis(tables[:, :, 0], 2, 0)
    others = np.moveaxis(tables[:, :, 1:, 1], 2, 0)
    ahead = np.where(lost, margins, points - others)
    with np.errstate(invalid="ignore"):  # for games without a bound of points
        beside = np.where(lost, points - margins, others.mean(axis=0))
    count = ~np.isnan(shares).all(axis=1)
    agent, *opponents = found.match.agents
    return Trial(
        agent=agent.name,
        opponents=tuple(other.name for other in opponents),
        wins=deal_means(shares[count]),
        points=deal_means(points[count]),
        places=deal_means(placed[count]),
        others=deal_means(others[:, count]).T,
        measures=found.measures() if measured else {},
        numbers=numbers[kept][count],
        by_seat=np.stack([shares, points, placed, beside, utilities])[:, count][:, :, np.argsort(own)],
        utilities=deal_means(utilities[count]),
        ahead=deal_means(ahead[:, count]).T,
        compared=means[:3],
        above_par=means[5:],
        counts=counts,
        forfeits=forfeits,
    )


def _by_agent(found: SeatResults, seating: Seating) -> Doubles:
    """Share of the win, points, place, utility, margin, and the three above par, for each agent of the line-up."""
    order = np.argsort(seating, axis=1)  # from seats to agents
    figures = np.stack(
        [found.shares, found.points, places(found.ranks), found.utilities, found.margins], axis=2, dtype=np.float64
    )
    figures[~found.counts] = np.nan
    of_agents = np.take_along_axis(figures, order[:, :, None], axis=1)
    par = np.moveaxis(found.above_par(order[:, 0]), 0, 1)
    return np.concatenate([of_agents, np.repeat(par[:, None], order.shape[1], axis=1)], axis=2)


def mean_and_interval(values: Doubles, seed: int, bounds: tuple[float, float] | None = None) -> dict[str, Any]:
    """A mean over deals with its 95% interval, from a paired bootstrap."""
    (interval,) = intervals(values[:, None], seed, [bounds])
    return {"mean": finite(mean_of(values)), "ci95": None if interval is None else list(interval)}

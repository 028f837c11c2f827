"""Comparison of two agents: paired differences clustered by deal, with intervals and power.

The unit is a deal's mean over the seats. At tables of more than two seats the difference depends on the opponents,
so both mixes are played:

- *one A among Bs*: A in each seat of the deal and B in all others, minus par. Par is the result of B at a table of
  Bs: a share of the win of 1/n, place (n + 1)/2, and as many points as the others.
- *one B among As*: A and B exchanged and the sign reversed, so the difference is again A minus B. A gain of A is
  positive in wins and points, and negative in places.

With two seats the two mixes are the same. *Among others*, A and B play the same deals against the same opponents,
and the difference is that of their results. A game that one of them forfeits or makes void counts as its worst; at
more than two seats it does not count for the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from math import ceil, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.registry import agent_of, make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import silent
from croupier.core.base.rows import ColumnHead, Interval, Number, Rows, in_columns
from croupier.core.engine.game import Game
from croupier.measure.play.deals import How, in_turn
from croupier.measure.play.metrics import Doubles, deal_means, finite, intervals
from croupier.measure.play.tournament import Report, checked_deals, may_stop, nothing_whole
from croupier.measure.play.trial import Trial, mean_and_interval, play_trial

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

MEASURES = {"wins": 0.01, "points": 1.0, "places": 0.1}
"""The measures, each with the difference for which reports give the number of deals needed."""
LEGEND = (
    "Wins in percentage points. Detectable: the smallest difference that this many deals can find. Deals: how "
    "many are needed to find 1 percentage point, 1 point or 0.1 place. Power 80%, two-sided level 5%."
)
"""Legend of comparison tables."""
AMONG = "among others"
"""The mix in which two agents play the same opponents."""
_SCALES = {"wins": 100.0, "points": 1.0, "places": 1.0}
_DIGITS = 9  # rounded, since sums of thirds of equal agents would differ by 1e-17


def deals_needed(sd: float, difference: float, *, alpha: float = 0.05, power: float = 0.8) -> int:
    """Number of deals that a paired comparison needs.

    The one-sample z-test: ``((z(1 - alpha/2) + z(power)) * sd / difference) ** 2`` (Chow, Shao, Wang and
    Lokhnygina, Sample Size Calculations in Clinical Research, 3rd edition, section 3.1.1).

    Args:
        sd: standard deviation of a deal's difference, at least 0.
        difference: the true difference to detect, in the same unit; not 0.
        alpha: two-sided error of the first kind, between 0 and 1.
        power: probability of detecting the difference, between 0 and 1.

    Returns:
        Deals, at least 2.

    Raises:
        ConfigError: a number is out of range.

    Examples:
        >>> deals_needed(sd=0.4, difference=0.01)
        12559
    """
    if not sd >= 0.0 or difference == 0.0:
        raise ConfigError(f"power needs sd of at least 0 and a difference other than 0, not {sd}, {difference}")
    return max(2, ceil((_quantiles(alpha, power) * sd / difference) ** 2))


def detectable(sd: float, deals: int, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """The smallest true difference that this many deals detect; the inverse of `deals_needed`."""
    return _quantiles(alpha, power) * sd / sqrt(deals)


def _quantiles(alpha: float, power: float) -> float:
    if not (0.0 < alpha < 1.0 and 0.0 < power < 1.0):
        raise ConfigError(f"alpha and power must lie between 0 and 1, not {alpha} and {power}")
    normal = NormalDist()
    return normal.inv_cdf(1.0 - alpha / 2.0) + normal.inv_cdf(power)


@dataclass(frozen=True)
class Difference:
    """Mean difference of two agents in one measure.

    Attributes:
        mean: mean over deals. Infinite for a forfeit in a game without bounds of points; NaN for no deals.
        ci95: 95% interval from a bootstrap over deals; None for a single deal, and for points that are the same in
            all deals, as points have no bounds.
        sd: standard deviation of a deal's difference; None for a single deal, and if all deals have one value.
        deals: number of deals.
    """

    mean: float
    ci95: tuple[float, float] | None
    sd: float | None
    deals: int

    def as_dict(self, example: float) -> dict[str, Any]:
        """The difference as plain data for JSON, with its power.

        Args:
            example: the difference for which the number of deals is given.
        """
        return {
            "mean": finite(self.mean),
            "ci95": None if self.ci95 is None else list(self.ci95),
            "sd": self.sd,
            "detectable": None if self.sd is None else detectable(self.sd, self.deals),
            "power": None
            if self.sd is None
            else {"difference": example, "deals": deals_needed(self.sd, example), "alpha": 0.05, "power": 0.8},
        }


@dataclass(frozen=True, eq=False)
class MixDifferences:
    """Differences of A and B at tables of one kind, by deal. Positive wins and points are a gain of A.

    Attributes:
        name: ``one A among Bs``, ``one B among As``, ``A against B`` or ``among others``.
        tables: the agents at these tables, as text.
        wins: difference in the share of the win, float64, shape (deals,).
        points: difference in points, float64, shape (deals,). If A and B meet: own points minus the mean of the
            others at the table.
        places: difference in the finishing place, float64, shape (deals,); a gain of A is negative.
        summary: means over the deals, by measure.
        notes: remarks on games that do not count, or count as the worst.
    """

    name: str
    tables: str
    wins: Doubles = field(repr=False)
    points: Doubles = field(repr=False)
    places: Doubles = field(repr=False)
    summary: dict[str, Difference]
    notes: tuple[str, ...] = ()

    def rows(self) -> Rows:
        """The differences as a table."""
        first, *numbers = ("A minus B", "mean", "95% interval", "sd a deal", "detectable", "deals")
        heads = [ColumnHead(first, breaks="never"), *(ColumnHead(name, "right", "never") for name in numbers)]
        cells = []
        for measure, one in self.summary.items():
            scale = _SCALES[measure]
            interval = None if one.ci95 is None else [scale * bound for bound in one.ci95]
            spread: tuple[Number | int | str, ...] = ("-", "-", "-")
            if one.sd is not None:
                smallest = detectable(one.sd, one.deals)
                needed = deals_needed(one.sd, MEASURES[measure])
                spread = (Number(scale * one.sd, ".2f"), Number(scale * smallest, ".2f"), needed)
            label = "wins, pp" if measure == "wins" else measure
            cells.append((label, Number(scale * one.mean, "+z.2f"), Interval(interval, "+z.2f"), *spread))
        return in_columns(f"{self.name}: {self.tables}", heads, cells, self.notes)

    def as_dict(self) -> dict[str, Any]:
        """The differences as plain data for JSON, without the arrays."""
        measures = {name: self.summary[name].as_dict(example) for name, example in MEASURES.items()}
        return {"mix": self.name, "tables": self.tables, **measures}


@dataclass(frozen=True, eq=False)
class Comparison:
    """A comparison of two agents.

    Attributes:
        a: name of agent A.
        b: name of agent B.
        deals: number of deals, the smallest of the mixes.
        mixes: the differences at each kind of table.
    """

    a: str
    b: str
    deals: int
    mixes: tuple[MixDifferences, ...]

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain data for JSON, without the arrays."""
        return {"a": self.a, "b": self.b, "mixes": [mix.as_dict() for mix in self.mixes]}

    def rows(self) -> Iterator[Rows]:
        """A table of differences per mix."""
        for mix in self.mixes:
            found = mix.rows()
            yield found.titled(f"{found.title}; {len(mix.wins)} deals")


def amount(measure: str, value: float) -> str:
    """A difference in the unit of its measure, like ``+1.25 pp`` for percentage points."""
    return f"{_SCALES[measure] * value:+z.2f}" + (" pp" if measure == "wins" else "")


def compare(
    game: Game,
    a: Agent | AgentName | str,
    b: Agent | AgentName | str,
    deals: int = 1000,
    seed: int = 0,
    *,
    among: Sequence[Agent | AgentName | str] = (),
    **how: Unpack[How],
) -> Comparison:
    """Compare two agents on the same deals, in every seat.

    Args:
        a: agent A, or its name.
        b: agent B, or its name.
        deals: number of deals, 1 .. 10,000,000. Each mix plays each deal in all rotations.
        seed: seed of the deals and of the agents' random choices.
        among: other agents, at most one per other seat, repeated in order until the table is full. If some are
            given, A among them is also compared with B among them.
        how: see `croupier.measure.play_tournament`.

    Returns:
        The comparison.

    Raises:
        ConfigError: unknown agents, too many of them, or numbers out of range.
        IllegalAction: an agent chose an illegal action.
    """
    deals = checked_deals(deals)
    first, second = agent_of(a, game), agent_of(b, game)
    others = game.num_players - 1
    mixes = [("A against B" if others == 1 else "one A among Bs", first, second, 1.0)]
    mixes += [("one B among As", second, first, -1.0)] if others > 1 else []
    if among:
        check_opponents(game, among)  # errors are raised before anything is played
        mixes.append((AMONG, first, second, 1.0))
    found: list[MixDifferences] = []
    for (name, own, other, sign), part in in_turn(mixes, how):
        with may_stop(found, how.get("run")):
            if name == AMONG:
                found.append(compare_among(game, first, second, among, deals, seed, **part))
            else:
                trial = play_trial(game, own, [other] * others, deals, seed, measured=False, **part)
                found.append(_mix(name, trial, seed, sign))
    (how.get("progress") or silent)(1.0)
    return Comparison(first.name, second.name, min(len(mix.wins) for mix in found), tuple(found))


def compare_among(
    game: Game,
    a: Agent | AgentName | str,
    b: Agent | AgentName | str,
    among: Sequence[Agent | AgentName | str],
    deals: int = 1000,
    seed: int = 0,
    **how: Unpack[How],
) -> MixDifferences:
    """Compare two agents by their results against the same opponents; see `compare` for arguments and errors."""
    deals = checked_deals(deals)
    opponents = check_opponents(game, among)
    first, second = (
        play_trial(game, agent_of(each, game), opponents, deals, seed, measured=False, **part)
        for each, part in in_turn((a, b), how)
    )
    return _among(first, second, seed, how.get("run"))


def check_opponents(game: Game, among: Sequence[Agent | AgentName | str]) -> list[Agent]:
    """The agents of the other seats, repeated in order until the table is full."""
    others = game.num_players - 1
    if not 1 <= len(among) <= others:
        seats = "1 other seat" if others == 1 else f"{others} other seats"
        raise ConfigError(f"{game.name} has {seats}: name 1 to {others} among whom, not {len(among)}")
    opponents = [agent_of(agent, game) for agent in among]
    return list(islice(cycle(opponents), others))


def compare_entries(report: Report) -> Comparison:
    """The comparison of the two agents of a tournament at two seats, as by `compare`, from its games."""
    if len(report.agents) != 2 or report.seats.shape[1] != 2:
        raise ConfigError(
            f"a comparison is of two agents at two seats, not of {len(report.agents)} at {report.seats.shape[1]}"
        )
    a, b = (result.agent for result in report.agents)
    wins, points, placed = deal_means(report.above_par)
    mix = _summed("A against B", f"{a} against {b}", (wins, points, placed), report.seed, (-0.5, 0.5), 0.5)
    return Comparison(a, b, len(wins), (mix,))


def against_par(trial: Trial) -> tuple[Doubles, Doubles, Doubles]:
    """Wins, points and places of an agent above par among equal others, shape (deals that count,) each."""
    wins, points, placed = np.round(trial.above_par[:, ~np.isnan(trial.above_par[0])], _DIGITS)
    return wins, points, placed


def _mix(name: str, trial: Trial, seed: int, sign: float) -> MixDifferences:
    tables = f"{trial.agent} against {', '.join(trial.opponents)}"
    wins, points, placed = (sign * values + 0.0 for values in against_par(trial))  # avoids -0.0
    seats = len(trial.opponents) + 1
    ends = sorted((-sign / seats, sign * (1.0 - 1.0 / seats)))
    found = _summed(name, tables, (wins, points, placed), seed, (ends[0], ends[1]), (seats - 1) / 2.0)
    return replace(found, notes=tuple(trial.counts.sentences(trial.agent)))


def _among(a: Trial, b: Trial, seed: int, run: ModelRun | None) -> MixDifferences:
    tables = f"{a.agent}, and {b.agent}, against {', '.join(a.opponents)}"
    both = ~np.isnan(a.compared[0] - b.compared[0])
    if not both.any():
        raise nothing_whole(run)
    with np.errstate(invalid="ignore"):  # both may have forfeited in a game without bounds of points
        wins, points, placed = np.round(a.compared[:, both] - b.compared[:, both], _DIGITS)
    points[~np.isfinite(points)] = -np.inf
    found = _summed(AMONG, tables, (wins, points, placed), seed, (-1.0, 1.0), len(a.opponents))
    return replace(found, notes=tuple(text for each in (a, b) for text in each.counts.sentences(each.agent)))


def spread(values: Doubles) -> bool:
    """Whether the values have a spread: several, finite and not all equal."""
    return len(values) > 1 and bool(np.isfinite(values).all()) and bool(values.min() < values.max())


def _summed(
    name: str,
    tables: str,
    by_deal: tuple[Doubles, Doubles, Doubles],
    seed: int,
    wins: tuple[float, float],
    places: float,
) -> MixDifferences:
    values = np.stack(by_deal, axis=1)
    deals = len(values)
    found = intervals(values, seed, [wins, None, (-places, places)])
    summary = {
        measure: Difference(
            mean=float(column.mean()) if deals else math.nan,
            ci95=interval,
            sd=float(column.std(ddof=1)) if spread(column) else None,
            deals=deals,
        )
        for measure, column, interval in zip(MEASURES, values.T, found, strict=True)
    }
    return MixDifferences(name, tables, *by_deal, summary)


@dataclass(frozen=True, eq=False)
class Gain:
    """Gains of an agent by deal, each the mean over its seats.

    Attributes:
        player: its name.
        wins: share of the win, float64, shape (deals,); 1/n at a table of n is par.
        over_par: share of the win minus par, float64, shape (deals,).
        points: points minus the mean of the others, float64, shape (deals,); 0 is par.
        paired_wins: share of the win minus that of the opponent in the same seats, float64, shape (deals,).
        paired_points: points minus those of the opponent in the same seats, float64, shape (deals,).
        utilities: utility, float64, shape (deals,).
        paired_utilities: utility minus that of the opponent in the same seats, float64, shape (deals,).
        range: least and greatest possible utility.
    """

    player: str
    wins: Doubles
    over_par: Doubles
    points: Doubles
    paired_wins: Doubles
    paired_points: Doubles
    utilities: Doubles
    paired_utilities: Doubles
    range: tuple[float, float]

    def summary(self, seed: int) -> dict[str, Any]:
        """Means with 95% intervals over deals, as plain data.

        Args:
            seed: seed of the bootstrap.

        Returns:
            A dictionary with ``mean`` and ``ci95`` for each array by name; see `mean_and_interval`.
        """
        par = float(self.wins[0] - self.over_par[0])
        low, high = self.range
        bounds = {
            "wins": (0.0, 1.0), "over_par": (-par, 1.0 - par), "points": None, "paired_wins": (-1.0, 1.0),
            "paired_points": None, "utilities": (low, high), "paired_utilities": (low - high, high - low),
        }  # fmt: skip
        return {name: mean_and_interval(getattr(self, name), seed, ends) for name, ends in bounds.items()}


def play_gains(
    game: Game, players: Sequence[Agent], agent: str | AgentName, deals: int, seed: int, **how: Unpack[How]
) -> list[Gain]:
    """Play each agent alone against copies of another agent, in every seat of the same deals.

    Args:
        players: the agents to measure.
        agent: name of the agent in all other seats, and in the player's own seat for the paired comparison.
        deals: number of deals, at least 1.
        seed: seed of the deals and of random choices.
        how: see `croupier.measure.play_tournament`.

    Returns:
        The gain of each player.

    Raises:
        ConfigError: no deals, or no such agent.
        IllegalAction: an agent chose an illegal action.
    """
    copy = make_agent(agent, game)  # one object in all seats decides for all of them at once
    others = [copy] * (game.num_players - 1)
    own, *measured = (
        play_trial(game, each, others, deals, seed, measured=False, **part)
        for each, part in in_turn([copy, *players], how)
    )
    return [
        Gain(
            player=trial.agent,
            wins=trial.wins,
            over_par=trial.wins - 1.0 / game.num_players,
            points=trial.margins,
            paired_wins=trial.wins - own.wins,
            paired_points=trial.points - own.points,
            utilities=trial.utilities,
            paired_utilities=trial.utilities - own.utilities,
            range=(game.facts.min_utility, game.facts.max_utility),
        )
        for trial in measured
    ]

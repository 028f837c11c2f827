"""The table of costs, one row per decision and agent, and its groupings: mean regret, intervals, paired gaps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, Self, Unpack

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError
from croupier.measure.costs.answers import AgentChoices, Choice, Rule, constant
from croupier.measure.costs.sets import Priced, Row
from croupier.measure.costs.valued import value_all
from croupier.measure.play.deals import How
from croupier.measure.play.metrics import Doubles, around_one_value, bootstrap_sums, middle

MistakeOrLuck = Literal["mistake", "bad luck", "luck"]
"""A mistake by what the seat could know; no mistake, but a loss in the true cards; a mistake that gained there."""


@dataclass(frozen=True)
class Cost:
    """One decision of one agent; if the agent gives probabilities, costs are expectations."""

    deal: str  # decisions of one deal share their luck
    decision: str
    agent: str
    kind: Mapping[str, str | int]  # kind of decision: ``phase``, ``cards`` left, ``seats``
    chosen: str  # the choice, or the most likely one
    best: str
    # how far the choice is behind the best action by what the seat could know; NaN if the agent was not asked
    cost: float
    error: float  # standard error of the cost
    clear_cost: float  # cost, with costs below three standard errors counted as 0
    mistake: float  # 1 for a clear mistake, otherwise 0; or the probability of one
    seat: int | None = None  # None for a decision of a set, which any agent may be asked
    chance_lost: float | None = None  # chance to win lost by the choice; None if the game estimates none
    true_cost: float | None = None  # cost in the true cards; None if these are not used
    true_error: float | None = None
    verdict: MistakeOrLuck | None = None  # verdict of both costs; None if neither is more than noise
    weight: float = 1.0  # weight in means
    fault: str = ""  # why a reply was refused; the worst action counts then

    def data(self) -> dict[str, Any]:
        """The row as plain data, with its kind as columns."""
        first = ("deal", "decision", "seat", "agent")
        rest = [name for name in self.__dataclass_fields__ if name not in (*first, "kind")]
        named = {name: getattr(self, name) for name in first}
        return named | dict(sorted(self.kind.items())) | {name: getattr(self, name) for name in rest}


def cost_of(
    priced: Priced, choice: Choice | None, deal: str, decision: str, agent: str, kind: Mapping[str, str | int],
    **more: Any,
) -> Cost:  # fmt: skip
    """The row of a decision of known value; NaN if there was no choice."""
    if choice is None:
        return Cost(deal, decision, agent, kind, "", priced.answer, *(math.nan,) * 4, **more)
    place, weights, behind = choice.likeliest, np.array(choice.weights), np.array(priced.behind)
    clear = np.array(priced.clear)
    return Cost(
        deal, decision, agent, kind, priced.texts[place], priced.answer, float(weights @ behind),
        priced.behind_errors[place], float(weights @ (behind * clear)), float(weights @ clear),
        fault=choice.fault, **more,
    )  # fmt: skip


def costs_of(cases: Sequence[Row], answers: AgentChoices) -> list[Cost]:
    """Costs of an agent's answers, in the order of the decisions."""
    return [
        cost_of(case, each, case.group, case.id, answers.name, case.stratum, weight=case.weight)
        for case, each in zip(cases, answers.each, strict=True)
    ]


def lines(rows: Iterable[Cost]) -> Iterator[dict[str, Any]]:
    """The table as plain rows for a file; decisions that an agent was not asked are left out."""
    return (row.data() for row in rows if not math.isnan(row.cost))


def column(rows: Sequence[Cost], name: str) -> Doubles:
    """A column of numbers, float64, shape (rows,)."""
    return np.array([getattr(row, name) for row in rows], dtype=np.float64)


def regrets(cases: Sequence[Row], answers: AgentChoices) -> Doubles:
    """Cost of each answer, float64, shape (cases,); NaN without an answer."""
    return column(costs_of(cases, answers), "cost")


FEWEST_GAMES = 10
"""Fewest games for a bootstrap over games. With fewer it resamples decisions; with fewer of these there is no
interval.
"""
GAPS = (0.5, 0.1)
"""Gaps for which the number of decisions needed is reported."""
_POWER = 1.959964 + 0.841621
"""Standard errors of a gap that a two-sided test at 5% finds with 80% power."""
_NOISE = 1e-9
_ALL = ""
"""Key of the score over all decisions."""
_Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Mean:
    """A weighted mean over decisions."""

    mean: float  # NaN if empty
    # 95% interval, from a bootstrap over decisions, or over games if at least `FEWEST_GAMES` are known; None from
    # fewer than ten, and if all are equal, except for shares
    ci95: tuple[float, float] | None
    decisions: int


@dataclass(frozen=True)
class Worst:
    """A decision that cost an agent much."""

    id: str  # of the decision
    stratum: Mapping[str, str | int]  # kind of decision
    chosen: str  # the choice, or the most likely one
    best: str  # name of the best action
    cost: float  # cost of the choice
    error: float  # standard error of the cost
    fault: str  # why the reply was refused; empty if it was not
    options: Mapping[str, Any]  # options of the game other than the defaults
    situation: str  # the table as the seat to move sees it, in words


@dataclass(frozen=True)
class AgentFigures:
    """Figures of one agent."""

    agent: str
    regret: Mean  # mean cost against the best action
    clear_regret: Mean  # the same, with costs below three standard errors counted as 0
    clear_mistakes: Mean  # share of choices more than three standard errors behind
    # 0 for the best constant answer, 1 for always the best action, linear; None if not asked for, or if a constant
    # answer makes no mistake
    score: Mean | None
    score_by_phase: Mapping[str, Mean]
    # `regret` by the value of each property of decisions, like ``phase``
    by: Mapping[str, Mapping[str, Mean]]
    # replies that named no legal action, by cause; the worst action counts for them
    faults: Mapping[str, int]
    missing: int  # decisions that it was not asked, or gave no reply to
    worst: tuple[Worst, ...]  # its most expensive clear mistakes, most expensive first


@dataclass(frozen=True)
class Gap:
    """Two agents compared in the same decisions."""

    a: str
    b: str
    gap: Mean  # regret of a minus regret of b; negative if a is better
    spread: float  # weighted standard deviation of the difference per decision
    needed: Mapping[float, int]  # decisions needed to find a gap with 80% power, by gap

    @property
    def told_apart(self) -> bool:
        """Whether the interval excludes 0."""
        return self.gap.ci95 is not None and not self.gap.ci95[0] <= 0.0 <= self.gap.ci95[1]


@dataclass(frozen=True)
class Judged:
    """Figures of several agents."""

    agents: tuple[AgentFigures, ...]  # in the order given
    gaps: tuple[Gap, ...]  # of each pair


def judge(
    cases: Sequence[Row],
    answers: Sequence[AgentChoices],
    *,
    seed: int = 0,
    worst: int = 5,
    zero: Mapping[str, Rule] | None = None,
) -> Judged:
    """Judge agents by the same decisions."""
    sampler = Sampler.of(cases, seed)
    zeros = {} if zero is None else _zeros(cases, zero)
    tables = [costs_of(cases, each) for each in answers]
    agents = tuple(
        _figures(cases, each, rows, sampler, zeros, worst) for each, rows in zip(answers, tables, strict=True)
    )
    costs = [column(rows, "cost") for rows in tables]
    gaps = tuple(
        gap_of((answers[i].name, answers[k].name), costs[i] - costs[k], sampler)
        for i, k in combinations(range(len(answers)), 2)
        if not np.isnan(costs[i] - costs[k]).all()
    )
    return Judged(agents, gaps)


def gap_of(names: tuple[str, str], differences: Doubles, sampler: Sampler) -> Gap:
    """Two agents by the difference of their regrets in each decision; NaN if one of them has none."""
    spread = spread_of(differences, sampler.weights)
    needed = {gap: needed_for(spread, gap) for gap in GAPS}
    return Gap(*names, sampler.estimates([differences])[0], spread, needed)


def spread_of(values: Doubles, weights: Doubles) -> float:
    """Standard deviation of a decision's share in a weighted mean, without NaN; 0 for fewer than two."""
    known = ~np.isnan(values)
    own, weight = values[known], weights[known]
    if len(own) < 2:
        return 0.0
    return float((weight / weight.mean() * (own - np.average(own, weights=weight))).std(ddof=1))


def needed_for(spread: float, gap: float) -> int:
    """Decisions needed to find a gap with 80% power, by a two-sided test at 5%."""
    return max(2, math.ceil((_POWER * spread / gap) ** 2))


class Sampler:
    """The same bootstrap resamples for all means over some decisions."""

    def __init__(self, groups: Sequence[str], weights: Doubles, seed: int) -> None:
        """Number the groups to resample, given one name per decision."""
        if len(set(groups)) < FEWEST_GAMES:  # a handful of groups has too few resamples for an interval
            groups = [str(number) for number in range(len(groups))]
        numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
        self._rows = np.array([numbers[group] for group in groups], dtype=np.int64)
        self._count, self._seed = len(numbers), seed
        self.weights = weights

    @classmethod
    def of(cls, cases: Sequence[Row], seed: int) -> Self:
        """The resamples of some decisions, by their groups and weights."""
        return cls([case.group for case in cases], np.array([case.weight for case in cases]), seed)

    def estimates(self, columns: Sequence[Doubles], shares: Sequence[int] = ()) -> list[Mean]:
        """Means with intervals, without NaN; `shares` are the columns between 0 and 1."""
        return self.ratios([(column, np.ones(len(column))) for column in columns], shares)

    def ratios(self, pairs: Sequence[tuple[Doubles, Doubles]], shares: Sequence[int] = ()) -> list[Mean]:
        """Ratios of weighted sums with intervals, without NaN in the numerator; see `estimates`."""
        sums = np.zeros((self._count, 2 * len(pairs)))
        for k, (over, under) in enumerate(pairs):
            known = ~np.isnan(over)
            rows, weights = self._rows[known], self.weights[known]
            np.add.at(sums[:, 2 * k], rows, weights * over[known])
            np.add.at(sums[:, 2 * k + 1], rows, weights * under[known])
        drawn = bootstrap_sums(sums, self._seed) if self._count > 1 else None
        return [self._estimate(sums, drawn, k, ~np.isnan(over), k in shares) for k, (over, _) in enumerate(pairs)]

    def _estimate(self, sums: Doubles, drawn: Doubles | None, k: int, known: _Bools, share: bool) -> Mean:
        count, groups = int(known.sum()), len(set(self._rows[known].tolist()))
        mean = float(sums[:, 2 * k].sum()) / float(sums[:, 2 * k + 1].sum()) if count else math.nan
        if drawn is None or groups < FEWEST_GAMES:
            return Mean(mean, None, count)
        some = drawn[:, 2 * k + 1] > 0
        low, high = middle((drawn[some, 2 * k] / drawn[some, 2 * k + 1])[:, None])
        if high[0] - low[0] > _NOISE * (1.0 + abs(mean)):  # sums of equal numbers differ in their last digits
            return Mean(mean, (float(low[0]), float(high[0])), count)
        return Mean(mean, around_one_value(mean, groups, (0.0, 1.0)) if share else None, count)


def _figures(
    cases: Sequence[Row],
    answers: AgentChoices,
    table: Sequence[Cost],
    sampler: Sampler,
    zeros: Mapping[str, Doubles],
    worst: int,
) -> AgentFigures:
    """Figures of an agent from its rows of the table of costs, by kind of decision."""
    cost, clear, mistaken = (column(table, name) for name in ("cost", "clear_cost", "mistake"))
    kinds = [(what, value) for what in ("phase", "cards") for value in _values(cases, what)]
    parts = [np.where(_are(cases, what, value), cost, math.nan) for what, value in kinds]
    first, second, third, *rest = sampler.estimates([cost, clear, mistaken, *parts], shares=(2,))
    by: dict[str, dict[str, Mean]] = {}
    for (what, value), found in zip(kinds, rest, strict=True):
        if found.decisions:
            by.setdefault(what, {})[str(value)] = found
    scored = {kind: zero for kind, zero in zeros.items() if np.nansum(zero[~np.isnan(cost)]) > 0.0}
    ratios = sampler.ratios([(zero - cost, zero) for zero in scored.values()])
    scores = dict(zip(scored, ratios, strict=True))
    faults = dict(sorted(Counter(row.fault for row in table if row.fault).items()))
    return AgentFigures(
        answers.name,
        first,
        second,
        third,
        scores.pop(_ALL, None),
        scores,
        by,
        faults,
        int(np.isnan(cost).sum()),
        _worst(cases, answers, cost, worst),
    )


def _zeros(cases: Sequence[Row], zero: Mapping[str, Rule]) -> dict[str, Doubles]:
    """Costs of the best constant answer, over all decisions and for each phase; NaN in other phases."""
    places = constant(cases, zero).places
    costs = np.array([case.behind[place] for case, place in zip(cases, places, strict=True)])
    phases = _values(cases, "phase")
    return {_ALL: costs} | {str(each): np.where(_are(cases, "phase", each), costs, math.nan) for each in phases}


def _values(cases: Sequence[Row], what: str) -> list[str | int]:
    found = {case.stratum[what] for case in cases if what in case.stratum}
    return sorted(found, key=lambda value: (isinstance(value, str), value))


def _are(cases: Sequence[Row], what: str, value: str | int) -> _Bools:
    return np.array([case.stratum.get(what) == value for case in cases])


def _worst(cases: Sequence[Row], answers: AgentChoices, cost: Doubles, count: int) -> tuple[Worst, ...]:
    order = np.argsort(-np.nan_to_num(cost, nan=-1.0), kind="stable")
    found: list[Worst] = []
    for k in order.tolist():
        each = answers.each[k]
        if len(found) == count or each is None:
            break
        if max(each.weights) > 0.5 and cases[k].clear[each.likeliest]:  # one that samples makes no clear choice
            found.append(_worst_of(cases[k], each))
    return tuple(found)


def _worst_of(case: Row, answer: Choice) -> Worst:
    place, made = answer.likeliest, case.made()
    usual = {each.name: each.default for each in made.spec.options}
    return Worst(
        case.id, dict(case.stratum), case.texts[place], case.answer, case.behind[place],
        case.behind_errors[place], answer.fault,
        {name: value for name, value in made.options.items() if value != usual[name]},
        str(case.state().observation_string()),
    )  # fmt: skip


# The best of several actions is picked in the worlds that value it, and a set keeps decisions in which actions
# seemed to differ. So regrets by the first values are slightly too high, for all agents. With the best action
# picked by the first values and regret taken from the second, they are slightly too low. The truth lies between.


@dataclass(frozen=True)
class Second:
    """Agents by second values, and the agreement of the two judges."""

    regret: Mapping[str, Mean]  # mean regret by the second values, by agent
    # the same, with the best action picked by the first values and its lead taken from the second
    crossed: Mapping[str, Mean]
    higher: Mapping[str, Mean]  # first values minus `crossed`: an upper limit of the bias of the first
    values: Mapping[str, Any]  # assumptions of the second values
    same_best: float  # share of decisions with the same best action in both
    best_not_clearly_behind: float  # share in which the first one's best is not clearly behind by the second
    first_best: Mean  # mean regret, by the second values, of the best actions by the first
    opposed: tuple[str, ...]  # ids of decisions where each calls the other's best action a clear mistake


def value_again(
    cases: Sequence[Row], agent: str | None, *, worlds: int, seed: int, **how: Unpack[How]
) -> tuple[list[Row], Mapping[str, Any]]:
    """Value decisions in worlds of another seed; returns the decisions, and what the new values assume."""
    decisions = [(case.made(), case.state()) for case in cases]
    found = value_all(decisions, agent, worlds=worlds, seed=seed, **how)
    again = [
        replace(case, behind=each.behind, behind_errors=each.behind_errors)
        for case, each in zip(cases, found, strict=True)
    ]
    return again, found[0].judge


def compare_values(
    cases: Sequence[Row],
    second: Sequence[Row],
    answers: Sequence[AgentChoices],
    judge: Mapping[str, Any],
    seed: int = 0,
) -> Second:
    """Compare second values with the first."""
    if [case.id for case in cases] != [case.id for case in second]:
        raise ConfigError("second values are compared in the same decisions as the first")
    sampler = Sampler.of(cases, seed)
    shift = np.array([new.behind[old.best_place] for old, new in zip(cases, second, strict=True)])
    columns: dict[str, tuple[Doubles, Doubles, Doubles]] = {}
    for each in answers:
        old, new = regrets(cases, each), regrets(second, each)
        columns[each.name] = new, new - shift, old - (new - shift)
    flat = [column for found in columns.values() for column in found]
    *found, first_best = sampler.estimates([*flat, shift])
    kept = {name: found[3 * k : 3 * k + 3] for k, name in enumerate(columns)}
    pairs = list(zip(cases, second, strict=True))
    return Second(
        {name: each[0] for name, each in kept.items()},
        {name: each[1] for name, each in kept.items()},
        {name: each[2] for name, each in kept.items()},
        judge,
        same_best=_share([old.best == new.best for old, new in pairs]),
        best_not_clearly_behind=_share([not new.clear[old.best_place] for old, new in pairs]),
        opposed=tuple(old.id for old, new in pairs if new.clear[old.best_place] and old.clear[new.best_place]),
        first_best=first_best,
    )


def _share(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else math.nan

"""Costs, a row for each decision and agent, and groupings of it: mean regret, intervals, paired gaps."""

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
"""A mistake by what the seat could know; a choice that was none but lost in the true cards; a mistake that won."""


@dataclass(frozen=True)
class Cost:
    """One decision of one agent. For an agent that gives probabilities, costs are means by them."""

    deal: str  # decisions of one deal share their luck
    decision: str
    agent: str
    kind: Mapping[str, str | int]  # what kind of decision it is: ``phase``, ``cards`` left, ``seats``
    chosen: str  # what was chosen, or is most likely chosen
    best: str
    # how far the choice is behind the best action by what the seat could know; NaN where the agent was not asked
    cost: float
    error: float  # standard error of that
    clear_cost: float  # the same where a cost below three standard errors is called none
    mistake: float  # 1 for a clear mistake, 0 for none; or the probability of one
    seat: int | None = None  # None for a decision of a set, which anyone may be asked
    chance_lost: float | None = None  # chance to win that the choice cost; None where the game has no outlook
    true_cost: float | None = None  # the cost in the true cards; None where they are not looked at
    true_error: float | None = None
    verdict: MistakeOrLuck | None = None  # what both costs make of it; None where neither is more than noise
    weight: float = 1.0  # how much the decision counts in means
    fault: str = ""  # why a reply was not accepted; the worst action counts then

    def data(self) -> dict[str, Any]:
        """As plain data, with its kind as columns."""
        first = ("deal", "decision", "seat", "agent")
        rest = [name for name in self.__dataclass_fields__ if name not in (*first, "kind")]
        named = {name: getattr(self, name) for name in first}
        return named | dict(sorted(self.kind.items())) | {name: getattr(self, name) for name in rest}


def cost_of(
    priced: Priced, choice: Choice | None, deal: str, decision: str, agent: str, kind: Mapping[str, str | int],
    **more: Any,
) -> Cost:  # fmt: skip
    """The row of a decision whose values are known; with NaN where nothing was chosen."""
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
    """What an agent's answers cost, in the order of the decisions."""
    return [
        cost_of(case, each, case.group, case.id, answers.name, case.stratum, weight=case.weight)
        for case, each in zip(cases, answers.each, strict=True)
    ]


def lines(rows: Iterable[Cost]) -> Iterator[dict[str, Any]]:
    """The table for a file, to be grouped by anything; decisions in which an agent was not asked are left out."""
    return (row.data() for row in rows if not math.isnan(row.cost))


def column(rows: Sequence[Cost], name: str) -> Doubles:
    """A column of numbers, shape (rows,)."""
    return np.array([getattr(row, name) for row in rows], dtype=np.float64)


def regrets(cases: Sequence[Row], answers: AgentChoices) -> Doubles:
    """What each answer costs, shape (cases,); NaN where there is none."""
    return column(costs_of(cases, answers), "cost")


FEWEST_GAMES = 10
"""Games of which the bootstrap draws at least; of fewer it draws decisions, and of fewer of these none."""
GAPS = (0.5, 0.1)
"""Gaps of which is said how many decisions tell two agents apart."""
_POWER = 1.959964 + 0.841621
"""Standard errors that a gap must be wide: a two-sided test at 5% finds it with 80% power."""
_NOISE = 1e-9
_ALL = ""
"""All decisions, among the kinds of which there are scores."""
_Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Mean:
    """A mean over decisions, by their weights."""

    mean: float  # the mean; NaN of none
    # its 95% interval, from a bootstrap over decisions, or over games where `FEWEST_GAMES` are known; None from
    # fewer than ten, and where all are alike but for shares
    ci95: tuple[float, float] | None
    decisions: int  # how many


@dataclass(frozen=True)
class Worst:
    """A decision that cost an agent much."""

    id: str  # which decision
    stratum: Mapping[str, str | int]  # what kind of decision it is
    chosen: str  # what it chose, or most likely chooses
    best: str  # the best action
    cost: float  # by how much the choice is behind
    error: float  # standard error of that
    fault: str  # why its reply was not accepted; empty where it was
    options: Mapping[str, Any]  # options of the game that are not the usual ones
    situation: str  # the table as the seat to move sees it, in words


@dataclass(frozen=True)
class AgentFigures:
    """One agent, judged."""

    agent: str  # its name
    regret: Mean  # mean of what its choices are behind the best action
    clear_regret: Mean  # the same where a regret below three standard errors is called none
    clear_mistakes: Mean  # share of its choices that are behind by more than three standard errors
    # 0 for the best constant answer, 1 for always the best action, and linear; None where no score is asked for,
    # and where a constant answer makes no mistake
    score: Mean | None
    score_by_phase: Mapping[str, Mean]
    # `regret` by what decisions are told apart by, like ``phase``, and its values
    by: Mapping[str, Mapping[str, Mean]]
    # replies that named no legal action, by their cause; the worst action counts for them
    faults: Mapping[str, int]
    missing: int  # decisions in which it was not asked, or no reply could be had
    worst: tuple[Worst, ...]  # the decisions that cost it most, the dearest first; only clear ones


@dataclass(frozen=True)
class Gap:
    """Two agents in the same decisions."""

    a: str  # name of one
    b: str  # name of the other
    gap: Mean  # regret of a less regret of b; below 0, a is the better one
    spread: float  # standard deviation of that difference, decision by decision, by their weights
    needed: Mapping[float, int]  # decisions that tell a gap of so much from none with 80% power, by the gap

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.gap.ci95 is not None and not self.gap.ci95[0] <= 0.0 <= self.gap.ci95[1]


@dataclass(frozen=True)
class Judged:
    """Agents, judged."""

    agents: tuple[AgentFigures, ...]  # each of them, in the order in which they were named
    gaps: tuple[Gap, ...]  # each two of them


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
    """Two agents by the difference of their regrets in each decision; NaN where one of them has none."""
    spread = spread_of(differences, sampler.weights)
    needed = {gap: needed_for(spread, gap) for gap in GAPS}
    return Gap(*names, sampler.estimates([differences])[0], spread, needed)


def spread_of(values: Doubles, weights: Doubles) -> float:
    """Standard deviation of a decision's share in a weighted mean, NaN left out; 0 of fewer than two."""
    known = ~np.isnan(values)
    own, weight = values[known], weights[known]
    if len(own) < 2:
        return 0.0
    return float((weight / weight.mean() * (own - np.average(own, weights=weight))).std(ddof=1))


def needed_for(spread: float, gap: float) -> int:
    """Decisions that tell a gap from none with 80% power, by a two-sided test at 5%."""
    return max(2, math.ceil((_POWER * spread / gap) ** 2))


class Sampler:
    """The same resamples for all means over some decisions."""

    def __init__(self, groups: Sequence[str], weights: Doubles, seed: int) -> None:
        """Number the groups that are drawn, one name a decision."""
        if len(set(groups)) < FEWEST_GAMES:  # a handful has too few resamples for an interval
            groups = [str(number) for number in range(len(groups))]
        numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
        self._rows = np.array([numbers[group] for group in groups], dtype=np.int64)
        self._count, self._seed = len(numbers), seed
        self.weights = weights

    @classmethod
    def of(cls, cases: Sequence[Row], seed: int) -> Self:
        """The resamples of some decisions by their groups and weights."""
        return cls([case.group for case in cases], np.array([case.weight for case in cases]), seed)

    def estimates(self, columns: Sequence[Doubles], shares: Sequence[int] = ()) -> list[Mean]:
        """Means with their intervals, NaN left out."""
        return self.ratios([(column, np.ones(len(column))) for column in columns], shares)

    def ratios(self, pairs: Sequence[tuple[Doubles, Doubles]], shares: Sequence[int] = ()) -> list[Mean]:
        """Ratios of weighted sums with their intervals, NaN in the upper one left out; see `estimates`."""
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
    """An agent's rows of the table of costs, grouped by kinds of decisions."""
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
    """What the best constant answer costs in each decision, of all and of each phase; NaN in the others."""
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
        if max(each.weights) > 0.5 and cases[k].clear[each.likeliest]:  # of who draws, no choice is its own
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


# The best of several actions is picked by the same worlds that value it, and a set keeps decisions in which
# actions seemed to differ; so regrets of the first values are a little too high, for all agents. Where the best
# action is picked by the first values and regret is taken from the second, it is a little too low. What is true
# lies between.


@dataclass(frozen=True)
class Second:
    """Agents by second values, and how the two judges agree."""

    regret: Mapping[str, Mean]  # mean regret of each agent by the second values alone, by its name
    # the same where the first values say which action is best and the second what it is ahead
    crossed: Mapping[str, Mean]
    higher: Mapping[str, Mean]  # first values less `crossed`: by how much the first are too high at most
    values: Mapping[str, Any]  # what the second values assume
    same_best: float  # share of decisions in which both have the same best action
    best_not_clearly_behind: float  # share in which the first one's best is not, by the second
    first_best: Mean  # mean regret, by the second values, of the actions that are best by the first
    opposed: tuple[str, ...]  # ids of decisions in which each calls the other's best action a clear mistake


def value_again(
    cases: Sequence[Row], agent: str | None, *, worlds: int, seed: int, **how: Unpack[How]
) -> tuple[list[Row], Mapping[str, Any]]:
    """Value decisions once more, in worlds of another seed; the decisions, and what the new values assume."""
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
    """Hold second values against the first."""
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

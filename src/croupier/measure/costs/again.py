"""Second values of the same decisions, from other worlds or another agent: how reliable the first ones are.

The best of several actions is picked by the same worlds that value it, and a set keeps decisions in which actions
seemed to differ; so regrets of the first values are a little too high, for all agents. Where the best action is
picked by the first values and regret is taken from the second, it is a little too low. What is true lies between.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress
from croupier.measure.costs.answers import AgentChoices
from croupier.measure.costs.figures import Mean, Sampler
from croupier.measure.costs.row import Row
from croupier.measure.costs.table import regrets
from croupier.measure.costs.valued import value_all
from croupier.measure.play.executor import Executor
from croupier.measure.play.metrics import Doubles


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
    cases: Sequence[Row],
    agent: str | None,
    *,
    worlds: int,
    seed: int,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[list[Row], Mapping[str, Any]]:
    """Value decisions once more, in worlds of another seed; the decisions, and what the new values assume."""
    decisions = [(case.made(), case.state()) for case in cases]
    found = value_all(
        decisions, agent, worlds=worlds, seed=seed, threads=threads, executor=executor, progress=progress
    )
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

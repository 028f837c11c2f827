"""Second values of the same decisions, from other worlds or around another agent: how far to trust the first.

The best of several actions is picked by the same worlds that value it, and a set keeps decisions in which actions
seemed to differ; so regrets of the first values are a little too high, for all agents. Where the best action is
picked by the first values and regret is taken from the second, it is a little too low. What is true lies between.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from croupier.agents.agent import Turns
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.measure.costs.case import AgentChoices, JudgedCase
from croupier.measure.costs.cluster_values import value_all
from croupier.measure.costs.figures import Mean, Sampler, regrets
from croupier.measure.costs.valued import Valuer, Values
from croupier.measure.play.cluster import Cluster
from croupier.measure.play.metrics import Doubles


@dataclass(frozen=True)
class Second:
    """Agents by second values, and how the two judges agree.

    Attributes:
        judge: what the second values assume.
        regret: mean regret of each agent by the second values alone, by its name.
        crossed: the same where the first values say which action is best and the second what it is ahead.
        higher: first values less `crossed`: by how much the first are too high at most.
        same_best: share of decisions in which both have the same best action.
        not_clear: share in which the best action of the first is not clearly behind by the second.
        opposed: ids of decisions in which each calls the other's best action a clear mistake.
        first_best: mean regret, by the second values, of the actions that are best by the first.
    """

    judge: Mapping[str, Any]
    regret: Mapping[str, Mean]
    crossed: Mapping[str, Mean]
    higher: Mapping[str, Mean]
    same_best: float
    not_clear: float
    opposed: tuple[str, ...]
    first_best: Mean


def value_again(
    cases: Sequence[JudgedCase],
    agent: str | None,
    *,
    worlds: int,
    seed: int,
    threads: int = 1,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> tuple[list[JudgedCase], Mapping[str, Any]]:
    """Value decisions once more."""
    valuers = lru_cache(maxsize=64)(lambda game: Valuer(game, agent, worlds=worlds, seed=seed))
    report, found = progress or silent, []
    if cluster is not None:
        return _on_workers(cases, agent, worlds, seed, cluster, report), valuers(cases[0].game).judge

    def one(case: JudgedCase) -> JudgedCase:
        values = valuers(case.game).of(Turns.of_state(case.state()))
        return _with(case, values)

    with ThreadPoolExecutor(threads) as pool:
        for case in pool.map(one, cases):
            found.append(case)
            report(len(found) / len(cases))
    return found, valuers(cases[0].game).judge


def _on_workers(
    cases: Sequence[JudgedCase], agent: str | None, worlds: int, seed: int, cluster: Cluster, report: Progress
) -> list[JudgedCase]:
    """The decisions with second values, those of equal options together."""
    places: dict[str, list[int]] = {}
    for k, case in enumerate(cases):
        places.setdefault(repr(case.game), []).append(k)
    tables = [(cases[each[0]].game, [cases[k].state() for k in each]) for each in places.values()]
    valued = value_all(cluster, tables, agent=agent, worlds=worlds, seed=seed, progress=report)
    found: dict[int, JudgedCase] = {}
    for each, values in zip(places.values(), valued, strict=True):
        found |= {k: _with(cases[k], one) for k, one in zip(each, values, strict=True)}
    return [found[k] for k in range(len(cases))]


def _with(case: JudgedCase, values: Values) -> JudgedCase:
    return replace(case, behind=values.behind, behind_errors=values.behind_errors)


def compare_values(
    cases: Sequence[JudgedCase],
    second: Sequence[JudgedCase],
    answers: Sequence[AgentChoices],
    judge: Mapping[str, Any],
    seed: int = 0,
) -> Second:
    """Hold second values against the first."""
    if [case.id for case in cases] != [case.id for case in second]:
        raise ConfigError("second values are compared in the same decisions as the first")
    sampler = Sampler(cases, seed)
    shift = np.array([new.behind[old.best] for old, new in zip(cases, second, strict=True)])
    columns: dict[str, tuple[Doubles, Doubles, Doubles]] = {}
    for each in answers:
        old, new = regrets(cases, each), regrets(second, each)
        columns[each.name] = new, new - shift, old - (new - shift)
    flat = [column for found in columns.values() for column in found]
    *found, first_best = sampler.estimates([*flat, shift])
    kept = {name: found[3 * k : 3 * k + 3] for k, name in enumerate(columns)}
    pairs = list(zip(cases, second, strict=True))
    return Second(
        judge,
        {name: each[0] for name, each in kept.items()},
        {name: each[1] for name, each in kept.items()},
        {name: each[2] for name, each in kept.items()},
        same_best=_share([old.best == new.best for old, new in pairs]),
        not_clear=_share([not new.clear[old.best] for old, new in pairs]),
        opposed=tuple(old.id for old, new in pairs if new.clear[old.best] and old.clear[new.best]),
        first_best=first_best,
    )


def _share(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else math.nan

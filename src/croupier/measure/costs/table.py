"""The table of costs: what each decision cost the agent who made it. Reports on decisions are groupings of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from croupier.measure.costs.answers import AgentChoices, Choice
from croupier.measure.costs.row import Priced, Row
from croupier.measure.play.metrics import Doubles

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

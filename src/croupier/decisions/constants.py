"""Constant answers, which ignore the position: the best of them is the zero of a set's score.

A set whose best constant answer is nearly right measures no judgement. So decisions have weights, by which no
answer of a kind of decision is nearly right by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from croupier.decisions.row import Row

FIRST, LAST, LONGEST = "first listed", "last listed", "longest text"
FEW_ANSWERS = 12
"""Kinds of decisions with at most so many best answers are balanced; among cards no constant comes near."""
MOST_APART = 20.0
"""By how much more or less than the mean an answer is weighted at most, so that a few rows do not decide."""
_DIGITS = 4


class Weighed(Protocol):
    """A decision with what its actions cost."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What each legal action is called."""

    @property
    def behind(self) -> tuple[float, ...]:
        """By how much each is behind the best one."""

    @property
    def weight(self) -> float:
        """How much the decision counts."""

    @property
    def order(self) -> tuple[int, ...]:
        """Places of the actions, as they are listed."""


@dataclass(frozen=True)
class Constant:
    """A policy that ignores the position.

    Attributes:
        name: a text, which it says wherever it is legal, and else the first one listed; or `FIRST`, `LAST`,
            `LONGEST`.
        places: the place of its action in each decision.
        regret: its mean regret by the weights.
    """

    name: str
    places: tuple[int, ...]
    regret: float


def constant(rows: Sequence[Weighed], name: str) -> Constant:
    """One constant answer in some decisions.

    Args:
        rows: the decisions, at least one.
        name: see `Constant`.
    """
    places = tuple(_place(row, name) for row in rows)
    total = sum(row.weight * row.behind[place] for row, place in zip(rows, places, strict=True))
    return Constant(name, places, total / sum(row.weight for row in rows))


def _place(row: Weighed, name: str) -> int:
    if name == LAST:
        return row.order[-1]
    if name == LONGEST:
        return max(row.order, key=lambda place: len(row.texts[place]))
    return row.texts.index(name) if name in row.texts else row.order[0]


def best_constant(rows: Sequence[Weighed]) -> Constant:
    """The constant answer with the least regret, of all texts, the first and last listed and the longest text.

    Args:
        rows: the decisions, at least one.
    """
    saved: dict[str, float] = defaultdict(float)  # by saying a text instead of the first one listed
    for row in rows:
        for text, behind in zip(row.texts, row.behind, strict=True):
            saved[text] += row.weight * (row.behind[row.order[0]] - behind)
    text = max(sorted(saved), key=saved.__getitem__)
    return min((constant(rows, name) for name in (text, FIRST, LAST, LONGEST)), key=lambda each: each.regret)


def balanced(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Decisions with weights by which all answers of a kind have the same stakes, as far as `MOST_APART` allows.

    An answer's stakes are the sum of what the worst action costs in the rows in which it is best. The kinds, which
    are the phases, keep their shares: weights have the mean 1 in each.
    """
    stakes: dict[str, dict[str, float]] = {}
    for row in rows:
        kind = stakes.setdefault(str(row.stratum["phase"]), defaultdict(float))
        kind[_answer(row)] += max(row.behind)
    weights = [_wanted(stakes[str(row.stratum["phase"])], _answer(row)) for row in rows]
    sums: dict[str, list[float]] = {}
    for row, weight in zip(rows, weights, strict=True):
        sums.setdefault(str(row.stratum["phase"]), []).append(weight)
    means = {kind: sum(each) / len(each) for kind, each in sums.items()}
    return tuple(
        replace(row, weight=round(weight / means[str(row.stratum["phase"])], _DIGITS))
        for row, weight in zip(rows, weights, strict=True)
    )


def _answer(row: Row) -> str:
    return row.texts[row.place(row.best)]


def _wanted(stakes: Mapping[str, float], answer: str) -> float:
    if len(stakes) > FEW_ANSWERS or not any(stakes.values()):
        return 1.0
    mean = sum(stakes.values()) / len(stakes)
    least, most = mean / MOST_APART, mean * MOST_APART
    return mean / min(most, max(least, stakes[answer]))

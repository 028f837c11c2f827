"""Agents judged by their decisions: what each choice costs by values that are known, with intervals.

- `case`, `cases`: the decisions, from a set or from played games
- `answers`, `asked`: what agents chose: those that compute, and those that answer in words
- `disguised`: questions and replies under other names
- `plan`: what asking models will take
- `figures`, `again`: mean regret, gaps and intervals; the same by second values
- `report`: the result in rows, as data and as a page
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.arena.judge.again import Second, value_again
    from croupier.arena.judge.answers import choices
    from croupier.arena.judge.case import Answer, Answers, Case
    from croupier.arena.judge.cases import cases_of_games, cases_of_set
    from croupier.arena.judge.figures import Judged, judge

__all__ = [
    "Answer",
    "Answers",
    "Case",
    "Judged",
    "Second",
    "cases_of_games",
    "cases_of_set",
    "choices",
    "judge",
    "value_again",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.arena.judge.again": ("Second", "value_again"),
        "croupier.arena.judge.answers": ("choices",),
        "croupier.arena.judge.case": ("Answer", "Answers", "Case"),
        "croupier.arena.judge.cases": ("cases_of_games", "cases_of_set"),
        "croupier.arena.judge.figures": ("Judged", "judge"),
    },
)

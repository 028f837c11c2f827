"""Costs of decisions in reports: how many are valued, of which games, and what happens if none can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from croupier.cli.common import note, option, progress
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress

if TYPE_CHECKING:
    from croupier.measure.reports.summary import Summary

Valued = Annotated[
    int | None,
    option(
        "N",
        "How many decisions of each agent to price: 40 with --out or language models, otherwise 0.",
        "--valued",
        min=0,
    ),
]

Found = TypeVar("Found")


def valued_if_can_be(asked: int | None, usual: bool, value: Callable[[int, Progress], Found]) -> Found | None:
    """Value decisions, if this is asked for and possible."""
    from croupier.measure.costs.lost import VALUED

    count = (VALUED if usual else 0) if asked is None else asked
    if not count:
        return None
    try:
        with progress("What decisions cost") as on_progress:
            return value(count, on_progress)
    except ConfigError as error:
        if asked is not None:
            raise
        note(f"what decisions cost is left out: {error}")
        return None


def with_lost(
    found: Summary, asked: int | None, usual: bool, games: Callable[[], Sequence[Mapping[str, Any]]], threads: int
) -> Summary:
    """A report with costs of decisions."""
    from croupier.measure.costs.lost import PointsLost, lost_in

    def value(count: int, on_progress: Progress) -> PointsLost | None:
        played = games()
        if not played:
            return None
        lost = lost_in(played, count, seed=found.seed, threads=threads, progress=on_progress)
        report = found.report
        return lost if report is None else lost.in_order([each.agent for each in report.best_first])

    return replace(found, lost=valued_if_can_be(asked, usual, value))

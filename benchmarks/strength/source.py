"""Where the figures of a measurement come from: who plays what in it, on which seeds."""

from __future__ import annotations

from typing import Any

from benchmarks.strength.measures import (
    AtTables,
    Entrant,
    Evaluated,
    Exact,
    Matches,
    Measure,
    Work,
)
from benchmarks.strength.trials import Trials
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.measure.stats.strength import measuring_seed
from croupier.provenance import provenance

Line = tuple[Game, list[str]]
"""A game and the names of those who play it."""


def provenance_of(measure: Measure, work: Work) -> dict[str, Any]:
    """That of a measurement which begins now; the runs that it needs are there.

    Raises:
        FileError: a policy cannot be read.
    """
    lines, seeds = line_up(measure, work)
    return provenance(lines, dict.fromkeys(map(work.seeded, seeds)))


def line_up(measure: Measure, work: Work) -> tuple[list[Line], list[int]]:
    """Who plays what, and the declared seeds."""
    match measure:
        case Matches():
            own = [measuring_seed(each.seed) if not isinstance(each, str) else 0 for each in measure.players]
            who = [*(_name(each, work) for each in measure.players), *measure.opponents]
            seeds = own if measure.seed is None else [measure.seed]
            return [(make(measure.game, **dict(measure.options)), who)], seeds
        case AtTables():
            found = [line_up(each, work) for each in measure.matches()]
            return [line for lines, _ in found for line in lines], [seed for _, seeds in found for seed in seeds]
        case Exact():
            return [(make(measure.game, **dict(measure.options)), [measure.agent, measure.against])], []
        case Evaluated():
            game = make(measure.game, **dict(measure.options))
            return [(game, [_name(measure.player, work)])], [measure.seed]
        case Trials():
            return [
                (
                    make(measure.game, **dict(row.options)),
                    [row.player, *([row.base] if row.base else []), *row.others],
                )
                for row in measure.pairings
            ], [measure.seed]
    raise TypeError(f"nobody knows who plays in {measure!r}")


def _name(entrant: Entrant, work: Work) -> str:
    return entrant if isinstance(entrant, str) else f"net:{entrant.policy(work.runs)}"

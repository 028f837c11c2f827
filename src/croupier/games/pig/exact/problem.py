"""Exact values of Pig as the arena and `croupier solve` ask for them: one `ExactSolver`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from croupier.core.base.progress import Progress
from croupier.core.base.types import Records
from croupier.core.spec.exact import ExactPlayer, ExactResult, ExactSolver, Problem, Solution
from croupier.core.spec.options import Options
from croupier.core.spec.position import GameShape
from croupier.games.pig.english import say
from croupier.games.pig.exact import solver
from croupier.games.pig.exact.best_response import best_response
from croupier.games.pig.exact.evaluate import MAX_TARGET, evaluate
from croupier.games.pig.exact.picture import check_picture, draw, hold_totals
from croupier.games.pig.exact.tables import tables


def covers(options: Options) -> bool:
    """Whether values can be computed: a turn limit (not one of actions), and a target of at most 200."""
    return options["turn_unit"] == "turn" and int(options["winning_score"]) <= MAX_TARGET


def compare(game: GameShape, a: ExactPlayer, b: ExactPlayer, limited: bool) -> ExactResult:
    """Exact value of one player against another; see `ExactSolver.compare`."""
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    return evaluate(tables(a, game, limited), tables(b, game, limited), target, turns if limited else None)


def respond(game: GameShape, b: ExactPlayer, limited: bool) -> ExactResult:
    """Exact value of a best response to a player; see `ExactSolver.best_response`."""
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    return best_response(tables(b, game, limited), target, turns if limited else None)


def action_values(game: GameShape, records: Records) -> npt.NDArray[np.float64]:
    """Value of rolling and of holding under optimal play; see `ExactSolver.action_values`."""
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    out = np.zeros(game.num_actions)
    solver.write_action_values(records[0], solver.solved(target, turns), out)
    return out


def problem(game: GameShape, given: Mapping[str, int], variant: bool) -> Problem:
    """What is solved: Pig to 100 points without a turn limit, a variant with its own, or what is given instead."""
    target = given.get("target", int(game.options["winning_score"]))
    limit = given.get("max_turns", int(game.options["max_turns"]) if variant else None)
    limits = {} if limit is None else {"max_turns": limit}
    return Problem(
        options={"winning_score": target, **limits},
        title=say("exact.title", target=target),
        terms=say("exact.no_limit") if limit is None else say("limit.turns", limit=limit),
        settings={"target": target, "max_turns": limit},
        limited=limit is not None,
        solve=partial(_solve, target, limit),
        kernel=solver.solve_diagonal if limit is None else solver.solve_layer,
        warm_up=lambda: _warm_up(limit),
        check_picture=lambda path: check_picture(path, target),
    )


def _warm_up(limit: int | None) -> None:
    solver.solve(1, None if limit is None else 1)


def _solve(target: int, limit: int | None, on_progress: Progress) -> Solution:
    values = solver.solve(target, limit, on_progress)
    first = float(values[-1, 0, 0])

    def picture(path: Path) -> None:
        draw(hold_totals(values), first, path)

    return Solution(
        first=first,
        # scores i and j below the target, and a turn total of less than target - i (at more one holds and wins)
        states=target * target * (target + 1) // 2 * (limit or 1),
        remark="" if limit is None else say("exact.remark"),
        draw=picture,
    )


EXACT = ExactSolver(
    covers=covers,
    covered=say("exact.covered", most=MAX_TARGET),
    compare=compare,
    problem=problem,
    settings=("target", "max_turns"),
    best_response=respond,
    action_values=action_values,
)

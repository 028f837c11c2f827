"""CFR+ on Leduc poker and Liar's Dice, one thread: croupier's passes over arrays beside OpenSpiel's C++ solver.

Run: ``uv run python -m benchmarks.cfr [--json]``. Both solve their own game of the same rules; tests compare how
exploitable they are after every iteration.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pyspiel

import croupier
from benchmarks.sidebyside import Loop, measure, report
from croupier.solving.growing import grow
from croupier.solving.solver import Solver

GAMES: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("Leduc poker", "leduc", {}, "leduc_poker"),
    ("Liar's Dice, a die each", "liars-dice", {"dice": 1}, "liars_dice"),
)
"""What each is called, our game with its options, and OpenSpiel's."""


def iterating(step: Callable[[], object]) -> Loop:
    """Iterations a second of a solver, of which `step` makes one."""

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            step()
            done += 1
        return done / (time.perf_counter() - start)

    return run


def main() -> None:
    """Measure and print."""
    for title, name, options, other in GAMES:
        ours = Solver(grow(croupier.make(name, **options)))
        theirs = pyspiel.CFRPlusSolver(pyspiel.load_game(other))
        loops = {
            "croupier": iterating(lambda ours=ours: ours.iterate(1)),  # type: ignore[misc]  # bound at once
            f"OpenSpiel {other}": iterating(theirs.evaluate_and_update_policy),
        }
        report(measure(loops, "croupier"), f"{title}, CFR+, one thread", "iterations/s")


if __name__ == "__main__":
    main()

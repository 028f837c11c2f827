"""Skull King at four seats, one thread, random legal play: croupier, and OpenSpiel's nearest game, Oh Hell.

Run: ``uv run python -m benchmarks.skull_king [--json]``. Oh Hell has bids and tricks too, but 52 plain cards, no
special ones and no abilities, and one round a game.
"""

from __future__ import annotations

from benchmarks.loops import batch_loop, openspiel_loop
from benchmarks.sidebyside import measure, report

OURS = "croupier, mask + observation"
OH_HELL = "oh_hell(players=4)"


def main() -> None:
    """Measure and print."""
    loops = {
        OURS: batch_loop("skull-king", observe=True),
        "croupier, mask": batch_loop("skull-king", observe=False),
        "OpenSpiel oh_hell, Python loop": openspiel_loop(OH_HELL),
        "OpenSpiel oh_hell, Python loop, mask": openspiel_loop(OH_HELL, observe=False),
    }
    report(measure(loops, OURS), "Skull King, four seats, one thread, random legal play", "decisions/s")


if __name__ == "__main__":
    main()

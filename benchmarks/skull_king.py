"""Skull King at four seats, one thread, random legal play: croupier, and OpenSpiel's nearest game, Oh Hell.

Run: ``uv run python -m benchmarks.skull_king [--json]``. Oh Hell has bids and tricks too, but 52 plain cards, no
special ones and no abilities, and one round a game.
"""

from __future__ import annotations

from benchmarks.loops import batch_loop, openspiel_loop
from benchmarks.sidebyside import measure, report

OURS, OURS_MASK = "croupier, mask + observation", "croupier, mask"
THEIRS_MASK = "OpenSpiel oh_hell, Python loop, mask"
OH_HELL = "oh_hell(players=4)"


def main() -> None:
    """Measure and print."""
    loops = {
        OURS: batch_loop("skull-king", observe=True),
        OURS_MASK: batch_loop("skull-king", observe=False),
        "OpenSpiel oh_hell, Python loop": openspiel_loop(OH_HELL),
        THEIRS_MASK: openspiel_loop(OH_HELL, observe=False),
    }
    found = measure(loops, OURS, also=[(OURS_MASK, THEIRS_MASK)])
    report(found, "Skull King, four seats, one thread, random legal play", "decisions/s")


if __name__ == "__main__":
    main()

"""Leduc poker, Liar's Dice, Oh Hell and Hearts, one thread, random play: croupier beside OpenSpiel's C++ games.

Run: ``uv run python -m benchmarks.small_games [GAME ...] [--json]``. OpenSpiel's games are driven from Python, as
its users drive them.
"""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.loops import batch_loop, openspiel_loop
from benchmarks.sidebyside import measure, report

GAMES: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("Leduc poker", "leduc", {}, "leduc_poker"),
    ("Liar's Dice, a die each", "liars-dice", {"dice": 1}, "liars_dice(numdice=1)"),
    ("Liar's Dice, five dice each", "liars-dice", {"dice": 5}, "liars_dice(numdice=5)"),
    (
        "Oh Hell, four seats, ten cards",
        "oh-hell",
        {"largest": 10, "rounds": "one", "scoring": "tricks"},
        "oh_hell(players=4,num_tricks_fixed=10)",
    ),
    ("Hearts, four seats, a deal", "hearts", {"target": 0, "max_deals": 1}, "hearts"),
)
"""What each is called, our game with its options, and OpenSpiel's."""


def main() -> None:
    """Measure and print."""
    only = [word for word in sys.argv[1:] if not word.startswith("-")]
    for title, name, options, other in (each for each in GAMES if not only or each[1] in only):
        ours, ours_mask = "croupier, mask + observation", "croupier, mask"
        theirs, theirs_mask = f"OpenSpiel {other}", f"OpenSpiel {other}, mask"
        loops = {
            ours: batch_loop(name, observe=True, **options),
            ours_mask: batch_loop(name, observe=False, **options),
            theirs: openspiel_loop(other),
            theirs_mask: openspiel_loop(other, observe=False),
        }
        found = measure(loops, ours, also=[(ours_mask, theirs_mask)])
        report(found, f"{title}, one thread, random legal play", "decisions/s")


if __name__ == "__main__":
    main()

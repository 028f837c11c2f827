"""Mini Spite and Malice, one thread, random legal play: croupier, and TextArena's own Spite and Malice.

Run: ``uv run python -m benchmarks.spite_malice [--json]``. TextArena plays a relative with suits and two packs; it
is asked for what it offers, an observation that lists the available moves, of which one is drawn at random. Its
games have no limit, so they are given up after 1000 decisions, as ours are after 1000 turns.
"""

from __future__ import annotations

import random
import re
import time
from typing import Any

from benchmarks.loops import batch_loop
from benchmarks.sidebyside import Loop, measure, report

OURS = "croupier, mask + observation"
LONGEST = 1000
_MOVE = re.compile(r"\[[^\[\]]*\]")


def textarena_loop() -> Loop:
    """TextArena's SpiteAndMalice without wrappers, in decisions a second."""
    import textarena

    draw = random.Random(1)

    def moves(env: Any) -> list[str]:
        """What the last board of the observation says can be done."""
        _, messages = env.get_observation()
        board = next(text for _, text, _ in reversed(messages) if "Available Moves:" in text)
        return _MOVE.findall(board.partition("Available Moves:")[2])

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            random.seed(draw.randrange(1 << 30))  # its shuffle draws from the global generator
            env = textarena.make("SpiteAndMalice-v0-raw")  # each can deal once: its pack is then used up
            env.reset(num_players=2)
            for _ in range(LONGEST):
                over, _ = env.step(draw.choice(moves(env)))
                done += 1
                if over:
                    break
            env.close()
        return done / (time.perf_counter() - start)

    return run


def main() -> None:
    """Measure and print."""
    loops = {
        OURS: batch_loop("spite-malice", observe=True),
        "croupier, mask": batch_loop("spite-malice", observe=False),
        "TextArena SpiteAndMalice, raw": textarena_loop(),
    }
    title = "Mini Spite and Malice, one thread, random legal play"
    report(measure(loops, OURS), title, "decisions/s")


if __name__ == "__main__":
    main()

"""What is done once before the tests: kernels that several workers need are compiled, each by one process."""

from __future__ import annotations

import sys
import time

import croupier
from croupier.agents.ahead import Ahead, usual_agents

GAMES = ("skull-king", "spite-malice", "pig")
"""The longest first, since two are compiled at a time."""


def compile_kernels() -> None:
    """Compile what tables, batches, bots and searches of these games need, as a server does at its first start.

    The longest takes more time than the others together.
    """
    begun, waiting = time.monotonic(), [croupier.make(name) for name in GAMES]
    running: list[Ahead] = []
    while waiting or running:
        while waiting and len(running) < 2:
            game = waiting.pop(0)
            running.append(Ahead(game, usual_agents(game)))
        for ahead in [each for each in running if not each.running]:
            running.remove(ahead)
            ahead.close()
        time.sleep(0.05)
    seconds = time.monotonic() - begun
    if seconds > 10.0:
        sys.stderr.write(f"kernels compiled in {seconds:.0f} s\n")

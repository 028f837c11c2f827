"""What is done once before the tests: kernels that several workers need are compiled, each by one process."""

from __future__ import annotations

import subprocess
import sys
import time

GAMES = ("skull-king", "spite-malice", "pig")
"""The longest first, since two are compiled at a time."""
_PROGRAM = """
import sys
from croupier import make
from croupier.agents.ahead import order, usual_agents
game = make(sys.argv[1])
sys.stdout.write(order(game, usual_agents(game)))
"""


def compile_kernels() -> None:
    """Compile what tables, batches, bots and searches of all games need, as a server does at its first start."""
    begun, waiting = time.monotonic(), list(GAMES)
    running: list[subprocess.Popen[bytes]] = []
    while waiting or running:
        while waiting and len(running) < 2:
            running.append(_started(waiting.pop(0)))
        for process in [each for each in running if each.poll() is not None]:
            running.remove(process)
            if process.stdin is not None:
                process.stdin.close()  # not before: its end tells the process to stop
        time.sleep(0.05)
    seconds = time.monotonic() - begun
    if seconds > 10.0:
        sys.stderr.write(f"kernels compiled in {seconds:.0f} s\n")


def _started(game: str) -> subprocess.Popen[bytes]:
    line = subprocess.run([sys.executable, "-c", _PROGRAM, game], check=True, capture_output=True).stdout
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "croupier.agents.ahead"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    process.stdin.write(line)
    process.stdin.flush()
    return process

"""How long `croupier play` takes until the first prompt: with an empty cache folder, and with a filled one.

Run: ``uv run python -m benchmarks.cold_start [--runs 5] [--json] [-- play pig --vs bot]``. The command runs at a
pseudo-terminal (Linux, macOS); the time is from the start of the process to "Your move". The processor time is
that of the process and its helpers.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import resource
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

PROMPT = b"Your move"
# with this seed agents bid first, so that their part of the start is in the figure
COMMAND = ["play", "skull-king", "--players", "4", "--vs", "bot", "--seed", "1"]


def first_prompt(command: list[str], cache: Path) -> tuple[float, float]:
    """Start a game, and leave it at its first prompt.

    Args:
        command: the words after ``croupier``.
        cache: the cache folder.

    Returns:
        Seconds until the prompt, and seconds of processor time.

    Raises:
        RuntimeError: the command ended without a prompt.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        environment = os.environ | {"CROUPIER_CACHE_DIR": str(cache)}
        os.execve(sys.executable, [sys.executable, "-m", "croupier", *command], environment)  # noqa: S606  # it becomes croupier
    said = b""
    while PROMPT not in said:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # what Linux gives when the other end is closed
            part = b""
        if not part:
            os.waitpid(child, 0)
            raise RuntimeError(f"croupier {' '.join(command)} ended without a prompt:\n{said.decode()}")
        said += part
    seconds = time.perf_counter() - begun
    os.write(terminal, b"q\ny\n")
    while True:
        try:
            if not os.read(terminal, 65536):
                break
        except OSError:
            break
    os.waitpid(child, 0)
    os.close(terminal)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("command", nargs="*", default=COMMAND)
    given = parser.parse_args()
    rows: dict[str, list[tuple[float, float]]] = {"cold": [], "warm": []}
    for number in range(given.runs):
        print(f"run {number + 1} of {given.runs}", file=sys.stderr)
        folder = Path(tempfile.mkdtemp(prefix="croupier-cold-"))
        try:
            for times in rows.values():
                times.append(first_prompt(given.command, folder))
        finally:
            shutil.rmtree(folder)
    result = {}
    for name, times in rows.items():
        seconds, processor = zip(*times, strict=True)
        result[name] = {"seconds": statistics.median(seconds), "processor": statistics.median(processor)}
    if given.json:
        print(json.dumps({"command": given.command, "runs": given.runs, "rows": rows, **result}, indent=2))
        return
    print(f"croupier {' '.join(given.command)}, to the first prompt, median of {given.runs}")
    for name, median in result.items():
        print(f"  {name}: {median['seconds']:6.2f} s, {median['processor']:6.2f} s of processor time")


if __name__ == "__main__":
    main()

"""Pig, one thread, random legal play with mask and observation: croupier, a plain C loop, OpenSpiel, TextArena.

Run: ``uv run python -m benchmarks.pig_speed [--json]``. The C loop needs a C compiler (``cc``) and is left out,
said so, where there is none.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.loops import batch_loop, openspiel_loop
from benchmarks.sidebyside import Loop, measure, report

OURS = "croupier, mask + observation"


def c_loop(size: int = 4096) -> Loop | None:
    """The plain C loop, compiled with full optimisation."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no C compiler (cc): the plain C loop is left out", file=sys.stderr)
        return None
    library = Path(tempfile.mkdtemp()) / "pig_loop.so"
    source = Path(__file__).with_name("pig_loop.c")
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)  # noqa: S603  # our own source, compiled with the machine's compiler
    play = ctypes.CDLL(str(library)).play
    play.argtypes = [ctypes.c_void_p] * 6 + [ctypes.c_long] * 2
    play.restype = ctypes.c_long
    record = np.dtype(
        [("w", "i4"), ("m", "i4"), ("t", "i4"), ("total", "i4"), ("scores", "i4", 2), ("p", "i1"), ("turn", "i1")],
        align=True,
    )
    games = np.zeros(size, dtype=record)
    games["w"], games["m"] = 100, 500
    arrays: list[Any] = [
        games,
        np.arange(size, dtype=np.uint64) * np.uint64(7919),
        np.arange(size, dtype=np.uint64),
        np.zeros((size, 2), dtype=np.int8),
        np.zeros((size, 7), dtype=np.float32),
        np.zeros((size, 2), dtype=np.float32),
    ]

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            done += play(*(array.ctypes.data for array in arrays), size, 100)
        return done / (time.perf_counter() - start)

    return run


def textarena_loop() -> Loop:
    """TextArena's own PigDice without wrappers; its text is its observation."""
    import textarena

    draw = random.Random(1)
    env: Any = textarena.make("PigDice-v0-raw")

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            env.reset(num_players=2, seed=draw.randrange(1 << 30))
            over = False
            while not over:
                env.get_observation()
                over, _ = env.step(draw.choice(("[roll]", "[hold]")))
                done += 1
            env.close()
        return done / (time.perf_counter() - start)

    return run


def main() -> None:
    """Measure and print."""
    loops: dict[str, Loop] = {
        OURS: batch_loop("pig", observe=True),
        "croupier, mask": batch_loop("pig", observe=False),
        "OpenSpiel, Python loop": openspiel_loop("pig"),
        "TextArena PigDice, raw": textarena_loop(),
    }
    plain = c_loop()
    if plain is not None:
        loops["plain C loop, mask + observation"] = plain
    report(measure(loops, OURS), "Pig, one thread, random legal play", "decisions/s")


if __name__ == "__main__":
    main()

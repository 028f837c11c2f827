"""What a step of training takes by how torch's threads wait, alone and beside processes that are busy.

Run: ``uv run python -m benchmarks.training_waits [--runs 3] [--steps 4] [--busy 2] [--game pig]
[--waits spinning passive]``. Each row is a
setting of OpenMP, in a process of its own since it is read when torch is loaded; they take turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

WAITS = {
    "spinning": {"OMP_WAIT_POLICY": "", "GOMP_SPINCOUNT": ""},
    "a short spin": {"OMP_WAIT_POLICY": "", "GOMP_SPINCOUNT": "1000"},
    "passive": {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": ""},
}
_STEPS = """
import sys, time
import croupier
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from croupier.learn.settings.presets import preset

trainer = Trainer(training_plan(croupier.make(sys.argv[1]), preset(sys.argv[1], "quick")))
with torch_threads(2):
    trainer.step()
    begun = time.perf_counter()
    for _ in range(int(sys.argv[2])):
        trainer.step()
print((time.perf_counter() - begun) / int(sys.argv[2]))
"""


def seconds_a_step(game: str, steps: int, waits: dict[str, str]) -> float:
    """Seconds that a step takes in a process with these variables; an empty one is unset."""
    environment = {name: value for name, value in {**os.environ, **waits}.items() if value}
    command = [sys.executable, "-c", _STEPS, game, str(steps)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)  # noqa: S603
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--busy", type=int, default=2, help="busy processes beside it")
    parser.add_argument("--game", default="pig")
    parser.add_argument("--waits", nargs="*", default=list(WAITS), choices=list(WAITS))
    given = parser.parse_args()
    for others in (0, given.busy):
        busy = [subprocess.Popen([sys.executable, "-c", "while 1: pass"]) for _ in range(others)]
        try:
            taken: dict[str, list[float]] = {name: [] for name in given.waits}
            for _ in range(given.runs):
                for name in given.waits:
                    taken[name].append(seconds_a_step(given.game, given.steps, WAITS[name]))
        finally:
            for process in busy:
                process.kill()
        load = os.getloadavg()[0]
        for name, each in taken.items():
            middle = statistics.median(each)
            print(f"{others} busy, {name:14} {middle:8.3f} s a step  (load {load:.1f})", flush=True)


if __name__ == "__main__":
    main()

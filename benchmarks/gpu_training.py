"""Training throughput on a GPU, with and without recorded steps, in turn.

Run: ``uv run python -m benchmarks.gpu_training [--threads N] [--updates N] [--json]``. Decisions a second of
rollouts, of updates, and of both together: medians over updates of the preset, after three that warm up. Rows with
the preset's own minibatches differ in nothing but rounding; those with larger ones are another training.
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import Any

import croupier
from benchmarks.sidebyside import print_json
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import preset
from croupier.learn.settings.plan import training_plan

_WARM_UP, _RETUNED = 3, 8192
GAMES = ("skull-king", "spite-malice")
ROWS: dict[str, dict[str, Any]] = {
    "step by step": {"cuda_graphs": False},
    "recorded": {},
    "step by step, minibatches of 8,192": {"cuda_graphs": False, "minibatch_size": _RETUNED},
    "recorded, minibatches of 8,192": {"minibatch_size": _RETUNED},
}


def speeds(trainer: Trainer, updates: int) -> dict[str, float]:
    """Decisions a second of rollouts, of updates and of both."""
    found: dict[str, list[float]] = {"rollouts": [], "updates": [], "together": []}
    for number in range(_WARM_UP + updates):
        scalars = trainer.step()
        if number >= _WARM_UP:
            together, share = scalars["speed/decisions_per_second"], scalars["speed/rollout_share"]
            found["together"].append(together)
            found["rollouts"].append(together / share)
            found["updates"].append(together / (1.0 - share))
    return {name: median(values) for name, values in found.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Training throughput on a GPU.")
    parser.add_argument("--threads", type=int, default=8, help="threads that step the games")
    parser.add_argument("--updates", type=int, default=12, help="measured updates of each row")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given, told = parser.parse_args(), {}
    for name in GAMES:
        game = croupier.make(name)
        for row, changes in ROWS.items():
            config = preset(name, "quick", threads=given.threads, device="cuda", precision="float32", **changes)
            with torch_threads(given.threads):
                told[f"{name}, {row}"] = speeds(Trainer(training_plan(game, config)), given.updates)
            if not given.json:
                figures = ", ".join(f"{part} {speed:,.0f}" for part, speed in told[f"{name}, {row}"].items())
                print(f"{name}, {row}: {figures}", flush=True)
    if given.json:
        print_json(told, [(croupier.make(name), []) for name in GAMES])


if __name__ == "__main__":
    main()

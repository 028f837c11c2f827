"""The loops that several benchmarks share: random legal play through `Batch.step`."""

from __future__ import annotations

import time

import numpy as np

import croupier
from benchmarks.sidebyside import Loop


def batch_loop(name: str, *, observe: bool, size: int = 4096, **options: object) -> Loop:
    """Random legal play of a game through `Batch.step` on one thread, in decisions a second."""
    batch = croupier.make(name, **options).batch(size, seed=1, observe=observe)
    picks = np.arange(size, dtype=np.uint64)
    actions = np.zeros(size, dtype=np.int64)

    def run(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            for _ in range(20):
                batch.random_actions(picks, actions)
                batch.step(actions)
            steps += 20
        return steps * size / (time.perf_counter() - start)

    return run

"""Training of Pig: presets."""

from __future__ import annotations

from typing import Any

from croupier.core.spec.training import Training

_COMMON: dict[str, Any] = {
    "num_tables": 2048,
    "rollout_steps": 64,
    "minibatch_size": 4096,
    "widths": (64, 64),
    "learning_rate": 3e-3,
    "measure_every": 20,
    "checkpoint_every": 20,
}

TRAINING = Training(
    presets={
        "quick": {**_COMMON, "total_decisions": 40_000_000},
        "standard": {**_COMMON, "total_decisions": 100_000_000},
        "full": {**_COMMON, "total_decisions": 400_000_000, "widths": (128, 128)},
    }
)

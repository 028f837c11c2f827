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
        # the README's first command: smaller rollouts, a third layer and a shorter lambda need fewer decisions
        "quick": {
            **_COMMON,
            "total_decisions": 18_000_000,
            "num_tables": 1024,
            "rollout_steps": 32,
            "widths": (64, 64, 64),
            "learning_rate": 5e-3,
            "gae_lambda": 0.9,
            "threads": 1,  # gradient steps of this size gain a tenth by a second one, and lose more on busy cores
            "measure_every": 60,
            "checkpoint_every": 60,
        },
        "standard": {**_COMMON, "total_decisions": 100_000_000},
        "full": {**_COMMON, "total_decisions": 400_000_000, "widths": (128, 128)},
    }
)

"""Training of Mini Spite and Malice: presets and oracle."""

from __future__ import annotations

from typing import Any

from croupier.core.spec.training import Training
from croupier.games.spite_malice.privileged import privileged_features

_COMMON: dict[str, Any] = {
    "minibatch_size": 2048,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "shaped",  # each goal card counts: a game has some fifty decisions of a seat, and one winner
    "gamma": 0.99,
    "gae_lambda": 0.9,
    "precision": "auto",
    "measure_every": 100,
    "critic": "oracle",
    "critic_widths": (128, 128),
    "epochs": 1,  # new games teach more than the same ones again, in the same time
    "teacher": "bot",
    "bot_share": 0.5,
    "bots": ("bot",),
}

_LARGE: dict[str, Any] = {
    **_COMMON,
    "widths": (512, 512),
    "teacher_games": 300_000,
    "imitation_rate": 1.5e-3,
    "learning_rate": 4e-4,  # a larger one loses what was copied within a hundred updates
    "minibatch_size": 4096,
    "entropy_coef": 0.02,
    "bot_share": 1.0,
}

TRAINING = Training(
    presets={
        "quick": {**_COMMON, "total_decisions": 30_000_000},
        "standard": {**_LARGE, "total_decisions": 100_000_000},
        "full": {**_LARGE, "total_decisions": 1_000_000_000, "num_tables": 2048},
    },
    privileged=privileged_features,
)

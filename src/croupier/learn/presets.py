"""Presets: named sets of training settings, by game."""

from __future__ import annotations

from typing import Any

from croupier.core.errors import unknown
from croupier.learn.config import Config

_PIG: dict[str, Any] = {
    "num_tables": 2048,
    "rollout_steps": 64,
    "minibatch_size": 4096,
    "widths": (64, 64),
    "learning_rate": 3e-3,
    "measure_every": 20,
    "checkpoint_every": 20,
}

_SKULL_KING: dict[str, Any] = {
    "num_tables": 1024,
    "rollout_steps": 64,
    "minibatch_size": 1024,
    "widths": (256, 256),
    "learning_rate": 2e-3,
    "objective": "points",
    "credit_until": "scoring",
    "precision": "auto",
    "card_head": "pointer",
    "critic": "oracle",
    "gae_lambda": 0.7,  # the oracle knows so much that it can be trusted early
    "teacher": "bot",
    "bot_share": 1.0,
    "bots": ("bot",),
}

SOURCE: dict[str, Any] = {
    "objective": "shaped",
    "credit_until": "game",
    "curriculum": "source",
    "curriculum_end": 6 / 16,  # an ability joins at each of the first five millions of 16 million decisions
    "curriculum_win_rate": 0.6,
    "priority": 5.0,
    "auxiliary": {"pirate": 0.05, "bid": 0.1, "cards": 0.1},
    "architecture": "heads",
    "card_head": "linear",
    "critic": "own",
    "gae_lambda": 0.95,
    "teacher": "none",
    "bot_share": 0.25,
    "bots": ("bot:simple", "bot:source-abilities"),
    "league_share": 0.25,
    "league_every": 10,
    "random_share": 0.05,
}
"""The system that the source of Skull King's player describes (its sections 2 to 4), as changes of the preset.

What the source leaves open (sizes of a rollout, learning rate, weights of the auxiliary losses, shares of the
opponents) is as in the preset, or chosen here."""

_SPITE_MALICE: dict[str, Any] = {
    "minibatch_size": 2048,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "shaped",  # each goal card counts: a game has some fifty decisions of a seat, and one winner
    "gamma": 0.99,
    "gae_lambda": 0.9,
    "precision": "auto",
    "measure_every": 100,
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "pig": {
        "quick": {**_PIG, "total_decisions": 40_000_000},
        "standard": {**_PIG, "total_decisions": 100_000_000},
        "full": {**_PIG, "total_decisions": 400_000_000, "widths": (128, 128)},
    },
    "spite-malice": {
        "quick": {**_SPITE_MALICE, "total_decisions": 30_000_000},
        "standard": {**_SPITE_MALICE, "total_decisions": 150_000_000},
        "full": {**_SPITE_MALICE, "total_decisions": 1_000_000_000, "num_tables": 2048, "widths": (512, 512)},
    },
    "skull-king": {
        "quick": {**_SKULL_KING, "total_decisions": 16_000_000},
        "standard": {**_SKULL_KING, "total_decisions": 64_000_000},
        "full": {**_SKULL_KING, "total_decisions": 2_000_000_000, "widths": (512, 512)},
        "source": {**_SKULL_KING, **SOURCE, "total_decisions": 16_000_000},
    },
}
"""What each preset changes, by game; games that are not named here take `GENERAL`."""

GENERAL: dict[str, dict[str, Any]] = {
    "quick": {"total_decisions": 10_000_000},
    "standard": {"total_decisions": 100_000_000, "num_tables": 2048, "widths": (256, 256)},
    "full": {"total_decisions": 1_000_000_000, "num_tables": 4096, "widths": (256, 256)},
}


def preset(game: str, name: str, **changes: Any) -> Config:
    """Settings of a preset.

    Args:
        game: name of the game in the registry.
        name: ``quick``, ``standard`` or ``full``; for Skull King also ``source``.
        **changes: settings that differ, by name.

    Returns:
        The settings.

    Raises:
        ConfigError: no such preset or setting, or a bad value.
    """
    chosen = PRESETS.get(game, GENERAL)
    if name not in chosen:
        raise unknown("preset", name, chosen)
    return Config().changed(**{**chosen[name], **changes})

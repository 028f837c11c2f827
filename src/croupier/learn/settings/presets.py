"""Presets: named sets of training settings, the game's own or general ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.learn.settings.config import Config

GENERAL: Mapping[str, Mapping[str, Any]] = {
    "quick": {"total_decisions": 10_000_000},
    "standard": {"total_decisions": 100_000_000, "num_tables": 2048, "widths": (256, 256)},
    "full": {"total_decisions": 1_000_000_000, "num_tables": 4096, "widths": (256, 256)},
}
"""What each preset changes for games that bring none of their own."""


def presets_of(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """What each preset of a game changes, by name."""
    return game.training.presets or GENERAL


def preset(game: Game | str, name: str, **changes: Any) -> Config:
    """Settings of a preset.

    Args:
        game: a game, or its name in the registry.
        name: ``quick``, ``standard`` or ``full`` of the general presets, or one that the game brings.
        **changes: settings that differ, by name.

    Returns:
        The settings.

    Raises:
        ConfigError: no such game, preset or setting, or a bad value.
    """
    played = make(game) if isinstance(game, str) else game
    chosen = presets_of(played)
    if name not in chosen:
        raise unknown(f"preset of {played.name}", name, chosen)
    try:
        config = Config().changed(**chosen[name])
    except ConfigError as error:
        raise ConfigError(f"preset {name} of {played.name}: {error}") from error
    return config.changed(**changes)

"""Presets: named sets of training settings, the game's own or general ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.training import NO_MIX
from croupier.learn.settings.config import NONE, Config

GENERAL: Mapping[str, Mapping[str, Any]] = {
    "quick": {"total_decisions": 10_000_000},
    "standard": {"total_decisions": 100_000_000, "num_tables": 2048, "widths": (256, 256)},
    "full": {"total_decisions": 1_000_000_000, "num_tables": 4096, "widths": (256, 256)},
}
"""What each preset changes for games that bring none of their own."""
_ALONE: Mapping[str, Any] = {
    "bot_share": 1.0,
    "opponent_seats": "all-but-one",
    "league_share": 0.0,
    "random_share": 0.0,
    "mix": NO_MIX,
    "curriculum": "none",
    "curriculum_win_rate": 0.0,
}
"""What seats the learner alone among copies of one agent, at the tables that it is measured on."""
_EXPLORATION = 0.05
"""Least entropy coefficient of a learner against one agent: a copy of it tries nothing else with less."""


def presets_of(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """What each preset of a game changes, by name."""
    return game.training.presets or GENERAL


def preset(game: Game | str, name: str, *, against: str | None = None, **changes: Any) -> Config:
    """Settings of a preset.

    Args:
        game: a game, or its name in the registry.
        name: ``quick``, ``standard`` or ``full`` of the general presets, or one that the game brings.
        against: name of an agent that takes all seats but one in every game. The learner then begins with random
            weights and an entropy coefficient of at least 0.05, unless `changes` says otherwise.
        **changes: settings that differ, by name.

    Returns:
        The settings.

    Raises:
        ConfigError: no such game, preset or setting, a bad value, or one that `against` decides.
    """
    played = make(game) if isinstance(game, str) else game
    chosen = presets_of(played)
    if name not in chosen:
        raise unknown(f"preset of {played.name}", name, chosen)
    try:
        config = Config().changed(**chosen[name])
    except ConfigError as error:
        raise ConfigError(f"preset {name} of {played.name}: {error}") from error
    if against is not None:
        for each in (*_ALONE, "bots"):
            if each in changes:
                raise ConfigError(f"the setting {each} follows from --against {against}: leave one of them out")
        entropy = max(config.schedule.entropy_coef, _EXPLORATION)
        begins = {"teacher": NONE, "initial_policy": NONE, "entropy_coef": entropy}
        config = config.changed(**_ALONE, **begins, bots=(against,))
    return config.changed(**changes)

"""Trained policies that ship with a game: the agent ``net`` without a file.

They lie in the folder that the game's spec names. ``GAME.onnx`` plays every table that its actions and
observation fit, ``GAME-N.onnx`` those of N people, which it was trained for alone. ``GAME.md`` is the model card:
how they were trained, and how strong they are.
"""

from __future__ import annotations

from pathlib import Path

from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec import registry


def shipped_policy(game: Game) -> Path:
    """The policy of a game that ships with it, the one for its number of people if there is such a one.

    Args:
        game: the game.

    Returns:
        The ONNX file; its metadata says whether it fits this table.

    Raises:
        ConfigError: there is none for this game.
    """
    folder = game.spec.policies
    if folder is not None:
        for name in (f"{game.name}-{game.num_players}", game.name):
            path = folder / f"{name}.onnx"
            if path.exists():
                return path
    known = ", ".join(name for name in registry.entries() if registry.spec(name).policies is not None) or "none"
    raise ConfigError(
        f"no trained player of {game.name} ships with croupier (there is one of {known}): "
        "net:FILE plays a policy.onnx that croupier train has written"
    )

"""Trained policies that ship with croupier, and a model card for each game that has them.

``GAME.onnx`` plays every table that its actions and observation fit, ``GAME-N.onnx`` those of N people, which it
was trained for alone. ``GAME.md`` is the card: how they were trained, and how strong they are.
"""

from __future__ import annotations

from pathlib import Path

from croupier.core.errors import ConfigError
from croupier.core.game import Game


def shipped_policy(game: Game) -> Path:
    """The policy of a game that ships with croupier, the one for its number of people if there is such a one.

    Args:
        game: the game.

    Returns:
        The ONNX file; its metadata says whether it fits this table.

    Raises:
        ConfigError: there is none for this game.
    """
    folder = Path(__file__).parent
    for name in (f"{game.name}-{game.num_players}", game.name):
        path = folder / f"{name}.onnx"
        if path.exists():
            return path
    known = ", ".join(sorted(each.stem for each in folder.glob("*.md")))
    raise ConfigError(
        f"no trained player of {game.name} ships with croupier (there is one of {known}): "
        "net:FILE plays a policy.onnx that croupier train has written"
    )

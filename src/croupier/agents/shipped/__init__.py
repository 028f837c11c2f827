"""The players that ship with croupier: ``GAME.onnx``, a policy of that game, and ``GAME.md``, its card."""

from __future__ import annotations

from pathlib import Path

from croupier.core.errors import ConfigError
from croupier.core.game import Game


def shipped_policy(game: Game) -> Path:
    """The policy of a game that ships with croupier.

    Args:
        game: the game; its number of people must be one that the policy has room for.

    Returns:
        The ONNX file.

    Raises:
        ConfigError: there is none for this game.
    """
    folder = Path(__file__).parent
    path = folder / f"{game.name}.onnx"
    if not path.exists():
        known = ", ".join(sorted(each.stem for each in folder.glob("*.onnx")))
        raise ConfigError(
            f"no trained player of {game.name} ships with croupier (there is one of {known}): "
            "net:FILE plays a policy.onnx that croupier train has written"
        )
    return path

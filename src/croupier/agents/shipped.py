"""Trained policies that ship with a game: the agent ``net``, and by release ``net:2026-11``.

They are in the folder that the game's spec names, as ``GAME-2026-11.onnx``, each with its model card
``GAME-2026-11.md``: how it was trained, and how strong it is. ``net`` is the newest one. A release never changes,
so that players can be measured against it for years.
"""

from __future__ import annotations

import re
from pathlib import Path

from croupier.agents.names import file_named
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.spec import registry

_PACKAGE = Path(__file__).parents[1]
_RELEASE = re.compile(r"\d{4}-\d{2}")
"""Year and month; never read as the name of a file."""
_GONE = {"2026-11-small": "net:2026-11"}
"""Releases that no longer ship, with the policy that each was distilled from."""


def releases(game: Game) -> dict[str, Path]:
    """The policies that ship with a game, by release, the newest last."""
    folder, start = game.spec.policies, f"{game.name}-"
    files = [] if folder is None else sorted(folder.glob(f"{start}*.onnx"), key=lambda file: file.stem)
    found = {file.stem.removeprefix(start): file for file in files}
    return {word: file for word, file in found.items() if _RELEASE.fullmatch(word)}


def shipped_policy(game: Game) -> Path:
    """The newest policy that ships with a game."""
    found = releases(game)
    if found:
        return next(reversed(found.values()))
    known = (
        ", ".join(name for name in registry.registered_games() if registry.spec(name).policies is not None)
        or "none"
    )
    raise ConfigError(
        f"no trained player of {game.name} ships with croupier (there is one of {known}): "
        "net:FILE plays a policy.onnx that croupier train has written"
    )


def is_shipped(argument: str | None) -> bool:
    """Whether the text after ``net:`` names a policy that ships or once shipped: nothing, or a release."""
    return not argument or argument in _GONE or _RELEASE.fullmatch(argument) is not None


def policy_path(argument: str | None, game: Game) -> Path:
    """The file of ``net``, ``net:2026-11`` or ``net:FILE``, which may be missing."""
    if argument and not is_shipped(argument):
        return file_named(argument)
    if argument in _GONE:
        raise ConfigError(f"net:{argument} ships no longer: {_GONE[argument]}, which it was distilled from, does")
    newest = shipped_policy(game)
    if not argument:
        return newest
    found = releases(game)
    if argument not in found:
        raise ConfigError(
            f"no net:{argument} of {game.name} ships with croupier: {_known(game)}; "
            f"a file of that name is net:./{argument}"
        )
    return found[argument]


def called(path: Path, folder: Path | None = None) -> str:
    """The name of a file of weights; one of croupier, or of a game's folder, has the same name on all machines."""
    ships = path.parent == folder or path.is_relative_to(_PACKAGE)
    return f"{path.name} of croupier" if ships else str(path)


def no_policy(argument: str, game: Game) -> FileError:
    """The error for ``net:FILE`` without such a file; it lists the releases."""
    return FileError(f"{argument} cannot be read: no such file, and no player that ships either: {_known(game)}")


def _known(game: Game) -> str:
    """The policies that ship, in words."""
    names = [f"net:{release}" for release in releases(game)]
    return f"there is {' and '.join(names)}" if names else f"there is none of {game.name}"

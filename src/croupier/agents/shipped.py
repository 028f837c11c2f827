"""Trained policies that ship with a game: the agent ``net``, and by their release ``net:2026-11``.

They lie in the folder that the game's spec names, as ``GAME-2026-11.onnx``, each with its model card
``GAME-2026-11.md``: how it was trained, and how strong it is. ``net`` is the newest of them. A release stays as it
is, so that players can be measured against it for years. Beside it may lie ``GAME-2026-11-small.onnx``, a smaller
policy that was distilled from it and takes less time in a search: ``net:2026-11-small``.
"""

from __future__ import annotations

import re
from pathlib import Path

from croupier.agents.names import AgentName, file_named
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.spec import registry

_RELEASE = re.compile(r"\d{4}-\d{2}")
"""Year and month: a word that is never taken for a file's name."""
_SMALL = "-small"
"""Behind a release: what was distilled from it."""


def releases(game: Game) -> dict[str, Path]:
    """The policies of a game that ship with it, by their release, the newest last."""
    return {word: file for word, file in _files(game).items() if _RELEASE.fullmatch(word)}


def _files(game: Game) -> dict[str, Path]:
    """The policies in a game's folder, by what stands behind the game's name."""
    folder, start = game.spec.policies, f"{game.name}-"
    files = [] if folder is None else sorted(folder.glob(f"{start}*.onnx"), key=lambda file: file.stem)
    return {file.stem.removeprefix(start): file for file in files}


def shipped_policy(game: Game) -> Path:
    """The newest policy of a game that ships with it.

    Returns:
        The ONNX file; its metadata says whether it fits this table.

    Raises:
        ConfigError: there is none for this game.
    """
    found = releases(game)
    if found:
        return next(reversed(found.values()))
    known = ", ".join(name for name in registry.entries() if registry.spec(name).policies is not None) or "none"
    raise ConfigError(
        f"no trained player of {game.name} ships with croupier (there is one of {known}): "
        "net:FILE plays a policy.onnx that croupier train has written"
    )


def is_shipped(argument: str | None) -> bool:
    """Whether what stands behind ``net:`` names a policy that ships: nothing, a release, or what is smaller."""
    return not argument or _RELEASE.fullmatch(argument.removesuffix(_SMALL)) is not None


def policy_path(argument: str | None, game: Game) -> Path:
    """The file that ``net``, ``net:2026-11``, ``net:2026-11-small`` or ``net:FILE`` plays; a file may be missing.

    Args:
        argument: what stands behind the colon, if anything does.

    Raises:
        ConfigError: no policy of this game ships, or none of that release.
    """
    if argument and not is_shipped(argument):
        return file_named(argument)
    newest = shipped_policy(game)
    if not argument:
        return newest
    found = _files(game)
    if argument not in found:
        raise ConfigError(
            f"no net:{argument} of {game.name} ships with croupier: {_known(game)}; "
            f"a file of that name is net:./{argument}"
        )
    return found[argument]


def smaller(name: AgentName, game: Game) -> AgentName:
    """The agent that plays the smaller policy that was distilled from one that ships, with the same settings.

    Args:
        name: an agent's name.

    Raises:
        ConfigError: it is no policy that ships, or none smaller was distilled from it.
    """
    if name.head != "net" or not is_shipped(name.argument) or (name.argument or "").endswith(_SMALL):
        raise ConfigError(
            f"rollouts=small plays on by what was distilled from a policy that ships, and {name.text!r} is none"
        )
    release = policy_path(name.argument, game).stem.removeprefix(f"{game.name}-")
    found = AgentName.parse(f"{name.text.partition(':')[0]}:{release}{_SMALL}")
    policy_path(found.argument, game)
    return found


def no_policy(argument: str, game: Game) -> FileError:
    """The error for ``net:FILE`` where there is no such file; it names the releases too."""
    return FileError(f"{argument} cannot be read: no such file, and no player that ships either: {_known(game)}")


def _known(game: Game) -> str:
    """The players that ship, in words."""
    names = [f"net:{release}" for release in releases(game)]
    return f"there is {' and '.join(names)}" if names else f"there is none of {game.name}"

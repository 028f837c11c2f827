"""``croupier new-game``: write a package with a small playable game, as a start for your own."""

from __future__ import annotations

import importlib.util
import keyword
import os
import re
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

from croupier.cli.common import Json, argument, echo, option, print_json
from croupier.core.base.errors import ConfigError
from croupier.core.base.files import write_errors

PARTS = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "src/$package/__init__.py": "game.py.txt",
    "tests/test_$package.py": "test_game.py.txt",
}
"""The files of a package, and their templates."""


def new_game(
    name: Annotated[str, argument("NAME", "The game's name: small letters and digits, separated by - or _.")],
    folder: Annotated[Path | None, option("PATH", "Write it here, and not to the folder NAME.", "--out")] = None,
    as_json: Json = False,
) -> None:
    """Write a package with a small game that plays.

    The game is two dice under cups, in one file: rules, view, words and a bot, with tests. Change it into yours.

    Example: croupier new-game my-game
    """
    package = _package_of(name)
    written = Path(name) if folder is None else folder
    words = {"name": name, "package": package, "title": re.sub("[-_]", " ", name).capitalize()}
    _write(written, words)
    parts = [Template(part).substitute(words) for part in PARTS]
    if as_json:
        print_json({"game": name, "package": package, "folder": str(written.resolve()), "files": parts})
        return
    echo(f"{written} has a game that plays:")
    for part in parts:
        echo(f"  {part}")
    play = f"croupier play {name} --vs bot"
    steps: tuple[str, ...] = f"cd {written}", "pip install -e '.[test]'", play, "python -m pytest"
    if "UV" in os.environ:  # `uv run` says so; in the game's folder it would make an environment of its own
        steps = f"uv pip install -e '{written}[test]'", f"uv run {play}", f"uv run python -m pytest {written}"
    echo("\n  ".join(("\nNext:", *steps)))


def _package_of(name: str) -> str:
    """The name of a game's Python package."""
    from croupier.core.spec.registry import registered_games

    package = name.replace("-", "_")
    if not re.fullmatch("[a-z][a-z0-9]*([-_][a-z0-9]+)*", name):
        raise ConfigError(
            f"{name!r} cannot be a game's name: small letters and digits, separated by - or _, like my-game"
        )
    if keyword.iskeyword(package) or keyword.issoftkeyword(package):
        raise ConfigError(f"{name!r} cannot be a game's name: it is a word of Python; take one like my-{name}")
    for entry in registered_games().values():
        if entry.name.replace("-", "_") == package:
            raise ConfigError(f"there is a game {entry.name} already ({entry.target}): take another name")
    found = importlib.util.find_spec(package)
    if package in sys.stdlib_module_names or (found is not None and found.origin is not None):
        raise ConfigError(f"{package} is a Python package already: take a name like my-{name}")
    return package


def _write(folder: Path, words: dict[str, str]) -> None:
    """Write all files or none: first next to the folder, then renamed."""
    if folder.exists() or folder.is_symlink():
        raise ConfigError(f"{folder} is there already: remove it, or name another one with --out")
    if not folder.parent.is_dir():
        raise ConfigError(f"there is no folder {folder.parent} to write {folder.name} into")
    with write_errors(folder):  # an OSError names a file that is gone by now
        _write_next_to(folder, words)


def _write_next_to(folder: Path, words: dict[str, str]) -> None:
    """Write all files next to the folder, then rename."""
    templates = files("croupier.cli.playing") / "new_game_template"
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
        made = Path(beside) / folder.name
        for part, template in PARTS.items():
            file = made / Template(part).substitute(words)
            file.parent.mkdir(parents=True, exist_ok=True)
            text = Template((templates / template).read_text(encoding="utf-8")).substitute(words)
            file.write_text(text, encoding="utf-8")
        made.rename(folder)

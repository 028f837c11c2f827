"""A package with a game, as if it were installed: this process and those that it starts find it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.core.spec import registry


@contextmanager
def installed(folder: Path, name: str, target: str, *paths: Path) -> Iterator[None]:
    """For as long as this lasts.

    Args:
        folder: an empty folder for what says that it is installed.
        name: the game's name.
        target: ``module:attribute`` of its spec.
        paths: folders in which modules are found.
    """
    about = folder / f"{name.replace('-', '_')}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[croupier.games]\n{name} = {target}\n")
    found = [str(folder), *map(str, paths)]
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv(
            "PYTHONPATH", os.pathsep.join([*found, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        )
        for path in reversed(found):
            changed.syspath_prepend(path)
        forget()
        yield
    forget()
    package = target.partition(":")[0].partition(".")[0]
    for module in set(sys.modules) - before:
        if module.partition(".")[0] == package:
            del sys.modules[module]


def forget() -> None:
    """Let the registry look anew for what is installed."""
    registry.registered_games.cache_clear()
    registry.spec.cache_clear()

"""The cases of each game: the module ``cases`` in its folder of tests."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.core.spec.registry import BUILT_IN, spec

ROOT = Path(__file__).parents[1]
NAMES = [entry.name for entry in BUILT_IN]

Cases = tuple[tuple[Mapping[str, Any], int], ...]


def folder(game: str) -> Path:
    """The folder of a game's tests."""
    return ROOT / "tests" / "games" / game.replace("-", "_")


def having(part: str) -> list[str]:
    """The games that have a part which not every game has, like ``pictures`` or ``words.explain``."""
    return [name for name in NAMES if operator.attrgetter(part)(spec(name)) is not None]


def of(game: str, what: str) -> Cases:
    """A table of a game's cases: ``OPTION_SETS`` or ``PLAYTHROUGHS``; empty where it has none."""
    if not (folder(game) / "cases.py").exists():
        return ()
    cases: Cases = getattr(importlib.import_module(f"tests.games.{folder(game).name}.cases"), what)
    return cases

"""The cases of each game: the module ``cases`` in its folder of tests."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

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


def at_a_door() -> list[Any]:
    """Each game with each of its sets of options, as parameters of a door's test.

    Options are the game's: of each game one set shows every day that they arrive at a door.
    """
    return [
        pytest.param(name, case[0], marks=() if case is sets[:2][-1] else pytest.mark.thorough)
        for name in NAMES
        for sets in [of(name, "OPTION_SETS")]
        for case in sets
    ]

"""Saved states and position texts of every built-in game, changed at random, are refused or safe to play."""

from collections.abc import Mapping
from typing import Any

import pytest

import croupier
from croupier.testing.fuzz import fuzz_game
from tests import cases

BOTS = {"pig": ("bot:hold-25",), "skull-king": ("bot", "bot:simple"), "spite-malice": ("bot:greedy",)}
"""Compiled players that are asked as well: those that are quick uncompiled; ``bot`` elsewhere."""
CASES, THOROUGH = 30, 100_000
"""Cases a game, shared out among its sets of options."""


def each(total: int, sets: int) -> list[Any]:
    """The first sets of options of every game, each with its share of the cases."""
    return [
        pytest.param(name, options, -(-total // len(chosen)), id=f"{name}-{number}")
        for name in cases.NAMES
        for chosen in [cases.of(name, "OPTION_SETS")[:sets]]
        for number, (options, _) in enumerate(chosen)
    ]


def check(name: str, options: Mapping[str, Any], count: int, seed: int) -> None:
    report = fuzz_game(croupier.make(name, **options), count, seed, bots=BOTS.get(name, ("bot",)))
    assert report.accepted > count // 50
    assert report.refused > count // 2


@pytest.mark.compiled  # the cases run uncompiled anyway
@pytest.mark.parametrize(("name", "options", "count"), each(CASES, 1))
def test_what_is_let_in_can_be_played(name: str, options: Mapping[str, Any], count: int) -> None:
    check(name, options, count, seed=1)


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "options", "count"), each(THOROUGH, 100))
def test_what_is_let_in_can_be_played_in_many_cases(name: str, options: Mapping[str, Any], count: int) -> None:
    check(name, options, count, seed=1000)

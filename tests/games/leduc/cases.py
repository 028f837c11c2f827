"""What the tests of every game need to know of this one: options to check, games to write out."""

from typing import Any

OPTION_SETS: tuple[tuple[dict[str, Any], int], ...] = (({}, 30),)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py)."""

PLAYTHROUGHS: tuple[tuple[dict[str, Any], int], ...] = (({}, 1), ({}, 4), ({}, 8))
"""Options and seed of the games that are written out (tests/golden.py)."""

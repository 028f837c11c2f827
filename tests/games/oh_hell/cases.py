"""What the tests of every game need to know of this one: options to check, games to write out."""

from tests.cases import Cases

OPTION_SETS: Cases = (
    ({"largest": 4}, 2),
    ({"players": 3, "largest": 17, "rounds": "one"}, 1),
    ({"players": 7, "rounds": "both", "largest": 2, "hook": False}, 2),
    ({"players": 4, "largest": 13, "rounds": "one", "trump": False}, 1),
    ({"players": 5, "largest": 1, "scoring": "tricks"}, 6),
    ({"players": 3, "largest": 3, "rounds": "down", "trump": False}, 3),
)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py)."""

PLAYTHROUGHS = (
    ({"players": 3, "largest": 3}, 3),
    ({"players": 5, "largest": 2, "rounds": "both", "trump": False, "scoring": "tricks"}, 9),
    ({"players": 3, "largest": 2, "rounds": "down", "hook": False}, 12),
)
"""Options and seed of the games that are written out (tests/golden.py)."""

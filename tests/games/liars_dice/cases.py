"""What the tests of every game need to know of this one: options to check, games to write out."""

from tests.cases import Cases

OPTION_SETS: Cases = (
    ({}, 6),
    ({"dice": 1}, 30),
    ({"players": 3, "dice": 2, "first_dice": 1, "faces": 2}, 20),
    ({"players": 5}, 2),
    ({"players": 3, "dice": 2, "first_dice": 1, "faces": 3, "lost_dice": True}, 20),
)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py)."""

PLAYTHROUGHS = (
    ({"dice": 1}, 3),
    ({"players": 3, "dice": 2, "first_dice": 3}, 9),
    ({"players": 5, "faces": 4}, 12),
    ({"players": 3, "dice": 2, "faces": 3, "lost_dice": True}, 4),
)
"""Options and seed of the games that are written out (tests/golden.py)."""

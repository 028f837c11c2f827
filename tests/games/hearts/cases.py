"""What the tests of every game need to know of this one: options to check, games to write out."""

from tests.cases import Cases

OPTION_SETS: Cases = (
    ({"target": 0, "max_deals": 2}, 1),
    ({"players": 3, "target": 20, "jack": True}, 1),
    ({"players": 6, "passing": "across", "target": 0, "max_deals": 1, "moon": "subtract"}, 3),
    ({"players": 5, "passing": "none", "target": 0, "max_deals": 2, "first_trick": "any"}, 2),
    ({"players": 3, "passing": "right", "target": 0, "max_deals": 1, "jack": True}, 2),
)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py)."""

PLAYTHROUGHS = (
    ({"players": 6, "target": 0, "max_deals": 1}, 3),
    ({"players": 3, "target": 0, "max_deals": 1, "passing": "right", "jack": True, "first_trick": "any"}, 9),
)
"""Options and seed of the games that are written out (tests/golden.py)."""

"""What the tests of every game need to know of this one: options to check, games to write out."""

OPTION_SETS = (
    ({"goal_size": 1, "max_turns": 1}, 12),
    ({"goal_size": 1}, 8),
    ({"goal_size": 2, "max_turns": 40}, 6),
    ({"max_turns": 120}, 1),
)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py)."""

PLAYTHROUGHS = (
    ({"goal_size": 3}, 1),
    ({"goal_size": 2}, 47),
    ({"max_turns": 12}, 5),
)
"""Options and seed of the games that are written out (tests/golden.py)."""

"""What the tests of every game need to know of this one: options to check, games to write out."""

OPTION_SETS = (
    ({"winning_score": 40}, 10),
    ({"winning_score": 1, "max_turns": 1}, 40),
    ({"winning_score": 25, "max_turns": 3}, 40),
    ({"winning_score": 1000, "max_turns": 30}, 3),
    ({"winning_score": 30, "max_turns": 20, "turn_unit": "action"}, 20),
    ({"winning_score": 1_000_000, "max_turns": 1, "turn_unit": "action"}, 40),
)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py)."""

PLAYTHROUGHS = (
    ({"winning_score": 20}, 4),
    ({"winning_score": 30, "max_turns": 5}, 21),
    ({"winning_score": 15, "max_turns": 8, "turn_unit": "action"}, 32),
)
"""Options and seed of the games that are written out (tests/golden.py)."""

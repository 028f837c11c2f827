"""What the tests of every game need to know of this one: options to check, games to write out."""

from tests.cases import Cases
from tests.games.skull_king.tables import FULL

_PLAIN = dict.fromkeys(("rosie", "bendt", "roatan", "jade", "harry"), False)

OPTION_SETS: Cases = (
    ({}, 0),
    ({"schedule": "fives", "players": 3, **FULL}, 2),
    ({"schedule": "fives", "players": 2, **FULL, "rascal": True}, 3),
    ({"schedule": "one", "players": 8, **FULL}, 6),
    ({"schedule": "down", "players": 2}, 1),
    ({"schedule": "skip", "players": 5, "rascal": True, "whale": True}, 0),
    ({"schedule": "one", "players": 5, "rascal": True, "whale": True}, 4),
    ({"schedule": "fives", **_PLAIN}, 2),
    ({"schedule": "fives", **_PLAIN, "harry": True, "kraken": True}, 2),
    ({"schedule": "fives", **_PLAIN, "roatan": True, "loot": True}, 2),
    ({"schedule": "fives", **_PLAIN, "rosie": True, "players": 7}, 0),
    ({"schedule": "fives", **_PLAIN, "bendt": True, "jade": True}, 3),
    ({"schedule": "fives", "players": 6, "bendt": False, **FULL}, 0),
)
"""Options, and how many random games are checked under them (tests/testing/test_check_game.py).

0 is one game in a thorough run alone: what these have, others have too, at tables of three, four and eight.
"""

PLAYTHROUGHS: Cases = (
    ({"players": 2, "schedule": "fives", **FULL}, 6),
    ({"players": 4, "schedule": "fives"}, 1),
    ({"players": 8, "schedule": "one", **FULL, "rascal": True}, 3),
)
"""Options and seed of the games that are written out (tests/golden.py)."""

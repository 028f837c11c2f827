"""The score sheet's rounds and points, as JSON; what people see is tested in a browser."""

import json
import re
from typing import Any

import pytest

from croupier.core.base.errors import ConfigError
from croupier.games.skull_king.score_sheet import score_sheet

NAMES = ("Ann", "Bob", "Cyd")


def row(**changes: Any) -> dict[str, Any]:
    """A round of three cards in which Ann and Bob are exact."""
    return {"cards": 3, "bids": [2, 1, 1], "won": [2, 1, 0]} | changes


def written(*rounds: Any, **changes: Any) -> str:
    """A sheet with these rounds."""
    data = {"format": 1, "game": "skull-king", "names": list(NAMES), "rounds": list(rounds)}
    return json.dumps(data | changes)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [40, 20, -10]),
        ({"bonuses": [50, 0, 0]}, [90, 20, -10]),
        ({"bids": [2, 0, 1], "bonuses": [0, 30, 0]}, [40, -30, -10]),
        ({"bids": [2, 0, 1], "harry": [0, 1, 0]}, [40, 20, -10]),
        ({"wagers": [10, 0, 0]}, [50, 20, -10]),
        ({"bids": [1, 1, 1], "wagers": [20, 0, 0]}, [-30, 20, -10]),
        ({"alliances": [["Bob", "Ann"], ["Cyd", "Ann"]]}, [60, 40, -10]),
        ({"won": [2, 0, 0]}, [40, -10, -10]),  # a trick may have been destroyed
    ],
)
def test_sk_12_to_14_a_round_is_scored(changes: dict[str, Any], expected: list[int]) -> None:
    scored = score_sheet(written(row(**changes)))
    assert scored["rounds"][0]["points"] == scored["totals"] == expected


def test_sk_13_rascal_scoring_is_kept_and_points_are_counted_anew() -> None:
    scored = score_sheet(written(row(), rascal=True))
    assert scored["rounds"][0]["points"] == [30, 30, 15]
    assert score_sheet(json.dumps(scored)) == scored
    assert score_sheet(json.dumps(scored | {"totals": [0, 0, 0]})) == scored


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cards": 0}, "3 players are dealt 1 to 10 cards, not 0 (SK-2)"),
        ({"bids": [4, 1, 1]}, "Ann's bid must be 0 to 3, the cards dealt, not 4 (SK-4)"),
        ({"won": [2, 1, 1]}, "the tricks won add up to 4, more than the cards dealt, 3 (SK-2, SK-6)"),
        ({"won": [2, -1, 1]}, "Bob cannot have won -1 tricks (SK-6)"),
        ({"bonuses": [15, 0, 0]}, "Ann's bonus must be a multiple of 10, not 15 (SK-12)"),
        ({"bonuses": [0, 0, 10]}, "Cyd has won no trick, so nothing was captured (SK-12)"),
        ({"bonuses": [0, 10**30, 0]}, "at most 240 points can be captured in a round, not 10"),
        ({"bonuses": [130, 120, 0]}, "at most 240 points can be captured in a round, not 250 (SK-12)"),
        ({"wagers": [30, 0, 0]}, "Ann's wager must be 0, 10 or 20, not 30 (SK-14)"),
        ({"wagers": [0, 0, 10]}, "Cyd cannot bet"),
        ({"wagers": [10, 10, 0]}, "there is one Roatan (SK-14)"),
        ({"cards": 1, "bids": [1, 0, 0], "won": [1, 0, 0], "wagers": [10, 0, 0]}, "not the last (SK-14)"),
        ({"harry": [2, 0, 0]}, "Harry changes a bid by -1, 0 or +1, not by +2 for Ann (SK-14)"),
        ({"harry": [0, 0, 1]}, "Cyd has won no trick, so none with Harry (SK-14)"),
        ({"harry": [1, -1, 0]}, "there is one Harry (SK-14)"),
        ({"bids": [3, 1, 1], "harry": [1, 0, 0]}, "Ann's bid of 3 cannot become 4: bids are 0 to 3 (SK-14)"),
        ({"alliances": [["Ann", "Ann"]]}, "Ann cannot be allied with Ann (SK-11)"),
        ({"alliances": [["Ann", "Bob"]] * 3}, "at most two alliances, not 3 (SK-11)"),
        ({"alliances": [["Ann", "Dan"]]}, "an alliance is a pair of names of the sheet"),
        ({"won": [3, 0, 0], "alliances": [["Bob", "Cyd"]]}, "neither won any (SK-11)"),
        ({"bids": [1, 1]}, '"bids" must be a list of 3 whole numbers'),
        ({"bids": [1, 1, True]}, '"bids" must be a list of 3 whole numbers'),
        ({"cards": "3"}, '"cards" must be a whole number'),
        ({"bid": [1, 1, 1]}, 'a round has no "bid"; known: cards, bids'),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_its_rule(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as error:
        score_sheet(written(row(), row(**changes)))
    assert str(error.value).startswith("round 2: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is no JSON"),
        ("[]", "this is no score sheet"),
        ('{"format": 2, "game": "skull-king"}', "this is no score sheet"),
        ('{"format": 1, "game": "skull-king", "names": ["Ann"]}', "2 to 8 people play Skull King, not 1 (SK-2)"),
        ('{"format": 1, "game": "skull-king", "names": ["Ann", "ann"]}', "two players have the name 'Ann'"),
        ('{"format": 1, "game": "skull-king", "names": ["Ann", "12"]}', "a name has a letter"),
        ('{"format": 1, "game": "skull-king", "names": "Ann"}', '"names" must be a list of names'),
        ('{"format": 1, "game": "skull-king", "names": ["A", "B"], "rounds": [3]}', "round 1: a round must be"),
        ('{"format": 1, "game": "skull-king", "names": ["A", "B"], "rascal": 1}', '"rascal" must be true or'),
        ('{"format": 1, "game": "skull-king", "names": ["A", "B"], "round": []}', 'the sheet has no "round"'),
    ],
)
def test_a_broken_sheet_is_refused(content: str, message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        score_sheet(content)

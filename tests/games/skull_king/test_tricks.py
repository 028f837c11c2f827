"""Tricks and rounds judged from text, SK-5 to SK-14: by the kernels, by the public functions, by the reference."""

from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.errors import ConfigError, PositionError
from croupier.games.skull_king import (
    RoundScore,
    RoundTally,
    TrickResult,
    legal_cards,
    resolve_trick,
    score_round,
    tally_tricks,
)
from croupier.games.skull_king.api import MOST_CAPTURED
from tests.games.skull_king.judges import JUDGES

DATA = (Path(__file__).parent / "data" / "tricks.txt").read_text().strip().split("\n\n")[1:]
HANDS, TRICKS, ROUNDS = (block.splitlines() for block in DATA)


@pytest.mark.parametrize("case", HANDS)
def test_sk_5_what_may_be_played(case: str) -> None:
    given, _, allowed = case.removeprefix("SK-5 ").partition(" : ")
    hand, _, table = given.partition(" > ")
    for judge in JUDGES:
        found = judge.legal_cards(hand.split(", "), "" if table == "no card" else table)
        assert found == sorted(allowed.split(", ")), judge


def told(result: TrickResult) -> str:
    """A result as the file writes it."""
    parts = ["nobody wins" if result.winner is None else f"{result.winner} wins"]
    if result.next_leader != result.winner:
        parts.append(f"{result.next_leader} leads")
    if result.bonus:
        parts.append(f"{result.bonus} for captures")
    return ", ".join([*parts, *(f"{one} and {other} are allies" for one, other in result.alliances)])


@pytest.mark.parametrize("case", TRICKS)
def test_sk_6_to_sk_12_what_becomes_of_a_trick(case: str) -> None:
    given, _, expected = case.partition(" : ")
    for judge in JUDGES:
        assert told(judge.resolve(given.partition(" ")[2])) == expected, judge


def number(word: str) -> int | tuple[int, ...]:
    """A number, or a pair of seats like 1-0."""
    return tuple(map(int, word.split("-"))) if "-" in word else int(word)


@pytest.mark.parametrize("case", ROUNDS)
def test_sk_11_to_sk_14_what_a_round_scores(case: str) -> None:
    given, _, points = case.partition(" : ")
    words = [part.split() for part in given.partition(" ")[2].split(", ")]
    said: dict[str, Any] = {name: [number(value) for value in values] for name, *values in words}
    [cards], rascal = said.pop("cards"), said.pop("rascal", None) is not None
    for judge in JUDGES:
        assert judge.points(cards, **said, rascal=rascal) == [int(value) for value in points.split()], judge


def test_sk_5_identical_cards_are_one_choice() -> None:
    assert legal_cards(["escape", "escape"], []) == ("escape",)


def test_sk_6_seats_are_those_given() -> None:
    assert resolve_trick([(2, "green 7"), (0, "tigress:pirate")]) == TrickResult(0, 0, 0, ())
    assert resolve_trick([(7, "g7"), (3, "G 9"), (5, "y14")][:1]) == TrickResult(7, 7, 0, ())


@pytest.mark.parametrize(
    ("plays", "message"),
    [
        ([(0, "green 15")], r"'green 15' is no card; .* \(SK-1\)"),
        ([(0, "green 7"), (1, "g7")], r"'green 7' is there 2 times of 1 \(SK-1\)"),
        ([(0, "tigress:pirate"), (1, "tigress:escape")], r"'tigress' is there 2 times of 1 \(SK-1\)"),
        ([(0, "tigress")], r"'tigress:escape' or 'tigress:pirate' \(SK-7\)"),
        ([(0, "green 7"), (0, "green 8")], r"Player 0 plays twice in one trick \(SK-3\)"),
        ([(k, f"green {k + 1}") for k in range(9)], r"at most 8 plays, not 9 \(SK-2\)"),
        ([(0, "whale"), (1, "kraken")], r"neither Kraken nor Whale \(SK-2, SK-10\)"),
        ([], r"neither Kraken nor Whale \(SK-2, SK-10\)"),
    ],
)
def test_impossible_tricks_are_refused_by_the_rules_id(plays: list[tuple[int, str]], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        resolve_trick(plays)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (["green 7"], r"'green 7' is there 2 times of 1 \(SK-1\)"),
        (["tigress:pirate"], r"say 'tigress' \(SK-7\)"),
        ([f"yellow {k}" for k in range(1, 14)], r"at most 12 cards, not 13 \(SK-2\)"),
    ],
)
def test_impossible_hands_are_refused_by_the_rules_id(hand: list[str], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        legal_cards(hand, [(0, "green 7")])


@pytest.mark.parametrize(
    "name", ["green 7", "G7", " Green  7 ", "the skull king", "sk", "White Whale", "tigress : pirate"]
)
def test_names_are_read_in_any_dress(name: str) -> None:
    assert resolve_trick([(4, name), (1, "escape")]).next_leader in (1, 4)


def test_sk_12_a_scored_round_says_who_made_the_bid() -> None:
    assert score_round(5, [1, 0], [2, 0], alliances=[(1, 0)]) == RoundScore((-10, 50), (False, True))


def test_the_tricks_of_a_round_add_up() -> None:
    tricks = [
        [(0, "green 14"), (1, "loot"), (2, "black 2")],
        [(2, "skull king"), (0, "rosie"), (1, "kraken")],
        [(2, "mermaid"), (0, "jade"), (1, "yellow 3")],
    ]
    tally = tally_tricks(tricks, players=3)
    assert tally == RoundTally(won=(1, 0, 1), bonuses=(20, 0, 10), alliances=((1, 2),))
    score = score_round(3, [1, 0, 1], tally.won, bonuses=tally.bonuses, alliances=tally.alliances)
    assert score.points == (40, 50, 50)
    with pytest.raises(PositionError, match="SK-1"):
        tally_tricks([tricks[0], tricks[0]], players=3)


def test_sk_12_the_most_that_can_be_captured_in_a_round() -> None:
    first = ["skull king", "rosie", "bendt", "roatan", "jade", "harry", "green 14", "yellow 14"]
    second = ["tigress:pirate", "mermaid", "mermaid", "purple 14", "black 14", "green 1", "green 2", "green 3"]
    tally = tally_tricks([list(enumerate(first)), list(enumerate(second))], players=8)
    assert sum(tally.bonuses) == MOST_CAPTURED
    # without the king there is less: 40 for him, 40 for the mermaids; more pirates for him leave the mermaids none


def test_sk_15_graybeards_tricks_are_nobodys() -> None:
    plays = [(0, "green 3"), (2, "loot"), (1, "loot")], [(0, "green 4"), (2, "black 14"), (1, "yellow 1")]
    assert tally_tricks(plays, players=2) == RoundTally(won=(1, 0), bonuses=(0, 0), alliances=((1, 0),))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"cards": 0}, r"cards must be 1..10, not 0 \(SK-2\)"),
        ({"won": [1]}, "won must have 2 entries"),
        ({"won": [2, 3]}, r"at most 4 tricks are won in all \(SK-4\)"),
        ({"bids": [5, 0]}, r"bids and tricks must be 0..4"),
        ({"wagers": [5, 0]}, r"wagers must be 0, 10 or 20, not \[5, 0\] \(SK-14\)"),
        ({"bonuses": [15, 0]}, r"multiples of 10, not \[15, 0\] \(SK-12\)"),
        ({"bonuses": [250, 0]}, r"add up to 240 at most, not 250 \(SK-12\)"),
        ({"bonuses": [10**30, 0]}, r"add up to 240 at most"),
        ({"alliances": [(0, 2)]}, r"pairs of seats 0..1, not \[\(0, 2\)\] \(SK-11\)"),
        ({"bids": [], "won": []}, r"1..8 bids, not 0 \(SK-2\)"),
    ],
)
def test_impossible_rounds_are_refused_by_the_rules_id(given: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        score_round(**({"cards": 4, "bids": [1, 0], "won": [1, 0]} | given))  # type: ignore[arg-type]

"""Tricks and rounds judged from text, SK-5 to SK-14: by the kernels, by the public functions, by the reference."""

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
from tests.games.skull_king.judges import Judge, both
from tests.games.skull_king.tables import legal, play, refused, started

HAND = ["green 2", "green 9", "black 14", "yellow 3", "escape", "rosie", "kraken", "whale", "loot", "mermaid"]
SPECIALS = {"escape", "rosie", "kraken", "whale", "loot", "mermaid"}


@both
@pytest.mark.parametrize(
    ("table", "suit"),
    [
        ("green 7", "green"), ("black 2, green 7", "black"), ("escape, yellow 3, green 7", "yellow"),
        ("loot, purple 3", "purple"), ("tigress:escape, purple 3", "purple"), ("escape, escape", None),
        ("harry, green 7", None), ("tigress:pirate, green 7", None), ("mermaid, green 7", None),
        ("skull king, green 7", None), ("kraken, green 7", None), ("whale, green 7", None),
        ("escape, jade, green 7", None), ("loot, escape, mermaid, green 7", None), ("green 7, whale", "green"),
        ("kraken, green 7, whale", None),
    ],
)  # fmt: skip
def test_sk_5_the_suit_to_follow(judge: Judge, table: str, suit: str | None) -> None:
    hand = ["green 1", "yellow 1", "purple 1", "black 1", "escape"]
    allowed = judge.legal_cards(hand, table)
    assert allowed == sorted(hand if suit is None else (f"{suit} 1", "escape"))


@both
def test_sk_5_who_holds_the_suit_plays_it_or_a_special(judge: Judge) -> None:
    assert judge.legal_cards(HAND, "green 7") == sorted({"green 2", "green 9", *SPECIALS})
    assert judge.legal_cards(HAND, "escape, black 3") == sorted({"black 14", *SPECIALS})
    assert judge.legal_cards(HAND, "purple 3") == sorted(HAND)
    assert judge.legal_cards(HAND, "") == sorted(HAND)


@both
def test_sk_5_trump_may_not_be_played_while_able_to_follow(judge: Judge) -> None:
    assert judge.legal_cards(["black 14", "green 1"], "green 7") == ["green 1"]


@both
def test_sk_5_without_the_suit_anything_is_legal(judge: Judge) -> None:
    assert judge.legal_cards(["black 14", "yellow 1", "escape"], "green 7") == ["black 14", "escape", "yellow 1"]
    assert judge.legal_cards(["black 14", "yellow 1"], "") == ["black 14", "yellow 1"]


@both
def test_sk_5_a_number_after_a_led_character_sets_no_suit(judge: Judge) -> None:
    assert judge.legal_cards(["green 1", "yellow 1"], "rosie, green 7") == ["green 1", "yellow 1"]
    assert judge.legal_cards(["green 1", "yellow 1"], "escape, mermaid, green 7") == ["green 1", "yellow 1"]


@both
def test_sk_5_a_later_whale_does_not_lift_the_duty(judge: Judge) -> None:
    assert judge.legal_cards(["green 1", "yellow 1"], "green 7, whale") == ["green 1"]


def test_sk_5_identical_cards_are_one_choice_in_the_game_too() -> None:
    state = started("green 7, green 8, rosie", "green 1, yellow 1, black 1", "escape, escape, green 2")
    play(state, "green 7")
    assert legal(state) == ["[play green 1]"]
    assert refused(state, "[play black 1]") == "black 1 may not be played: green was led and you hold it (SK-5)"
    play(state, "green 1")
    assert legal(state) == ["[play green 2]", "[play escape]"]
    assert legal_cards(["escape", "escape"], []) == ("escape",)


@both
@pytest.mark.parametrize(
    ("table", "seat"),
    [
        ("green 7, green 9, yellow 14", 1), ("green 7, green 9, black 1", 2),
        ("black 3, black 9, green 14, black 4", 1), ("escape, purple 2, yellow 14, escape", 1),
        ("green 14, mermaid, black 14", 1), ("mermaid, mermaid, black 14", 0), ("mermaid, jade, black 14", 1),
        ("jade, rosie, mermaid", 0), ("jade, skull king, rosie", 1), ("mermaid, green 3, escape", 0),
        ("skull king, mermaid, mermaid", 1), ("mermaid, rosie, skull king, mermaid", 0),
        ("rosie, skull king, mermaid", 2), ("escape, escape, escape", 0), ("escape, loot, tigress:escape", 0),
        ("tigress:escape, escape, loot", 0), ("green 7, tigress:pirate, rosie", 1),
        ("green 7, tigress:escape, green 2", 0), ("escape, black 1, green 14", 1),
    ],
)  # fmt: skip
def test_sk_6_the_winner_leads_the_next_trick(judge: Judge, table: str, seat: int) -> None:
    result = judge.resolve(table)
    assert (result.winner, result.next_leader) == (seat, seat)


def test_sk_6_seats_are_those_given() -> None:
    assert resolve_trick([(2, "green 7"), (0, "tigress:pirate")]) == TrickResult(0, 0, 0, ())
    assert resolve_trick([(7, "g7"), (3, "G 9"), (5, "y14")][:1]) == TrickResult(7, 7, 0, ())


@both
@pytest.mark.parametrize(
    ("table", "leads"),
    [
        ("green 7, kraken, green 9", 2), ("green 7, black 14, kraken", 1), ("kraken, green 7, purple 9", 1),
        ("escape, kraken, escape", 0), ("kraken, escape, escape", 1), ("skull king, kraken, mermaid", 2),
        ("black 14, loot, kraken, green 14", 0),
    ],
)  # fmt: skip
def test_sk_8_the_kraken_destroys_the_trick(judge: Judge, table: str, leads: int) -> None:
    assert judge.resolve(table) == TrickResult(None, leads, 0, ())


@both
@pytest.mark.parametrize(
    ("table", "seat"),
    [
        ("green 7, whale, yellow 9", 2), ("green 9, whale, black 3, skull king", 0),
        ("black 9, yellow 9, whale", 0), ("yellow 9, black 9, whale", 0), ("whale, tigress:pirate, purple 1", 2),
        ("mermaid, skull king, black 14, whale", 2),
    ],
)  # fmt: skip
def test_sk_9_the_highest_number_wins_a_whale_trick(judge: Judge, table: str, seat: int) -> None:
    assert judge.resolve(table).winner == seat


@both
def test_sk_9_a_whale_trick_has_its_14s_but_no_captures(judge: Judge) -> None:
    assert judge.resolve("black 14, whale, green 14, mermaid, rosie").bonus == 30
    assert judge.resolve("green 2, whale, skull king, mermaid, rosie").bonus == 0


@both
def test_sk_9_without_a_number_nobody_wins_and_the_whales_player_leads(judge: Judge) -> None:
    assert judge.resolve("rosie, whale, escape") == TrickResult(None, 1, 0, ())


@both
@pytest.mark.parametrize(
    ("table", "winner", "leads"),
    [
        ("green 7, kraken, whale, yellow 9", 3, 3), ("kraken, whale, rosie", None, 1),
        ("green 7, whale, kraken, yellow 9", None, 0), ("whale, kraken, green 5, purple 9", None, 2),
        ("whale, rosie, kraken, skull king", None, 3), ("whale, escape, escape, kraken", None, 1),
    ],
)  # fmt: skip
def test_sk_10_only_the_second_leviathan_acts(judge: Judge, table: str, winner: int | None, leads: int) -> None:
    result = judge.resolve(table)
    assert (result.winner, result.next_leader) == (winner, leads)


@both
@pytest.mark.parametrize(
    ("table", "pairs"),
    [
        ("green 7, loot, green 9", ((1, 2),)), ("loot, loot, rosie", ((0, 2), (1, 2))),
        ("escape, loot, escape", ((1, 0),)), ("loot, escape, tigress:escape", ()), ("loot, loot, escape", ()),
        ("green 7, loot, whale", ((1, 0),)), ("loot, whale, rosie", ()),
        ("green 7, kraken, loot, whale", ((2, 0),)),
    ],
)  # fmt: skip
def test_sk_11_who_is_allied(judge: Judge, table: str, pairs: tuple[tuple[int, int], ...]) -> None:
    assert judge.resolve(table).alliances == pairs


@both
def test_sk_11_loot_led_among_escapes_wins(judge: Judge) -> None:
    assert judge.resolve("loot, escape, tigress:escape").winner == 0
    assert judge.resolve("loot, loot, escape").winner == 0


@both
@pytest.mark.parametrize(
    ("table", "bonus"),
    [
        ("green 14, green 3", 10), ("green 14, yellow 14, purple 14, black 14", 50),
        ("rosie, green 14, mermaid, mermaid", 50), ("skull king, rosie, jade, black 14", 80),
        ("skull king, mermaid, rosie", 40), ("mermaid, skull king, mermaid", 40), ("mermaid, green 3, mermaid", 0),
        ("rosie, jade, escape", 0), ("escape, escape", 0), ("tigress:pirate, mermaid", 20),
        ("skull king, tigress:pirate, jade", 60), ("skull king, tigress:escape", 0),
    ],
)  # fmt: skip
def test_sk_12_captures(judge: Judge, table: str, bonus: int) -> None:
    assert judge.resolve(table).bonus == bonus


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


@both
def test_sk_11_a_round_is_scored_with_its_alliances(judge: Judge) -> None:
    for tricks, points in ((1, [40, 70]), (2, [-10, 50])):
        assert judge.points(5, [1, 0], [tricks, 0], alliances=[(1, 0)]) == points
    assert judge.points(5, [1, 1], [1, 2], alliances=[(1, 0)]) == [20, -10]
    assert judge.points(3, [1, 0, 0], [1, 0, 0], alliances=[(1, 0), (2, 0)]) == [60, 50, 50]
    assert judge.points(3, [1, 0, 0], [1, 0, 0], alliances=[(1, 0), (1, 0)]) == [60, 70, 30]
    assert judge.points(4, [1, 0, 1], [1, 0, 0], alliances=[(1, 0), (2, 0)], rascal=True) == [60, 60, 20]


def test_sk_12_a_scored_round_says_who_made_the_bid() -> None:
    assert score_round(5, [1, 0], [2, 0], alliances=[(1, 0)]) == RoundScore((-10, 50), (False, True))


@both
@pytest.mark.parametrize(
    ("made", "won", "bonus", "points"),
    [(3, 3, 0, 60), (3, 3, 50, 110), (3, 1, 50, -20), (1, 4, 50, -30), (0, 0, 0, 70), (0, 1, 0, -70),
     (0, 3, 50, -70)],
)  # fmt: skip
def test_sk_12_score(judge: Judge, made: int, won: int, bonus: int, points: int) -> None:
    assert judge.points(7, [made], [won], bonuses=[bonus]) == [points]


@both
@pytest.mark.parametrize(
    ("made", "won", "bonus", "points"),
    [(3, 3, 30, 80), (3, 2, 30, 40), (3, 4, 10, 30), (3, 1, 30, 0), (0, 0, 0, 50), (0, 1, 20, 35), (0, 2, 0, 0)],
)
def test_sk_13_rascal_scoring(judge: Judge, made: int, won: int, bonus: int, points: int) -> None:
    assert judge.points(5, [made], [won], bonuses=[bonus], rascal=True) == [points]


@both
@pytest.mark.parametrize(("won", "bet", "points"), [(1, 20, 50), (2, 20, -5), (3, 10, -10)])
def test_sk_14_a_wager_is_whole_under_rascal_scoring(judge: Judge, won: int, bet: int, points: int) -> None:
    assert judge.points(3, [1], [won], wagers=[bet], rascal=True) == [points]


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

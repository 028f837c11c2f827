"""Actions and positions in words, and what is wrong with those that are refused."""

import numpy as np
import pytest

from croupier.core.base.errors import IllegalAction, PositionError
from croupier.core.engine.record_position import RecordPosition
from croupier.games.spite_malice import notation, text
from croupier.games.spite_malice.classic.game import ClassicGame, ClassicPosition
from croupier.games.spite_malice.notation import read, to_records, validate
from tests.games.spite_malice.engine import D2, PASS, G, at, discard, discards, game, piles, play

SAMPLE = (
    "spite-malice turn=1 hands=*2378/33569 goals=4545454576/12129 discards=9,7,-,-/9,4,-,- "
    "piles=01,-,01234,01 shoe=87+6 aside=- turns=12 idle=0 busy=1"
)


def test_every_action_reads_back_from_its_text() -> None:
    state = game().new_initial_state(1)
    names = [text.action_to_string(state, action) for action in range(61)]
    assert len(set(names)) == 61
    assert [text.read_action(state, name) for name in names] == list(range(61))
    assert [names[a] for a in (play(2, 2), play(G, 0), play(D2, 3), discard(2, 0), PASS)] == [
        "[p h3 3]", "[p g 1]", "[p d2 4]", "[x3 1]", "[x]",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="action 61 does not exist"):
        state.action_to_string(61)


@pytest.mark.parametrize("words", ["[p h3 3]", "P H3 3", " [ p  h3   3 ] ", "[P h3 3]"])
def test_case_spaces_and_brackets_do_not_matter(words: str) -> None:
    state = game().position(SAMPLE)
    assert state.string_to_action(words) == play(2, 2)


def test_a_bare_x_discards_the_highest_card_but_0() -> None:
    state = at("*0259/1", piles=piles(1, 1, 3, 3))
    assert state.string_to_action("[x 2]") == discard(4, 1)
    assert state.string_to_action("[x1 2]") == state.string_to_action("x h1 2") == discard(0, 1)
    assert at("00*/1", piles=piles(1, 1, 3, 3)).string_to_action("[x 1]") == discard(0, 0)
    with pytest.raises(IllegalAction, match=r"SM-10.*\[x\] passes"):
        at("00/1", piles=piles(1, 1, 3, 3)).string_to_action("[x 1]")


@pytest.mark.parametrize(
    "words", ["", "p", "[p h6 1]", "[p h1 5]", "[p d5 1]", "[p h1]", "[x6 1]", "[x 0]", "[q]", "4"]
)
def test_words_that_are_no_action_are_refused(words: str) -> None:
    with pytest.raises(IllegalAction, match=r"is no action of Mini Spite and Malice: \[p SOURCE PILE\] plays"):
        game().position(SAMPLE).string_to_action(words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("[p h1 1]", r"SM-6: Play Stack 1 takes \[2\], not \[3\]"),
        ("[p d3 1]", "SM-6: there is no card at d3"),
        ("[x]", "SM-12"),
    ],
)
def test_an_action_that_a_rule_forbids_is_refused_with_its_id(words: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=f"'.*' is not possible: {why}"):
        game().position(SAMPLE).string_to_action(words)


def test_a_0_is_refused_with_its_rule() -> None:
    with pytest.raises(IllegalAction, match="SM-11: a 0 is never discarded"):
        at("05/1", piles=piles(1, 1, 1, 1)).string_to_action("[x1 1]")
    with pytest.raises(IllegalAction, match="SM-11: a 0 must be played"):
        at("05/1").string_to_action("[x2 1]")


def test_after_the_end_no_action_is_possible() -> None:
    state = at("4/4", goals="-/7")
    with pytest.raises(IllegalAction, match="the game is over"):
        state.string_to_action("[x]")


def test_a_position_is_one_line_and_reads_back() -> None:
    state = game().position(SAMPLE)
    assert state.position() == SAMPLE
    assert read(state.records) == ClassicPosition(
        hands=((-1, 2, 3, 7, 8), (3, 3, 5, 6, 9)),
        goals=((4, 5, 4, 5, 4, 5, 4, 5, 7, 6), (1, 2, 1, 2, 9)),
        discards=(((9,), (7,), (), ()), ((9,), (4,), (), ())),
        stacks=((0, 1), (), (0, 1, 2, 3, 4), (0, 1)),
        shoe=(8, 7, 6),
        player=1,
        turns=12,
        busy=True,
        recycled=1,
    )


def test_fields_left_out_are_empty_and_a_position_without_any_is_dealt() -> None:
    assert at("*/1").position() == (
        "spite-malice turn=0 hands=*/1 goals=17/17 discards=-,-,-,-/-,-,-,- piles=-,-,-,- shoe=-+- aside=- "
        "turns=0 idle=0 busy=0"
    )
    assert game().position("spite-malice", 5).position() == game().new_initial_state(5).position()
    assert notation.format_position(game().new_records()) == {}
    undealt = RecordPosition(game(), game().new_records()).view(0)
    assert text.observation_string(undealt) == "The cards are not dealt yet."


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("hand=1/2", "have the fields turn, hands"),
        ("turn=2 goals=1/1", "SM-15"),
        ("turn=x goals=1/1", "turn='x' in the position must be a whole number"),
        ("busy=2 goals=1/1", "busy='2' in the position must be 0 or 1"),
        ("hands=12 goals=1/1", "hands='12' in the position must have 2 parts, joined by '/'"),
        ("hands=1a/2 goals=1/1", "must be made of the cards 0 to 9 and"),
        ("hands=123456/2 goals=1/1", "SM-5"),
        ("piles=01,1,-,- goals=1/1", "SM-6"),
        ("piles=01,-,- goals=1/1", "must have 4 parts, joined by ','"),
        ("discards=0,-,-,-/-,-,-,- goals=1/1", "SM-11"),
        ("goals=/1", "must be made of the cards"),
        ("goals=-/-", "SM-8: both goal piles are empty"),
        ("goals=-/1 turn=1", "SM-8: an empty goal pile has won"),
        ("goals=1111111111111111/2", "SM-1"),
        ("goals=1234567891234567/2", "SM-2: a goal pile holds at most 15"),
        ("goals=1/1 shoe=11111111111", "SM-1"),
        ("goals=1/1 turns=1001", "SM-15: 1001 turns have ended of at most 1000"),
        ("goals=1/1 idle=3", "SM-15"),
        (f"goals=1/1 aside={'2345678*' * 6 + '**'}", "SM-13: fewer than 50"),
    ],
)
def test_an_impossible_position_is_refused_with_its_rule(fields: str, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        game().position(f"spite-malice {fields}")


def test_a_goal_pile_larger_than_the_option_is_refused() -> None:
    with pytest.raises(PositionError, match="SM-2: a goal pile holds at most 2 cards here, not 3"):
        game(goal_size=2).position("spite-malice goal_size=2 goals=123/4")


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("max_turns", 0, "options"),
        ("goal_size", 0, "options"),
        ("hand_counts", 4, "hands|hand_counts"),
        ("hand_counts", 6, "SM-5"),
        ("goal_counts", 16, "SM-2"),
        ("heights", 10, "SM-6"),
        ("jokers", 512, "jokers"),
        ("unseen", 3, "unseen"),
        ("aside_count", 3, "aside_count"),
        ("dealt", 99, "SM-13"),
        ("shoe_count", 3, "lists of cards are broken"),
        ("front", 120, "lists of cards are broken"),
        ("links", 0, "lists of cards are broken"),
        ("discard_counts", 1, "lists of cards are broken"),
        ("player", 1, "player"),
        ("player", -4, "player"),
        ("due", 2, "being shuffled"),
        ("due", 1, "the deal is due"),
        ("busy", 3, "busy"),
        ("idle", 2, "player"),
        ("spare", 1, "spare"),
        ("truncated", 1, "truncated"),
    ],
)
def test_a_record_that_no_game_comes_to_is_refused(field: str, value: int, why: str) -> None:
    records = game().new_initial_state(2).records.copy()
    records[0][field] = value
    with pytest.raises(PositionError, match=why):
        validate(records)


def test_an_unsorted_hand_and_a_card_that_is_none_are_refused() -> None:
    for field in ("hands", "goals"):
        records = game().new_initial_state(2).records.copy()
        records[0][field][0][:2] = [9, -1] if field == "hands" else [10, 5]
        with pytest.raises(PositionError):
            validate(records)


def test_the_observation_shows_what_is_open() -> None:
    state = game().position(SAMPLE)
    assert state.observation_string(1).splitlines() == [
        "Your turn, turn 13 of at most 1000.",
        "Play piles: 1 |[0][1]| needs 2, 2 || needs 0, 3 |[0][1][2][3][4]| needs 5, 4 |[0][1]| needs 2",
        "You (Player 1):",
        "  hand: h1 [3] h2 [3] h3 [5] h4 [6] h5 [9]",
        "  goal: g [9], 5 left",
        "  discard piles, top last: d1 [9], d2 [4], d3 empty, d4 empty",
        "Player 0:",
        "  hand: h1 [*] h2 [2] h3 [3] h4 [7] h5 [8]",
        "  goal: g [6], 10 left",
        "  discard piles, top last: d1 [9], d2 [7], d3 empty, d4 empty",
        "Shoe: 3 cards (1 of them recycled); set aside: 0",
    ]
    assert state.observation_string(0).startswith("The turn of Player 1, turn 13")
    over = at("4/-", goals="-/7", discards=discards("1,-,-,-"))
    assert over.observation_string(0).startswith("The game is over: you win.")
    assert over.observation_string(1).startswith("The game is over: you lose.")
    assert at("0/0", idle=2).observation_string(1).startswith("The game is over: a draw.")


def test_a_classic_game_becomes_a_record_and_its_actions_are_the_same() -> None:
    classic = ClassicGame.fromPosition(read(game().position(SAMPLE).records), maxTurns=70)
    records = to_records(classic)
    assert records[0]["max_turns"] == 70
    assert np.array_equal(records["hands"], game().position(SAMPLE).records["hands"])
    state = game(max_turns=70).position(SAMPLE.replace("spite-malice", "spite-malice max_turns=70"))
    assert state.legal_actions() == classic.legalActions()
    assert records.tobytes() == state.records.tobytes()

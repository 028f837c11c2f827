"""Pig's positions and actions in words."""

import pytest

import croupier
from croupier.core.base.errors import PositionError
from croupier.core.engine.game import State

pig = croupier.make("pig", max_turns=20)


def position(fields: str) -> State:
    return pig.position(f"pig max_turns=20 {fields}")


def test_a_position_text_says_all() -> None:
    text = "pig max_turns=20 scores=12,34 turn=1 total=7 turns=5"
    state = pig.position(text)
    record = state.records[0]
    assert state.position() == text
    assert record["scores"].tolist() == [12, 34]
    assert (record["turn"], record["total"], record["turns"], record["player"]) == (1, 7, 5, 1)


def test_what_is_left_out_is_as_at_the_start() -> None:
    assert position("").position() == "pig max_turns=20 scores=0,0 turn=0 total=0 turns=0"


def test_a_position_may_be_the_end() -> None:
    for fields in ("scores=100,99 turn=1 turns=7", "scores=3,99 turns=20"):
        assert position(fields).is_terminal()


def test_options_stand_in_the_text() -> None:
    text = "pig winning_score=50 max_turns=9 turn_unit=action scores=1,2 turn=0 total=0 turns=3"
    assert (
        croupier.make("pig", winning_score=50, max_turns=9, turn_unit="action").position(text).position() == text
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("score=1,2", "pig positions have the fields scores, turn, total, turns, not 'score'"),
        (
            "scores=99999999999999999999,0",
            "must be two whole numbers joined by a comma, each of 7 digits at most",
        ),
        ("scores=1", "scores='1' in the position must be two whole numbers joined by a comma"),
        ("scores=1,2,3", "scores='1,2,3' in the position must be two whole numbers"),
        ("scores=-1,2", "scores='-1,2' in the position must be two whole numbers"),
        ("scores=1,", "scores='1,' in the position must be two whole numbers"),
        ("turn=2", r"turn='2' in the position must be 0 or 1 \(PIG-1\)"),
        ("turn=x", "turn='x' in the position must be a whole number"),
        ("total=1,2", "total='1,2' in the position must be a whole number"),
        ("total=-3", "total='-3' in the position must be a whole number"),
        ("total=99999999", "total='99999999' in the position must be a whole number"),
        ("total=", "total='' in the position must be a whole number"),
        ("turns=1.5", "turns='1.5' in the position must be a whole number"),
        ("scores=100,100", r"both scores \[100, 100\] reach the target 100; .*\(PIG-4\)"),
        ("turns=21", r"21 turns are finished of at most 20 \(PIG-5\)"),
        ("scores=100,5 total=3", r"the game is over, so the turn total is 0, not 3 \(PIG-4\)"),
        ("turns=20 total=3", "the game is over, so the turn total is 0"),
    ],
)
def test_impossible_positions_are_refused_naming_field_and_rule(fields: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        position(fields)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("winning_score", 0, r"the record's options are out of range \(PIG-6\)"),
        ("max_turns", -1, "options are out of range"),
        ("per_action", 2, "options are out of range"),
        ("players", 3, "options are out of range"),
        ("turn", 2, r"values that are out of range \(PIG-1, PIG-2\)"),
        ("phase", 1, "values that are out of range"),
        ("scores", -1, "values that are out of range"),
        ("total", -2, "values that are out of range"),
        ("turns", -1, "values that are out of range"),
        ("total", 2**30, r"a turn total of 1073741824 is out of range \(PIG-2\)"),
        ("total", 5_000_001, r"a turn total of 5000001 is out of range \(PIG-2\)"),
        ("spare", 1, "spare bytes are .*, not zeros"),
        ("player", 1, r"the player to move and the rest of the record do not agree \(PIG-5\)"),
        ("player", -4, "do not agree"),
        ("player", -1, "do not agree"),
    ],
)
def test_records_that_break_a_rule_are_refused(field: str, value: int, message: str) -> None:
    records = position("").records.copy()
    records[field] = value
    with pytest.raises(PositionError, match=message):
        pig.spec.notation.validate(records)


def test_actions_have_names() -> None:
    state = position("")
    assert [state.action_to_string(action) for action in (0, 1)] == ["[roll]", "[hold]"]
    with pytest.raises(ValueError, match=r"action 2 does not exist; 0 is \[roll\], 1 is \[hold\]"):
        state.action_to_string(2)


def test_the_table_in_words_is_told_from_each_seats_side() -> None:
    state = position("scores=12,34 turn=1 total=7 turns=19")
    assert state.observation_string(0) == (
        "You 12, opponent 34, target 100; the opponent's turn, turn total 7; 1 turn left."
    )
    assert state.observation_string(1) == "You 34, opponent 12, target 100; your turn, turn total 7; 1 turn left."
    counting = croupier.make("pig", max_turns=9, turn_unit="action").new_initial_state()
    assert counting.observation_string(0).endswith("; 9 actions left.")


@pytest.mark.parametrize(
    ("fields", "first", "second"),
    [
        ("scores=100,34 turns=3", "You 100, opponent 34, target 100: you win.", "you lose."),
        ("scores=10,34 turns=20", "You 10, opponent 34, target 100: you lose.", "you win."),
        ("scores=10,10 turns=20", "You 10, opponent 10, target 100: a draw.", "a draw."),
    ],
)
def test_the_end_in_words(fields: str, first: str, second: str) -> None:
    state = position(fields)
    assert state.observation_string(0) == first
    assert state.observation_string(1).endswith(second)

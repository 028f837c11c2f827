"""Pig's positions and actions in words."""

import pytest

import croupier
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


def test_actions_have_names() -> None:
    state = position("")
    assert [state.action_to_string(action) for action in (0, 1)] == ["[roll]", "[hold]"]
    with pytest.raises(ValueError, match=r"action 2 does not exist; 0 is \[roll\], 1 is \[hold\]"):
        state.action_to_string(2)

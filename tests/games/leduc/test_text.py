"""Leduc's positions, actions and prompts in words."""

import pytest

import croupier
from croupier.core.spec.prompts import ReplyError

game = croupier.make("leduc")


def test_a_position_text_says_all() -> None:
    text = "leduc cards=Js,Qh board=Kh said=crc/r"
    state = game.position(text)
    assert state.position() == text
    assert state.records[0]["cards"].tolist() == [1, 4]
    assert state.records[0]["chips"].tolist() == [7, 3]
    assert game.position("leduc cards=Js,Qh").position() == "leduc cards=Js,Qh board=- said=-"


def test_actions_have_names_and_a_check_is_a_call() -> None:
    state = game.position("leduc cards=Js,Qh")
    assert [state.action_to_string(action) for action in range(3)] == ["[fold]", "[call]", "[raise]"]
    assert [state.string_to_action(text) for text in ("[call]", "check", " [Raise] ")] == [1, 1, 2]
    with pytest.raises(ValueError, match="action 3 does not exist"):
        state.action_to_string(3)


def test_replies_are_read_and_several_are_refused_where_that_is_asked() -> None:
    state, words = game.position("leduc cards=Js,Qh"), game.spec.words.prompts
    assert words is not None
    assert words.read(state, "I [check], not [raise]", strict=False) == 1
    for reply in ("nothing", "I [check], not [raise]"):
        with pytest.raises(ReplyError, match="it must name one action"):
            words.read(state, reply, strict=True)

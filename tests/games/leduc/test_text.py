"""Leduc's positions, actions and prompts in words."""

import pytest

import croupier
from croupier.core.base.errors import PositionError
from croupier.core.spec.prompts import ReplyError

game = croupier.make("leduc")


def test_a_position_text_says_all() -> None:
    text = "leduc cards=Js,Qh board=Kh said=crc/r"
    state = game.position(text)
    assert state.position() == text
    assert state.records[0]["cards"].tolist() == [1, 4]
    assert state.records[0]["chips"].tolist() == [7, 3]
    assert game.position("leduc cards=Js,Qh").position() == "leduc cards=Js,Qh board=- said=-"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("card=Js", "card='Js': a position has cards=A,B"),
        ("cards=Js", "cards='Js': a position has cards=A,B"),
        ("cards=Js,Tx", "cards='Js,Tx'"),
        ("cards=Js,Qh said=x", "said='x'"),
        ("cards=Js,Js", r"two different cards are dealt, or none.*\(LED-1, LED-4\)"),
        ("cards=Js,Qh board=Qh said=cc/", "two different cards are dealt"),
        ("cards=Js,-", "two different cards are dealt"),
        ("said=c", r"these answers cannot be given in this order \(LED-2, LED-3\)"),
        ("cards=Js,Qh said=f", "these answers cannot be given"),
        ("cards=Js,Qh said=rrr", "these answers cannot be given"),
        ("cards=Js,Qh board=Kh said=cc/ccc", "these answers cannot be given"),
        ("cards=Js,Qh board=Kh said=ccr", r"said='ccr': a / stands where the table's card was turned up"),
        ("cards=Js,Qh board=Kh said=c", r"a card is on the table in the second round, and not before \(LED-4\)"),
        ("board=Kh", "a card is on the table in the second round"),
    ],
)
def test_impossible_positions_are_refused_naming_field_or_rule(fields: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        game.position(f"leduc {fields}")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("player", 0), ("player", -4), ("phase", 1), ("players", 3), ("raises", 2), ("count", 2), ("count", 9),
        ("opened", 1), ("board", 7), ("board", -1),
        ("cards", 0), ("cards", 7), ("chips", 2), ("said", 1), ("said", 4),
    ],
)  # fmt: skip
def test_records_that_break_a_rule_are_refused(field: str, value: int) -> None:
    records = game.position("leduc cards=Js,Qh board=Kh said=cc/r").records.copy()
    records[field] = value
    with pytest.raises(PositionError):
        game.spec.notation.validate(records)


def test_actions_have_names_and_a_check_is_a_call() -> None:
    state = game.position("leduc cards=Js,Qh")
    assert [state.action_to_string(action) for action in range(3)] == ["[fold]", "[call]", "[raise]"]
    assert [state.string_to_action(text) for text in ("[call]", "check", " [Raise] ")] == [1, 1, 2]
    for text in ("bet", "", "[call] [raise]"):
        with pytest.raises(ValueError, match=r"is no action of Leduc poker: say \[fold\], \[call\] or \[raise\]"):
            state.string_to_action(text)
    with pytest.raises(ValueError, match="action 3 does not exist"):
        state.action_to_string(3)


def test_replies_are_read_and_several_are_refused_where_that_is_asked() -> None:
    state, words = game.position("leduc cards=Js,Qh"), game.spec.words.prompts
    assert words is not None
    assert words.read(state, "I [check], not [raise]", strict=False) == 1
    for reply in ("nothing", "I [check], not [raise]"):
        with pytest.raises(ReplyError, match="it must name one action"):
            words.read(state, reply, strict=True)


def test_what_happens_is_told() -> None:
    words = game.spec.words.prompts
    assert words is not None
    told = []
    state = game.position("leduc cards=Js,Qh", 3)
    for action in (1, 2, 1, 1, 1):
        before = state.clone()
        state.apply_action(action)
        told += [message.text for message in words.narrate(before, action, state)]
    board = state.table(None)["board"]
    assert told == [
        "Player 0 checks.", "Player 1 raises to 3.", "Player 0 calls.", f"On the table: {board}.",
        "Player 0 checks.", "Player 1 checks.", "Shown: Js of Player 0, Qh of Player 1.",
    ]  # fmt: skip
    assert words.outcome(state).endswith("wins 3.")
    assert words.outcome(game.position("leduc cards=Js,Jh board=Kh said=cc/cc")).startswith("A draw")
    assert words.outcome(game.position("leduc cards=Js,Jh said=rf")) == "Player 0 wins 1."

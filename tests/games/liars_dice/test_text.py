"""Positions, actions and messages of Liar's Dice in words."""

from typing import Any

import pytest

import croupier
from croupier.core.base.errors import NotLegalNowError, PositionError
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError

dice = croupier.make("liars-dice", dice=3)


def position(fields: str) -> State:
    return dice.position(f"liars-dice dice=3 {fields}")


@pytest.mark.parametrize("text", ["cups=144/226 bids=2x4,3x2", "cups=111/666", "cups=144/226 bids=1x1,liar"])
def test_a_position_text_says_all(text: str) -> None:
    assert position(text).position() == f"liars-dice dice=3 {text}"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("last=12/34/56,1x1,1 cups=12/3/56 bids=1x1,2x3", ""),
        ("last=12//2,1x2,2 out=1", ""),
        ("last=12/34/56,1x1,1 cups=12/34/56", r"cups='12/34/56' .* \[2, 1, 2\] dice"),
        ("last=12/34/56,1x1,1 cups=12/3/56 bids=6x1", "'6x1' in the position"),
        ("last=12/34/56,1x1,1 cups=12/3/56 bids=1x1,liar", "'liar' in the position"),
        ("last=12//2,1x2,2 out=1 cups=12//", "cups='12//' in the position"),
        ("last=12/34/567,1x1,1", "last='12/34/567,1x1,1'"),
        ("last=12/34/57,1x1,1", "last='12/34/57,1x1,1'"),
        ("last=12/34/56,7x1,1", "last='12/34/56,7x1,1'"),
        ("last=12/34/56,1x1,3", "last='12/34/56,1x1,3'"),
        ("last=12//56,1x1,1 out=1", "last='12//56,1x1,1'"),
        ("last=12//,1x1,0 out=1,2", "last='12//,1x1,0' .* of at least two seats"),
        ("last=12//56,1x1,0", "out='' in the position must be the seats without dice in last"),
        ("last=12//56,1x1,0 out=1,1", "out='1,1'"),
        ("last=12/34/56,1x1,0 out=1", "out='1'"),
        ("out=1", "last='' in the position"),
    ],
)
def test_positions_of_lost_dice_say_the_round_before(fields: str, message: str) -> None:
    game = croupier.make("liars-dice", players=3, dice=2, lost_dice=True)
    text = f"liars-dice players=3 dice=2 lost_dice=true {fields}"
    if message:
        with pytest.raises(PositionError, match=message):
            game.position(text)
    else:
        assert game.position(text).position() == text


def test_a_game_of_one_round_has_no_round_before() -> None:
    with pytest.raises(PositionError, match="in a game with lost_dice=true"):
        position("last=144/226,1x1,1")


def test_dice_are_written_in_order() -> None:
    assert position("cups=414/622").position() == "liars-dice dice=3 cups=144/226"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("dice_=1", "fields out, last, cups and bids, not 'dice_'"),
        ("cups=14/226", r"cups='14/226' in the position .* \[3, 3\] dice with faces from 1 to 6 \(LD-1\)"),
        ("cups=147/226", "cups='147/226'"),
        ("cups=144/226/111", "cups='144/226/111'"),
        ("bids=1x1", r"'1x1' in the position cannot be said there: dice come first.* \(LD-2\)"),
        ("cups=144/226 bids=liar", "'liar' in the position cannot be said there"),
        ("cups=144/226 bids=2x4,2x4", "'2x4' in the position"),
        ("cups=144/226 bids=2x4,1x6", "'1x6' in the position"),
        ("cups=144/226 bids=7x1", "'7x1' in the position"),
        ("cups=144/226 bids=0x1", "'0x1' in the position"),
        ("cups=144/226 bids=1x7", "'1x7' in the position"),
        ("cups=144/226 bids=1x1,liar,1x2", "'1x2' in the position"),
        ("cups=144/226 bids=1x1,liar,liar", "'liar' in the position"),
        ("cups=144/226 bids=1x1,", "'' in the position"),
    ],
)
def test_impossible_positions_are_refused_naming_field_and_rule(fields: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        position(fields)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("players", 1, "numbers of seats, dice or faces"),
        ("players", 6, "numbers of seats"),
        ("faces", 7, "numbers of seats"),
        ("dice", 0, "numbers of seats"),
        ("held", -1, "values that are out of range"),
        ("held", 6, "values that are out of range"),
        ("bids", -1, "values that are out of range"),
        ("held", 1, "cups='123456123456123456123456123456/"),
        ("total", 7, r"the record's total are not what its dice and bids lead to \(LD-2\)"),
        ("rolled", 5, "the record's rolled"),
        ("bid", 3, "the record's bid"),
        ("count", 1, "the record's count"),
        ("player", 1, "the record's player"),
        ("player", -1, "the record's player"),
        ("player", -4, "'liar' in the position"),
        ("phase", 1, "the record's phase"),
        ("bids", 1, "'7x1' in the position"),
    ],
)
def test_records_that_are_no_position_are_refused(field: str, value: int, message: str) -> None:
    records = position("cups=144/226").records.copy()
    records[field] = value
    if field == "held" and value == 1:
        message = "cups='123456/123456'"
    with pytest.raises(PositionError, match=message):
        dice.spec.notation.validate(records)


@pytest.mark.parametrize(
    ("text", "action"),
    [("[bid 2x4]", 9), ("bid 2x4", 9), ("2 x 4", 9), ("[BID 2X4]", 9), ("[liar]", 36), ("Liar", 36)],
)
def test_actions_are_read_with_or_without_brackets(text: str, action: int) -> None:
    state = position("cups=144/226 bids=1x1")
    assert state.string_to_action(text) == action
    assert state.action_to_string(action).strip("[]").endswith(text.strip("[]").lower().replace(" x ", "x"))


def test_what_is_no_action_is_told_from_what_is_not_legal_now() -> None:
    start, later = position("cups=144/226"), position("cups=144/226 bids=2x4")
    for text in ("[bid 7x1]", "[bid 0x1]", "[bid 1x7]", "[bid]", "pass", "2x4 2x5"):
        with pytest.raises(ValueError, match=r"N from 1 to 6 and F from 1 to 6") as refused:
            dice.spec.words.text.string_to_action(later, text)
        assert not isinstance(refused.value, NotLegalNowError)
    with pytest.raises(NotLegalNowError, match="no higher than the last bid"):
        dice.spec.words.text.string_to_action(later, "[bid 2x4]")
    with pytest.raises(NotLegalNowError, match="before the first bid"):
        dice.spec.words.text.string_to_action(start, "[liar]")


def prompts() -> Any:
    return dice.spec.words.prompts


def test_a_reply_names_one_action_in_brackets() -> None:
    state = position("cups=144/226 bids=1x1")
    assert prompts().read(state, "I hold two, so [Bid 2x4].", strict=True) == 9
    assert prompts().read(state, "[liar] or [bid 2x4]", strict=False) == 36
    for reply, fault in (("bid 2x4", "unparsable"), ("[liar] or [bid 2x4]", "several")):
        with pytest.raises(ReplyError) as refused:
            prompts().read(state, reply, strict=True)
        assert refused.value.fault == fault
    with pytest.raises(ReplyError, match="no higher than the last bid"):
        prompts().read(state, "[bid 1x1]", strict=True)


def test_a_seat_is_told_its_own_dice_and_everybody_the_bids() -> None:
    state = position("cups=144/226 bids=2x4")
    assert state.observation_string(1) == (
        "Your dice: 2 2 6. There are 6 dice in all, and 6 is wild. Player 0 bids 2x4."
    )
    assert "You are Player 1. Your dice: 2 2 6." in prompts().opening(state, 1)
    assert prompts().board(state) == "There are 6 dice in all, and 6 is wild. Player 0 bids 2x4."


def test_bids_and_the_call_are_told_with_what_lay_there() -> None:
    before = position("cups=144/226 bids=2x4")
    raised, called = before.clone(), before.clone()
    raised.apply_action(14)
    assert [message.text for message in prompts().narrate(before, 14, raised)] == ["Player 1 bids 3x3."]
    called.apply_action(36)
    told = [message.text for message in prompts().narrate(before, 36, called)]
    assert told == ["Player 1 calls liar.", "Player 0 shows 1 4 4.", "Player 1 shows 2 2 6."]
    assert prompts().outcome(called) == ("The bid was 2x4, and the count was 3: Player 0 wins, Player 1 loses.")


def test_a_round_of_lost_dice_is_told_with_what_becomes_of_it() -> None:
    game = croupier.make("liars-dice", players=3, dice=2, lost_dice=True)
    before = game.position(
        "liars-dice players=3 dice=2 lost_dice=true last=12/34/15,1x2,0 cups=2/44/15 bids=1x2,4x4"
    )
    after = before.clone()
    after.apply_action(36)
    assert [message.text for message in prompts().narrate(before, 36, after)] == [
        "Player 2 calls liar.", "Player 0 shows 2.", "Player 1 shows 4 4.", "Player 2 shows 1 5.",
        "The bid was 4x4, and the count was 2: Player 1 loses a die.",
        "Round 3: all roll again, and Player 1 begins.",
    ]  # fmt: skip
    ended = game.spec.words.ended_round(before, 36, after)
    assert ended is not None
    assert (ended.round, [(each.points, each.total) for each in ended.seats]) == (2, [(0, 1), (-1, 1), (0, 2)])
    over = game.position("liars-dice players=3 dice=2 lost_dice=true last=12//1,1x2,2 out=1")
    assert prompts().outcome(over) == "Player 0 wins with 2 dice left."
    assert over.observation_string(2) == (
        "Player 0 has 2 dice. Player 1 has 0 dice. Player 2 has 0 dice. Player 0 bids 1x2. Player 2 calls liar. "
        "Player 0 shows 1 2. Player 2 shows 1."
    )

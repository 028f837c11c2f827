"""Positions, actions and messages of Liar's Dice in words."""

from typing import Any

import pytest

import croupier
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError

dice = croupier.make("liars-dice", dice=3)


def position(fields: str) -> State:
    return dice.position(f"liars-dice dice=3 {fields}")


@pytest.mark.parametrize("text", ["cups=144/226 bids=2x4,3x2", "cups=111/666", "cups=144/226 bids=1x1,liar"])
def test_a_position_text_says_all(text: str) -> None:
    assert position(text).position() == f"liars-dice dice=3 {text}"


@pytest.mark.parametrize("fields", ["last=12/34/56,1x1,1 cups=12/3/56 bids=1x1,2x3", "last=12//2,1x2,2 out=1"])
def test_positions_of_lost_dice_say_the_round_before(fields: str) -> None:
    text = f"liars-dice players=3 dice=2 lost_dice=true {fields}"
    assert croupier.make("liars-dice", players=3, dice=2, lost_dice=True).position(text).position() == text


def test_dice_are_written_in_order() -> None:
    assert position("cups=414/622").position() == "liars-dice dice=3 cups=144/226"


@pytest.mark.parametrize(
    ("text", "action"),
    [("[bid 2x4]", 9), ("bid 2x4", 9), ("2 x 4", 9), ("[BID 2X4]", 9), ("[liar]", 36), ("Liar", 36)],
)
def test_actions_are_read_with_or_without_brackets(text: str, action: int) -> None:
    state = position("cups=144/226 bids=1x1")
    assert state.string_to_action(text) == action
    assert state.action_to_string(action).strip("[]").endswith(text.strip("[]").lower().replace(" x ", "x"))


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


def test_a_round_of_lost_dice_ends_with_the_dice_that_are_left() -> None:
    game = croupier.make("liars-dice", players=3, dice=2, lost_dice=True)
    before = game.position(
        "liars-dice players=3 dice=2 lost_dice=true last=12/34/15,1x2,0 cups=2/44/15 bids=1x2,4x4"
    )
    after = before.clone()
    after.apply_action(36)
    ended = game.spec.words.ended_round(before, 36, after)
    assert ended is not None
    assert (ended.round, [(each.points, each.total) for each in ended.seats]) == (2, [(0, 1), (-1, 1), (0, 2)])

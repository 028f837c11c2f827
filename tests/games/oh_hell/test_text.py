"""Positions, actions and messages of Oh Hell in words."""

from typing import Any

import pytest

import croupier
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError

oh_hell = croupier.make("oh-hell", players=3, largest=2)
HEAD = "oh-hell players=3 largest=2"
DEAL = "round=2 dealer=2 hands=3C,AH/2C,10H/2H,KS turned=9H"


def position(fields: str) -> State:
    return oh_hell.position(f"{HEAD} {fields}")


@pytest.mark.parametrize(
    "fields",
    [
        DEAL,
        f"{DEAL} bids=1,0",
        f"{DEAL} bids=1,0,0 plays=3C,2C,KS,AH",
        "round=1 dealer=0 hands=AH/10H/2H turned=9H bids=1,0,1 plays=10H,2H",
        "round=2 dealer=2 scores=11,0,10 last=1/10H,2H,AH/0 hands=3C,AH/2C,10H/2H,KS turned=9H bids=1",
        "round=2 dealer=2 scores=11,0,10 hands=3C,AH/2C,10H/2H,KS turned=9H bids=2,0,1 plays=AH,10H,2H,3C,2C,KS",
    ],
)
def test_a_position_text_says_all(fields: str) -> None:
    assert position(fields).position() == f"{HEAD} {fields}"


def test_positions_may_be_short() -> None:
    assert position("hands=ah/TH/2♥ turned=9h").position() == f"{HEAD} round=1 dealer=2 hands=AH/10H/2H turned=9H"
    assert croupier.make("oh-hell").position("oh-hell").current_player() >= 0  # dealt when it is set up


@pytest.mark.parametrize("text", ["[bid 1]", "bid 1", "1", "[1]", " BID 1 ", "[ bid1 ]"])
def test_bids_are_read_with_or_without_brackets(text: str) -> None:
    assert position(DEAL).string_to_action(text) == 53


@pytest.mark.parametrize("text", ["[AH]", "ah", "play AH", "[play a♥]", " A♥ "])
def test_cards_are_read_as_people_write_them(text: str) -> None:
    state = position(f"{DEAL} bids=1,0,0")
    assert state.action_to_string(state.string_to_action(text)) == "[AH]"


def prompts() -> Any:
    return oh_hell.spec.words.prompts


def test_a_reply_names_one_action_in_brackets() -> None:
    state = position(f"{DEAL} bids=1,0,0")
    assert state.action_to_string(prompts().read(state, "I lead [Ah], high.", strict=True)) == "[AH]"
    assert state.action_to_string(prompts().read(state, "[3c] or [AH]", strict=False)) == "[3C]"
    for reply, fault in (("3C", "unparsable"), ("[3C] or [AH]", "several"), ("[KS]", "illegal")):
        with pytest.raises(ReplyError) as refused:
            prompts().read(state, reply, strict=True)
        assert refused.value.fault == fault

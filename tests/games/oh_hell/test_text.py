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


def test_a_seat_is_told_its_own_hand_and_everybody_the_rest() -> None:
    state = position(f"{DEAL} bids=1,0,0 plays=3C")
    seen = (
        "Round 2 of 2, 2 cards each, Player 2 deals. 9H is turned up, so hearts are trump.\n"
        "Player 0: bid 1, won 0, 0 points.\nPlayer 1: bid 0, won 0, 0 points.\nPlayer 2: bid 0, won 0, 0 points.\n"
        "Trick: Player 0 3C."
    )
    assert state.observation_string(1) == f"{seen}\nYour hand: 2C 10H."
    assert prompts().board(state) == seen
    assert prompts().opening(state, 1).endswith("Your hand: 2C 10H.")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, ("1 to 2 of 52", "its suit is trump", "must not let", "others score nothing", "2 rounds")),
        (
            {"trump": False, "hook": False, "scoring": "tricks", "rounds": "one"},
            ("dealt 2 of 52", "no trump", "Any bid is allowed", "Each trick scores 1 point", "After the round"),
        ),
    ],
)
def test_how_to_play_tells_the_rules_of_the_table(options: dict[str, Any], told: tuple[str, ...]) -> None:
    game = croupier.make("oh-hell", **{"players": 3, "largest": 2} | options)
    text = game.spec.words.how_to_play(game) if game.spec.words.how_to_play else ""
    assert all(each in text for each in told)


def told_of(before: State, text: str) -> list[str]:
    action = before.string_to_action(text)
    after = before.clone()
    after.apply_action(action)
    return [message.text for message in prompts().narrate(before, action, after)]


def test_bids_cards_tricks_and_scores_are_told() -> None:
    assert told_of(position(DEAL), "2") == ["Player 0 bids 2."]
    assert told_of(position(f"{DEAL} bids=1,0,0"), "3C") == ["Player 0 plays 3C."]
    trick = told_of(position(f"{DEAL} bids=1,0,0 plays=3C,2C"), "2H")
    assert trick == ["Player 2 plays 2H.", "Player 2 wins the trick with 2H."]
    end = told_of(position(f"{DEAL} scores=11,0,0 bids=2,1,0 plays=AH,10H,2H,3C,2C"), "KS")
    assert end[1:] == [
        "Player 0 wins the trick with 3C.",
        "Player 0 bid 2, won 2 and scores 12, 23 in all.",
        "Player 1 bid 1, won 0 and scores 0, 0 in all.",
        "Player 2 bid 0, won 0 and scores 10, 10 in all.",
    ]
    first = told_of(position("round=1 dealer=2 hands=AH/10H/2H turned=9H bids=1,0,1 plays=AH,10H"), "2H")
    assert first[2] == "Player 0 bid 1, won 1 and scores 11, 11 in all."
    assert first[5].startswith("Round 2 of 2, 2 cards each, Player 0 deals.")


@pytest.mark.parametrize(
    ("bids", "scores", "told"),
    [
        ("2,1,0", "11,0,0", "Player 0 wins with 23 points."),
        ("2,1,0", "0,0,2", "Player 0 and Player 2 share the win with 12 points each."),
    ],
)
def test_the_outcome_names_who_won(bids: str, scores: str, told: str) -> None:
    state = position(f"{DEAL} scores={scores} bids={bids} plays=AH,10H,2H,3C,2C,KS")
    assert prompts().outcome(state) == told

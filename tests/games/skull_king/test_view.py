"""Skull King's view of the table: bids, hands, Bendt and Jade reach the seats that may know of them."""

import json
import random
from typing import Any

import pytest

import croupier
from croupier.core.engine.game import State
from tests.games.skull_king.tables import FULL, bid, play, say, start

HANDS = ("green 1, black 4", "green 3, escape", "green 5, purple 6")


def table(state: State, seat: int | None) -> dict[str, Any]:
    return state.view(seat)["table"]


def bids(state: State, seat: int | None) -> list[int | None]:
    return [side["bid"] for side in table(state, seat)["seats"]]


def test_sk_4_a_seat_sees_its_own_hand_alone_and_a_spectator_none() -> None:
    state = start(*HANDS)
    assert table(state, 0)["hand"] == ["green 1", "black 4"]
    assert table(state, 1)["hand"] == ["green 3", "escape"]
    assert table(state, None)["hand"] is None
    for seat in (None, 0, 1, 2):
        shown = json.dumps(state.view(seat))
        for other, cards in enumerate(HANDS):
            assert other == seat or not [card for card in cards.split(", ") if f'"{card}"' in shown]
    assert [side["cards"] for side in table(state, None)["seats"]] == [2, 2, 2]


def test_sk_4_bids_are_secret_until_all_are_in() -> None:
    state = start(*HANDS)
    say(state, "[bid 1]")
    say(state, "[bid 2]")
    assert [bids(state, seat) for seat in (0, 1, 2, None)] == [
        [1, None, None], [None, 2, None], [None] * 3, [None] * 3,
    ]  # fmt: skip
    assert [side["has_bid"] for side in table(state, 2)["seats"]] == [True, True, False]
    say(state, "[bid 0]")
    assert [bids(state, seat) for seat in (0, 1, 2, None)] == [[1, 2, 0]] * 4


def test_sk_3_sk_6_the_trick_says_who_played_what_and_who_is_ahead() -> None:
    state = start(*HANDS)
    assert (table(state, None)["dealer"], table(state, None)["leader"]) == (2, 0)
    bid(state, 1, 0, 1)
    play(state, "green 1, green 3")
    assert table(state, None)["trick"] == {
        "plays": [{"seat": 0, "card": "green 1"}, {"seat": 1, "card": "green 3"}],
        "suit": "green",
        "ahead": 1,
    }
    play(state, "green 5")
    shown = table(state, None)
    assert shown["trick"] == {"plays": [], "suit": None, "ahead": None}
    assert shown["last_trick"]["winner"] == 2
    assert [play["card"] for play in shown["last_trick"]["plays"]] == ["green 1", "green 3", "green 5"]
    assert [side["won"] for side in shown["seats"]] == [0, 0, 1]
    assert (shown["tricks"], shown["leader"]) == (1, 2)


def test_sk_12_the_last_trick_names_what_its_winner_captured() -> None:
    hands = ("rosie, green 2", "skull king, green 3", "black 14, green 4")
    state = start(*hands)
    bid(state, 1, 0, 1)
    play(state, "rosie, skull king, black 14")
    assert table(state, None)["last_trick"]["captures"] == [
        {"card": "rosie", "points": 30, "by": "skull king"}, {"card": "black 14", "points": 20, "by": None},
    ]  # fmt: skip
    assert [side["bonus"] for side in table(state, None)["seats"]] == [0, 50, 0]


@pytest.mark.parametrize("players", [2, 4])
def test_sk_12_what_the_last_trick_names_is_what_the_winner_gets(players: int) -> None:
    state = croupier.make("skull-king", players=players, **FULL).new_initial_state(seed=players)
    rng, named = random.Random(players), 0  # noqa: S311  # no secrets
    while not state.is_terminal():
        was = table(state, None)
        action = rng.choice(state.legal_actions())
        now = state.played(action).view(None)["table"]  # before the next deal, which wipes bonuses away
        state.apply_action(action)
        if now["tricks"] == was["tricks"]:
            continue
        trick = now["last_trick"]
        gained = [side["bonus"] - old["bonus"] for side, old in zip(now["seats"], was["seats"], strict=True)]
        worth = sum(each["points"] for each in trick["captures"])
        assert gained == [worth * (seat == trick["winner"]) for seat in range(len(gained))]
        named += len(trick["captures"])
    assert named > 0


def test_sk_5_the_actions_are_those_that_follow_suit() -> None:
    state = start(*HANDS)
    bid(state, 1, 0, 1)
    play(state, "green 1, green 3")
    assert [action["text"] for action in state.view(2)["actions"]] == ["[play green 5]"]
    assert state.view(0)["actions"] == []


def test_sk_14_what_bendt_drew_and_discarded_is_for_its_seat_alone() -> None:
    hands = ("bendt, green 2, green 9", "green 3, green 4, green 10", "green 5, green 6, green 11")
    state = start(*hands, undealt="black 1, black 9")
    bid(state, 1, 1, 0)
    play(state, "bendt, green 3, green 5")
    say(state, "[discard green 2]")
    own = {"seat": 0, "due": 1, "drawn": ["black 1", "black 9"], "discarded": ["green 2"]}
    assert table(state, 0)["bendt"] == own
    for seat in (1, 2, None):
        assert table(state, seat)["bendt"] == own | {"drawn": None, "discarded": None}
        assert "black 9" not in json.dumps(state.view(seat))
    assert state.view(1)["phase"] == "ABILITY_BENDT_2"


def test_sk_14_the_undealt_cards_are_for_the_seat_that_won_with_jade() -> None:
    state = start("jade, green 2", "green 3, green 4", "green 5, green 6")
    bid(state, 1, 1, 0)
    play(state, "jade, green 3, green 5")
    shown = table(state, 0)["jade"]
    assert shown["seat"] == 0
    assert len(shown["undealt"]) == table(state, None)["undealt"] == 64
    assert "skull king" in shown["undealt"]
    for seat in (1, 2, None):
        assert table(state, seat)["jade"] == {"seat": 0, "undealt": None}
        assert "skull king" not in json.dumps(state.view(seat))


def test_sk_14_the_order_of_the_undealt_cards_is_hidden_from_jades_seat_too() -> None:
    state = start("jade, green 2", "green 3, green 4", "green 5, green 6")
    bid(state, 1, 1, 0)
    play(state, "jade, green 3, green 5")
    other = state.clone()
    size = int(other.records[0]["pile_size"])
    other.records[0]["pile"][:size] = other.records[0]["pile"][:size][::-1].copy()
    assert other.view(0) == state.view(0)


def test_sk_14_wagers_and_harry_are_open() -> None:
    state = start("roatan, harry, green 2", "green 3, green 4, green 10", "green 5, green 6, green 11")
    bid(state, 2, 1, 0)
    play(state, "roatan, green 3, green 5")
    say(state, "[bet 20]")
    assert table(state, 1)["seats"][0]["wager"] == 20
    play(state, "harry, green 4, green 6")
    assert table(state, None)["harry"] == {"seat": 0, "change": 0}


def test_sk_15_graybeard_is_a_third_hand_without_bid_and_score() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6")
    assert not [side for side in table(state, 0)["seats"] if side["graybeard"]]
    state = start("green 1, green 2", "green 3, green 4", "black 5, black 6", players=2)
    bid(state, 1, 1)
    gray = table(state, None)["seats"][2]
    assert (gray["name"], gray["graybeard"], gray["bid"], gray["has_bid"]) == ("Graybeard", True, None, False)
    assert (gray["score"], gray["gained"], gray["cards"]) == (None, None, 2)
    assert "black 5" not in json.dumps([state.view(seat) for seat in (0, 1, None)])


def test_sk_12_sk_16_a_round_that_is_scored_and_the_end_are_told() -> None:
    state = start("green 1", "green 3", "green 5", last=True)
    bid(state, 0, 0, 1)
    play(state, "green 1, green 3, green 5")
    view = state.view(None)
    sides = view["table"]["seats"]
    assert [(side["score"], side["gained"], side["missed"]) for side in sides] == [
        (10, 10, 0),
        (10, 10, 0),
        (20, 20, 0),
    ]
    assert (view["over"], view["returns"], view["points"]) == (True, [0.0, 0.0, 1.0], [10.0, 10.0, 20.0])

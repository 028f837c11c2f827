"""Each rule of Leduc poker, by its id."""

from collections import Counter

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from tests.games.leduc.reference import DECK

game = croupier.make("leduc")


def position(fields: str) -> State:
    return game.position(f"leduc {fields}")


def legal(fields: str) -> list[str]:
    state = position(fields)
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_led_1_each_has_a_chip_in_the_pot_and_every_deal_is_as_likely() -> None:
    states = [game.new_initial_state(seed) for seed in range(3000)]
    assert all(state.records[0]["chips"].tolist() == [1, 1] for state in states)
    dealt = Counter(tuple(state.records[0]["cards"].tolist()) for state in states)
    assert len(dealt) == 30
    assert all(one != other for one, other in dealt)
    assert 60 < min(dealt.values()) <= max(dealt.values()) < 145  # 100 each; seeds are fixed


def test_led_1_a_seat_sees_its_own_card_alone() -> None:
    state = position("cards=Js,Qh said=cr")
    assert [state.table(seat)["card"] for seat in (0, 1, None)] == ["Js", "Qh", None]
    assert "Qh" not in state.observation_string(0)
    other = position("cards=Js,Ks said=cr")
    assert np.array_equal(state.observation_tensor(0), other.observation_tensor(0))
    assert not np.array_equal(state.observation_tensor(1), other.observation_tensor(1))


def test_led_2_player_0_begins_both_rounds_and_only_who_has_to_pay_may_fold() -> None:
    assert position("cards=Js,Qh").current_player() == 0
    assert position("cards=Js,Qh board=Kh said=crc/").current_player() == 0
    assert legal("cards=Js,Qh") == legal("cards=Js,Qh board=Kh said=crc/") == ["[call]", "[raise]"]
    assert legal("cards=Js,Qh said=r") == ["[fold]", "[call]", "[raise]"]


def test_led_3_raises_are_of_2_and_of_4_and_two_a_round() -> None:
    assert position("cards=Js,Qh said=r").records[0]["chips"].tolist() == [3, 1]
    assert position("cards=Js,Qh said=rr").records[0]["chips"].tolist() == [3, 5]
    assert legal("cards=Js,Qh said=rr") == ["[fold]", "[call]"]
    state = position("cards=Js,Qh board=Kh said=crrc/crr")
    assert state.records[0]["chips"].tolist() == [13, 9]
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["[fold]", "[call]"]


@pytest.mark.parametrize("said", ["cc", "rc", "crc", "rrc", "crrc"])
def test_led_4_a_round_ends_with_a_call_and_any_of_four_cards_is_turned_up(said: str) -> None:
    boards = set()
    for seed in range(60):
        state = game.position(f"leduc cards=Js,Qh said={said[:-1]}", seed)
        state.apply_action(1)
        boards.add(state.table(None)["board"])
        assert state.table(None)["answers"] == [state.table(None)["answers"][0], []]
    assert boards == {"Jh", "Qs", "Ks", "Kh"}


def test_led_5_a_fold_ends_the_game_and_shows_nothing() -> None:
    state = position("cards=Ks,Js said=crf")
    assert state.is_terminal()
    assert state.returns().tolist() == [-1, 1]
    assert state.table(None)["shown"] is None
    assert "Js" not in state.observation_string(0)
    shown = position("cards=Ks,Js board=Jh said=cc/cc")
    assert shown.table(None)["shown"] == ["Ks", "Js"]


@pytest.mark.parametrize(
    ("cards", "board", "won"),
    [
        ("Js,Ks", "Jh", 9), ("Ks,Qs", "Jh", 9), ("Qs,Kh", "Jh", -9), ("Qs,Js", "Kh", 9), ("Ks,Qs", "Qh", -9),
        ("Js,Jh", "Kh", 0), ("Ks,Kh", "Qh", 0),
    ],
)  # fmt: skip
def test_led_6_a_pair_wins_then_the_higher_rank_and_equal_ranks_draw(cards: str, board: str, won: int) -> None:
    state = position(f"cards={cards} board={board} said=rrc/crc")
    assert state.returns().tolist() == state.points().tolist() == [won, -won]


def test_led_1_redealt_worlds_hold_any_card_that_is_not_seen_as_often() -> None:
    for fields, own, seen in (
        ("cards=Js,Qh said=r", "Js", {"Js"}),
        ("cards=Js,Qh board=Kh said=cc/r", "Js", {"Js", "Kh"}),
    ):
        state = position(fields)
        worlds = [state.resample_hidden(0, seed).records[0]["cards"].tolist() for seed in range(400)]
        assert {DECK[card - 1] for card, _ in worlds} == {own}
        others = Counter(DECK[card - 1] for _, card in worlds)
        assert set(others) == set(DECK) - seen
        assert max(others.values()) < 1.4 * 400 / len(others)


def test_led_5_what_was_shown_is_not_dealt_anew() -> None:
    state = position("cards=Js,Qh board=Kh said=cc/cc")
    assert all(state.resample_hidden(0, seed).position() == state.position() for seed in range(20))
    folded = position("cards=Js,Qh board=Kh said=cc/rf")
    assert len({folded.resample_hidden(0, seed).position() for seed in range(40)}) == 4


def test_led_1_no_bot_peeks() -> None:
    assert croupier.check_agent(game, "bot", games=20, worlds=4) > 40

"""Leduc poker by its ids in docs/rules/leduc-and-liars-dice.md: cases of ``rules.txt``, what takes many deals."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from tests.games import scripts
from tests.games.leduc.reference import DECK
from tests.games.leduc.tables import WORDS, answered, assert_same, begun

game = croupier.make("leduc")


class Both(scripts.Both):
    """A game by the kernels and by the reference."""

    def __init__(self, cards: str) -> None:
        one, other, self.board = cards.split()
        self.state, self.reference = begun((one, other))

    def do(self, word: str) -> None:
        """Give the answers of these letters."""
        for letter in word:
            answer = next(each for each in WORDS if each[0] == letter)
            self.state = answered(self.state, self.reference, answer, self.board)
            assert_same(self.state, self.reference)


@pytest.mark.parametrize(("cards", "steps"), scripts.read_cases(Path(__file__).parent / "data" / "rules.txt"))
def test_led_1_to_led_6_a_deal_goes_on_as_the_file_says(cards: str, steps: list[str]) -> None:
    Both(cards).follow(steps)


def position(fields: str) -> State:
    return game.position(f"leduc {fields}")


def test_led_1_each_has_a_chip_in_the_pot_and_every_deal_is_as_likely() -> None:
    states = [game.new_initial_state(seed) for seed in range(3000)]
    assert all(state.records[0]["chips"].tolist() == [1, 1] for state in states)
    dealt = Counter(tuple(state.records[0]["cards"].tolist()) for state in states)
    assert len(dealt) == 30
    assert all(one != other for one, other in dealt)
    assert 60 < min(dealt.values()) <= max(dealt.values()) < 145  # 100 each; seeds are fixed


def test_led_1_nothing_that_a_seat_observes_tells_the_other_card() -> None:
    state = position("cards=Js,Qh said=cr")
    assert "Qh" not in state.observation_string(0)
    other = position("cards=Js,Ks said=cr")
    assert np.array_equal(state.observation_tensor(0), other.observation_tensor(0))
    assert not np.array_equal(state.observation_tensor(1), other.observation_tensor(1))


@pytest.mark.parametrize("said", ["cc", "rc", "crc", "rrc", "crrc"])
def test_led_4_a_round_ends_with_a_call_and_any_of_four_cards_is_turned_up(said: str) -> None:
    boards = set()
    for seed in range(60):
        state = game.position(f"leduc cards=Js,Qh said={said[:-1]}", seed)
        state.apply_action(1)
        boards.add(state.table(None)["board"])
        assert state.table(None)["answers"] == [state.table(None)["answers"][0], []]
    assert boards == {"Jh", "Qs", "Ks", "Kh"}


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

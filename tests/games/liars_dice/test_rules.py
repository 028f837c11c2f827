"""Liar's Dice by its ids in docs/rules/leduc-and-liars-dice.md: cases of ``rules.txt``, what takes many rolls."""

from collections import Counter
from pathlib import Path

import pytest

import croupier
from tests.games import scripts
from tests.games.liars_dice.reference import LostDice
from tests.games.liars_dice.tables import assert_same_lost, assert_same_state, roll_as, set_up


class Both(scripts.Both):
    """A game by the kernels and by the reference."""

    def __init__(self, position: str) -> None:
        self.state, self.reference = set_up(position)
        self.compare()

    def do(self, word: str) -> None:
        """Make a bid like ``2x5``, or call; the next round's dice are as the kernels roll them."""
        self.state.apply_action(self.state.string_to_action("[liar]" if word == "liar" else f"[bid {word}]"))
        quantity, _, face = word.partition("x")
        bid = (int(quantity), int(face)) if face else None
        if isinstance(self.reference, LostDice):
            self.reference.play(bid)
            if self.reference.round is None:
                roll_as(self.state.records[0], self.reference)
        else:
            self.reference.say(bid)
        self.compare()

    def compare(self) -> None:
        """Both show the same."""
        if isinstance(self.reference, LostDice):
            assert_same_lost(self.state, self.reference)
        else:
            assert_same_state(self.state, self.reference)


@pytest.mark.parametrize(("cups", "steps"), scripts.read_cases(Path(__file__).parent / "data" / "rules.txt"))
def test_ld_2_to_ld_7_a_roll_goes_on_as_the_file_says(cups: str, steps: list[str]) -> None:
    Both(cups).follow(steps)


def test_ld_1_each_seat_has_its_number_of_dice_and_seat_0_speaks_first() -> None:
    state = croupier.make("liars-dice").new_initial_state(1)
    assert state.current_player() == 0
    assert [len(state.view(seat)["table"]["dice"]) for seat in range(2)] == [5, 5]
    other = croupier.make("liars-dice", players=3, dice=2, first_dice=4).new_initial_state(1)
    assert [len(other.view(seat)["table"]["dice"]) for seat in range(3)] == [4, 2, 2]
    assert other.view(None)["table"]["numbers"] == [4, 2, 2]


@pytest.mark.parametrize("faces", [2, 6])
def test_ld_1_every_face_is_as_likely(faces: int) -> None:
    game = croupier.make("liars-dice", dice=5, faces=faces)
    seen = Counter(die for seed in range(300) for die in game.new_initial_state(seed).view(1)["table"]["dice"])
    assert set(seen) == set(range(1, faces + 1))
    assert all(abs(count - 1500 / faces) < 120 for count in seen.values())  # four standard deviations and more

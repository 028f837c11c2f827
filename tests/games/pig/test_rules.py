"""Pig Dice, rule by rule; the ids are those of docs/rules/pig.md."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.core.spec.spec import CHANCE
from croupier.games.pig.rules import HOLD, ROLL
from tests.games.pig.test_perft import DATA, reference_of, set_up
from tests.games.scripts import read_cases


def table(text: str = "", **options: Any) -> State:
    """A position from its text form; what is left out is as at the start."""
    words = [f"{name}={value}" for name, value in options.items()]
    return croupier.make("pig", **options).position(" ".join(["pig", *words, text]))


def after_roll(state: State, face: int) -> State:
    """The position after the player to move has rolled this face."""
    spec, rolled = state.game.spec, state.clone()
    spec.rules.play(rolled.records[0], ROLL)
    assert rolled.records[0]["player"] == CHANCE
    assert spec.rules.play_outcome is not None
    spec.rules.play_outcome(rolled.records[0], face - 1)
    return rolled.clone()


def shown(state: State) -> dict[str, str]:
    return state.game.spec.notation.format_position(state.records)


class Both:
    """A game by the kernels and by the reference, in step."""

    def __init__(self, position: str) -> None:
        self.state, self.reference = set_up(f"pig {position}"), reference_of(f"pig {position}")

    def take(self, step: str) -> None:
        """Take or check one step of a case."""
        word, _, rest = step.partition(" ")
        if step == "hold":
            self.state.apply_action(HOLD)
            self.reference.hold()
        elif word == "roll":
            self.state = after_roll(self.state, int(rest))
            self.reference.roll(int(rest))
        elif word in ("ends", "goes"):
            assert self.state.is_terminal() == self.reference.over == (word == "ends"), step
            utilities = [float(value) for value in rest.split()] if word == "ends" else [0.0, 0.0]
            assert self.state.returns().tolist() == self.reference.utilities == utilities, step
            assert self.state.legal_actions() == ([] if word == "ends" else [ROLL, HOLD])
        elif word == "points":
            assert [f"{points:g}" for points in self.state.points()] == rest.split()
            assert self.reference.scores == self.state.points().tolist()
        else:
            fields, theirs = shown(self.state), self.reference
            assert {name: fields[name] for name in dict(pair.split("=") for pair in step.split())} == dict(
                pair.split("=") for pair in step.split()
            )
            told = (theirs.scores, theirs.player, theirs.turn_total, theirs.finished)
            ours = self.state.records[0]
            assert told == (ours["scores"].tolist(), ours["turn"], ours["total"], ours["turns"]), step


@pytest.mark.parametrize(("position", "steps"), read_cases(DATA.with_name("rules.txt")))
def test_pig_2_to_pig_6_a_position_goes_on_as_the_file_says(position: str, steps: list[str]) -> None:
    both = Both(position)
    for step in steps:
        both.take(step)


def test_pig_1_two_players_begin_with_nothing_and_player_0_starts() -> None:
    state = croupier.make("pig").new_initial_state(1)
    assert state.game.num_players == 2
    assert state.current_player() == 0
    assert shown(state) == {"scores": "0,0", "turn": "0", "total": "0", "turns": "0"}


def test_pig_2_a_player_may_roll_any_number_of_times() -> None:
    state = croupier.make("pig").new_initial_state(1)
    for count in range(1, 200):
        state = after_roll(state, 6)
        assert state.records[0]["total"] == 6 * count
        assert state.legal_actions() == [ROLL, HOLD]
        assert state.current_player() == 0


def test_pig_2_the_die_is_fair() -> None:
    game = croupier.make("pig")
    totals: Counter[int] = Counter()
    batch = game.batch(12_000, seed=2)
    batch.step(np.full(12_000, ROLL))
    totals.update(batch.records["total"].tolist())
    assert set(totals) == {0, 2, 3, 4, 5, 6}
    assert sum((count - 2000) ** 2 / 2000 for count in totals.values()) < 20.52  # 99.9%, 5 degrees of freedom
    probs = np.zeros(6)
    assert game.spec.rules.outcomes is not None
    assert game.spec.rules.outcomes(batch.records[0], probs) == 6
    assert probs.tolist() == [1 / 6] * 6


def test_pig_6_the_defaults_and_the_variants() -> None:
    expected = {
        "pig": (100, 500),
        "PigDice-v0": (100, 100),
        "PigDice-v0-short": (50, 50),
        "PigDice-v0-long": (500, 500),
    }
    for name, (winning_score, max_turns) in expected.items():
        assert croupier.make(name).options == {
            "winning_score": winning_score, "max_turns": max_turns, "turn_unit": "turn",
        }  # fmt: skip


def test_pig_7_utilities_are_plus_and_minus_one_or_zeros() -> None:
    endings = {
        (1.0, -1.0): table("scores=100,20 turns=3"),
        (-1.0, 1.0): table("scores=20,100 turns=3"),
        (0.0, 0.0): table("scores=20,20 turns=3", max_turns=3),
    }
    for utilities, state in endings.items():
        assert state.is_terminal()
        assert tuple(state.returns().tolist()) == utilities
        assert not np.signbit(state.returns()[state.returns() == 0]).any()  # nobody is paid -0.0
    assert table("scores=20,99").returns().tolist() == [0.0, 0.0]


def test_the_observation_shows_the_table_from_the_seats_own_side() -> None:
    state = table("scores=30,40 turn=1 total=15 turns=95", max_turns=100)
    mine = dict.fromkeys(state.game.block_slices)
    for seat, expected in (
        (1, {"scores": [0.4, 0.3], "to_move": [1.0], "after_hold": [0.55]}),
        (0, {"scores": [0.3, 0.4], "to_move": [0.0], "after_hold": [0.55]}),
    ):
        seen = state.observation_tensor(seat)
        mine = {name: seen[place].tolist() for name, place in state.game.block_slices.items()}
        same = {"turn_total": [0.15], "turns_left": [0.5], "target": [0.1]}
        assert mine.keys() == (expected | same).keys()
        for name, values in (expected | same).items():
            assert mine[name] == pytest.approx(values)


def test_the_observation_stays_in_its_range_far_beyond_the_target() -> None:
    state = table("scores=99,99 total=5000 turns=2", winning_score=100)
    assert state.observation_tensor().tolist() == pytest.approx([0.99, 0.99, 1.0, 1.0, 1.0, 1.0, 0.1])

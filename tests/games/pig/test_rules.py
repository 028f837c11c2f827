"""Pig Dice, rule by rule; the ids are those of docs/rules/pig.md."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State
from croupier.core.spec.spec import CHANCE
from croupier.games.pig.rules import HOLD, ROLL


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


def after_hold(state: State) -> State:
    held = state.clone()
    held.apply_action(HOLD)
    return held


def shown(state: State) -> dict[str, str]:
    return state.game.spec.notation.format_position(state.records)


def test_pig_1_two_players_begin_with_nothing_and_player_0_starts() -> None:
    state = croupier.make("pig").new_initial_state(1)
    assert state.game.num_players == 2
    assert state.current_player() == 0
    assert shown(state) == {"scores": "0,0", "turn": "0", "total": "0", "turns": "0"}


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_pig_2_a_face_of_2_to_6_is_added_to_the_turn_total(face: int) -> None:
    state = after_roll(table("scores=30,40 turn=1 total=9 turns=3"), face)
    assert shown(state) == {"scores": "30,40", "turn": "1", "total": str(9 + face), "turns": "3"}


def test_pig_2_a_1_loses_the_turn_total_but_not_the_score_and_ends_the_turn() -> None:
    state = after_roll(table("scores=30,40 turn=1 total=9 turns=3"), 1)
    assert shown(state) == {"scores": "30,40", "turn": "0", "total": "0", "turns": "4"}


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


def test_pig_3_a_hold_banks_the_turn_total_and_ends_the_turn() -> None:
    state = after_hold(table("scores=30,40 turn=1 total=9 turns=3"))
    assert shown(state) == {"scores": "30,49", "turn": "0", "total": "0", "turns": "4"}


def test_pig_3_holding_at_nothing_is_legal_and_banks_nothing() -> None:
    state = table("scores=30,40 total=0 turns=4")
    assert state.legal_actions() == [ROLL, HOLD]
    assert shown(after_hold(state)) == {"scores": "30,40", "turn": "1", "total": "0", "turns": "5"}


@pytest.mark.parametrize("total", [30, 31, 60])
def test_pig_4_who_reaches_or_passes_the_target_by_a_hold_wins(total: int) -> None:
    state = after_hold(table(f"scores=70,99 total={total} turns=8"))
    assert state.is_terminal()
    assert state.returns().tolist() == [1.0, -1.0]
    assert state.points().tolist() == [70.0 + total, 99.0]


def test_pig_4_one_point_short_does_not_win() -> None:
    assert not after_hold(table("scores=70,99 total=29 turns=8")).is_terminal()


def test_pig_4_a_turn_total_does_not_win_before_it_is_banked() -> None:
    state = after_roll(table("scores=70,99 total=60 turns=8"), 6)
    assert not state.is_terminal()
    assert shown(after_roll(state, 1))["scores"] == "70,99"


@pytest.mark.parametrize(
    ("scores", "returns"), [("3,4", [-1.0, 1.0]), ("4,3", [1.0, -1.0]), ("4,4", [0.0, 0.0]), ("0,0", [0.0, 0.0])]
)
def test_pig_5_at_the_limit_the_higher_score_wins_and_equal_scores_draw(scores: str, returns: list[float]) -> None:
    before = table(f"scores={scores} turn=1 total=0 turns=9", max_turns=10)
    for state in (after_hold(before), after_roll(before, 1)):
        assert state.is_terminal()
        assert state.returns().tolist() == returns
    assert not after_roll(before, 2).is_terminal()


def test_pig_5_what_is_held_in_the_last_turn_counts() -> None:
    before = table("scores=3,0 turn=1 total=4 turns=9", max_turns=10)
    assert after_hold(before).returns().tolist() == [-1.0, 1.0]
    assert after_roll(before, 1).returns().tolist() == [1.0, -1.0]


def test_pig_5_the_target_is_checked_before_the_limit() -> None:
    state = after_hold(table("scores=90,20 turn=1 total=80 turns=9", max_turns=10))
    assert state.points().tolist() == [90.0, 100.0]
    assert state.returns().tolist() == [-1.0, 1.0]


def test_pig_5_rolls_do_not_count_as_turns() -> None:
    state = croupier.make("pig", max_turns=1).new_initial_state(1)
    for _ in range(50):
        state = after_roll(state, 5)
    assert state.records[0]["turns"] == 0
    assert after_hold(state).is_terminal()


def test_pig_5_counting_actions_every_accepted_action_counts() -> None:
    state = table(max_turns=3, turn_unit="action")
    state = after_roll(state, 5)
    assert state.records[0]["turns"] == 1
    state = after_hold(state)
    assert state.records[0]["turns"] == 2
    assert state.current_player() == 1
    for last in (after_roll(state, 6), after_roll(state, 1), after_hold(state)):
        assert last.is_terminal()
        assert last.returns().tolist() == [1.0, -1.0]


def test_pig_5_counting_actions_a_turn_total_in_hand_is_worth_nothing() -> None:
    state = after_roll(table("scores=5,6 total=50 turns=2", max_turns=3, turn_unit="action"), 6)
    assert state.returns().tolist() == [-1.0, 1.0]


@pytest.mark.parametrize("name", ["winning_score", "max_turns"])
@pytest.mark.parametrize("value", [0, -5, 1_000_001, 10.0, "10", True, None])
def test_pig_6_a_parameter_that_is_no_int_of_at_least_1_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=rf"option {name} \(PIG-6\) must be an integer from 1 to 1000000, not"):
        croupier.make("pig", **{name: value})


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


def test_pig_6_the_least_parameters_make_a_game() -> None:
    state = croupier.make("pig", winning_score=1, max_turns=1).new_initial_state(1)
    assert after_hold(after_roll(state, 2)).returns().tolist() == [1.0, -1.0]


def test_pig_6_the_turn_unit_is_turn_or_action() -> None:
    with pytest.raises(ConfigError, match=r"option turn_unit \(PIG-5\) must be one of turn, action, not 'rolls'"):
        croupier.make("pig", turn_unit="rolls")


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

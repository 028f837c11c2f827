"""Search's part of Mini Spite and Malice: where rollouts stop, and the chance to win there."""

import math

import numpy as np
import pytest

import croupier
from croupier.core.spec.spec import TERMINAL
from croupier.games.spite_malice.search import SEARCH, SLOPE, TURN, TURNS, chance_to_win
from tests.agents.search.worldly import decisions


def at(own: int, others: int, turn: int = 0) -> float:
    """Seat 0's chance with so many cards on the goal piles."""
    records = croupier.make("spite-malice").new_records(1)
    records["goal_counts"], records["turn"] = (own, others), turn
    return float(chance_to_win(records[0], 0))


def test_the_chances_of_both_seats_add_up_to_one() -> None:
    game = croupier.make("spite-malice")
    for state in decisions(game, 3, every=9):
        s = state.records[0]
        assert chance_to_win(s, 0) + chance_to_win(s, 1) == pytest.approx(1.0, abs=1e-12)


def test_it_is_the_logistic_function_that_its_page_gives() -> None:
    expected = 1.0 / (1.0 + math.exp(-SLOPE * (9 - 4 + TURN) / math.sqrt(13)))
    assert at(4, 9) == pytest.approx(expected, abs=1e-12)


def test_a_lead_counts_the_turn_counts_and_both_count_for_more_near_the_end() -> None:
    assert at(5, 5, 0) > 0.5 > at(5, 5, 1)
    assert at(4, 5) > at(5, 5) > at(6, 5)
    assert at(1, 3) > at(12, 14)


def test_rollouts_stop_after_the_next_own_turn_and_the_game_is_one_stretch() -> None:
    game = croupier.make("spite-malice")
    states = [state.clone() for state in decisions(game, 1)]
    start = states[0].records[0]
    for state in states:
        s = state.records[0]
        assert bool(SEARCH.rollout_stop(start, s)) == (s["turns"] >= TURNS)
        assert not SEARCH.horizon(start, s)
    own_again = next(state for state in states if state.records[0]["turns"] == TURNS)
    assert own_again.current_player() == 1 - start["player"]


def test_what_is_gained_is_the_outlook_and_at_the_end_the_result() -> None:
    game = croupier.make("spite-malice", goal_size=3)
    out = np.zeros(2, dtype=np.float32)
    state = next(iter(decisions(game, 2)))
    start = state.records.copy()
    SEARCH.gain(start[0], state.records[0], out)
    np.testing.assert_allclose(out, [100.0 * chance_to_win(start[0], seat) for seat in (0, 1)], rtol=1e-6)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.records["player"][0] == TERMINAL
    SEARCH.gain(start[0], state.records[0], out)
    np.testing.assert_array_equal(out, 50.0 + 50.0 * state.returns())

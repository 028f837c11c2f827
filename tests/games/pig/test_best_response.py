"""The exact value of a best response: against brute force, against optimal play, against every other policy."""

import numpy as np
import pytest

from croupier.core.base.errors import ConfigError
from croupier.games.pig.exact.evaluate import best_response, evaluate
from croupier.games.pig.exact.solver import solve
from tests.conftest import INTERPRETED
from tests.games.pig.naive import best_match
from tests.games.pig.test_evaluate import always, changing, hold_at, optimal, random_table


@pytest.mark.parametrize(("target", "turns"), [(1, 3), (4, 1), (4, 2), (5, 6), (7, 5), (9, 8)])
def test_best_responses_with_a_limit_agree_with_recursion(target: int, turns: int) -> None:
    for policy, rolls in (always(random_table(target, 2)), changing(target, 30)):
        for draw in (0.5, 0.0, 1.0):
            found = best_response(policy, target, turns, draw)
            assert (found.first, found.second) == pytest.approx(best_match(rolls, target, turns, draw), abs=1e-12)


@pytest.mark.parametrize("target", [1, 2, 4, 9])
def test_without_limit_a_best_response_is_worth_what_many_turns_are(target: int) -> None:
    for seed in (3, 4, 5):
        policy = always(random_table(target, seed, 0.05))[0]
        endless, long = best_response(policy, target), best_response(policy, target, 100_000)
        assert (endless.first, endless.second) == pytest.approx((long.first, long.second), abs=1e-10)


def test_no_policy_gains_more_than_the_best_response() -> None:
    target = 8
    for seed in range(4 if INTERPRETED else 20):
        rival = always(random_table(target, seed, 0.05))[0]
        best, best_limited = best_response(rival, target), best_response(rival, target, 7)
        assert min(best.first, best.second, best.mean - 0.5) >= 0.0
        for other in (always(random_table(target, 100 + seed))[0], always(optimal(target))[0], rival):
            for seat in ("first", "second"):
                assert getattr(evaluate(other, rival, target), seat) <= getattr(best, seat) + 1e-12
                assert getattr(evaluate(other, rival, target, 7), seat) <= getattr(best_limited, seat) + 1e-12


def test_the_best_response_to_optimal_play_is_optimal_play() -> None:
    found = best_response(always(optimal(15))[0], 15)
    value = solve(15)[0, 0, 0]
    assert (found.first, found.second) == pytest.approx((value, 1.0 - value), abs=1e-11)


@pytest.mark.compiled
def test_the_best_response_to_hold_at_20_beats_it_more_often_than_optimal_play_does() -> None:
    hold = always(hold_at(20, 100))[0]
    assert best_response(hold, 100).mean > evaluate(always(optimal(100))[0], hold, 100).mean + 1e-4


def test_a_player_who_never_adds_a_point_is_always_beaten() -> None:
    never = always(np.zeros((6, 6, 7), dtype=np.float32))[0]
    found = best_response(never, 6)
    assert (found.first, found.second) == pytest.approx((1.0, 1.0), abs=1e-12)


def test_waiting_at_0_is_chosen_where_the_other_player_throws_its_turns_away() -> None:
    # while A has no points B rolls until a 1; afterwards it passes
    target = 6
    table = np.zeros((target, target, target + 1), dtype=np.float32)
    table[:, 0, :] = 0.999
    policy, rolls = always(table)
    found = best_response(policy, target, 12)
    assert (found.first, found.second) == pytest.approx(best_match(rolls, target, 12), abs=1e-12)


@pytest.mark.parametrize("target", [0, 201])
def test_targets_out_of_range_are_refused(target: int) -> None:
    policy = always(random_table(3, 1))[0]
    with pytest.raises(ConfigError, match=rf"exact values are computed for targets 1\.\.200, not {target}"):
        best_response(policy, target)

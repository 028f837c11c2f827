"""The parts by which Pig is solved and its players judged, at small targets; the arena's tests play the games."""

import numpy as np
import pytest

import croupier
from croupier.core.base.types import Records
from croupier.core.spec.exact import ExactPlay, ExactPlayer
from croupier.core.spec.spec import Floats
from croupier.games.pig.bots import make_hold, make_optimal
from croupier.games.pig.exact.evaluate import tables
from croupier.games.pig.exact.problem import EXACT
from croupier.games.pig.exact.solver import solve
from croupier.games.pig.rules import HOLD, HORIZON, ROLL

game = croupier.make("pig", winning_score=6, max_turns=20)


def nothing(share: float) -> None:
    del share


def never_asked(records: Records) -> Floats:
    raise AssertionError(f"it was asked in {len(records)} positions")


def hold_at_three(records: Records) -> Floats:
    done = records["total"] >= 3
    shares = np.zeros((len(records), 2), dtype=np.float32)
    shares[done, HOLD], shares[~done, ROLL] = 1.0, 1.0
    return shares


def test_optimal_play_brings_its_policy_and_is_worth_the_solved_value() -> None:
    play = make_optimal("", game.options).exact_play
    assert play is not None
    optimal = ExactPlayer("optimal", never_asked, play)
    for limited, values in ((True, solve(6, 20)), (False, solve(6))):
        result = EXACT.compare(game, optimal, optimal, limited)
        assert result.first == pytest.approx(values[-1, 0, 0], abs=1e-12)
        assert result.mean == pytest.approx(0.5, abs=1e-12)
        hold = EXACT.compare(game, optimal, ExactPlayer("hold", hold_at_three, ExactPlay(horizon=1)), limited)
        assert hold.mean > 0.5


@pytest.mark.parametrize(("horizon", "last"), [(1, 1), (4, 4), (None, HORIZON), (50, 20)])
def test_a_player_is_asked_as_far_as_it_looks_at_the_turns_left(horizon: int | None, last: int) -> None:
    asked: set[int] = set()

    def probabilities(records: Records) -> Floats:
        asked.update((records["max_turns"] - records["turns"]).tolist())
        return hold_at_three(records)

    policy = tables(ExactPlayer("hold", probabilities, ExactPlay(horizon=horizon)), game)
    found = [policy(left) for left in range(20, 0, -1)]
    assert asked == set(range(1, last + 1))
    assert all(table is found[0] for table in found[: 20 - last + 1])


def test_bots_that_hold_never_look_at_the_turns_left() -> None:
    assert make_hold("hold-3", game.options).exact_play == ExactPlay(horizon=1)


def test_a_problem_has_the_games_target_and_a_limit_only_where_one_is_named() -> None:
    plain, variant = EXACT.problem(game, {}, False), EXACT.problem(game, {}, True)
    assert (plain.heading, plain.limited) == ("Pig to 6 points, no turn limit", False)
    assert (variant.heading, variant.limited) == ("Pig to 6 points, 20 turns", True)
    given = EXACT.problem(game, {"target": 4, "max_turns": 3}, True)
    assert given.settings == {"target": 4, "max_turns": 3}
    assert {name: given.options[name] for name in ("winning_score", "max_turns")} == {
        "winning_score": 4, "max_turns": 3,
    }  # fmt: skip
    assert given.solve is not None
    given.warm_up()
    solution = given.solve(nothing)
    assert (solution.first, solution.states, solution.remark) == (
        solve(4, 3)[-1, 0, 0], 4 * 4 * 5 // 2 * 3, "a draw counts half",
    )  # fmt: skip


def test_pig_6_actions_and_great_targets_are_not_covered() -> None:
    assert EXACT.covers(game.options)
    assert not EXACT.covers(croupier.make("pig", winning_score=201).options)
    assert not EXACT.covers(croupier.make("pig", turn_unit="action").options)


def test_a_player_is_asked_once_in_each_position_for_all_its_opponents() -> None:
    asked = []

    def probabilities(records: Records) -> Floats:
        asked.append(len(records))
        return hold_at_three(records)

    player = ExactPlayer("asked", probabilities, ExactPlay())
    values = {EXACT.compare(game, player, ExactPlayer("b", hold_at_three, ExactPlay()), True).first}
    once = sum(asked)
    values.add(EXACT.compare(game, player, player, True).first)
    assert (sum(asked), once) == (once, HORIZON * 6 * 6 * 7)
    assert len(values) == 1

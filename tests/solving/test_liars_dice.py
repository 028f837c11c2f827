"""Liar's Dice with few dice, beside OpenSpiel's solver on its own liars_dice; more dice are refused at once."""

from typing import Any

import pyspiel
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.solving.growing import check_size, grow
from croupier.solving.solver import Solver, exploited
from tests.amounts import larger


@larger("faces", 3, 6)
def test_every_iteration_with_a_die_each_is_that_of_openspiel(faces: int) -> None:
    theirs = pyspiel.load_game(f"liars_dice(dice_sides={faces})")
    learner, ours = pyspiel.CFRPlusSolver(theirs), Solver(grow(croupier.make("liars-dice", dice=1, faces=faces)))
    assert ours.tree.states == faces * 4**faces  # a seat's die, and any of the bids of two dice made or not
    for _ in range(3):
        learner.evaluate_and_update_policy()
        ours.iterate(1)
        found, average = exploited(ours.tree, ours.average()), learner.average_policy()
        assert found.exploitability == pytest.approx(pyspiel.exploitability(theirs, average), abs=1e-9)
        expected = pyspiel.expected_returns(theirs.new_initial_state(), average, -1, False)
        assert found.value == pytest.approx(expected[0], abs=1e-9)


def test_lost_dice_with_a_die_each_are_one_round_and_two_against_one_are_solved_to_the_last_die() -> None:
    values = {}
    for first, lost in ((1, False), (1, True), (2, False), (2, True)):
        solver = Solver(grow(croupier.make("liars-dice", dice=1, first_dice=first, faces=2, lost_dice=lost)))
        solver.iterate(150)
        exact = exploited(solver.tree, solver.average())
        assert 0.0 <= exact.exploitability < 0.002
        values[first, lost] = exact.value
    assert values[1, True] == pytest.approx(values[1, False], abs=0.004)
    assert values[2, True] > values[2, False] > values[1, False]  # a round that is lost is not the game yet


@pytest.mark.thorough
def test_two_dice_against_one_are_solved() -> None:
    tree = grow(croupier.make("liars-dice", dice=1, first_dice=2))
    assert tree.nodes == 1 << 19
    solver = Solver(tree)
    solver.iterate(200)
    exact = exploited(tree, solver.average())
    assert 0.0 <= exact.exploitability < 0.003
    assert exact.value == pytest.approx(0.211, abs=0.0025)  # two dice beat one


@pytest.mark.parametrize(
    "options", [{"dice": 2}, {"dice": 5}, {"dice": 1, "first_dice": 3}, {"dice": 2, "lost_dice": True}]
)
def test_more_dice_are_played_and_not_solved(options: dict[str, Any]) -> None:
    game = croupier.make("liars-dice", **options)
    with pytest.raises(ConfigError, match="cannot be solved: it has more than 1,048,576 public positions"):
        grow(game)
    with pytest.raises(ConfigError, match="cannot be solved: it has more than 1,048,576 public positions"):
        check_size(game)


@pytest.mark.parametrize("options", [{"dice": 1}, {"dice": 1, "faces": 3}, {"dice": 2, "faces": 2}])
def test_its_facts_say_how_large_its_tree_is(options: dict[str, Any]) -> None:
    game = croupier.make("liars-dice", **options)
    assert grow(game).nodes == game.facts.public_positions

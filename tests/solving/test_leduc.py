"""Leduc poker solved, beside OpenSpiel's solver on its own leduc_poker."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.policy import TabularPolicy

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.solved import numbers_of
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State
from croupier.solving.growing import grow
from croupier.solving.solution import exact_utilities, exploitability, solve, strategy_of, turns_of
from croupier.solving.solver import Solver, action_values, best_response, exploited, value
from croupier.solving.tree import PublicTree
from tests.splitmix import SplitMix64

game = croupier.make("leduc")


@pytest.fixture(scope="module")
def tree() -> PublicTree:
    return grow(game, keep=True)


def test_the_tree_has_the_information_states_of_openspiels_game(tree: PublicTree) -> None:
    theirs = pyspiel.load_game("leduc_poker")
    assert tree.nodes == game.facts.public_positions
    assert tree.states == len(TabularPolicy(theirs).state_lookup) == 936


def test_every_iteration_is_as_exploitable_as_openspiels(tree: PublicTree) -> None:
    theirs = pyspiel.load_game("leduc_poker")
    learner, ours = pyspiel.CFRPlusSolver(theirs), Solver(tree)
    for _ in range(3):
        learner.evaluate_and_update_policy()
        ours.iterate(1)
        found = exploited(tree, ours.average()).exploitability
        assert found == pytest.approx(pyspiel.exploitability(theirs, learner.average_policy()), abs=1e-9)


def test_the_value_is_the_known_one(tree: PublicTree) -> None:
    solver = Solver(tree)
    solver.iterate(2000)
    exact = exploited(tree, solver.average())
    assert exact.value == pytest.approx(-0.0856, abs=2e-4)
    assert 0.0 <= exact.exploitability < 1.5e-4
    assert min(exact.gains) >= 0.0


def test_random_play_is_as_exploitable_as_openspiel_says(tree: PublicTree) -> None:
    theirs = pyspiel.load_game("leduc_poker")
    shares = strategy_of(tree, game, make_agent("random", game))
    assert exploited(tree, shares).exploitability == pytest.approx(
        pyspiel.exploitability(theirs, pyspiel.UniformRandomPolicy(theirs)), abs=1e-9
    )


def test_exact_values_are_those_of_all_games(tree: PublicTree) -> None:
    """The bot against random, by walking through every game with its probability."""
    bot, other = (strategy_of(tree, game, make_agent(name, game)) for name in ("bot", "random"))
    agents = make_agent("bot", game), make_agent("random", game)
    rules, total = game.spec.rules, 0.0
    assert rules.play_outcome is not None
    for deal in range(30):
        state = game.position("leduc")
        rules.setup(state.records[0], np.zeros(0, dtype=np.int64))
        rules.play_outcome(state.records[0], deal)
        total += walked(state.clone(), agents) / 30
    assert value(tree, bot, other) == pytest.approx(total, abs=1e-6)


def walked(state: State, agents: tuple[object, ...]) -> float:
    rules = state.game.spec.rules
    if state.is_terminal():
        return float(state.returns()[0])
    if state.records[0]["player"] < 0:
        assert rules.play_outcome is not None
        worth = 0.0
        for outcome in range(4):
            after = state.records.copy()
            rules.play_outcome(after[0], outcome)
            worth += walked(standing(after), agents) / 4
        return worth
    agent = agents[state.current_player()]
    shares = agent.probabilities(Turns.of_state(state))[0]  # type: ignore[attr-defined]  # both give shares
    worth = 0.0
    for action in np.flatnonzero(shares):
        after = state.records.copy()
        rules.play(after[0], int(action))
        worth += float(shares[action]) * walked(standing(after), agents)
    return worth


def standing(records: np.ndarray) -> State:
    """A state in which a random event may be due."""
    return State(game, records, np.zeros(1, dtype=np.uint64), 0, "", [])


def test_no_strategy_wins_more_than_a_best_response(tree: PublicTree) -> None:
    bot, draw = strategy_of(tree, game, make_agent("bot", game)), np.random.default_rng(1)
    most = best_response(tree, bot, 0), best_response(tree, bot, 1)
    for _ in range(20):
        regrets = draw.random(tree.size)
        solver = Solver(tree)
        solver._regrets[:] = regrets
        solver.iterate(1)
        tried = solver.average()
        assert value(tree, tried, bot) <= most[0] + 1e-12
        assert -value(tree, bot, tried) <= most[1] + 1e-12


def states() -> Iterator[State]:
    draw = SplitMix64(5)
    for seed in range(400):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            yield state.clone()
            legal = state.legal_actions()
            state.apply_action(legal[draw.below(len(legal))])


def test_information_states_are_those_of_state(tree: PublicTree) -> None:
    seen: dict[int, str] = {}
    known = set(numbers_of(turns_of(tree, game)).tolist())
    assert len(known) == 936
    for state in states():
        number = int(numbers_of(Turns.of_state(state))[0])
        assert number in known
        text = state.information_state_string(state.current_player())
        assert seen.setdefault(number, text) == text
    assert len(set(seen.values())) == len(seen) > 300


def test_agents_are_judged_and_those_without_a_distribution_are_refused() -> None:
    bot, chance = make_agent("bot", game), make_agent("random", game)
    first, second = exact_utilities(game, bot, chance)
    assert exact_utilities(game, chance, bot) == pytest.approx((-second, -first))
    assert exploitability(game, bot).exploitability == pytest.approx(2 / 3)
    with pytest.raises(ConfigError, match="agent 'human' cannot be judged exactly"):
        exploitability(game, make_agent("human", game))


def test_a_solution_is_written_and_played_by_an_agent(tmp_path: Path) -> None:
    solved = solve(game, 200)
    solved.write(tmp_path / "leduc.npz")
    agent = make_agent(f"solved:{tmp_path / 'leduc.npz'}", game)
    again = exploitability(game, agent)
    assert again.exploitability == pytest.approx(solved.exact.exploitability, abs=1e-5)
    assert croupier.check_agent(game, agent, games=10, worlds=3) > 20


def test_what_actions_are_worth_fits_the_value_of_the_game_and_no_other_action_is_better(tree: PublicTree) -> None:
    solver = Solver(tree)
    solver.iterate(500)
    shares = solver.average()
    worth, starts = action_values(tree, shares), tree.starts[tree.decisions]
    root = tree.decisions[np.argmin(starts)]
    count, sizes = int(tree.counts[root]), tree.deals[tree.sets[root]].sizes
    first = slice(int(tree.starts[root]), int(tree.starts[root]) + count * sizes[0])
    own = (shares[first] * worth[first]).reshape(sizes[0], count).sum(axis=1)
    weights = np.bincount(tree.deals[tree.sets[root]].own[0], tree.deals[tree.sets[root]].weights)
    assert np.average(own, weights=weights) == pytest.approx(value(tree, shares, shares), abs=1e-9)
    played = shares[first] > 0.2
    best = worth[first].reshape(sizes[0], count).max(axis=1).repeat(count)
    assert (best - worth[first])[played].max() < 0.02  # near an equilibrium nobody plays what is clearly worse

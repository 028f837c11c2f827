import copy
import math
import pickle
import subprocess
import sys
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import expected_game_score, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.vector_env import SyncVectorEnv

import croupier
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.engine import making
from croupier.core.spec import registry
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.envs.open_spiel import PREFIX, UNLIMITED, short_name
from croupier.games.pig.exact import solver
from tests import cases
from tests.amounts import daily, larger

BUILT_IN = [entry.name for entry in registry.BUILT_IN]
SMALL: dict[str, dict[str, Any]] = {
    "croupier_pig": {"winning_score": 20, "max_turns": 20},
    "croupier_spite_malice": {"goal_size": 2, "max_turns": 30, "deals": 20},
    "croupier_skull_king": {"players": 3, "schedule": "one", "deals": 20},
}


def sampled(game: Any) -> bool:
    return bool(game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)


def played(game: Any, rng: np.random.Generator) -> Any:
    """A state at the end of a random game, with every state before it."""
    state, seen = game.new_initial_state(), []
    while not state.is_terminal():
        seen.append(state.clone())
        legal = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(legal)))
    return state, seen


def test_every_game_is_registered_by_the_import_with_its_options_as_parameters() -> None:
    assert {name for name in pyspiel.registered_names() if name.startswith(PREFIX)} == set(
        map(short_name, registry.registered_games())
    )
    for name in BUILT_IN:
        game, facts = pyspiel.load_game(short_name(name)), making.make(name).facts
        assert set(making.make(name).options) < set(game.get_parameters())
        assert (game.min_utility(), game.max_utility()) == (facts.min_utility, facts.max_utility)
        assert game.utility_sum() == facts.utility_sum
    made = pyspiel.load_game("croupier_skull_king(players=6,kraken=True,schedule=fives)")
    assert made.num_players() == 6
    assert made.settings.game.options["kraken"] is True
    assert made.settings.game.options["schedule"] == "fives"
    assert pyspiel.load_game(str(made)).settings.game.options == made.settings.game.options


@pytest.mark.parametrize("name", daily(SMALL))
def test_the_checker_of_openspiel_finds_nothing_and_states_are_serialised(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, SMALL[name]), num_sims=3, serialize=True, verbose=False)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "options"), cases.at_a_door())
def test_the_checker_finds_nothing_where_shuffles_are_sampled(name: str, options: Mapping[str, Any]) -> None:
    # without `deals`: OpenSpiel cannot serialise the generator of a sampled game that is written in Python
    game = pyspiel.load_game(short_name(name), dict(options))
    assert sampled(game) == (making.make(name, **options).facts.chance == "sampled")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("listed", [False, True], ids=["sampled", "deals"])
def test_a_state_is_serialised_in_every_chance_mode(name: str, listed: bool) -> None:
    deals = SMALL[name].get("deals", 0) * listed
    game = pyspiel.load_game(name, SMALL[name] | {"deals": deals, "rng_seed": 4})
    last, seen = played(game, np.random.default_rng(2))
    for state in (*seen[::7], last):
        again = game.deserialize_state(state.serialize())
        assert (str(again), again.history()) == (str(state), state.history())
        if state.is_chance_node():
            continue
        assert again.legal_actions() == state.legal_actions()
        for seat in range(game.num_players()):
            assert again.observation_tensor(seat) == state.observation_tensor(seat)
            assert again.information_state_string(seat) == state.information_state_string(seat)


@pytest.mark.parametrize("name", daily(BUILT_IN, 3))
def test_games_are_those_of_state(name: str) -> None:
    """The same decisions and the same chance events, on a `State` and on an OpenSpiel state."""
    game, rng = pyspiel.load_game(short_name(name)), np.random.default_rng(3)
    ours = croupier.make(name).new_initial_state(11)
    state = game.new_initial_state()
    while not ours.is_terminal():
        if state.is_chance_node():
            if name == "pig":
                before, after = state.clone().table.records[0], ours.records[0]
                held = before["turn"] != after["turn"] or after["player"] == TERMINAL
                state.apply_action(0 if held else int(after["total"] - before["total"]) - 1)
            else:  # the same cards: what was drawn differs, so it is taken over
                state.apply_action(0)
                state.table.records[:] = ours.records
        assert state.current_player() == ours.current_player()
        assert state.legal_actions() == ours.legal_actions()
        for seat in range(game.num_players()):
            assert state.observation_tensor(seat) == ours.observation_tensor(seat).tolist()
            assert state.observation_string(seat) == ours.observation_string(seat)
        assert str(state).startswith(ours.position())
        assert state.returns() == [0.0] * game.num_players()
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == ours.action_to_string(action)
        state.apply_action(action)
        ours.apply_action(action)
    assert state.is_chance_node() == (name == "pig" and not state.is_terminal())
    if state.is_terminal():
        assert state.returns() == ours.returns().tolist()


def _value_iteration() -> Any:
    # its module imports a solver of linear programs, which only games with simultaneous moves need
    name = "open_spiel.python.algorithms.lp_solver"
    sys.modules.setdefault(name, ModuleType(name))
    from open_spiel.python.algorithms import value_iteration

    return value_iteration.value_iteration


@pytest.mark.parametrize(("target", "turns", "length"), daily([(2, 2, 6), (4, 2, 8)]))
def test_openspiels_value_iteration_agrees_with_our_exact_solver(target: int, turns: int, length: int) -> None:
    # A turn has no limit of rolls, so the tree has none either. Whoever rolls on although holding wins gains
    # nothing by it, so a draw after so many decisions does not change the value.
    params = {"winning_score": target, "max_turns": turns, "max_game_length": length}
    game = pyspiel.load_game("croupier_pig", params)
    values = _value_iteration()(game, -1, 1e-12, cyclic_game=True)
    first = solver.solve(target, turns)[-1, 0, 0]
    assert values[str(game.new_initial_state())] == pytest.approx(2 * first - 1, abs=1e-9)


@pytest.mark.thorough
def test_openspiels_cfr_and_its_exploitability_agree_with_our_exact_solver() -> None:
    game = pyspiel.load_game("croupier_pig", {"winning_score": 2, "max_turns": 2, "max_game_length": 4})
    learner = pyspiel.CFRPlusSolver(game)
    gaps = []
    for _ in range(3):
        for _ in range(4):
            learner.evaluate_and_update_policy()
        gaps.append(pyspiel.exploitability(game, learner.average_policy()))
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 0.02
    value = expected_game_score.policy_value(game.new_initial_state(), [learner.average_policy()] * 2)
    first = 2 * solver.solve(2, 2)[-1, 0, 0] - 1
    assert value == pytest.approx([first, -first], abs=2 * gaps[2])


@pytest.mark.parametrize("name", SMALL)
def test_openspiels_mcts_plays_our_games(name: str) -> None:
    game, rng = pyspiel.load_game(name, SMALL[name]), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 6, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    for _ in range(14):
        if state.is_chance_node():
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
        elif not state.is_terminal():
            state.apply_action(bot.step(state))
    assert len(state.history()) >= 4


def test_openspiels_ismcts_plays_with_our_determinizations() -> None:
    game = pyspiel.load_game("croupier_skull_king", SMALL["croupier_skull_king"])
    state, rng = game.new_initial_state(), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 8, random_state=rng, use_observation_string=True
    )
    state.apply_action(3)
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert state.table.decisions == 4


def test_a_determinization_keeps_what_the_player_knows_and_changes_the_rest() -> None:
    game = pyspiel.load_game("croupier_skull_king", {"players": 4, "schedule": "fives", "deals": 9})
    state = game.new_initial_state()
    state.apply_action(5)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = [state.resample_from_infostate(1, sampler) for _ in range(5)]
    assert {world.observation_string(1) for world in worlds} == {state.observation_string(1)}
    assert {tuple(world.observation_tensor(1)) for world in worlds} == {tuple(state.observation_tensor(1))}
    assert len({str(world) for world in worlds}) == 5
    assert {world.information_state_string(1) for world in worlds} == {state.information_state_string(1)}
    assert len({world.information_state_string(2) for world in worlds} - {state.information_state_string(2)}) > 1
    again = copy.deepcopy(worlds[0])
    while again.current_player() != 1:
        again.apply_action(again.legal_actions()[0])
    assert again.information_state_string(1).startswith(state.information_state_string(1))


def test_observers_give_the_blocks_by_name_and_the_public_view_as_text() -> None:
    game = pyspiel.load_game("croupier_skull_king", SMALL["croupier_skull_king"])
    state = game.new_initial_state()
    state.apply_action(2)
    seen = make_observation(game)
    seen.set_from(state, 1)
    assert list(seen.dict) == [block.name for block in game.settings.game.blocks]
    assert seen.tensor.tolist() == state.observation_tensor(1)
    nothing = pyspiel.PrivateInfoType.NONE
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=nothing))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert public.string_from(state, 0) != seen.string_from(state, 0)
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    with pytest.raises(ConfigError, match="skull-king"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody))
    with pytest.raises(ConfigError, match="takes no parameters"):
        make_observation(game, params={"colour": 1})
    open_game = pyspiel.load_game("croupier_pig")
    state = open_game.new_initial_state()
    assert state.information_state_string(0) == str(state)


def test_states_of_a_game_share_one_sequence_of_chance_and_listed_deals_do_not() -> None:
    def deals(seed: int) -> list[str]:
        state = pyspiel.load_game("croupier_skull_king", {"schedule": "one", "rng_seed": seed}).new_initial_state()
        return [str(state.child(0)) for _ in range(3)]

    assert deals(5) == deals(5)
    assert len(set(deals(5) + deals(6) + deals(-1) + deals(-1))) == 12
    listed = pyspiel.load_game("croupier_skull_king", {"schedule": "one", "deals": 4, "rng_seed": 7})
    first, again = ([str(listed.new_initial_state().child(outcome)) for outcome in range(4)] for _ in range(2))
    assert first == again
    assert len(set(first)) == 4


def test_a_game_is_a_draw_at_its_longest_and_the_rules_set_it_where_they_can() -> None:
    game = pyspiel.load_game("croupier_pig", {"max_game_length": 3})
    last, seen = played(game, np.random.default_rng(1))
    assert sum(not state.is_chance_node() for state in seen) == 3
    assert last.returns() == [0.0, 0.0]
    assert pyspiel.load_game("croupier_pig").max_game_length() == UNLIMITED
    assert pyspiel.load_game("croupier_pig", {"turn_unit": "action", "max_turns": 9}).max_game_length() == 9
    shared = pyspiel.load_game("croupier_skull_king", {"players": 4, "max_game_length": 2})
    last, _ = played(shared, np.random.default_rng(1))
    assert last.returns() == [0.25] * 4


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("croupier_pig", {"winning_score": -4}, r"option winning_score \(PIG-6\) must be an integer from 1"),
        ("croupier_pig", {"deals": 3}, "deals must be 0: chance of pig is listed, not 3"),
        ("croupier_skull_king", {"deals": -1}, "deals must be 0..1000000, not -1"),
        ("croupier_skull_king", {"rng_seed": -2}, "rng_seed must be at least 0, or -1, not -2"),
        ("croupier_skull_king", {"max_game_length": -1}, "max_game_length must be at least 0"),
        ("croupier_skull_king", {"players": 9}, "players"),
    ],
)
def test_bad_parameters_are_refused(name: str, params: dict[str, int], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        pyspiel.load_game(name, params)
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game(name, {"colour": 1})


def test_illegal_actions_and_outcomes_are_refused_by_name() -> None:
    state = pyspiel.load_game("croupier_skull_king", {"deals": 5}).new_initial_state()
    with pytest.raises(ValueError, match=r"chance outcome 5 is not one of 0\.\.4"):
        state.apply_action(5)
    assert state.current_player() == CHANCE
    state.apply_action(4)
    with pytest.raises(IllegalAction, match=r"is not legal for player \d in phase BIDDING; legal: \[0, 1\]"):
        state.apply_action(100_000)
    assert str(copy.deepcopy(state.table)) == str(state)


@pytest.mark.thorough
def test_openspiels_environments_step_our_games_together() -> None:
    tables = SyncVectorEnv([rl_environment.Environment("croupier_skull_king", schedule="one") for _ in range(3)])
    steps = tables.reset()
    for _ in range(12):
        seen = [step.observations for step in steps]
        chosen = [SimpleNamespace(action=each["legal_actions"][each["current_player"]][0]) for each in seen]
        steps, _, done, _ = tables.step(chosen, reset_if_done=True)
    assert len(done) == 3


def test_a_process_that_has_imported_nothing_loads_what_was_pickled_and_ends_cleanly() -> None:
    made = pickle.dumps(policy.UniformRandomPolicy(pyspiel.load_game("croupier_leduc")))
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).game)"
    done = subprocess.run([sys.executable, "-c", code], input=made, check=False, capture_output=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"croupier_leduc")


def test_information_states_are_those_of_state() -> None:
    game = pyspiel.load_game("croupier_skull_king", SMALL["croupier_skull_king"])
    ours = croupier.make("skull-king", players=3, schedule="one").new_initial_state(3)
    state = game.new_initial_state()
    state.apply_action(0)
    state.table.records[:] = state.table.last.records[:] = ours.records
    while not ours.is_terminal():
        for seat in range(3):
            assert state.information_state_string(seat) == ours.information_state_string(seat)
            assert state.information_state_tensor(seat) == ours.information_state_tensor(seat).tolist()
        action = ours.legal_actions()[-1]
        state.apply_action(action)
        ours.apply_action(action)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("croupier_skull_king", SMALL["croupier_skull_king"] | {"players": 2, "deals": 2}),
        pytest.param("croupier_leduc", {}, marks=pytest.mark.thorough),
    ],
)
@larger("rounds", 3, 8)
def test_openspiels_solvers_run_on_a_game_with_hidden_cards(
    name: str, options: dict[str, object], rounds: int
) -> None:
    game = pyspiel.load_game(name, options)
    learner = pyspiel.CFRSolver(game)
    before = pyspiel.nash_conv(game, learner.average_policy(), False)
    for _ in range(rounds):
        learner.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, learner.average_policy(), False) < before
    outcomes = pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1)
    external = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
    for _ in range(20):
        outcomes.run_iteration()
        external.run_iteration()
    state = played(game, np.random.default_rng(1))[1][-1]
    shares = external.average_policy().action_probabilities(state)
    assert set(shares) == set(state.legal_actions())
    assert sum(shares.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_information_states_have_features_of_a_declared_size_where_something_is_hidden(name: str) -> None:
    game, ours = pyspiel.load_game(short_name(name)), making.make(name)
    assert game.get_type().provides_information_state_tensor == (ours.facts.information == "hidden")
    if ours.facts.information == "hidden":
        size = game.information_state_tensor_size()
        assert game.information_state_tensor_shape() == ours.information_state_tensor_shape()
        assert len(game.new_initial_state().information_state_tensor(0)) == size
    if name == "leduc":
        seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
        assert list(seen.dict) == ["card", "board", "said", "chips", "to_move", "recall"]


@pytest.mark.thorough
def test_openspiels_deep_cfr_makes_a_step_on_leduc() -> None:
    from open_spiel.python.pytorch.deep_cfr import DeepCFRSolver

    game = pyspiel.load_game("croupier_leduc")
    batches = {"batch_size_advantage": 8, "batch_size_strategy": 8, "memory_capacity": 1000}
    solver = DeepCFRSolver(game, (16,), (16,), num_iterations=1, num_traversals=4, **batches)
    _, advantage_losses, policy_loss = solver.solve()
    assert all(math.isfinite(loss) for loss in (policy_loss, *advantage_losses[0], *advantage_losses[1]))
    state = game.new_initial_state().child(3)
    assert set(solver.action_probabilities(state)) == set(state.legal_actions())


@pytest.mark.parametrize("name", daily([short_name(name) for name in BUILT_IN], 3))
def test_all_that_is_handed_out_can_be_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    made = game, game.get_type(), state, make_observation(game), policy.UniformRandomPolicy(game)
    ours, kind, there, observer, uniform = pickle.loads(pickle.dumps(made))  # noqa: S301  # bytes of our own
    assert (str(ours), ours.settings.game.options) == (str(game), game.settings.game.options)
    assert (kind, str(there), there.get_game().settings.limit) == (made[1], str(state), game.settings.limit)
    observer.set_from(there, 0)
    assert observer.tensor.tolist() == state.observation_tensor(0)
    assert uniform.action_probabilities(state) == made[4].action_probabilities(state)

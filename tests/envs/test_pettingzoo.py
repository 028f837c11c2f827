import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pettingzoo
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine import making
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.envs.gymnasium import env_id
from croupier.envs.pettingzoo import env, raw_env
from tests import cases
from tests.amounts import daily
from tests.core.playing import pickled
from tests.envs.replaying import GAMES, HURRY
from tests.toy import SPEC

with warnings.catch_warnings():  # where pygame is installed, the checkers import a game in a deprecated way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.state_test import test_state_space as check_state_space

BUILT_IN = [entry.name for entry in registry.BUILT_IN]

KNOWN = (
    "Observation is not a NumPy array",  # it is a dict with a mask, as in PettingZoo's own card games, which the
    "Observation space for each agent probably should be",  # checker knows by their names
    "Action mask numpy array is all zeros",  # at the end, when nothing may be done
    "it is ignored",  # the checker gives an option of its own
)


def played(made: Any, seed: int, rng: np.random.Generator) -> list[Any]:
    """All that one game gives."""
    made.reset(seed=seed)
    seen: list[Any] = []
    for agent in made.agent_iter():
        observation, reward, termination, truncation, info = made.last()
        seen.append((agent, observation, reward, termination, truncation, info))
        over = termination or truncation
        made.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


def checked(made: Callable[[], Any], cycles: int, again: int) -> None:
    """The checkers of PettingZoo find nothing."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(made(), num_cycles=cycles)
    assert not [each for each in caught if not any(words in str(each.message) for words in KNOWN)]
    seed_test(made, num_cycles=again)


@pytest.mark.parametrize("name", daily(BUILT_IN, 2))
def test_the_checkers_of_pettingzoo_find_nothing(name: str) -> None:
    checked(lambda: env(name), 1000, 200)
    if registry.spec(name).pictures is None:
        return
    render_test(
        lambda render_mode: env(name, render_mode=render_mode),
        custom_tests={"svg": lambda shown: shown.startswith("<svg ") and shown.endswith("</svg>")},
    )
    check_state_space(env(name))


@pytest.mark.parametrize(("name", "options"), cases.at_a_door())
def test_the_checkers_find_nothing_under_other_options(name: str, options: Mapping[str, Any]) -> None:
    checked(lambda: env(name, **options), 50, 20)


def test_every_game_and_every_variant_is_in_the_registry_of_pettingzoo() -> None:
    for name in registry.names():
        made: Any = pettingzoo.make("aec", env_id(name))
        assert made.unwrapped.game.options == making.make(name).options
    assert {id_ for id_ in pettingzoo.aec_registry if id_.startswith("croupier/")} == set(
        map(env_id, registry.names())
    )
    assert str(env("skull-king", players=6)) == "croupier_skull_king_v0"
    assert env("skull-king", players=6).possible_agents == [f"player_{seat}" for seat in range(6)]


@pytest.mark.parametrize("name", daily(GAMES, 4))
def test_games_are_those_of_state(name: str) -> None:
    made, rng, cuts = env(GAMES[name]), np.random.default_rng(5), set()
    for seed in range(12 if name == HURRY else 3):
        made.reset(seed=seed)
        state = made.unwrapped.game.new_initial_state(made.infos["player_0"]["seed"])
        while not state.is_terminal():
            seat = state.current_player()
            assert made.agent_selection == f"player_{seat}"
            assert not any(made.rewards.values())
            for other, agent in enumerate(made.agents):
                observation, info = made.observe(agent), made.infos[agent]
                assert np.array_equal(observation["observation"], state.observation_tensor(other))
                mask = state.legal_actions_mask() if other == seat else np.zeros(state.game.num_actions)
                assert np.array_equal(observation["action_mask"], mask)
                assert np.array_equal(info["action_mask"], mask)
                assert info["phase"] == state.phase
            assert np.array_equal(
                made.state().reshape(len(made.agents), -1),
                [state.observation_tensor(s) for s in range(len(made.agents))],
            )
            action = int(rng.choice(state.legal_actions()))
            made.step(action)
            state.apply_action(action)
        assert list(made.rewards.values()) == state.returns().tolist()
        assert [info["return"] for info in made.infos.values()] == state.returns().tolist()
        assert [info["points"] for info in made.infos.values()] == state.points().tolist()
        cut = "truncated" in state.records.dtype.names and bool(state.records["truncated"][0])
        cuts.add(cut)
        assert set(made.truncations.values()) == {cut}
        assert set(made.terminations.values()) == {not cut}
        retired = [made.agent_selection for _ in range(len(made.agents)) if made.step(None) is None]
        assert not made.agents
        assert len(retired) == made.max_num_agents
    assert cuts == {True, False} or name != HURRY


@pytest.mark.parametrize("name", ["spite-malice", "skull-king"])
def test_shaped_rewards_are_those_of_a_batch_and_each_agent_gets_what_came_since_its_last_turn(name: str) -> None:
    made, rng = env(name, shaping={}), np.random.default_rng(2)
    made.reset(seed=4)
    batch = Batch(croupier.make(name), 1, 4, autoreset=False, shaping={})
    batch.reseed(4)
    batch.deal_again(np.zeros(1, dtype=np.int64))
    due = np.zeros(made.max_num_agents)
    shaped = 0
    while not all(made.terminations.values()) and not all(made.truncations.values()):
        seat = made.agents.index(made.agent_selection)
        assert made.last()[1] == pytest.approx(due[seat], abs=1e-6)
        due[seat] = 0.0
        action = int(rng.choice(np.flatnonzero(batch.masks[0])))
        made.step(action)
        batch.step(np.array([action]))
        due += batch.shaped_rewards[0]
        shaped += bool(batch.shaped_rewards.any())
        assert list(made.rewards.values()) == batch.shaped_rewards[0].tolist()
    assert shaped > 10


@pytest.mark.parametrize(
    ("game", "settings", "message"),
    [
        ("skul-king", {}, "unknown game 'skul-king'; did you mean skull-king"),
        ("skull-king", {"players": 9}, "players"),
        ("pig", {"render_mode": "png"}, "render_mode must be one of human, ansi, svg, rgb_array or None"),
        (Game(SPEC), {"render_mode": "svg"}, "toy has no pictures"),
        ("skull-king", {"shaping": {"trikc": 1.0}}, "reward weight 'trikc'"),
    ],
)
def test_bad_settings_are_refused_when_the_environment_is_made(
    game: str | Game, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        env(game, **settings)


def test_options_change_from_the_next_game_on_and_foreign_ones_are_named() -> None:
    made = env("skull-king", players=4)
    made.reset(seed=1, options={"players": 3})
    assert made.agents == ["player_0", "player_1", "player_2"]
    assert not made.state().reshape(4, -1)[3].any()
    with pytest.raises(ConfigError, match="agent at this table 'player_3'"):
        made.observe("player_3")
    made.reset()
    assert len(made.agents) == 3
    with pytest.warns(UserWarning, match="skull-king has no option player; it is ignored"):
        made.reset(options={"player": 4})
    with pytest.raises(ConfigError, match="does not fit"):
        made.reset(options={"players": 5})
    made.reset(options={"players": 4})
    assert len(played(made, 2, np.random.default_rng(1))) > 100


def shown(made: Any) -> tuple[Any, ...]:
    """What is to be the same in copies."""
    kept = made.agent_selection, dict(made._cumulative_rewards), dict(made.terminations), dict(made.truncations)
    return made.state().tobytes(), *kept


@pytest.mark.parametrize("name", daily(BUILT_IN, 3))
def test_pickles_go_on_alike_and_with_the_same_sequence_of_games(name: str) -> None:
    make: Any = raw_env if name == "pig" else env
    made: Any = make(name, shaping={} if registry.spec(name).rules.shape is not None else None)
    twin, rng = pickled(made), np.random.default_rng(1)
    for each in (made, twin):
        each.reset(seed=3)
    for count in range(60):
        assert shown(made) == shown(twin)
        if count == 3:
            twin = pickled(made)
        if all(made.terminations.values()) or all(made.truncations.values()):
            break
        action = int(rng.choice(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])))
        for each in (made, twin):
            each.step(action)
    for each in (made, twin):
        each.reset()
    assert shown(made) == shown(twin)


@pytest.mark.parametrize("name", daily(cases.having("pictures"), 2))
def test_a_table_is_shown_as_the_agent_to_move_may_see_it_and_at_the_end_as_a_spectator_does(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {mode: env(name, render_mode=mode) for mode in ("ansi", "svg", "rgb_array", "human")}
    for made in shown.values():
        made.reset(seed=2)
    state = shown["ansi"].unwrapped.game_state()
    seat = state.current_player()
    assert shown["ansi"].render() == state.observation_string()
    assert capsys.readouterr().out == f"{state.observation_string()}\n\n"
    assert shown["svg"].render() == state.svg(seat)
    pixels = shown["rgb_array"].render()
    assert pixels.shape[1] == 800
    assert 10 < len(np.unique(pixels)) <= 256
    assert shown["human"].render() is None
    rng = np.random.default_rng(3)
    while not state.is_terminal():
        action = int(rng.choice(state.legal_actions()))
        shown["svg"].step(action)
        state.apply_action(action)
    assert shown["svg"].render() == state.svg(None)
    silent = env(name)
    silent.reset()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert silent.render() is None

"""The example of RLlib, which pins an older Gymnasium: in a group of its own, see CONTRIBUTING.md."""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.spec import registry

ray = pytest.importorskip("ray", reason="RLlib is not installed: uv sync --no-default-groups --group ray")

from ray.rllib.core.columns import Columns  # noqa: E402
from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

from examples.rllib_ppo import EverySeat, main, ppo  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # RLlib's own are many
BUILT_IN = [entry.name for entry in registry.BUILT_IN]


@pytest.mark.parametrize("name", BUILT_IN)
def test_games_are_those_of_state_and_only_the_agent_to_move_is_observed(name: str) -> None:
    env, rng = EverySeat({"game": name}), np.random.default_rng(3)
    seen, infos = env.reset(seed=5)
    mover = next(iter(seen))
    state = env.env.game.new_initial_state(infos[mover]["seed"])
    while True:
        assert list(seen) == [f"player_{state.current_player()}"] == list(infos)
        assert env.observation_spaces[mover].contains(seen[mover])
        assert np.array_equal(seen[mover]["observations"], state.observation_tensor())
        assert np.array_equal(seen[mover]["action_mask"], state.legal_actions_mask())
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        seen, rewards, terminated, truncated, infos = env.step({mover: action})
        if state.is_terminal():
            break
        assert not any(rewards.values())
        assert not any([*terminated.values(), *truncated.values()])
        mover = next(iter(seen))
    assert list(seen) == env.agents == list(infos)
    for seat, agent in enumerate(env.agents):
        assert np.array_equal(seen[agent]["observations"], state.observation_tensor(seat))
        assert not seen[agent]["action_mask"].any()
    assert list(rewards.values()) == state.returns().tolist() == [info["return"] for info in infos.values()]
    assert terminated["__all__"] != truncated["__all__"]
    assert set(terminated) == set(truncated) == {*env.agents, "__all__"}


def test_what_does_not_fit_is_refused_by_name_and_pickles_go_on() -> None:
    env = EverySeat({"game": "pig", "winning_score": 20})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="player_0 is to move, and"):
        env.step({"player_1": 0})
    with pytest.raises(IllegalAction, match="legal: 0"):
        env.step({"player_0": 2})
    again, mover, over = pickle.loads(pickle.dumps(env)), "player_0", False  # noqa: S301  # our own bytes, made here
    while not over:
        seen, _, terminated, truncated, _ = env.step({mover: 1})
        assert str(again.step({mover: 1})[0]) == str(seen)
        mover, over = next(iter(seen)), terminated["__all__"] or truncated["__all__"]
    with pytest.raises(ConfigError, match="must name a game"):
        EverySeat({"players": 4})
    with pytest.raises(ConfigError, match="render_mode"):
        EverySeat({"game": "pig", "render_mode": "film"})
    shown = EverySeat({"game": "pig", "render_mode": "svg"})
    shown.reset(seed=1)
    assert shown.render().startswith("<svg ")


class Folding(EverySeat):
    """For RLlib's checker, which samples actions without the mask: numbers count through the legal ones."""

    def step(self, action_dict: Any) -> Any:
        (agent,) = action_dict
        legal = np.flatnonzero(self._seen([agent])[0][agent]["action_mask"])
        return super().step({agent: int(legal[int(action_dict[agent]) % len(legal)])})


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_checker_of_rllib_finds_nothing(name: str) -> None:
    for _ in range(5):
        check_multiagent_environments(Folding({"game": name}))
    if name == "pig":  # where every action is legal, as it is
        check_multiagent_environments(EverySeat({"game": name}))


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


@pytest.mark.parametrize(
    ("env_config", "batch"),
    [({"game": "pig", "winning_score": 10}, 200), ({"game": "skull-king", "players": 3, "schedule": "one"}, 120)],
)
def test_ppo_trains_two_iterations_and_plays_no_illegal_action(
    cluster: None, env_config: dict[str, Any], batch: int
) -> None:
    config = ppo(env_config, train_batch_size_per_learner=batch, minibatch_size=50, num_epochs=2)
    algorithm = config.build_algo()
    try:
        before = {name: weight.copy() for name, weight in algorithm.get_weights(["shared"])["shared"].items()}
        steps = [algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"] for _ in range(2)]
        after = algorithm.get_weights(["shared"])["shared"]
        assert steps[1] > steps[0] >= batch  # an illegal action would have raised
        assert any(not np.array_equal(before[name], after[name]) for name in before)
        env = EverySeat(env_config)
        seen = next(iter(env.reset(seed=2)[0].values()))
        batch_of = {Columns.OBS: {key: torch.tensor(value)[None] for key, value in seen.items()}}
        logits = algorithm.get_module("shared").forward_inference(batch_of)[Columns.ACTION_DIST_INPUTS][0]
        assert (logits > -1e30).tolist() == (seen["action_mask"] > 0).tolist()
    finally:
        algorithm.stop()


def test_the_example_trains_and_counts_decisions(cluster: None, capsys: pytest.CaptureFixture[str]) -> None:
    main("pig", 2, train_batch_size_per_learner=100, minibatch_size=50, num_epochs=1).stop()
    first, second = map(float, capsys.readouterr().out.split())
    assert second > first >= 100

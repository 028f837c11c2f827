import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from croupier.agents.agent import StochasticAgent, Turns
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.envs.gymnasium import CroupierEnv
from croupier.envs.sb3 import BatchVecEnv, ModelAgent, MultiHeadMaskablePolicy, head_sizes
from croupier.learn.network.inference import torch_threads
from tests.amounts import daily
from tests.envs.replaying import GAMES, HURRY, Fixed, replay
from tests.pages import python
from tests.toy import SPEC

BUILT_IN = [entry.name for entry in registry.BUILT_IN]
FOUR = Game(SPEC, players=4, hurry=True)
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _one_torch_thread() -> Iterator[None]:
    """Threads only get in each other's way in networks this small."""
    with torch_threads(1):
        yield


class Walk:
    """Steps a `BatchVecEnv` with random legal actions and keeps what each table showed."""

    def __init__(self, env: BatchVecEnv, seed: int = 0) -> None:
        self.env = env
        self.keys = np.arange(len(env.tables), dtype=np.uint64) + np.uint64(seed)
        self.observations = env.reset()
        self.kept: list[tuple[Any, ...]] = []

    def step(self) -> list[dict[str, Any]]:
        env, tables = self.env, self.env.tables
        actions = np.zeros(len(tables), dtype=np.int64)
        tables.batch.random_actions(self.keys, actions)
        before = (self.observations, env.action_masks(), tables.seats.copy(), tables.batch.seeds.copy(), actions)
        infos: list[dict[str, Any]]
        self.observations, rewards, dones, infos = env.step(actions)
        self.kept.append((*before, rewards, dones, infos))
        return infos


@pytest.mark.parametrize("name", daily(GAMES, 4))
def test_tables_are_those_of_state(name: str) -> None:
    game = GAMES[name]
    env = BatchVecEnv(game, 5, opponents=Fixed(), seed=3, threads=2)
    walk, ended = Walk(env), np.zeros(5, dtype=int)
    while ended.min() < 3:
        infos = walk.step()
        ended += [bool(info) for info in infos]
    for row in range(5):
        game_so_far: list[tuple[Any, ...]] = []
        for step in walk.kept:
            game_so_far.append(tuple(part[row] for part in step))
            if game_so_far[-1][6]:
                check_table(game, game_so_far)
                game_so_far = []
    cut = {bool(info[row]["TimeLimit.truncated"]) for *_, info in walk.kept for row in range(5) if info[row]}
    assert cut == {True, False} or name != HURRY


def check_table(game: Game, steps: list[tuple[Any, ...]]) -> None:
    seat, seed = steps[0][2], int(steps[0][3])
    *states, end = replay(game, seed, seat, [int(step[4]) for step in steps])
    for state, (seen, mask, _, _, _, _, done, info) in zip(states, steps, strict=True):
        assert np.array_equal(seen, state.observation_tensor(seat))
        assert np.array_equal(mask, state.legal_actions_mask())
        assert bool(info) == done == (state is states[-1])
    info, total = steps[-1][7], sum(step[5] for step in steps)
    assert total == info["return"] == info["episode"]["r"] == end.returns()[seat]
    assert info["points"] == end.points()[seat]
    assert (info["episode"]["l"], info["seat"]) == (len(steps), seat)
    assert np.array_equal(info["terminal_observation"], end.observation_tensor(seat))
    truncated = "truncated" in (game.spec.rules.state.names or ()) and bool(end.records["truncated"][0])
    assert info["TimeLimit.truncated"] == truncated
    assert info["is_success"] == ((end.returns() >= end.returns()[seat]).sum() == 1)


def test_shaped_rewards_stand_for_returns_from_game_to_game() -> None:
    env = BatchVecEnv(Game(SPEC, players=4), 8, seed=1, shaping={"stay": 0.25, "order": 0.125}, seat=2)
    walk = Walk(env)
    different: set[float] = set()
    for _ in range(10):
        infos = walk.step()
        *_, actions, rewards, dones, _ = walk.kept[-1]
        assert dones.all()  # each seat answers once
        assert rewards.tolist() == [0.25 * (action == 0) + 0.25 for action in actions]
        different.update(info["return"] for info in infos)
    assert different == {-1.0, 0.0, 1.0}


def test_a_step_needs_an_action_for_each_table_and_names_the_row_of_an_illegal_one() -> None:
    env = BatchVecEnv("pig", 4, seed=1)
    env.reset()
    with pytest.raises(IllegalAction, match=r"row 2: action 2 is not legal .* nothing was played"):
        env.step(np.array([0, 1, 2, 0]))
    with pytest.raises(ValueError, match=r"integers of shape \(4,\)"):
        env.step(np.zeros(3, dtype=np.int64))
    with pytest.raises(ValueError, match="no actions were given"):
        env.step_wait()
    seeds = env.tables.batch.seeds.copy()
    env.reset()
    assert not np.isin(env.tables.batch.seeds, seeds).any(), "a reset without a seed deals other games"
    assert env.seed() != env.seed()


def test_what_sb3_asks_of_a_vecenv() -> None:
    env = BatchVecEnv(FOUR, 3, seed=1, render_mode="ansi")
    env.reset()
    assert is_masking_supported(env)
    assert np.array_equal(get_action_masks(env), env.tables.masks)
    masks = env.env_method("action_masks", indices=[2, 0])
    assert np.array_equal(masks, env.tables.masks[[2, 0]])
    masks[0][:] = False
    assert env.tables.masks.any(axis=1).all()
    assert env.get_attr("seat") == env.tables.seats.tolist()
    assert all(text.startswith("Your card: ") for text in env.env_method("render"))
    assert env.env_is_wrapped(Monitor) == [False] * 3
    assert not env.has_attr("nothing")
    env.set_attr("label", "here", indices=1)
    assert env.get_attr("label", indices=1) == ["here"]
    with pytest.raises(ConfigError, match="render_mode must be"):
        BatchVecEnv("pig", 2, render_mode="human")
    env.close()


def test_options_change_at_some_tables_from_their_next_game_on() -> None:
    env = BatchVecEnv(FOUR, 4, seed=1)
    env.set_options([{}, {"players": 2}, {}, {"players": 3}])
    walk = Walk(env)
    players = env.tables.batch.records["players"]
    assert players.tolist() == [4, 2, 4, 3]
    env.env_method("set_options", players=3, indices=[0])
    for _ in range(8):
        walk.step()
    assert players.tolist() == [3, 2, 4, 3]
    assert (env.tables.seats < players).all()


def tiny(env: Any, policy: Any = "MlpPolicy", **settings: Any) -> Any:
    return MaskablePPO(policy, env, n_steps=32, batch_size=64, n_epochs=2, seed=1, device="cpu", **settings)


@pytest.mark.parametrize("name", daily(BUILT_IN, 2))
def test_maskable_ppo_learns_on_one_table(name: str) -> None:
    env = CroupierEnv(name, opponents="random")
    model = tiny(env)
    model.learn(128)
    assert model.num_timesteps == 128
    observation, _ = env.reset(seed=1)
    assert env.action_masks()[model.predict(observation, action_masks=env.action_masks())[0]]


@pytest.mark.parametrize("name", daily(BUILT_IN, 2))
def test_maskable_ppo_learns_on_many_tables_and_the_same_seed_trains_the_same_weights(
    name: str, tmp_path: Path
) -> None:
    env = BatchVecEnv(name, 8, opponents="random")
    kwargs = {"heads": head_sizes(env.game)}
    model = tiny(env, MultiHeadMaskablePolicy, policy_kwargs=kwargs)
    untrained = [value.clone() for value in model.policy.state_dict().values()]
    model.learn(256)
    assert model.num_timesteps == 256
    trained = list(model.policy.state_dict().values())
    assert not all(map(torch.equal, untrained, trained))
    again = tiny(BatchVecEnv(name, 8, opponents="random"), MultiHeadMaskablePolicy, policy_kwargs=kwargs).learn(
        256
    )
    assert all(map(torch.equal, trained, again.policy.state_dict().values()))
    model.save(tmp_path / "model.zip")
    model.policy.save(tmp_path / "policy.zip")
    seen, masks = env.reset(), env.action_masks()
    expected = model.predict(seen, action_masks=masks, deterministic=True)[0]
    for loaded in (
        MaskablePPO.load(tmp_path / "model.zip", device="cpu"),
        MultiHeadMaskablePolicy.load(tmp_path / "policy.zip", device="cpu"),
    ):
        assert np.array_equal(loaded.predict(seen, action_masks=masks, deterministic=True)[0], expected)
    rewards, lengths = evaluate_policy(model, VecMonitor(env), 4, deterministic=False, return_episode_rewards=True)
    assert len(rewards) == len(lengths) == 4


def test_each_head_owns_its_slice_and_the_encoder_is_shared() -> None:
    env = BatchVecEnv("pig", 2, seed=1)
    heads = {"one": 1, "other": 1}
    policy: Any = tiny(env, MultiHeadMaskablePolicy, policy_kwargs={"heads": heads}).policy
    seen = torch.as_tensor(env.reset())
    before = policy.action_net(policy.extract_features(seen))
    with torch.no_grad():
        policy.action_net.heads["other"].bias += 1.0
    after = policy.action_net(policy.extract_features(seen))
    assert torch.allclose(after - before, torch.tensor([0.0, 1.0]))
    shapes = [tuple(p.shape) for p in policy.features_extractor.parameters()]
    assert shapes == [(256, 7), (256,), (256, 256), (256,)]
    owned = {id(p) for group in policy.optimizer.param_groups for p in group["params"]}
    assert owned == {id(p) for p in policy.parameters()}
    with pytest.raises(ConfigError, match="have 3 actions of 2"):
        tiny(env, MultiHeadMaskablePolicy, policy_kwargs={"heads": {"one": 3}})
    with pytest.raises(ConfigError, match="hidden must name at least one layer"):
        tiny(env, MultiHeadMaskablePolicy, policy_kwargs={"heads": heads, "hidden": ()})


@pytest.mark.parametrize("name", daily(BUILT_IN, 3))
def test_a_model_plays_as_an_agent(name: str) -> None:
    env = BatchVecEnv(name, 32, seed=1)
    model = tiny(env, MultiHeadMaskablePolicy, policy_kwargs={"heads": head_sizes(env.game)})
    env.reset()
    records = env.tables.batch.records.copy()
    turns = Turns(env.game, records, np.arange(32, dtype=np.uint64) << np.uint64(59))
    greedy, sampling = ModelAgent(model), ModelAgent(model, sample=True, name="mine")
    assert isinstance(greedy, StochasticAgent)
    expected = model.predict(env.tables.observations, action_masks=env.action_masks(), deterministic=True)[0]
    assert np.array_equal(greedy.act(turns), expected)
    assert np.array_equal(greedy.probabilities(turns).argmax(axis=1), expected)
    shares, chosen = sampling.probabilities(turns), sampling.act(turns)
    assert np.allclose(shares.sum(axis=1), 1.0)
    assert (shares[~env.tables.masks] == 0.0).all()
    assert (shares[np.arange(32), chosen] > 0.0).all()
    assert len(set(chosen.tolist())) > 1
    half = Turns(env.game, records[:16].copy(), turns.keys[:16])
    assert np.array_equal(sampling.act(half), chosen[:16])
    walk = Walk(BatchVecEnv(name, 4, seed=2, opponents=sampling))
    walk.step()


@pytest.mark.thorough
@pytest.mark.parametrize("name", daily(["skull-king", "pig", "spite-malice"]))  # those that the example names
def test_the_example_of_each_game_trains_and_judges(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(ROOT / "examples" / "maskable_ppo.py"))["main"](name, steps=1, deals=4)
    assert "sb3" in capsys.readouterr().out
    assert (tmp_path / f"{name}_maskable_ppo.zip").exists()


@pytest.mark.thorough
def test_the_code_on_the_docs_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in [
        block for part in ("", "Gymnasium", "Stable-Baselines3") for block in python("environments.md", part)
    ]:
        exec(block.replace("200_000", "512").replace("deals=100", "deals=2"), names)  # noqa: S102  # our own page

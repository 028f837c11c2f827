"""Policies from ONNX files: what they play, and what is refused."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx import helper

import croupier
from croupier.agents.agent import StochasticAgent, Turns
from croupier.agents.policy import PolicyAgent, sample
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.spec.options import Head
from croupier.learn.network.network import PolicyNetwork, masked_log_softmax
from croupier.learn.runs.export import policy_bytes
from croupier.learn.settings.plan import NetworkShape


def network(game: Game, seed: int = 1, heads: tuple[Head, ...] | None = None) -> PolicyNetwork:
    shape = NetworkShape(game.observation_size, heads or game.heads, (24, 16))
    made = PolicyNetwork(shape, torch.Generator().manual_seed(seed))
    with torch.no_grad():  # fresh heads are almost uniform; these are not
        for head in made.heads.values():
            head.weight.mul_(200.0)  # type: ignore[operator]  # a module by name
    return made


def weights(made: PolicyNetwork) -> dict[str, Any]:
    return {name: value.numpy().copy() for name, value in made.state_dict().items()}


def written(path: Path, game: Game, made: PolicyNetwork | None = None) -> Path:
    path.write_bytes(policy_bytes(game, weights(made or network(game)), {"preset": "quick"}))
    return path


def some_turns(game: Game, rows: int = 300) -> Turns:
    batch = game.batch(rows, seed=5)
    rngs = np.arange(rows, dtype=np.uint64)
    actions = np.zeros(rows, dtype=np.int64)
    for _ in range(20):
        batch.random_actions(rngs, actions)
        batch.step(actions)
    return Turns(game, batch.records.copy(), np.random.default_rng(0).integers(0, 2**64, rows, dtype=np.uint64))


def pig(**options: Any) -> Game:
    return croupier.make("pig", **options)


def test_the_file_computes_what_the_network_does(tmp_path: Path) -> None:
    game = pig()
    made = network(game)
    agent = PolicyAgent(written(tmp_path / "p.onnx", game, made), game)
    turns = some_turns(game)
    with torch.inference_mode():
        logits, values = made(torch.from_numpy(turns.observations))
        shares = masked_log_softmax(logits, torch.from_numpy(turns.masks)).exp().numpy()
    assert np.allclose(agent.logits(turns), logits.numpy(), atol=1e-4)
    assert np.allclose(agent.values(turns), values.numpy(), atol=1e-4)
    drawn = PolicyAgent(tmp_path / "p.onnx", game, temperature=1.0)
    assert np.allclose(drawn.probabilities(turns), shares, atol=1e-4)
    assert logits.numpy().std() > 0.05, "a network of equal logits proves nothing"


def test_several_heads_are_laid_side_by_side_in_the_order_of_the_actions(tmp_path: Path) -> None:
    game = pig()
    halves = (Head("roll", 0, 1), Head("hold", 1, 1))
    made = network(game, heads=halves)
    divided = Game(game.spec)
    divided.heads = halves
    data = policy_bytes(divided, weights(made), {})
    agent = PolicyAgent(tmp_path / "unwritten.onnx", divided, data=data)
    turns = some_turns(game)
    with torch.inference_mode():
        logits = made(torch.from_numpy(turns.observations))[0].numpy()
    assert np.allclose(agent.logits(turns), logits, atol=1e-4)
    with pytest.raises(FileError, match="policy heads"):
        PolicyAgent(tmp_path / "unwritten.onnx", game, data=data)


def test_by_default_it_plays_the_likeliest_legal_action(tmp_path: Path) -> None:
    game = pig()
    agent = make_agent(f"net:{written(tmp_path / 'p.onnx', game)}", game)
    assert isinstance(agent, StochasticAgent)
    turns = some_turns(game)
    assert isinstance(agent, PolicyAgent)
    best = agent.logits(turns).argmax(axis=1)
    assert set(best.tolist()) == {0, 1}, "a network that always plays the same proves nothing"
    assert np.array_equal(agent.act(turns), best)
    shares = agent.probabilities(turns)
    assert np.array_equal(shares.argmax(axis=1), best)
    assert np.array_equal(shares.sum(axis=1), np.ones(len(turns)))


def test_an_illegal_action_is_never_played_however_likely(tmp_path: Path) -> None:
    game = pig()
    made = network(game)
    with torch.no_grad():
        made.heads["turn"].bias[0] = 1000.0  # type: ignore[operator]  # a module by name
    written(tmp_path / "p.onnx", game, made)
    turns = some_turns(game)
    turns.masks[:, 0] = False
    for temperature in (0.0, 1.0):
        agent = PolicyAgent(tmp_path / "p.onnx", game, temperature=temperature)
        assert (agent.act(turns) == 1).all()
        assert np.array_equal(agent.probabilities(turns), np.tile([0.0, 1.0], (len(turns), 1)))


def test_a_choice_depends_on_its_own_row_and_key_alone(tmp_path: Path) -> None:
    game = pig()
    agent = PolicyAgent(written(tmp_path / "p.onnx", game), game, temperature=1.0)
    turns = some_turns(game)
    whole = agent.act(turns)
    back = Turns(game, turns.records[::-1].copy(), turns.keys[::-1].copy())
    assert np.array_equal(agent.act(back)[::-1], whole)
    assert np.array_equal(agent.act(Turns(game, turns.records[:7], turns.keys[:7])), whole[:7])


@pytest.mark.thorough
def test_sampling_follows_the_softmax_and_tells_its_logarithm() -> None:
    rows = 200_000
    logits = np.tile(np.array([0.5, -1.0, 30.0, 1.5], dtype=np.float32), (rows, 1))
    masks = np.tile([True, True, False, True], (rows, 1))
    actions, logps = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.float32)
    sample(logits, masks, np.arange(rows, dtype=np.uint64) << np.uint64(20), actions, logps)
    expected = np.exp([0.5, -1.0, -np.inf, 1.5])
    expected /= expected.sum()
    found = np.bincount(actions, minlength=4) / rows
    assert np.abs(found - expected).max() < 5 * np.sqrt(0.25 / rows)
    assert found[2] == 0.0
    assert np.allclose(logps, np.log(expected[actions]), atol=1e-5)


def test_what_the_file_says_of_itself(tmp_path: Path) -> None:
    game = pig(winning_score=50)
    said = PolicyAgent(written(tmp_path / "p.onnx", game), game).metadata
    assert (said["game"], said["observation_version"]) == ("pig", str(game.spec.spaces.observation_version))
    assert json.loads(said["options"]) == game.options
    assert json.loads(said["heads"]) == [["turn", 0, 2]]
    assert json.loads(said["training"]) == {"preset": "quick"}


def test_other_options_with_the_same_layout_are_welcome(tmp_path: Path) -> None:
    path = written(tmp_path / "p.onnx", pig())
    short = pig(winning_score=20)
    assert len(PolicyAgent(path, short).act(some_turns(short))) == 300


def changed(data: bytes, **said: str) -> bytes:
    """A policy with other words about itself."""
    model = onnx.load_from_string(data)
    kept = {prop.key: prop.value for prop in model.metadata_props} | said
    del model.metadata_props[:]
    helper.set_model_props(model, {key: value for key, value in kept.items() if value})
    return bytes(model.SerializeToString())


def foreign() -> bytes:
    """An ONNX file that has nothing to do with croupier."""
    value = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1])
    given = helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "other", [value], [given])
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
    return bytes(model.SerializeToString())


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"format": "croupier-policy-9"}, "its format is croupier-policy-9"),
        ({"format": ""}, "is no policy of croupier"),
        ({"game": "skull-king"}, r"game skull-king; croupier.make\('pig'\) has pig"),
        ({"observation_version": "7"}, "observation version 7"),
        ({"observation_size": "9"}, "observation size 9"),
        ({"heads": '[["turn", 0, 3]]'}, "policy heads"),
    ],
)
def test_a_policy_of_another_game_or_version_is_refused_by_name(
    tmp_path: Path, said: Mapping[str, str], message: str
) -> None:
    path = written(tmp_path / "p.onnx", pig())
    path.write_bytes(changed(path.read_bytes(), **said))
    with pytest.raises(FileError, match=message) as caught:
        PolicyAgent(path, pig())
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_policy_at_all_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "p.onnx", pig())
    whole = path.read_bytes()
    cut = [whole[: int(len(whole) * share)] for share in (0.0, 0.1, 0.5, 0.9, 0.999)]
    for data in (*cut, b"\x80\x02}q\x00.", b"hello\n" * 50, foreign()):
        path.write_bytes(data)
        with pytest.raises(FileError, match=r"p\.onnx" if data in cut else "no policy"):
            PolicyAgent(path, pig())
    with pytest.raises(FileError, match="cannot be read: no such file, and no player that ships either"):
        make_agent(f"net:{tmp_path}/nothing.onnx", pig())
    with pytest.raises(FileError, match="cannot be read"):
        PolicyAgent(tmp_path, pig())


def test_a_policy_that_gives_other_shapes_than_it_says_is_refused(tmp_path: Path) -> None:
    game, wider = pig(), pig()
    wider.heads, wider.num_actions = (Head("turn", 0, 3),), 3
    data = policy_bytes(wider, weights(network(wider)), {})
    data = changed(data, heads=json.dumps([["turn", 0, 2]]))
    with pytest.raises(FileError, match="logits"):
        PolicyAgent(tmp_path / "p.onnx", game, data=data)
    wider = pig()
    wider.observation_size += 1
    data = changed(policy_bytes(wider, weights(network(wider)), {}), observation_size=str(game.observation_size))
    with pytest.raises(FileError, match="cannot be run"):
        PolicyAgent(tmp_path / "p.onnx", game, data=data)


def test_a_policy_of_numbers_that_are_not_finite_is_refused(tmp_path: Path) -> None:
    broken = weights(network(pig()))
    broken["value.bias"] = np.array([np.nan], dtype=np.float32)
    with pytest.raises(FileError, match="not finite"):
        PolicyAgent(tmp_path / "p.onnx", pig(), data=policy_bytes(pig(), broken, {}))


@pytest.mark.parametrize("temperature", [-1.0, float("nan"), 1e-320, 1e-31, 1e31, 1e300, float("inf")])
def test_a_temperature_out_of_range_is_refused(tmp_path: Path, temperature: float) -> None:
    with pytest.raises(ConfigError, match="temperature"):
        PolicyAgent(written(tmp_path / "p.onnx", pig()), pig(), temperature=temperature)


PLAYS = """
import sys
import croupier
from croupier.agents.registry import make_agent
make_agent("net:" + sys.argv[1], croupier.make("pig"))
assert "torch" not in sys.modules
"""


def test_playing_a_policy_does_not_load_torch(tmp_path: Path) -> None:
    path = written(tmp_path / "p.onnx", pig())
    subprocess.run([sys.executable, "-c", PLAYS, str(path)], check=True, timeout=300)


def test_a_missing_runtime_is_named_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "p.onnx", pig())
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ConfigError, match=r"onnxruntime.*\[net\]"):
        PolicyAgent(path, pig())

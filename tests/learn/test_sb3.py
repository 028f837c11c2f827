"""Models of Stable-Baselines3 as policies of croupier: the same numbers, and no code run from their files."""

import base64
import contextlib
import io
import json
import pickle
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import FlattenExtractor
from torch import nn

import croupier
from croupier.agents.agent import Turns
from croupier.agents.policy import PolicyAgent, trained_game
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.envs.sb3 import BatchVecEnv, MultiHeadMaskablePolicy, head_sizes
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.sb3 import export_model, read_model
from tests.amounts import daily

GAMES = {
    "pig": croupier.make("pig", winning_score=30),
    "spite-malice": croupier.make("spite-malice", goal_size=3, max_turns=60),
    "skull-king": croupier.make("skull-king", players=3, schedule="fives"),
}


@pytest.fixture(autouse=True)
def _one_torch_thread() -> Iterator[None]:
    with torch_threads(1):
        yield


def model(game: Game, policy: Any = "MlpPolicy", steps: int = 0, **settings: Any) -> Any:
    env = BatchVecEnv(game, 8, opponents="random", seed=1)
    made = MaskablePPO(
        policy, env, n_steps=32, batch_size=64, n_epochs=2, seed=1, device="cpu", policy_kwargs=settings
    )
    if steps:
        made.learn(steps)
    with torch.no_grad():  # fresh heads are almost uniform; these are not
        for name, weight in made.policy.named_parameters():
            if name.startswith("action_net") and name.endswith("weight"):
                weight.mul_(100.0 if game.num_actions == 2 else 30.0)
    return made


def saved(made: Any, folder: Path) -> Path:
    made.save(folder / "model.zip")
    return folder / "model.zip"


def some_turns(game: Game, rows: int = 300) -> Turns:
    """Positions from all over the game."""
    batch = game.batch(rows, seed=5)
    rngs, actions = np.arange(rows, dtype=np.uint64), np.zeros(rows, dtype=np.int64)
    kept = []
    for step in range(40):
        batch.random_actions(rngs, actions)
        batch.step(actions)
        if step % 4 == 3:
            kept.append(batch.records[step % 10 :: 10].copy())
    records = np.concatenate(kept)
    return Turns(game, records, np.zeros(len(records), dtype=np.uint64))


def expect_the_same(made: Any, agent: PolicyAgent, game: Game) -> None:
    """Logits and probabilities of the legal actions, and values, are the model's own."""
    turns = some_turns(game)
    assert len(turns) == 300
    policy = made.policy
    policy.set_training_mode(False)
    with torch.no_grad():
        seen = policy.obs_to_tensor(turns.observations)[0]
        theirs = policy.get_distribution(seen, action_masks=turns.masks).distribution
        values = policy.predict_values(seen)[:, 0].numpy()
    raised = np.where(turns.masks, agent.logits(turns).astype(np.float64), -np.inf)
    raised -= raised.max(axis=1, keepdims=True)
    logits = raised - np.log(np.exp(raised).sum(axis=1, keepdims=True))
    assert np.abs(logits[turns.masks] - theirs.logits.numpy()[turns.masks]).max() < 1e-5
    drawing = PolicyAgent(agent.name, game, temperature=1.0, data=_data(agent))
    assert np.abs(drawing.probabilities(turns) - theirs.probs.numpy()).max() < 1e-5
    assert np.abs(agent.values(turns) - values).max() < 1e-5
    assert np.ptp(theirs.probs.numpy()[turns.masks]) > 0.1, "a network of equal logits proves nothing"
    assert np.ptp(values) > 0.01


def _data(agent: PolicyAgent) -> bytes:
    return Path(agent.name.removeprefix("net:")).read_bytes()


def exported(made: Any, game: Game, folder: Path) -> PolicyAgent:
    target = folder / "policy.onnx"
    export_model(saved(made, folder), target, game)
    return PolicyAgent(target, game)


@pytest.mark.parametrize("name", daily(GAMES))
@pytest.mark.parametrize("kind", ["stock", "heads"])
def test_the_file_computes_what_the_trained_model_does(name: str, kind: str, tmp_path: Path) -> None:
    game = GAMES[name]
    how: dict[str, Any] = {"policy": MultiHeadMaskablePolicy, "heads": head_sizes(game)} if kind == "heads" else {}
    made = model(game, steps=512, **how)
    expect_the_same(made, exported(made, game, tmp_path), game)


HEADS = {"policy": MultiHeadMaskablePolicy, "heads": head_sizes(GAMES["skull-king"])}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("pig", {"net_arch": {"pi": [16], "vf": [24, 8]}, "activation_fn": nn.ReLU}),
        ("pig", {"net_arch": {"pi": [], "vf": [8]}}),
        ("pig", {"net_arch": {"pi": [8, 8, 8], "vf": []}}),
        (
            "pig",
            {"net_arch": [32], "share_features_extractor": False, "features_extractor_class": FlattenExtractor},
        ),
        ("skull-king", {**HEADS, "hidden": (16,), "activation_fn": nn.Tanh}),
        ("skull-king", {**HEADS, "hidden": (16, 8), "share_features_extractor": False}),
        ("pig", {"policy": MultiHeadMaskablePolicy, "heads": {"one": 1, "other": 1}}),
    ],
    ids=[
        "relu", "no layers of the policy", "no layers of the value", "list", "heads and tanh",
        "heads and an encoder of the value's own", "heads of other names and cuts",
    ],
)  # fmt: skip
def test_layers_activation_and_heads_are_those_of_the_policy(
    name: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    game = GAMES[name]
    made = model(game, **settings)
    expect_the_same(made, exported(made, game, tmp_path), game)


def test_the_file_tells_its_game_and_where_it_comes_from(tmp_path: Path) -> None:
    game = GAMES["pig"]
    agent = exported(model(game, steps=256), game, tmp_path)
    told = {"library": "stable-baselines3", "policy": "MlpPolicy", "decisions": 256}
    assert json.loads(agent.metadata["training"]) == told
    assert trained_game(_data(agent), "it").options == game.options


def rewritten(path: Path, **parts: Callable[[bytes], bytes] | None) -> Path:
    """The same zip file with parts changed, or left out."""
    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in held.items():
            change = parts.get(name.partition(".")[0], bytes) if name in ("data", "policy.pth") else bytes
            if change is not None:
                archive.writestr(name, change(data))
    return path


def saying(**changes: Any) -> Callable[[bytes], bytes]:
    return lambda data: json.dumps(json.loads(data) | changes).encode()


def holding(state: Any) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        del data
        out = io.BytesIO()
        torch.save(state, out)
        return out.getvalue()

    return change


def weights_with(**changes: Any) -> Callable[[bytes], bytes]:
    """Other weights; a name's dots are written as two underscores."""

    def change(data: bytes) -> bytes:
        state = torch.load(io.BytesIO(data), weights_only=True)
        for name, value in changes.items():
            state[name.replace("__", ".")] = value
        return holding({name: value for name, value in state.items() if value is not None})(b"")

    return change


SMALL = {"pi": [8], "vf": [8]}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return saved(model(GAMES["pig"], net_arch=SMALL), tmp_path_factory.mktemp("models")).read_bytes()


@pytest.fixture
def file(original: bytes, tmp_path: Path) -> Path:
    (tmp_path / "model.zip").write_bytes(original)
    return tmp_path / "model.zip"


def refused(kind: type[Exception], message: str, file: Path, game: Game = GAMES["pig"], **more: Any) -> None:
    """The export fails with one line that names the model's file, and leaves nothing behind."""
    before = sorted(file.parent.iterdir())
    with pytest.raises(kind, match=message) as caught:
        export_model(file, file.parent / "policy.onnx", game, **more)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert sorted(file.parent.iterdir()) == before


class Trap:
    """An object that creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self._path,))


def test_the_trap_of_these_tests_closes(tmp_path: Path) -> None:
    pickle.loads(pickle.dumps(Trap(tmp_path / "ran")))  # noqa: S301  # our own bytes
    assert (tmp_path / "ran").exists()


def test_code_in_the_data_is_not_run(file: Path, tmp_path: Path) -> None:
    trap = base64.b64encode(pickle.dumps(Trap(tmp_path / "ran"))).decode()

    def trapped(data: bytes) -> bytes:
        about = json.loads(data)
        for part in about.values():
            if isinstance(part, dict):
                part[":serialized:"] = trap
        about["policy_kwargs"] |= {":type:": "<class 'dict'>", ":serialized:": trap}
        return json.dumps(about).encode()

    rewritten(file, data=trapped)
    export_model(file, tmp_path / "policy.onnx", GAMES["pig"])
    PolicyAgent(tmp_path / "policy.onnx", GAMES["pig"])
    assert not (tmp_path / "ran").exists()
    with contextlib.suppress(Exception):
        MaskablePPO.load(file, device="cpu")
    assert (tmp_path / "ran").exists(), "the loader of Stable-Baselines3 runs it, so the trap was set"


@pytest.mark.parametrize("raw", [False, True], ids=["archive", "bare pickle"])
def test_code_in_the_weights_is_not_run(file: Path, tmp_path: Path, raw: bool) -> None:
    trap = {"action_net.weight": Trap(tmp_path / "ran")}
    rewritten(file, policy=(lambda _: pickle.dumps(trap)) if raw else holding(trap))
    refused(FileError, "its policy.pth is broken or holds more than weights", file)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"policy": None}, "it holds no policy.pth"),
        ({"data": None}, "it holds no data"),
        ({"data": lambda data: data[:100]}, "its data is no JSON"),
        ({"data": lambda _: b"[" * 100_000}, "its data is no JSON"),
        ({"data": lambda _: b"[]"}, "its data is no JSON object"),
        ({"policy": lambda data: data[: len(data) // 2]}, "policy.pth is broken"),
        ({"policy": lambda _: b""}, "policy.pth is broken"),
        ({"policy": holding([1, 2])}, "its policy.pth holds no weights by name"),
        ({"policy": holding({"a": "b"})}, "its policy.pth holds no weights by name"),
        ({"policy": weights_with(value_net__bias=torch.tensor([float("nan")]))}, "value_net.bias are not finite"),
        (
            {"policy": weights_with(action_net__bias=torch.tensor([1, 2]))},
            "action_net.bias are not finite numbers",
        ),
        ({"policy": weights_with(action_net__weight=None)}, r"weights are missing .*action_net.weight"),
        ({"policy": weights_with(action_net__bias=torch.zeros(3))}, "a bias of shape"),
        ({"policy": weights_with(value_net__weight=torch.zeros(1, 9))}, r"its value network has .*\(1, 9\)"),
        (
            {"policy": weights_with(action_net__bias=torch.zeros(3), action_net__weight=torch.zeros(3, 8))},
            "its policy network has 3 outputs, not 2",
        ),
        ({"policy": weights_with(mlp_extractor__policy_net__0__weight=torch.zeros(8, 6))}, r"\(8, 6\)"),
    ],
)
def test_a_broken_model_is_refused(file: Path, parts: dict[str, Any], message: str) -> None:
    refused(FileError, message, rewritten(file, **parts))


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_truncated_file_is_refused_wherever_it_ends(file: Path, share: float) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * share)])
    refused(FileError, "no model of Stable-Baselines3", file)


def test_a_damaged_part_is_found_by_its_checksum(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        info = archive.getinfo("policy.pth")
    data = bytearray(file.read_bytes())
    data[info.header_offset + 200 + info.file_size // 2] ^= 0xFF
    file.write_bytes(bytes(data))
    refused(FileError, "Bad CRC-32", file)


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    refused(FileError, "cannot be read: No such file", tmp_path / "missing.zip")
    (tmp_path / "folder.zip").mkdir()
    refused(FileError, "cannot be read: Is a directory", tmp_path / "folder.zip")


def test_an_existing_file_is_kept(file: Path) -> None:
    target = file.parent / "policy.onnx"
    target.write_text("mine")
    with pytest.raises(FileError, match="exists already"):
        export_model(file, target, GAMES["pig"])
    assert target.read_text() == "mine"


def test_a_model_of_another_game_is_refused_with_both_sizes(file: Path) -> None:
    game = GAMES["spite-malice"]
    sizes = rf"shape \[7\] and 2 actions; .* shape \[{game.observation_size}\] and {game.num_actions} actions"
    refused(FileError, sizes, file, game)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"policy_class": {"__module__": "my.policies"}}, "a policy class of the module my.policies"),
        ({"policy_class": {}}, "a policy class that it does not name"),
        (
            {"policy_kwargs": {"features_extractor_class": "<class 'my.Cnn'>"}},
            "features extractor <class 'my.Cnn'>",
        ),
        ({"policy_kwargs": {":type:": "<class 'my.Settings'>"}}, "does not say its policy_kwargs"),
        ({"policy_kwargs": {"activation_fn": "<class 'torch.nn.modules.activation.GELU'>"}}, "activation GELU"),
        ({"policy_kwargs": {"activation_fn": "functools.partial(...)"}}, "add --activation tanh or"),
        ({"observation_space": {":type:": "<class 'gymnasium.spaces.dict.Dict'>"}}, "observations of .*Dict"),
        ({"action_space": {":type:": "<class 'gymnasium.spaces.box.Box'>"}}, "actions of .*Box"),
    ],
)
def test_what_is_not_supported_is_named(file: Path, about: dict[str, Any], message: str) -> None:
    refused(ConfigError, message, rewritten(file, data=saying(**about)))


def test_a_network_with_other_layers_is_refused(file: Path) -> None:
    rewritten(file, policy=weights_with(features_extractor__cnn__0__weight=torch.zeros(4, 4)))
    refused(ConfigError, r"a network with features_extractor.cnn.0.weight.*MultiHeadMaskablePolicy", file)


def test_an_activation_that_is_not_told_is_taken_from_the_caller(file: Path) -> None:
    assert read_model(file, GAMES["pig"], "tanh").activation == "tanh"
    with pytest.raises(ConfigError, match="with the activation tanh, not relu: leave --activation away"):
        read_model(file, GAMES["pig"], "relu")
    rewritten(file, data=saying(policy_kwargs={"activation_fn": "<function <lambda> at 0x7f>"}))
    assert read_model(file, GAMES["pig"], "relu").activation == "relu"


class Asking(gymnasium.Env[Any, Any]):
    """An environment of dictionaries or of pictures, with as many actions as Pig."""

    action_space = spaces.Discrete(2)

    def __init__(self, seen: Any) -> None:
        self.observation_space = seen


@pytest.mark.parametrize(
    ("policy", "seen"),
    [
        ("MultiInputPolicy", spaces.Dict({"a": spaces.Box(0.0, 1.0, (7,))})),
        ("CnnPolicy", spaces.Box(0, 255, (3, 36, 36), np.uint8)),
    ],
)
def test_models_of_dictionaries_and_pictures_are_refused(policy: str, seen: Any, tmp_path: Path) -> None:
    made = MaskablePPO(policy, Asking(seen), n_steps=32, device="cpu")
    error, message = (
        (ConfigError, "Dict'>, which cannot be exported") if "Input" in policy else (FileError, r"\[3, 36, 36\]")
    )
    refused(error, message, saved(made, tmp_path))

"""Reader of Stable-Baselines3 models: policies from their zip files, without running code from them.

``MaskablePPO.load`` unpickles. This module reads the weights by torch's loader in its weights-only mode, and
otherwise only plain JSON; it never reads pickles in the file.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.engine.game import Game
from croupier.learn.runs.checkpoint import write_file
from croupier.learn.runs.export import OPERATORS, Activation, policy_bytes, refuse_existing

StateDict = dict[str, npt.NDArray[np.float32]]
_MAX_BYTES = 1 << 30
_STOCK, _OURS = "sb3_contrib.common.maskable.policies", "croupier.envs.sb3"
_DEFAULTS: dict[str, Activation] = {_STOCK: "tanh", _OURS: "relu"}
_DICT = "<class 'dict'>"
_EXTRACTOR = "<class 'stable_baselines3.common.torch_layers.FlattenExtractor'>"
_SUPPORTED = (
    "supported are MaskablePPO's MlpPolicy (layers of pi and vf, tanh or relu, no own features extractor) "
    "and croupier.envs.sb3.MultiHeadMaskablePolicy"
)


class SavedModel(NamedTuple):
    """The parts of a Stable-Baselines3 model that `policy_bytes` takes."""

    weights: StateDict
    activation: Activation
    own_value: bool
    training: dict[str, Any]


def export_model(source: Path, target: Path, game: Game, activation: Activation | None = None) -> dict[str, Any]:
    """Write the policy of a MaskablePPO model as an ONNX file."""
    require("exporting", "torch", "onnx")
    refuse_existing(target)
    model = read_model(source, game, activation)
    data = policy_bytes(game, **model._asdict())
    write_file(target, data)
    about = {"game": game.name, "model": str(source), "activation": model.activation}
    return about | {"options": dict(game.options), "policy": str(target), "bytes": len(data)}


def read_model(path: Path, game: Game, activation: Activation | None = None) -> SavedModel:
    """Read a MaskablePPO model without running code from it."""
    about, packed = _parts(path)
    module = _policy_module(about, path)
    _check_spaces(about, game, path)
    found = _activation(about, module, activation, path)
    state = _state(packed, path)
    weights, own_value = _translated(state, game, path)
    steps = about.get("num_timesteps")
    training = {
        "library": "stable-baselines3",
        "policy": "MlpPolicy" if module == _STOCK else "MultiHeadMaskablePolicy",
        "decisions": steps if isinstance(steps, int) else None,
    }
    return SavedModel(weights, found, own_value, training)


def _parts(path: Path) -> tuple[dict[str, Any], bytes]:
    """The file's JSON, and the packed weights."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            for name in ("data", "policy.pth"):
                if name not in names:
                    raise FileError(f"{path} is no model of Stable-Baselines3: it holds no {name}")
                if archive.getinfo(name).file_size > _MAX_BYTES:
                    raise FileError(f"{path} is no model of Stable-Baselines3: its {name} is too large")
            text, packed = archive.read("data"), archive.read("policy.pth")
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError) as error:
        raise FileError(f"{path} is no model of Stable-Baselines3, or it is truncated: {error}") from error
    try:
        about = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is no model of Stable-Baselines3: its data is no JSON") from error
    if not isinstance(about, dict):
        raise FileError(f"{path} is no model of Stable-Baselines3: its data is no JSON object")
    return about, packed


def _entry(about: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A part of the file's JSON; for a pickled object, its text entries."""
    part = about.get(name)
    return part if isinstance(part, dict) else {}


def _policy_module(about: Mapping[str, Any], path: Path) -> str:
    """The module of the policy's class, which must be known, since a subclass may compute anything."""
    module = str(_entry(about, "policy_class").get("__module__", ""))
    if module not in _DEFAULTS:
        named = f"of the module {module}" if module else "that it does not name"
        raise ConfigError(f"{path} has a policy class {named}, which cannot be exported; {_SUPPORTED}")
    settings = about.get("policy_kwargs")
    if not isinstance(settings, dict) or settings.get(":type:", _DICT) != _DICT:
        raise ConfigError(f"{path} does not say its policy_kwargs in plain text, so it cannot be exported")
    extractor = str(settings.get("features_extractor_class", _EXTRACTOR))
    if extractor != _EXTRACTOR:
        raise ConfigError(f"{path} has the features extractor {extractor}, which cannot be exported; {_SUPPORTED}")
    return module


def _check_spaces(about: Mapping[str, Any], game: Game, path: Path) -> None:
    """Compare the spaces with the game, by their text; the weights are checked for sizes again."""
    seen, acts = _entry(about, "observation_space"), _entry(about, "action_space")
    for what, space, kind in (("observations", seen, "box.Box"), ("actions", acts, "discrete.Discrete")):
        said = str(space.get(":type:"))
        if said != f"<class 'gymnasium.spaces.{kind}'>":
            raise ConfigError(
                f"{path} has {what} of {said}, which cannot be exported; the games have gymnasium.spaces.{kind}"
            )
    shape, size = seen.get("_shape"), acts.get("n")
    if shape != [game.observation_size] or str(size) != str(game.num_actions):
        raise FileError(
            f"{path} has observations of shape {shape} and {size} actions; "
            f"{game!r} has observations of shape [{game.observation_size}] and {game.num_actions} actions"
        )


def _activation(about: Mapping[str, Any], module: str, asked: Activation | None, path: Path) -> Activation:
    """The activation after each hidden layer: the file's, or else the requested one."""
    written = str(_entry(about, "policy_kwargs").get("activation_fn", _DEFAULTS[module]))
    named = re.fullmatch(r"<class 'torch\.nn\.modules\.activation\.(\w+)'>", written)
    found = named[1].lower() if named else written
    if found in OPERATORS:
        if asked not in (None, found):
            raise ConfigError(
                f"{path} was trained with the activation {found}, not {asked}: leave --activation away"
            )
        return cast(Activation, found)
    if named:
        raise ConfigError(f"{path} has the activation {named[1]}, which cannot be exported; {_SUPPORTED}")
    if asked is None:
        raise ConfigError(
            f"{path} does not say its activation in a form that can be read without running code from it: "
            "add --activation tanh or --activation relu"
        )
    return asked


def _state(packed: bytes, path: Path) -> StateDict:
    """The weights by their names in torch."""
    import torch

    try:
        state = torch.load(io.BytesIO(packed), map_location="cpu", weights_only=True)
    except Exception as error:  # torch's exceptions for broken or malicious files have no common class
        raise FileError(
            f"{path} is no model of Stable-Baselines3: its policy.pth is broken or holds more than weights "
            f"({type(error).__name__})"
        ) from error
    if not isinstance(state, dict) or not all(
        isinstance(name, str) and isinstance(value, torch.Tensor) for name, value in state.items()
    ):
        raise FileError(f"{path} is no model of Stable-Baselines3: its policy.pth holds no weights by name")
    found: StateDict = {}
    for name, value in state.items():
        plain = value.layout == torch.strided and value.is_floating_point() and value.device.type == "cpu"
        if not plain or value.numel() * 4 > _MAX_BYTES or not bool(torch.isfinite(value).all()):
            raise FileError(f"{path} is broken: the weights {name} are not finite numbers, or too many")
        found[name] = value.detach().to(torch.float32).contiguous().numpy()
    return found


def _translated(state: StateDict, game: Game, path: Path) -> tuple[StateDict, bool]:
    """The weights by the names of `policy_bytes`, and whether the value has separate hidden layers."""
    left = dict(state)
    ours = any(name.startswith("action_net.heads.") for name in left)
    if ours:
        _taken(left, "features_extractor.layers.")  # a copy of the policy's
        trunks = [_taken(left, f"{part}_features_extractor.layers.") for part in ("pi", "vf")]
        names = [
            name.removesuffix(".weight") for name in left if re.fullmatch(r"action_net\.heads\..*\.weight", name)
        ]
    else:
        trunks = [_taken(left, f"mlp_extractor.{part}_net.") for part in ("policy", "value")]
        names = ["action_net"]
    try:
        heads = [np.concatenate([left.pop(f"{name}.{part}") for name in names]) for part in ("weight", "bias")]
        value = [left.pop(f"value_net.{part}") for part in ("weight", "bias")]
    except (KeyError, ValueError) as error:
        raise FileError(f"{path} is broken: weights are missing or do not fit one another ({error})") from error
    if left:
        raise ConfigError(f"{path} has a network with {min(left)}, which cannot be exported; {_SUPPORTED}")
    policy, critic = trunks
    own_value = not ours or not _same(policy, critic)
    for what, layers, last, outputs in (("policy", policy, heads, game.num_actions), ("value", critic, value, 1)):
        _check_chain(what, [*layers, (last[0], last[1])], (game.observation_size, outputs), path)
    out = _named("encoder", policy) | (_named("value_encoder", critic) if own_value else {})
    for head in game.heads:
        rows = slice(head.start, head.start + head.size)
        out |= {f"heads.{head.name}.weight": heads[0][rows], f"heads.{head.name}.bias": heads[1][rows]}
    return out | {"value.weight": value[0], "value.bias": value[1]}, own_value


SavedLayer = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]


def _taken(left: StateDict, prefix: str) -> list[SavedLayer]:
    """Take the linear layers of a sequence, each followed by its activation, out of the weights."""
    layers: list[SavedLayer] = []
    while f"{prefix}{2 * len(layers)}.weight" in left and f"{prefix}{2 * len(layers)}.bias" in left:
        name = f"{prefix}{2 * len(layers)}"
        layers.append((left.pop(f"{name}.weight"), left.pop(f"{name}.bias")))
    return layers


def _same(layers: list[SavedLayer], others: list[SavedLayer]) -> bool:
    return len(layers) == len(others) and all(
        np.array_equal(a, b)
        for one, other in zip(layers, others, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def _check_chain(what: str, layers: list[SavedLayer], sizes: tuple[int, int], path: Path) -> None:
    """Check that layers fit each other and have these numbers of inputs and outputs."""
    size = sizes[0]
    for weight, bias in layers:
        if weight.ndim != 2 or bias.shape != weight.shape[:1] or weight.shape[1] != size:
            raise FileError(
                f"{path} does not fit the game: a layer of its {what} network has weights of shape {weight.shape} "
                f"and a bias of shape {bias.shape} behind {size} numbers"
            )
        size = len(weight)
    if size != sizes[1]:
        raise FileError(f"{path} does not fit the game: its {what} network has {size} outputs, not {sizes[1]}")


def _named(encoder: str, layers: list[SavedLayer]) -> StateDict:
    parts = ("weight", "bias")
    return {f"{encoder}.{k}.{part}": layer[j] for k, layer in enumerate(layers) for j, part in enumerate(parts)}

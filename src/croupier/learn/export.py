"""Policies as ONNX files: written from a checkpoint's weights, without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import INPUT, LOGITS, VALUE, describe
from croupier.core.errors import ConfigError
from croupier.core.game import Game

Weights = Mapping[str, npt.NDArray[Any]]
_OPSET, _IR = 17, 8  # old enough for every ONNX Runtime of the last years


def policy_bytes(game: Game, weights: Weights, training: Mapping[str, Any]) -> bytes:
    """A `MultiHeadPolicy` as the bytes of an ONNX file.

    The network takes ``observations``, float32 (n, observation_size), and gives ``logits``, float32 (n,
    num_actions), not masked, and ``value``, float32 (n,).

    Args:
        game: the game; stands in the file, see `croupier.agents.policy.describe`.
        weights: arrays by name, as `Trainer.policy` gives them.
        training: how it was trained, plain data for JSON; stands in the file as ``training``.

    Returns:
        The file.

    Raises:
        ConfigError: onnx is not installed.
    """
    try:
        from onnx import TensorProto, checker, helper, numpy_helper
    except ModuleNotFoundError as error:
        raise ConfigError("exporting needs onnx, which is not installed: pip install 'croupier[train]'") from error
    nodes, hidden = [], INPUT
    layers = sum(name.startswith("encoder.") and name.endswith(".weight") for name in weights)
    for k in range(layers):
        nodes.append(_linear(helper, hidden, f"encoder.{k}", f"linear.{k}"))
        nodes.append(helper.make_node("Relu", [f"linear.{k}"], [f"hidden.{k}"]))
        hidden = f"hidden.{k}"
    heads = [f"head.{head.name}" for head in game.heads]
    for head, output in zip(game.heads, heads, strict=True):
        nodes.append(_linear(helper, hidden, f"heads.{head.name}", output))
    nodes.append(helper.make_node("Concat", heads, [LOGITS], axis=1))
    nodes.append(_linear(helper, hidden, "value", "value.column"))
    nodes.append(helper.make_node("Squeeze", ["value.column", "value.axis"], [VALUE]))
    kept = {name: np.ascontiguousarray(array) for name, array in weights.items()} | {"value.axis": np.array([1])}
    graph = helper.make_graph(
        nodes,
        f"croupier {game.name}",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["n", game.observation_size])],
        [
            helper.make_tensor_value_info(LOGITS, TensorProto.FLOAT, ["n", game.num_actions]),
            helper.make_tensor_value_info(VALUE, TensorProto.FLOAT, ["n"]),
        ],
        [numpy_helper.from_array(array, name) for name, array in kept.items()],
    )
    model = helper.make_model(
        graph, producer_name="croupier", ir_version=_IR, opset_imports=[helper.make_opsetid("", _OPSET)]
    )
    helper.set_model_props(model, describe(game) | {"training": json.dumps(training, sort_keys=True)})
    checker.check_model(model, full_check=True)
    data: bytes = model.SerializeToString()
    return data


def _linear(helper: Any, source: str, layer: str, output: str) -> Any:
    return helper.make_node("Gemm", [source, f"{layer}.weight", f"{layer}.bias"], [output], transB=1)

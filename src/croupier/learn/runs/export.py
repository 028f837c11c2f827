"""ONNX export of policies, from named weights and without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import INPUT, LOGITS, VALUE, describe
from croupier.agents.policy_file import OPSET
from croupier.core.base.errors import FileError, require
from croupier.core.engine.game import Game
from croupier.core.spec.options import Head
from croupier.learn.runs.checkpoint import write_atomically
from croupier.learn.settings.network_shape import hand_layout

NamedWeights = Mapping[str, npt.NDArray[Any]]
Activation = Literal["relu", "tanh"]
OPERATORS: dict[Activation, str] = {"relu": "Relu", "tanh": "Tanh"}
"""ONNX operator of each activation."""
_IR = 8  # version of the format, as old as the operators


def policy_bytes(
    game: Game,
    weights: NamedWeights,
    training: Mapping[str, Any],
    *,
    activation: Activation = "relu",
    own_value: bool = False,
) -> bytes:
    """A `PolicyNetwork` of any architecture, or what has its weights, as the bytes of an ONNX file.

    The network takes ``observations``, float32 (n, observation_size), and gives ``logits``, float32 (n,
    num_actions), not masked, and ``value``, float32 (n,).

    Args:
        own_value: whether the value has hidden layers of its own, ``value_encoder.0`` and so on (or none at all),
            instead of those of the policy.
    """
    require("exporting", "onnx")
    from onnx import helper

    draft = _Draft(helper, game, weights, OPERATORS[activation])
    return graph_bytes(game, draft.nodes(own_value), {**weights, **draft.constants}, training)


def graph_bytes(game: Game, nodes: Sequence[Any], given: NamedWeights, training: Mapping[str, Any]) -> bytes:
    """A graph as the bytes of a policy's file."""
    from onnx import TensorProto, checker, helper, numpy_helper

    graph = helper.make_graph(
        nodes,
        f"croupier {game.name}",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["n", game.observation_size])],
        [
            helper.make_tensor_value_info(LOGITS, TensorProto.FLOAT, ["n", game.num_actions]),
            helper.make_tensor_value_info(VALUE, TensorProto.FLOAT, ["n"]),
        ],
        [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in given.items()],
    )
    model = helper.make_model(
        graph, producer_name="croupier", ir_version=_IR, opset_imports=[helper.make_opsetid("", OPSET)]
    )
    helper.set_model_props(model, describe(game) | {"training": json.dumps(training, sort_keys=True)})
    checker.check_model(model, full_check=True)
    data: bytes = model.SerializeToString()
    return data


def refuse_existing(target: Path) -> None:
    """Check, before any work is done, that a policy's file is a new one."""
    if target.exists():
        raise FileError(f"{target} exists already; name another file")


def write_policy(target: Path, data: bytes) -> None:
    """Write a policy's file, atomically."""
    try:
        write_atomically(target, data)
    except OSError as error:
        raise FileError(f"{target} cannot be written: {error.strerror}") from error


class _Draft:
    """The nodes of a network; which architecture it has follows from the names and shapes of its weights."""

    def __init__(self, helper: Any, game: Game, weights: NamedWeights, activation: str) -> None:
        self._helper, self._game, self._weights, self._activation = helper, game, weights, activation
        self._nodes: list[Any] = []
        self.constants: dict[str, npt.NDArray[Any]] = {"value.axis": np.array([1])}

    def nodes(self, own_value: bool) -> list[Any]:
        """All nodes in their order; the value's hidden layers are its own, or those of the policy."""
        hidden = self._encoder("encoder")
        whole = "heads.flat.weight" in self._weights and not any(head.name == "flat" for head in self._game.heads)
        parts = []
        for head in () if whole else self._game.heads:
            own = f"own.{head.name}"
            source = self._encoder(own) if f"{own}.0.weight" in self._weights else hidden
            parts.append(self._linear(source, f"heads.{head.name}"))
            if len(self._weights[f"heads.{head.name}.bias"]) != head.size:
                parts[-1] = self._looked_up(parts[-1], head)
        if whole:
            parts.append(self._linear(hidden, "heads.flat"))
        self._add("Concat", parts, LOGITS, axis=1)
        judged = self._encoder("value_encoder") if own_value else hidden
        self._add("Squeeze", [self._linear(judged, "value"), "value.axis"], VALUE)
        return self._nodes

    def _add(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self._nodes.append(self._helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _linear(self, source: str, layer: str) -> str:
        return self._add("Gemm", [source, f"{layer}.weight", f"{layer}.bias"], f"{layer}.out", transB=1)

    def _encoder(self, name: str) -> str:
        hidden = INPUT
        for k in range(sum(key.startswith(f"{name}.") and key.endswith(".weight") for key in self._weights)):
            hidden = self._add(self._activation, [self._linear(hidden, f"{name}.{k}")], f"{name}.{k}.hidden")
        return hidden

    def _looked_up(self, scores: str, head: Head) -> str:
        """Scores of kinds of cards as logits of the places of the hand."""
        if "hand.places" not in self.constants:
            self._tell_places()
        ends = f"{head.name}.ends"
        self.constants[ends] = np.array([head.size])
        places = self._add("Slice", ["hand.kinds", "hand.zero", ends, "hand.axis"], f"{head.name}.kinds")
        padded = self._add("Pad", [scores, "hand.pads"], f"{head.name}.padded")
        return self._add("GatherElements", [padded, places], f"{head.name}.logits", axis=1)

    def _tell_places(self) -> None:
        """The kind of the card in each place: how many kinds end before it in the sorted hand."""
        hand = hand_layout(self._game)
        kinds, places = len(hand.copies), max(head.size for head in self._game.heads)
        self.constants |= {
            "hand.start": np.array([hand.start]),
            "hand.end": np.array([hand.start + kinds]),
            "hand.axis": np.array([1]),
            "hand.last": np.array([2]),
            "hand.zero": np.array([0]),
            "hand.pads": np.array([0, 0, 0, 1]),
            "hand.column": np.array(1),
            "hand.copies": np.array(hand.copies, dtype=np.float32),
            "hand.places": (np.arange(places, dtype=np.float32) + 0.5)[None, :, None],
        }
        block = self._add("Slice", [INPUT, "hand.start", "hand.end", "hand.axis"], "hand.block")
        upto = self._add(
            "CumSum", [self._add("Mul", [block, "hand.copies"], "hand.counts"), "hand.column"], "hand.upto"
        )
        row = self._add("Unsqueeze", [upto, "hand.axis"], "hand.row")
        before = self._add("Less", [row, "hand.places"], "hand.before")
        numbers = self._add("Cast", [before], "hand.numbers", to=self._helper.TensorProto.INT64)
        self._add("ReduceSum", [numbers, "hand.last"], "hand.kinds", keepdims=0)

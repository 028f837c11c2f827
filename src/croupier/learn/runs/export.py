"""ONNX export of policies: from named weights, without torch, and from a user's torch module."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import INPUT, LOGITS, OPSET, VALUE, describe
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.engine.game import Game
from croupier.core.spec.options import Head
from croupier.core.spec.spec import Floats
from croupier.learn.runs.checkpoint import write_file
from croupier.learn.settings.plan import hand_layout

if TYPE_CHECKING:
    from torch import fx, nn

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
    """A `PolicyNetwork` of any architecture, or other weights of its form, as the bytes of an ONNX file."""
    # The network takes ``observations``, float32 (n, observation_size), and gives ``logits``, float32 (n,
    # num_actions), not masked, and ``value``, float32 (n,). With `own_value` the value has separate hidden layers,
    # ``value_encoder.0`` and so on (or none at all), instead of those of the policy.
    require("exporting", "onnx")
    return _Network(game, weights, OPERATORS[activation], own_value).file(training)


def refuse_existing(target: Path) -> None:
    """Raise FileError if a policy's file exists already."""
    if target.exists():
        raise FileError(f"{target} exists already; name another file")


class _Graph:
    """A policy's graph in ONNX: operators in order, and arrays by name."""

    def __init__(self, game: Game) -> None:
        from onnx import helper

        self._game, self._helper = game, helper
        self._nodes: list[Any] = []
        self._arrays: dict[str, npt.NDArray[Any]] = {}

    def _add(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self._nodes.append(self._helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _linear(self, source: str, layer: str, output: str) -> str:
        return self._add("Gemm", [source, f"{layer}.weight", f"{layer}.bias"], output, transB=1)

    def file(self, training: Mapping[str, Any]) -> bytes:
        """The graph as the bytes of a policy's file."""
        from onnx import TensorProto, checker, numpy_helper

        game, helper = self._game, self._helper
        declared = helper.make_tensor_value_info
        graph = helper.make_graph(
            self._nodes,
            f"croupier {game.name}",
            [declared(INPUT, TensorProto.FLOAT, ["n", game.observation_size])],
            [
                declared(LOGITS, TensorProto.FLOAT, ["n", game.num_actions]),
                declared(VALUE, TensorProto.FLOAT, ["n"]),
            ],
            [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in self._arrays.items()],
        )
        model = helper.make_model(
            graph, producer_name="croupier", ir_version=_IR, opset_imports=[helper.make_opsetid("", OPSET)]
        )
        helper.set_model_props(model, describe(game) | {"training": json.dumps(training, sort_keys=True)})
        checker.check_model(model, full_check=True)
        data: bytes = model.SerializeToString()
        return data


class _Network(_Graph):
    """The graph of a network whose architecture follows from the names and shapes of its weights."""

    def __init__(self, game: Game, weights: NamedWeights, activation: str, own_value: bool) -> None:
        super().__init__(game)
        self._weights, self._activation = weights, activation
        self._arrays |= {**weights, "value.axis": np.array([1])}
        hidden = self._encoder("encoder")
        whole = "heads.flat.weight" in weights and not any(head.name == "flat" for head in game.heads)
        parts = []
        for head in () if whole else game.heads:
            own = f"own.{head.name}"
            source = self._encoder(own) if f"{own}.0.weight" in weights else hidden
            parts.append(self._layer(source, f"heads.{head.name}"))
            if len(weights[f"heads.{head.name}.bias"]) != head.size:
                parts[-1] = self._looked_up(parts[-1], head)
        if whole:
            parts.append(self._layer(hidden, "heads.flat"))
        self._add("Concat", parts, LOGITS, axis=1)
        judged = self._encoder("value_encoder") if own_value else hidden
        self._add("Squeeze", [self._layer(judged, "value"), "value.axis"], VALUE)

    def _layer(self, source: str, layer: str) -> str:
        return self._linear(source, layer, f"{layer}.out")

    def _encoder(self, name: str) -> str:
        hidden = INPUT
        for k in range(sum(key.startswith(f"{name}.") and key.endswith(".weight") for key in self._weights)):
            hidden = self._add(self._activation, [self._layer(hidden, f"{name}.{k}")], f"{name}.{k}.hidden")
        return hidden

    def _looked_up(self, scores: str, head: Head) -> str:
        """Scores of kinds of cards as logits of the places of the hand."""
        if "hand.places" not in self._arrays:
            self._add_places()
        ends = f"{head.name}.ends"
        self._arrays[ends] = np.array([head.size])
        places = self._add("Slice", ["hand.kinds", "hand.zero", ends, "hand.axis"], f"{head.name}.kinds")
        padded = self._add("Pad", [scores, "hand.pads"], f"{head.name}.padded")
        return self._add("GatherElements", [padded, places], f"{head.name}.logits", axis=1)

    def _add_places(self) -> None:
        """The kind of the card in each place: the number of kinds that end before it in the sorted hand."""
        hand = hand_layout(self._game)
        kinds, places = len(hand.copies), max(head.size for head in self._game.heads)
        self._arrays |= {
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


# The module is traced by ``torch.fx``; only operators that a policy's file may contain are written, so that
# reading such a file never runs code.

SUPPORTED = (
    "Linear, ReLU, Tanh, Dropout and Identity, cat along dim 1, and squeeze(1) or [:, 0] of a Linear layer with "
    "one output"
)
"""Layers and operations that a module may contain, in words."""
_RELU = ("ReLU", "relu", "relu_")
_TANH = ("Tanh", "tanh", "tanh_")
_NOTHING = ("Dropout", "Identity", "dropout")
_JOINING = ("cat", "concat", "concatenate")


def export_module(
    module: nn.Module, target: str | PathLike[str], game: Game, training: Mapping[str, Any] | None = None
) -> None:
    """Write a torch module as a policy's file, which plays as ``net:FILE`` and can be searched around.

    Its ``forward(observations)`` takes float32, shape (K, observation_size). It returns logits of all actions, not
    masked, float32, shape (K, num_actions), and values of the seat to move, float32, shape (K,). It is traced in
    evaluation mode, on any device, and is not changed. If one Linear layer gives the logits and ReLU separates the
    layers before it, searches use compiled code instead of the file's graph.

    Args:
        module: Linear layers, ReLU or Tanh, and ``torch.cat``, in any arrangement; see "Your own loop" in
            docs/training.md.
        target: the file to write, ``.onnx``; it must not exist.
        game: the game it was trained on, with its options.
        training: how it was trained, plain data for JSON; stored in the file.

    Raises:
        ConfigError: the arguments are in another order; the module contains an operation that a policy's file
            cannot hold, or gives other shapes; or torch or onnx is not installed.
        FileError: the file exists already, or cannot be written.
    """
    require("exporting", "torch", "onnx")
    import torch
    from torch import fx

    given = (module, target, game)
    if not all(isinstance(*each) for each in zip(given, (torch.nn.Module, str | PathLike, Game), strict=True)):
        kinds = ", ".join(type(each).__name__ for each in given)
        raise ConfigError(f"export_module(module, target, game): a torch module, a file and a game, not {kinds}")
    file = Path(target)
    refuse_existing(file)
    was_training = module.training
    module.eval()
    try:
        _check_shapes(module, game)
        traced = fx.symbolic_trace(module)
    except (fx.proxy.TraceError, RuntimeError, TypeError) as error:
        name = type(module).__name__
        raise ConfigError(f"{name} cannot be exported: {str(error).partition(chr(10))[0]}") from error
    finally:
        module.train(was_training)
    with torch.no_grad():
        data = _Traced(traced, game).file(training or {})
    write_file(file, data)


def _check_shapes(module: nn.Module, game: Game) -> None:
    """Run the module once, and check its outputs."""
    import torch

    weight = next(module.parameters(), torch.zeros(0))
    with torch.no_grad():
        given = module(torch.zeros((2, game.observation_size), device=weight.device))
    expected = [(2, game.num_actions), (2,)]
    parts = given if isinstance(given, tuple) else (given,)
    found = [tuple(part.shape) if isinstance(part, torch.Tensor) else type(part).__name__ for part in parts]
    if found != expected:
        raise ConfigError(
            f"{type(module).__name__} gives {found} for two observations of {game!r}, where logits and values "
            f"have the shapes {expected}"
        )


class _Traced(_Graph):
    """The graph of a traced module."""

    def __init__(self, traced: fx.GraphModule, game: Game) -> None:
        super().__init__(game)
        self._traced = traced
        self._names: dict[fx.Node, str] = {}
        steps = list(traced.graph.nodes)
        for step, name in zip(steps[-1].args[0], (LOGITS, VALUE), strict=True):
            self._names[self._computed(step)] = name  # the step that computes an output uses its name
        for step in steps[:-1]:
            if self._computed(step) is step:
                self._translate(step)

    def _called(self, step: fx.Node) -> tuple[str, nn.Module | None]:
        """The class of the layer or the function that a step calls, by name; and the layer, if it is one."""
        if step.op == "call_module":
            layer = self._traced.get_submodule(str(step.target))
            return type(layer).__name__, layer
        return step.target if isinstance(step.target, str) else getattr(step.target, "__name__", step.op), None

    def _computed(self, step: fx.Node) -> fx.Node:
        """The step that computed a step's result, skipping steps that change nothing in evaluation mode."""
        while step.op != "placeholder" and self._called(step)[0] in _NOTHING:
            step = step.all_input_nodes[0]
        return step

    def _translate(self, step: fx.Node) -> None:
        """Add the operators of one step."""
        called, layer = self._called(step)
        if step.op == "placeholder" and INPUT not in self._names.values():
            self._names[step] = INPUT
            return
        name = self._names.setdefault(step, f"step.{step.name}")
        sources = [self._names[self._computed(each)] for each in step.all_input_nodes]
        if called == "Linear" and layer is not None:
            self._add_layer(layer, str(step.target), sources[0], name)
        elif called in _RELU:
            self._add("Relu", sources, name)
        elif called in _TANH:
            self._add("Tanh", sources, name)
        elif called in _JOINING and _dimension(step) in (1, -1):
            joined: Any = step.args[0] if step.args else step.kwargs["tensors"]  # a tensor may occur twice
            self._add("Concat", [self._names[self._computed(each)] for each in joined], name, axis=1)
        elif _is_column(step, called) and self._outputs(step.all_input_nodes[0]) == 1:
            self._arrays["value.axis"] = np.array([1])
            self._add("Squeeze", [*sources, "value.axis"], name)
        else:
            raise ConfigError(f"a policy's file cannot hold {called} ({step.name}); it holds {SUPPORTED}")

    def _outputs(self, step: fx.Node) -> object:
        """Number of outputs of a step's Linear layer; None if it is not one."""
        return getattr(self._called(self._computed(step))[1], "out_features", None)

    def _add_layer(self, layer: nn.Module, place: str, source: str, name: str) -> None:
        """A Linear layer; the one with the logits is split by head, as `croupier train` writes it."""
        weight = _array(layer.weight)
        bias = np.zeros(len(weight), dtype=np.float32) if layer.bias is None else _array(layer.bias)
        if name != LOGITS:
            self._arrays |= {f"{place}.weight": weight, f"{place}.bias": bias}
            self._linear(source, place, name)
            return
        parts = []
        for head in self._game.heads:
            place, rows = f"heads.{head.name}", slice(head.start, head.start + head.size)
            self._arrays |= {f"{place}.weight": weight[rows], f"{place}.bias": bias[rows]}
            parts.append(self._linear(source, place, f"{place}.out"))
        self._add("Concat", parts, LOGITS, axis=1)


def _array(weights: Any) -> Floats:
    found: Floats = weights.detach().float().cpu().numpy()
    return found


def _dimension(step: fx.Node) -> object:
    """The dimension that a call names, as in ``torch.cat(parts, 1)`` and ``x.squeeze(dim=-1)``; None for none."""
    return step.args[1] if len(step.args) > 1 else step.kwargs.get("dim")


def _is_column(step: fx.Node, called: str) -> bool:
    """Whether a step makes a column a row: ``x.squeeze(1)`` or ``x[:, 0]``."""
    if step.target is operator.getitem:
        return step.args[1] == (slice(None), 0)
    return called == "squeeze" and _dimension(step) in (1, -1)

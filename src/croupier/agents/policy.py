"""Agent for a trained policy in an ONNX file, run by ONNX Runtime without torch; validation of such files."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from croupier.agents.agent import AgentTraits, NeverPickled, Turns
from croupier.agents.names import AgentName
from croupier.agents.shipped import is_shipped, no_policy, policy_path
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import uniform
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import Actions, Generators, Mask
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.exact import ExactPlay
from croupier.core.spec.spec import Bools, Floats

# Only what `croupier.learn.runs.export` writes is accepted. Rejected are other operators, subgraphs, functions,
# sparse tensors, weights in other files, and layers that need more memory than a policy does.

OPSET = 17
"""Version of the operators, which every ONNX Runtime of the last years supports."""
MAX_BYTES = 1 << 28
"""Most bytes of a file."""
MAX_NODES = 1000
"""Most operators of a network."""
MAX_WIDTH = 1 << 16
"""Most numbers that all operators together compute for one row: 256 MiB for the arena's 1,024 rows."""

_OPERATORS: dict[str, tuple[str, ...]] = {
    "CumSum": (),
    "Cast": ("to",),
    "Concat": ("axis",),
    "GatherElements": ("axis",),
    "Gemm": ("transB",),
    "Less": (),
    "Mul": (),
    "Pad": (),
    "ReduceSum": ("keepdims",),
    "Relu": (),
    "Slice": (),
    "Squeeze": (),
    "Tanh": (),
    "Unsqueeze": (),
}
"""Allowed operators with their attributes."""
_MODEL_FIELDS = ("ir_version", "producer_name", "graph", "opset_import", "metadata_props")
_WORDS = ("doc_string", "producer_version")
"""Fields with words for people: they are dropped, like unknown fields."""
_GRAPH_FIELDS = ("node", "name", "initializer", "input", "output")
_NODE_FIELDS = ("input", "output", "name", "op_type", "attribute")
_ATTRIBUTE_FIELDS = ("name", "type", "i")
_TENSOR_FIELDS = ("dims", "data_type", "name", "raw_data")
_FLOAT, _INT64, _BOOL = 1, 7, 9  # of ONNX's TensorProto.DataType
_ITEM_BYTES = {_FLOAT: 4, _INT64: 8}
_LARGEST = 1 << 31
"""Bound of integers among the weights, which are indices and sizes."""


def checked_network(data: bytes, path: str) -> bytes:
    """Check the bytes of a policy's file and return them without words; raises FileError."""
    require("a policy", "onnx")
    import onnx
    from google.protobuf.message import DecodeError

    if len(data) > MAX_BYTES:
        raise FileError(f"{path} is no policy of croupier: it has {len(data):,} bytes, over {MAX_BYTES:,}")
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
    except DecodeError as error:
        raise FileError(f"{path} is no policy, or it is truncated: {error}") from error
    model.DiscardUnknownFields()
    try:
        _check_fields(model, "the file", _MODEL_FIELDS)
        _check_versions(model)
        _check_graph(model.graph)
        _check_sizes(model)
    except _RefusedError as error:
        raise FileError(f"{path} is no policy of croupier: {error}") from None
    checked: bytes = model.SerializeToString()
    return checked


class _RefusedError(Exception):
    """A file contains something that no policy has; the message names it."""


def _check_fields(message: Any, where: str, allowed: tuple[str, ...]) -> None:
    """Check that a message has only the fields of a policy, and drop words for people."""
    for field, _ in message.ListFields():
        if field.name in _WORDS:
            message.ClearField(field.name)
        elif field.name not in allowed:
            raise _RefusedError(f"{where} has {field.name}, which no policy has")


def _check_versions(model: Any) -> None:
    sets = [(each.domain, each.version) for each in model.opset_import]
    if sets != [("", OPSET)]:
        said = ", ".join(f"{domain or 'ai.onnx'} {version}" for domain, version in sets) or "none"
        raise _RefusedError(f"its operators are of the sets {said}, not of ai.onnx {OPSET} alone")


def _check_graph(graph: Any) -> None:
    _check_fields(graph, "its network", _GRAPH_FIELDS)
    if len(graph.node) > MAX_NODES:
        raise _RefusedError(f"its network has {len(graph.node):,} operators, over {MAX_NODES:,}")
    given: set[str] = set()
    for tensor in graph.initializer:
        _check_tensor(tensor)
        if tensor.name in given:
            raise _RefusedError(f"its weights {tensor.name!r} are there twice")
        given.add(tensor.name)
    for node in graph.node:
        _check_node(node, given)


def _check_tensor(tensor: Any) -> None:
    """Check that a tensor is complete: in this file, of the declared shape, and dense."""
    where = f"its weights {tensor.name!r}"
    if tensor.data_location or tensor.external_data:
        raise _RefusedError(f"{where} lie in another file, which is never read")
    _check_fields(tensor, f"the tensor {tensor.name!r}", _TENSOR_FIELDS)
    if tensor.data_type not in _ITEM_BYTES:
        raise _RefusedError(f"{where} are neither float32 nor int64")
    size = _ITEM_BYTES[tensor.data_type]
    for dim in tensor.dims:
        if not 0 < dim <= MAX_BYTES:
            raise _RefusedError(f"{where} have the shape {list(tensor.dims)}")
        size *= dim  # Python's integers do not overflow
    if size != len(tensor.raw_data):
        raise _RefusedError(
            f"{where} of shape {list(tensor.dims)} have {len(tensor.raw_data):,} bytes, not {size:,}"
        )
    if tensor.data_type == _INT64:
        numbers = np.frombuffer(tensor.raw_data, dtype="<i8")
        if ((numbers < -_LARGEST) | (numbers > _LARGEST)).any():
            raise _RefusedError(f"{where} hold sizes above {_LARGEST:,}")


def _check_node(node: Any, given: set[str]) -> None:
    if node.domain or node.op_type not in _OPERATORS:
        named = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
        raise _RefusedError(f"its network has the operator {named}, which no policy has")
    where = f"the operator {node.op_type}"
    _check_fields(node, where, _NODE_FIELDS)
    for attribute in node.attribute:
        if attribute.name not in _OPERATORS[node.op_type]:
            raise _RefusedError(f"{where} has the attribute {attribute.name!r}, which it has in no policy")
        _check_fields(attribute, f"the attribute {attribute.name!r} of {where}", _ATTRIBUTE_FIELDS)
    if node.op_type == "Gemm" and not (len(node.input) == 3 and given.issuperset(node.input[1:])):
        raise _RefusedError("it multiplies by what are no weights")


def _check_sizes(model: Any) -> None:
    """Check that every size is known in advance, and that their sum is that of a policy."""
    from onnx import shape_inference

    plain = type(model)()
    plain.CopyFrom(model)
    for output in plain.graph.output:  # worked out, not believed
        output.type.tensor_type.ClearField("shape")
    try:
        graph = shape_inference.infer_shapes(plain, check_type=True, strict_mode=True, data_prop=True).graph
    except Exception as error:  # exceptions from its C++ have no common class
        raise _RefusedError(
            f"its network does not hold together: {str(error).partition(chr(10))[0][:200]}"
        ) from error
    if len(graph.input) != 1:
        raise _RefusedError(f"its inputs are {[each.name for each in graph.input]}, not the observations alone")
    rows = next((dim.dim_param for dim in graph.input[0].type.tensor_type.shape.dim), "")
    values = [*graph.input, *graph.output, *graph.value_info]
    known = {each.name for each in values}
    for node in graph.node:
        for name in node.output:
            if name not in known:
                raise _RefusedError(f"the size of what {node.op_type} gives ({name!r}) is not known beforehand")
    total = 0
    for value in values:
        total += _row_size(value, rows)
        if total > MAX_WIDTH:
            raise _RefusedError(f"its network needs over {MAX_WIDTH:,} numbers a row ({value.name!r})")


def _row_size(value: Any, rows: str) -> int:
    """Numbers of a value for each row of observations; only its first axis may depend on the rows."""
    kind = value.type.tensor_type
    if value.type.WhichOneof("value") != "tensor_type" or kind.elem_type not in (_FLOAT, _INT64, _BOOL):
        raise _RefusedError(f"{value.name!r} is no tensor of float32, int64 or bool")
    size = 1
    for axis, dim in enumerate(kind.shape.dim):
        if axis == 0 and rows and dim.dim_param == rows:
            continue
        if not dim.HasField("dim_value") or dim.dim_value < 0:
            raise _RefusedError(f"the size of {value.name!r} is not known beforehand")
        size *= dim.dim_value
    if not kind.HasField("shape"):
        raise _RefusedError(f"the size of {value.name!r} is not known beforehand")
    return size


FORMAT = "croupier-policy-1"
_COLDEST = 1e-30
"""Least temperature above 0, and the inverse of the greatest, by which float32 logits can be divided."""
INPUT, LOGITS, VALUE = "observations", "logits", "value"


def describe(game: Game) -> dict[str, str]:
    """The game's entries in a policy's metadata, as texts by key."""
    return {
        "format": FORMAT,
        "game": game.name,
        "game_version": str(game.spec.version),
        "observation_version": str(game.spec.spaces.observation_version),
        "observation_size": str(game.observation_size),
        "options": json.dumps(game.options, sort_keys=True),
        "heads": json.dumps([[head.name, head.start, head.size] for head in game.heads]),
    }


@kernel
def sample(logits: Floats, masks: Mask, rngs: Generators, actions: Actions, logps: Floats) -> None:
    """Draw one legal action a row from the softmax of its logits.

    logits: float32 (K, A); masks: bool (K, A); rngs: a generator a row, advanced; written are actions, int64 (K,),
    and logps, the natural logarithm of their probabilities, float32 (K,).
    """
    for i in range(len(actions)):
        top = -np.inf
        for action in range(masks.shape[1]):
            if masks[i, action] and logits[i, action] > top:
                top = np.float64(logits[i, action])
        total = 0.0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                total += math.exp(np.float64(logits[i, action]) - top)
        left = uniform(rngs, i) * total
        chosen = -1
        for action in range(masks.shape[1]):
            # where rounding leaves a rest, the last legal action stands
            if masks[i, action] and left >= 0.0:
                chosen = action
                left -= math.exp(np.float64(logits[i, action]) - top)
        actions[i] = chosen
        logps[i] = np.float64(logits[i, chosen]) - top - math.log(total)


def masked_softmax(logits: Floats, masks: Bools) -> Floats:
    """Probabilities of the legal actions, float32, shape (K, num_actions); zero for the others."""
    raised = np.where(masks, logits, -np.inf)
    weights = np.exp(raised - raised.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


class PolicyAgent(NeverPickled):
    """Plays a policy that `croupier train` has written.

    Attributes:
        name: the name by which it was made.
        temperature: 0 plays the likeliest action; 1 samples as in training.
        metadata: the file's metadata; see `describe`, and ``training``.
        data: the file's bytes.
        traits: with a recipe of bytes and settings, so that another process needs no file; a subclass has no
            recipe.
    """

    def __init__(
        self,
        path: str | Path,
        game: Game,
        *,
        temperature: float = 0.0,
        threads: int = 1,
        data: bytes | None = None,
    ) -> None:
        """Load the file.

        Args:
            path: a ``policy.onnx``.
            game: the game to play; its options may differ from those in training if the observation and the
                actions have the same layout.
            temperature: 0 plays the likeliest action, 1 samples as in training; values between sharpen.
            threads: threads of the matrix products.
            data: the file's bytes, if already read; `path` then only names them.

        Raises:
            FileError: the file is missing, broken, not a policy, or of another game or observation.
            ConfigError: the temperature is negative, or float32 cannot divide by it; or ONNX Runtime is not
                installed.
        """
        if temperature != 0.0 and not _COLDEST <= temperature <= 1 / _COLDEST:
            least, most = f"{_COLDEST:g}", f"{1 / _COLDEST:g}"
            raise ConfigError(f"temperature must be 0, or a number from {least} to {most}, not {temperature!r}")
        self.name = f"net:{path}"
        self.temperature = temperature
        self._path = str(path)
        self.data = _read(Path(path)) if data is None else data
        parts = {"name": self.name, "path": self._path, "temperature": temperature, "policy": self.data}
        self.traits = AgentTraits(
            exact_play=ExactPlay(),  # it sees only the observation
            recipe=parts if type(self) is PolicyAgent else None,
        )
        self._session = runtime_session(self.data, self._path, threads)
        self.metadata: Mapping[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
        _check_game(self.metadata, game, self._path)
        self._check_network(game)

    def _check_network(self, game: Game) -> None:
        """Run it once, and check names, shapes, and that all numbers are finite."""
        names = (
            [node.name for node in self._session.get_inputs()],
            [node.name for node in self._session.get_outputs()],
        )
        if names != ([INPUT], [LOGITS, VALUE]):
            raise FileError(
                f"{self._path} is no policy of croupier: its inputs and outputs are {names[0]} and {names[1]}"
            )
        logits, value = self._run(np.zeros((2, game.observation_size), dtype=np.float32))
        if logits.shape != (2, game.num_actions) or value.shape != (2,):
            raise FileError(
                f"{self._path} gives {logits.shape[1:]} logits and {value.shape[1:]} values a row, "
                f"where {game.name} has {game.num_actions} actions and one value"
            )
        if not (np.isfinite(logits).all() and np.isfinite(value).all()):
            raise FileError(f"{self._path} is broken: its network gives numbers that are not finite")

    def _run(self, observations: Floats) -> tuple[Floats, Floats]:
        try:
            logits, value = self._session.run([LOGITS, VALUE], {INPUT: observations})
        except _runtime_errors() as error:
            raise FileError(f"{self._path} cannot be run: {_first_line(error)}") from error
        return logits, value

    def logits(self, turns: Turns) -> Floats:
        """The network's logits, float32, shape (K, num_actions)."""
        return self._run(turns.observations)[0]

    def values(self, turns: Turns) -> Floats:
        """The network's value estimate for the seat to move, float32, shape (K,)."""
        return self._run(turns.observations)[1]

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`. Above temperature 0 it samples with the row's key."""
        logits = self.logits(turns)
        if self.temperature == 0.0:
            best: Actions = np.where(turns.masks, logits, -np.inf).argmax(axis=1).astype(np.int64)
            return best
        actions = np.zeros(len(turns), dtype=np.int64)
        scaled = logits / np.float32(self.temperature)
        for_rows(sample, len(turns))(
            scaled, turns.masks, turns.keys.copy(), actions, np.zeros(len(turns), dtype=np.float32)
        )
        return actions

    def probabilities(self, turns: Turns) -> Floats:
        """Probability of each action in `act`, float32, shape (K, num_actions)."""
        if self.temperature > 0.0:
            return masked_softmax(self.logits(turns) / np.float32(self.temperature), turns.masks)
        out = np.zeros((len(turns), turns.game.num_actions), dtype=np.float32)
        out[np.arange(len(turns)), self.act(turns)] = 1.0
        return out


def make_policy(name: AgentName, game: Game, *_: object) -> PolicyAgent:
    """Make an agent from a name like ``net/temperature=1:FILE``; without a file, the policy that ships."""
    name.check_settings("temperature")
    temperature = name.number("temperature", 0.0, 0.0)
    path = policy_path(name.argument, game)
    if not is_shipped(name.argument):
        if not path.exists():
            raise no_policy(str(name.argument), game)
        return PolicyAgent(path, game, temperature=temperature)
    try:
        return PolicyAgent(path, game, temperature=temperature)
    except FileError as error:
        raise ConfigError(f"the player that ships with croupier does not play {game!r}: {error}") from error


def trained_game(data: bytes, path: str) -> Game:
    """The game that a policy was trained on, with its options, from the file's bytes."""
    metadata = dict(runtime_session(data, path, 1).get_modelmeta().custom_metadata_map)
    if metadata.get("format") != FORMAT:
        raise FileError(f"{path} is no policy of croupier")
    try:
        return make(metadata["game"], **json.loads(metadata["options"]))
    except (KeyError, TypeError, ValueError, ConfigError) as error:
        raise FileError(f"{path} does not tell a game that can be played: {error}") from error


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)  # `checked_network` rejects longer files
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error


def _runtime_errors() -> tuple[type[Exception], ...]:
    """The exceptions of ONNX Runtime, which have no common base class."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    found = [getattr(state, name) for name in dir(state)]
    return tuple(kind for kind in found if isinstance(kind, type) and issubclass(kind, Exception))


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def runtime_session(data: bytes, path: str, threads: int) -> Any:
    """Load a network into ONNX Runtime after `checked_network` has accepted its bytes."""
    require("a policy", "onnxruntime")
    import onnxruntime

    checked = checked_network(data, path)

    settings = onnxruntime.SessionOptions()
    settings.log_severity_level = 4  # errors come back as exceptions
    settings.intra_op_num_threads = threads
    settings.inter_op_num_threads = 1
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")  # leaves the processor to others
    try:
        return onnxruntime.InferenceSession(checked, settings, providers=["CPUExecutionProvider"])
    except _runtime_errors() as error:
        raise FileError(f"{path} is no policy, or it is truncated: {_first_line(error)}") from error


def _check_game(metadata: Mapping[str, str], game: Game, path: str) -> None:
    """Check that a file's metadata fits the game."""
    if metadata.get("format") != FORMAT:
        found = metadata.get("format", "")
        raise FileError(
            f"{path} is no policy of croupier" + (f": its format is {found}, not {FORMAT}" if found else "")
        )
    ours = describe(game)
    named = {
        "game": "game",
        "observation_version": "observation version",
        "observation_size": "observation size",
        "heads": "policy heads",
    }
    for key, words in named.items():
        if metadata.get(key) != ours[key]:
            raise FileError(f"{path} was trained for {words} {metadata.get(key)}; {game!r} has {ours[key]}")

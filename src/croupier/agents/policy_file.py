"""Validation of policy files: the operators, sizes and weights of a network, before ONNX Runtime sees the file.

What is allowed is what `croupier.learn.runs.export` writes. Everything else in a file is refused: other operators,
subgraphs, functions, sparse tensors, weights in other files, and layers that need more memory than a policy does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.core.base.errors import FileError, require

OPSET = 17
"""Version of the operators; old enough for every ONNX Runtime of the last years."""
MAX_BYTES = 1 << 28
"""Bytes of a file."""
MAX_NODES = 1000
"""Operators of a network."""
MAX_WIDTH = 1 << 16
"""Numbers that all operators together give for one row of observations: 256 MiB for the arena's 1,024 rows."""

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
"""Attributes of each operator."""
_MODEL_FIELDS = ("ir_version", "producer_name", "graph", "opset_import", "metadata_props")
_WORDS = ("doc_string", "producer_version")
"""Fields with words for people: they are dropped, as fields of no version of ONNX are."""
_GRAPH_FIELDS = ("node", "name", "initializer", "input", "output")
_NODE_FIELDS = ("input", "output", "name", "op_type", "attribute")
_ATTRIBUTE_FIELDS = ("name", "type", "i")
_TENSOR_FIELDS = ("dims", "data_type", "name", "raw_data")
_FLOAT, _INT64, _BOOL = 1, 7, 9  # of ONNX's TensorProto.DataType
_ITEM_BYTES = {_FLOAT: 4, _INT64: 8}
_LARGEST = 1 << 31
"""Bound of integers among the weights: they are places and sizes."""


def checked_network(data: bytes, path: str) -> bytes:
    """Check a policy's file.

    Args:
        data: the file's bytes.
    """
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
    """A file holds what no policy has; the message says what."""


def _check_fields(message: Any, where: str, allowed: tuple[str, ...]) -> None:
    """Check that a message has only the fields of a policy; what is words for people is dropped from it."""
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
    """Check that a tensor is whole: in this file, of the promised shape, and dense."""
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
    """Check that every size is known beforehand, and that all together are those of a policy."""
    from onnx import shape_inference

    plain = type(model)()
    plain.CopyFrom(model)
    for output in plain.graph.output:  # worked out, not believed
        output.type.tensor_type.ClearField("shape")
    try:
        graph = shape_inference.infer_shapes(plain, check_type=True, strict_mode=True, data_prop=True).graph
    except Exception as error:  # what its C++ raises has no common class
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
    """Numbers that a value has for each row of observations, which its first axis alone may count."""
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

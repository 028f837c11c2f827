"""What a policy's file may hold: all else is refused by its name, before the runtime sees it."""

import operator
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import croupier
from croupier.agents import policy
from croupier.agents.policy import MAX_NODES, MAX_WIDTH, PolicyAgent, checked_network, trained_game
from croupier.core.base.errors import ConfigError, FileError

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(ROOT.glob("src/croupier/games/*/policies/*.onnx"))
OF_SKULL_KING = next(path for path in SHIPPED if path.stem == "skull-king-2026-11")

Change = Callable[[Any], object]


@pytest.fixture
def no_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is refused never comes to the runtime."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the runtime saw the file")

    monkeypatch.setattr(onnxruntime, "InferenceSession", never)


def changed(change: Change) -> bytes:
    """The shipped policy of Skull King with a change."""
    model = onnx.load(OF_SKULL_KING)
    change(model)
    return bytes(model.SerializeToString())


def insert(*nodes: Any, weights: dict[str, Any] | None = None) -> Change:
    """Put nodes before all others, which need not read what these give."""

    def change(model: Any) -> None:
        for name, array in (weights or {}).items():
            model.graph.initializer.append(numpy_helper.from_array(np.asarray(array), name))
        for place, node in enumerate(nodes):
            model.graph.node.insert(place, node)

    return change


def node(kind: str, inputs: list[str], output: str, **attributes: Any) -> Any:
    return helper.make_node(kind, inputs, [output], **attributes)


def huge_constant(model: Any) -> None:
    """1 GB, from a shape of eight bytes."""
    value = helper.make_tensor("one", TensorProto.FLOAT, [1], [1.0])
    insert(
        node("ConstantOfShape", ["shape"], "huge", value=value),
        node("ReduceMax", ["huge"], "least", keepdims=0),
        weights={"shape": [1 << 28]},
    )(model)


def external(model: Any) -> None:
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "/etc/hostname"


def external_beside_data(model: Any) -> None:
    entry = model.graph.initializer[0].external_data.add()
    entry.key, entry.value = "location", "other"


def subgraph(model: Any) -> None:
    body = helper.make_graph([], "body", [], [])
    model.graph.node[0].attribute.append(helper.make_attribute("body", body))


def tensor_attribute(model: Any) -> None:
    value = helper.make_tensor("one", TensorProto.FLOAT, [1], [1.0])
    model.graph.node[0].attribute.append(helper.make_attribute("transB", value))


def function(model: Any) -> None:
    made = helper.make_function("own", "F", ["x"], ["y"], [node("Relu", ["x"], "y")], model.opset_import)
    model.functions.append(made)


def sparse(model: Any) -> None:
    values = helper.make_tensor("v", TensorProto.FLOAT, [1], [1.0])
    places = helper.make_tensor("i", TensorProto.INT64, [1], [1 << 40])
    model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, places, [1 << 41]))


def many(model: Any) -> None:
    for number in range(MAX_NODES):
        model.graph.node.append(node("Relu", ["observations"], f"o{number}"))


def rows_padded_in_the_output(model: Any) -> None:
    last = next(each for each in model.graph.node if "logits" in each.output)
    last.output[0] = "short"
    model.graph.node.append(node("Pad", ["short", "rows"], "logits"))
    model.graph.initializer.append(numpy_helper.from_array(np.array([1 << 30, 0, 0, 0]), "rows"))


def broadcast(model: Any) -> None:
    grow = {f"grow{k}": np.ones([1] + [64 if k == axis else 1 for axis in range(4)], np.float32) for k in range(4)}
    nodes = [node("Unsqueeze", ["observations", "ends"], "g0")]
    nodes += [node("Mul", [f"g{k}", f"grow{k}"], f"g{k + 1}") for k in range(3)]
    insert(*nodes, weights={"ends": np.array([1, 2, 3])} | grow)(model)


def initializer(tensor: Any) -> Change:
    """Give the network one more tensor."""
    return lambda model: model.graph.initializer.append(tensor)


MORE = helper.make_tensor_value_info("more", TensorProto.FLOAT, ["m", 2])
REFUSED: list[tuple[str, Change, str]] = [
    ("a huge constant", huge_constant, "operator ConstantOfShape, which no policy has"),
    ("another file", external, "'encoder.0.weight' lie in another file, which is never read"),
    ("another file beside", external_beside_data, "lie in another file, which is never read"),
    ("a subgraph", subgraph, "the operator Gemm has the attribute 'body'"),
    ("a tensor", tensor_attribute, "the attribute 'transB' of the operator Gemm has t, which"),
    ("a function", function, "the file has functions, which no policy has"),
    ("sparse weights", sparse, "its network has sparse_initializer, which no policy has"),
    ("a domain", lambda model: setattr(model.graph.node[0], "domain", "com.microsoft"),
     r"operator com\.microsoft\.Gemm, which no policy has"),
    ("another set", lambda model: model.opset_import.append(helper.make_opsetid("com.microsoft", 1)),
     r"sets ai\.onnx 17, com\.microsoft 1, not of ai\.onnx 17 alone"),
    ("a later set", lambda model: setattr(model.opset_import[0], "version", 20), r"sets ai\.onnx 20, not of"),
    ("two inputs", lambda model: model.graph.input.append(MORE),
     r"inputs are \['observations', 'more'\], not the observations alone"),
    ("another shape", lambda model: operator.setitem(model.graph.initializer[0].dims, 0, 1 << 20),
     r"'encoder.0.weight' of shape \[1048576, 359\] have 367,616 bytes, not 1,505,755,136"),
    ("words", initializer(helper.make_tensor("words", TensorProto.STRING, [1], [b"x"])),
     "the tensor 'words' has string_data"),
    ("halves", initializer(numpy_helper.from_array(np.zeros(3, dtype=np.float16), "halves")),
     "'halves' are neither float32 nor int64"),
    ("weights twice", lambda model: model.graph.initializer.append(model.graph.initializer[0]),
     "'encoder.0.weight' are there twice"),
    ("many operators", many, "its network has 1,028 operators, over 1,000"),
    ("wide rows", insert(node("Pad", ["observations", "wide"], "padded"), weights={"wide": [0, 0, 0, MAX_WIDTH]}),
     "its network needs over 65,536 numbers a row"),
    ("padded rows", rows_padded_in_the_output, "the size of 'logits' is not known beforehand"),
    ("broadcast rows", broadcast, "its network needs over 65,536 numbers a row"),
    ("rows by rows",
     insert(node("Gemm", ["observations", "observations", "heads.jade.bias"], "square", transB=1)),
     "it multiplies by what are no weights"),
    ("rows on rows", insert(node("Concat", ["observations"] * 500, "tall", axis=0)),
     "the size of 'tall' is not known beforehand"),
    ("out of range",
     insert(node("Pad", ["observations", "far"], "padded"), weights={"far": [0, 1 << 62, 0, 1 << 62]}),
     "'far' hold sizes above"),
    ("unknown names", insert(node("Relu", ["nobody"], "x")), "its network does not hold together|not known bef"),
    *((kind, insert(node(kind, ["observations", "value.axis"], "x")), f"operator {kind}, which")
      for kind in ("Tile", "Expand", "Reshape")),
    ("Loop", insert(node("Loop", ["observations"], "x")), "operator Loop, which"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
@pytest.mark.usefixtures("no_runtime")
def test_what_no_policy_has_is_refused_by_name(change: Change, said: str) -> None:
    with pytest.raises(FileError, match=f"^it is no policy of croupier: .*({said})"):
        trained_game(changed(change), "it")


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "MAX_BYTES", 1000)
    with pytest.raises(FileError, match="it has 1,001 bytes, over 1,000"):
        PolicyAgent(OF_SKULL_KING, croupier.make("skull-king"))


@pytest.mark.skipif(sys.platform == "win32", reason="resource is of POSIX")
def test_a_gigabyte_is_refused_before_it_is_made() -> None:
    data = changed(huge_constant)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(FileError, match="ConstantOfShape"):
        PolicyAgent("it", croupier.make("skull-king"), data=data)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100 * 1024, f"{grown} KiB more"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_policy_passes_as_it_is(path: Path) -> None:
    assert checked_network(path.read_bytes(), "it") == path.read_bytes()


def test_what_the_file_holds_beside_the_network_never_comes_to_the_runtime() -> None:
    data = OF_SKULL_KING.read_bytes()
    unknown = b"\xfa\xff\x01\x03abc"  # a field of no version of ONNX
    assert checked_network(data + unknown, "it") == data


def test_words_for_people_are_dropped() -> None:
    data = OF_SKULL_KING.read_bytes()

    def described(model: Any) -> None:
        model.doc_string, model.producer_version = "mine", "2.6"
        for part in (model.graph, model.graph.node[0], model.graph.initializer[0]):
            part.doc_string = "of mine"

    assert changed(described) != data
    assert checked_network(changed(described), "it") == data


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ConfigError, match=r"a policy needs onnx,.*\[net\]"):
        checked_network(OF_SKULL_KING.read_bytes(), "it")

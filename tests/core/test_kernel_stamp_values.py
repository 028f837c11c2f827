"""What a kernel closes over is in its stamp by value; what cannot be is named."""

import enum
import math
import sys
import types
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from croupier.core.base import code_cache
from croupier.core.base.code_cache import stamp_of
from croupier.core.base.kernel import kernel, pasted, wrapping


class _Compiled:
    """Looks as a function that its writer has compiled by Numba."""

    def __init__(self, py_func: Callable[..., Any], **targetoptions: Any) -> None:
        self.py_func, self.targetoptions = py_func, targetoptions


def _helped(number: int, *, fast: bool) -> Callable[..., Any]:
    """A kernel and a helper that call each other; the helper has a number."""

    def help_out(x: int) -> int:
        return number if x == 0 else work(x - 1)

    helper: Any = _Compiled(help_out, fastmath=fast)

    @kernel
    def work(x: int) -> int:
        return helper(x)  # type: ignore[no-any-return]

    return work


def test_a_helper_that_was_compiled_by_its_writer_counts_by_code_and_options() -> None:
    assert stamp_of(_helped(1, fast=False)) == stamp_of(_helped(1, fast=False))
    assert stamp_of(_helped(1, fast=False)) != stamp_of(_helped(2, fast=False))
    assert stamp_of(_helped(1, fast=False)) != stamp_of(_helped(1, fast=True))
    assert stamp_of(_helped(1, fast=False)).not_by_value == ()


def holding(value: object) -> Callable[[], object]:
    """A kernel that closes over a value."""

    @kernel
    def hold() -> object:
        return value

    return hold


_PACKED, _ALIGNED = (np.dtype([("a", "i1"), ("b", "i8")], align=align) for align in (False, True))


def _one_more(x: int) -> int:
    return x + 1


def _two_more(x: int) -> int:
    return x + 2


class _Number(enum.Enum):
    ONE = 1


class _Numeral(enum.IntEnum):
    ONE = 1


class _Pair(NamedTuple):
    left: int
    right: int


_OtherPair: Any = namedtuple("_Pair", ["right", "left"])  # type: ignore[name-match]  # one name, other fields


def _many_names(last: int) -> Callable[..., Any]:
    """A kernel that reads the attribute of a module after hundreds of other names."""
    module = types.ModuleType("constants")
    names = [f"n{number}" for number in range(400)]
    for name in names:
        setattr(module, name, 1)
    module.n399 = last  # type: ignore[attr-defined]
    space: dict[str, Any] = {"constants": module, "__name__": __name__}
    exec(f"def add():\n    return {' + '.join(f'constants.{name}' for name in names)}", space)  # noqa: S102
    return kernel(space["add"])


def _says(text: str) -> Callable[[], str]:
    space: dict[str, Any] = {"__name__": __name__}
    exec(f"def say():\n    {text!r}\n    return {text!r}", space)  # noqa: S102
    return kernel(space["say"])


DIFFERENT: dict[str, tuple[Any, Any]] = {
    "the sign of zero": (0.0, -0.0),
    "a flag and a number": (1, True),
    "an integer and a float": (1, 1.0),
    "text and bytes": ("a", b"a"),
    "text and its number": ("1", 1),
    "where a tuple begins": ((1, (2, 3)), ((1, 2), 3)),
    "a tuple and its element": ((1,), 1),
    "widths of a scalar": (np.int32(1), np.int64(1)),
    "a scalar and an array": (np.int64(1), np.array(1)),
    "the order of an array's memory": (np.ones((2, 3)), np.ones((2, 3), order="F")),
    "an array's byte order": (np.zeros(2, "<i4"), np.zeros(2, ">i4")),
    "types": (np.float32, np.float64),
    "functions of NumPy": (np.sin, np.cos),
    "functions of one name": (math.sin, np.sin),
    "dtypes printed alike": (np.dtype([("p", _PACKED), ("q", _ALIGNED)]),
                             np.dtype([("p", _ALIGNED), ("q", _PACKED)])),
    "records printed alike": (np.zeros(1, [("p", _PACKED), ("q", _ALIGNED)]),
                              np.zeros(1, [("p", _ALIGNED), ("q", _PACKED)])),
    "offsets": (np.dtype({"names": ["a", "b"], "formats": ["u1", "u1"], "offsets": [0, 1], "itemsize": 4}),
                np.dtype({"names": ["a", "b"], "formats": ["u1", "u1"], "offsets": [0, 2], "itemsize": 4})),
    "the shape of a field": (np.dtype([("a", "u1", (2, 3))]), np.dtype([("a", "u1", (3, 2))])),
    "kinds of enums": (_Number.ONE, _Numeral.ONE),
    "the fields of a named tuple": (_Pair(1, 2), _OtherPair(1, 2)),
    "a named tuple and a tuple": (_Pair(1, 2), (1, 2)),
    "classes of named tuples": (_Pair, _OtherPair),
    "two ways to compile": (pasted(_one_more), kernel(_one_more)),
    "constants of kernels": (wrapping(_one_more), wrapping(_two_more)),
}  # fmt: skip


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_values_that_compile_to_something_else_differ(pair: tuple[Any, Any]) -> None:
    one, other = (stamp_of(holding(value)) for value in pair)
    assert one.digest != other.digest
    assert one.not_by_value == other.not_by_value == ()


def test_a_function_with_hundreds_of_names_is_read_to_the_end() -> None:
    assert stamp_of(_many_names(1)) == stamp_of(_many_names(1))
    assert stamp_of(_many_names(1)).digest != stamp_of(_many_names(2)).digest
    assert stamp_of(_many_names(1)).not_by_value == ()


def test_a_function_with_hundreds_of_constants_is_read_to_the_end() -> None:
    """A constant that is loaded nowhere is no part of a stamp."""

    def choosing(last: int) -> Callable[..., Any]:
        cases = [f"    if x == {1000 + case}:\n        return {2000 + case}" for case in range(300)]
        space: dict[str, Any] = {"__name__": __name__}
        exec("\n".join(["def choose(x):", *cases, f"    return {last}"]), space)  # noqa: S102
        return kernel(space["choose"])

    assert stamp_of(choosing(8000)) == stamp_of(choosing(8000))
    assert stamp_of(choosing(8000)).digest != stamp_of(choosing(9000)).digest


def test_a_docstring_that_is_returned_is_a_constant() -> None:
    assert stamp_of(_says("yes")).digest != stamp_of(_says("no")).digest


@pytest.mark.parametrize(
    "value",
    [
        math.nan, np.arange(3), (1, "a", None, ...), _Pair(1, 2), _Number.ONE, _ALIGNED, np.sum, math.floor,
        np.bitwise_count, np.random.random, np.int64, len, range, ValueError, frozenset({"a", "b", "c"}),
    ],
)  # fmt: skip
def test_the_same_value_gives_the_same_stamp(value: Any) -> None:
    again = value.copy() if isinstance(value, np.ndarray) else value
    assert stamp_of(holding(value)) == stamp_of(holding(again))
    assert stamp_of(holding(value)).not_by_value == ()


def _plain() -> None:
    pass


@pytest.mark.parametrize(
    "value", [{1: 2}, [1], object(), _plain, types.ModuleType("some"), Path, np.random.default_rng(0)]
)
def test_what_cannot_be_taken_by_value_is_named(value: object) -> None:
    stamp = stamp_of(holding(value))
    assert stamp.not_by_value == ("holding.<locals>.hold: value",)
    assert stamp_of(holding(holding(value))).not_by_value == stamp.not_by_value  # ... by callers as well


def test_a_type_of_numba_is_not_known_by_the_name_of_its_class() -> None:
    numba = pytest.importorskip("numba")
    assert stamp_of(holding(numba.int64)).not_by_value
    assert stamp_of(holding(numba.prange)).not_by_value == ()


def test_a_name_that_is_not_there_is_not_taken_by_value() -> None:
    @kernel
    def forward(x: int) -> int:
        return later(x)  # type: ignore[name-defined,no-any-return]  # noqa: F821

    assert stamp_of(forward).not_by_value[0].endswith("forward: later")


def test_an_array_of_objects_is_not_taken_by_value() -> None:
    """Its bytes are addresses."""
    texts = np.array(["a", "b"], dtype=object)

    @kernel
    def look(x: int) -> object:
        return texts[x]

    assert stamp_of(look).not_by_value[0].endswith("look: texts")


def test_only_a_kernel_has_a_stamp() -> None:
    with pytest.raises(TypeError, match="is no kernel"):
        stamp_of(_plain)


def test_what_no_source_can_show_is_found_by_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook: an overload in another cell is in no file."""
    space: dict[str, Any] = {"__name__": "__main__", "table": {1: 2}}
    exec("def look(x):\n    return table[x]", space)  # noqa: S102
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None)
    found = []
    for process in ("one", "other"):
        code_cache.package_digest.cache_clear()
        monkeypatch.setattr(code_cache, "_THIS_PROCESS", process)
        found.append(stamp_of(kernel(space["look"])))
    assert found[0].digest != found[1].digest


@pytest.mark.parametrize("name", ["builtins", "", "no_such_package_anywhere"])
def test_a_package_without_sources_has_a_digest(name: str) -> None:
    assert code_cache.package_digest(name) == code_cache.package_digest("builtins")


def test_a_package_without_an_init_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "spread").mkdir()
    digests = []
    for text in ("A = 1", "A = 2"):
        (tmp_path / "spread" / "part.py").write_text(text)
        code_cache.package_digest.cache_clear()
        digests.append(code_cache.package_digest("spread"))
    assert digests[0] != digests[1]

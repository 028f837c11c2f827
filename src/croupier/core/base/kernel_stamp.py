"""The stamp of a kernel: a digest of everything that affects its compiled code.

That is its own code and that of all that it calls, without line numbers, the names of their modules (what is kept
names them), their options, and by value what they close over or mention: arrays by their bytes, attributes of
modules by what they hold. So an edit compiles what it touches and nothing else. What cannot be taken by value adds
the digest of whole packages; then any edit there compiles the kernel anew. Versions of Python, NumPy and Numba and
the processor name the folder (`croupier.core.base.kept_code`).
"""

from __future__ import annotations

import builtins
import dis
import enum
import hashlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from croupier.core.base.kernel import FORMS, forms

KERNEL_FOLDERS = ("agents", "core", "envs", "games", "learn", "measure/play", "solving")
"""Folders of croupier in which kernels stand, and the constants that they read."""
_NAMED = ("builtins", "math", "numpy", "numba")
_ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD")
_MISSING = object()
_THIS_PROCESS = os.urandom(16).hex()


@dataclass(frozen=True)
class Stamp:
    """What a kernel is made of.

    Attributes:
        digest: 64 hexadecimal digits.
        not_by_value: what could not be taken by value, each as ``kernel: name``; empty for all of croupier.
    """

    digest: str
    not_by_value: tuple[str, ...] = ()


def stamp_of(function: Callable[..., Any]) -> Stamp:
    """The stamp of a kernel, computed once a process."""
    found = forms(function)
    if found is None:
        raise TypeError(f"{function!r} is no kernel")
    if found.stamp is None:
        reached, texts, unknown = [function], [], []
        places = {id(function): 0}
        for each in reached:  # which grows by what it calls: the texts name that by its place
            made = _made_of(each)
            for called in made.called:
                if places.setdefault(id(called), len(places)) == len(reached):
                    reached.append(called)
            texts += [*made.texts, f"calls {[places[id(called)] for called in made.called]}"]
            unknown += made.unknown
        if unknown:
            packages = ("croupier", function.__module__.partition(".")[0])
            texts += [package_digest(package) for package in packages]
            if not _sources(packages[-1]):  # as in a notebook: nothing would show an edit
                texts.append(_THIS_PROCESS)
        digest = hashlib.sha256("\0".join(texts).encode("utf-8", "backslashreplace")).hexdigest()
        found.stamp = Stamp(digest, tuple(dict.fromkeys(unknown)))
    return found.stamp  # type: ignore[no-any-return]  # which it is


@lru_cache(maxsize=4096)
def _made_of(function: Callable[..., Any]) -> _Parts:
    """What a kernel, or a function that its writer has compiled by Numba, is made of itself."""
    found = forms(function)
    inner = getattr(function, "py_func", function) if found is None else found.function
    if not isinstance(inner, FunctionType):
        raise TypeError(f"{inner!r} is no Python function")
    options = getattr(function, "targetoptions", None) if found is None else sorted(found.options.items())
    parts = _Parts(
        inner.__qualname__, [f"{inner.__module__} {options!r}", marshal.dumps(_bare(inner.__code__), 0).hex()]
    )
    parts.texts += [parts.text(value, "a default") for value in inner.__defaults__ or ()]
    parts.texts += [f"{name}={parts.text(value, name)}" for name, value in mentions(inner)]
    return parts


def _bare(code: CodeType) -> CodeType:
    """Code without the places of its lines."""
    constants = tuple(_bare(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=constants)


@dataclass
class _Parts:
    """What one function is made of, collected as text, and the functions that it calls."""

    name: str
    texts: list[str]
    called: list[Callable[..., Any]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def text(self, value: object, name: str) -> str:
        """Text that differs whenever a value does."""
        kind = type(value)
        if value is None or value is Ellipsis or kind in (bool, int, float, complex, str, bytes):
            return f"{kind.__name__} {value!r}"
        if isinstance(value, enum.Enum):
            return f"{_bases(kind)} {value.name} {self.text(value.value, name)}"
        if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:  # whose bytes are addresses
            layout = f"{value.shape} {value.strides}" if isinstance(value, np.ndarray) else ""
            return f"{kind.__qualname__} {_dtype_text(value.dtype)} {layout} {value.tobytes().hex()}"
        if isinstance(value, np.dtype):
            return _dtype_text(value)
        if isinstance(value, tuple | frozenset):
            held = [self.text(part, name) for part in value]
            fields = getattr(kind, "_fields", "")
            return f"{kind.__qualname__} {fields} {held if isinstance(value, tuple) else sorted(held)}"
        if isinstance(value, type) and issubclass(value, enum.Enum):
            members = [f"{alias}: {self.text(member, name)}" for alias, member in value.__members__.items()]
            return f"class {value.__module__}.{value.__qualname__} {members}"
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            return f"class {value.__module__}.{value.__qualname__} {value._fields}"
        if hasattr(value, FORMS) or isinstance(getattr(value, "py_func", None), FunctionType):
            self.called.append(cast("Callable[..., Any]", value))
            return "a function"
        if _is_named(value):
            return f"{kind.__name__} {getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}"
        if isinstance(value, FunctionType):  # Numba knows it by an overload, which may stand anywhere
            self.called.append(value)
        self.unknown.append(f"{self.name}: {name}")
        return f"unknown {kind.__qualname__}"


def _is_named(value: object) -> bool:
    """Whether a name and the versions of Python, NumPy and Numba say all about a function or class."""
    if isinstance(value, np.ufunc):
        return getattr(np, value.__name__, None) is value
    module = getattr(value, "__module__", None)
    if not isinstance(module, str) or module.partition(".")[0] not in _NAMED:
        return False
    # an instance has the module of its class, but no name there
    names = (getattr(value, "__qualname__", None), getattr(value, "__name__", None))
    return any(getattr(sys.modules.get(module), name, None) is value for name in names if isinstance(name, str))


def _bases(kind: type) -> str:
    return " ".join(base.__qualname__ for base in kind.__mro__)


def _dtype_text(dtype: np.dtype[Any]) -> str:
    """Text of a dtype with the place of each field; what NumPy prints shows not all of that."""
    size = f"dtype {dtype.str} {dtype.itemsize} {dtype.alignment} {dtype.isalignedstruct}"
    if dtype.subdtype is not None:
        return f"{size} {dtype.shape} {_dtype_text(dtype.base)}"
    fields = [] if dtype.fields is None else [(name, *dtype.fields[name][:2]) for name in dtype.names or ()]
    return f"{size} {[(name, offset, _dtype_text(held)) for name, held, offset in fields]}"


def mentions(function: FunctionType) -> Iterator[tuple[str, object]]:
    """All that a function closes over and mentions, by name; of modules, the attributes that it reads."""
    cells: tuple[CellType, ...] = function.__closure__ or ()
    free = {name: _held(cell) for name, cell in zip(function.__code__.co_freevars, cells, strict=True)}
    found: dict[str, object] = {name: value for name, value in free.items() if not isinstance(value, ModuleType)}
    for code in _codes(function.__code__):
        found.update(_loads(code, function.__globals__, free))
    yield from sorted(found.items())


def _held(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # not assigned yet
        return _MISSING


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


def _loads(code: CodeType, names: dict[str, Any], free: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Global names that code loads, and attributes of modules that it loads right after them."""
    name, value = "", _MISSING
    for step in dis.get_instructions(code):
        if step.opname == "EXTENDED_ARG":  # belongs to the next, as where a function has many names
            continue
        if isinstance(value, ModuleType) and step.opname in _ATTRIBUTE:
            name, value = f"{name}.{step.argval}", getattr(value, step.argval, _MISSING)
            continue
        if name:
            yield name, value
        name, value = "", _MISSING
        if step.opname == "LOAD_GLOBAL":
            name = step.argval
            value = names.get(name, getattr(builtins, name, _MISSING))
        elif step.opname == "LOAD_DEREF" and isinstance(free.get(step.argval), ModuleType):
            name, value = step.argval, free[step.argval]


@lru_cache(maxsize=64)
def package_digest(package: str) -> str:
    """Digest of all sources from which kernels of a top-level package (or lone module) can be made."""
    digest = hashlib.sha256()
    for file in _sources(package):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _sources(package: str) -> list[Path]:
    try:
        spec = importlib.util.find_spec(package)
    except ValueError:  # a module that was not imported, as __main__
        spec = None
    if spec is not None and spec.submodule_search_locations is not None:
        folders = [Path(place) for place in spec.submodule_search_locations]
        if package == "croupier":
            folders = [folder / part for folder in folders for part in KERNEL_FOLDERS]
        return sorted(file for folder in folders for file in folder.rglob("*.py"))
    file = spec.origin if spec is not None else getattr(sys.modules.get(package), "__file__", None)
    return [Path(file)] if file is not None and Path(file).is_file() else []

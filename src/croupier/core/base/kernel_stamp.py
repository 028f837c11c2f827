"""The stamp of a kernel: a digest of all that decides what it compiles to.

That is its bytecode and the constants that it loads (so no docstring, and no line numbers), its module's name
(what is kept names it, and cannot be read where that module is not installed), its options, and by value
everything that it closes over or mentions: kernels by their stamps, helpers by their code, arrays by their bytes,
attributes of modules by what they hold. So an edit compiles what it touches and nothing else. What cannot be taken
by value adds the digest of whole packages; then any edit there compiles the kernel anew. Versions of Python, NumPy
and Numba and the processor name the folder (`croupier.core.base.kept_code`).
"""

from __future__ import annotations

import builtins
import dis
import enum
import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np

from croupier.core.base.kernel import forms

KERNEL_FOLDERS = ("agents", "arena/play", "core", "envs", "games", "learn", "solving")
"""Folders of croupier in which kernels stand, and the constants that they read."""
_NAMED = ("builtins", "math", "numpy", "numba")
_ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD")
_LOADS_CONSTANT = frozenset(dis.hasconst)
_MISSING = object()
_THIS_PROCESS = os.urandom(16).hex()
_Above: TypeAlias = tuple[int, ...]
"""The functions that are being taken apart, outermost first."""


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
    return _stamp(function, ())[0]


def _stamp(function: Callable[..., Any], above: _Above) -> tuple[Stamp, frozenset[int]]:
    """A kernel's stamp, and which of the functions above it, by whom it is called, it calls in turn."""
    found = forms(function)
    if found is None:
        raise TypeError(f"{function!r} is no kernel")
    if found.stamp is not None:
        return found.stamp, frozenset()
    made = _made_of(found.function, (*above, id(found)))
    stamp = Stamp(made.digest(f"{sorted(found.options.items())}"), tuple(dict.fromkeys(made.unknown)))
    if not made.called_above:
        found.stamp = stamp  # of kernels that call each other none is kept: what it is depends on who was asked
    return stamp, frozenset(made.called_above - {id(found)})


def _made_of(function: Callable[..., Any], above: _Above) -> _Parts:
    module = function.__module__ or ""
    parts = _Parts(function.__qualname__, module.partition(".")[0], above, [module])
    parts.add_function(function)
    return parts


@dataclass
class _Parts:
    """What one kernel or helper is made of, collected as text."""

    name: str
    package: str
    above: _Above
    texts: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    called_above: set[int] = field(default_factory=set)

    def digest(self, options: str) -> str:
        texts = [options, *self.texts]
        if self.unknown:
            texts += [package_digest("croupier"), package_digest(self.package)]
            if not _sources(self.package):  # as in a notebook: nothing would show an edit
                texts.append(_THIS_PROCESS)
        return hashlib.sha256("\0".join(texts).encode("utf-8", "backslashreplace")).hexdigest()

    def add_function(self, function: Callable[..., Any]) -> None:
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is no Python function")
        self.texts.append(self._code_text(function.__code__))
        self.texts += [self.text(value, "a default") for value in function.__defaults__ or ()]
        for name, value in mentions(function):
            self.texts.append(f"{name}={self.text(value, name)}")

    def _code_text(self, code: CodeType) -> str:
        loaded = _loaded_constants(code)
        constants = [value if number in loaded else None for number, value in enumerate(code.co_consts)]
        shown = [
            self._code_text(value) if isinstance(value, CodeType) else self.text(value, "a constant")
            for value in constants
        ]
        shape = (code.co_argcount, code.co_kwonlyargcount, code.co_flags & 0xFF, code.co_varnames, code.co_names)
        return f"{code.co_code.hex()} {code.co_exceptiontable.hex()} {shape} {shown} {code.co_freevars}"

    def text(self, value: object, name: str) -> str:
        """Text that differs whenever a value does."""
        kind = type(value)
        if value is None or value is Ellipsis or kind in (bool, int, float, complex, str, bytes):
            return f"{kind.__name__} {value!r}"
        if isinstance(value, enum.Enum):
            return f"{_bases(kind)} {value.name} {self.text(value.value, name)}"
        if isinstance(value, np.ndarray | np.generic):
            if value.dtype.hasobject:  # its bytes are addresses
                return self._unknown(value, name)
            layout = f"{value.shape} {value.strides}" if isinstance(value, np.ndarray) else ""
            return f"{kind.__qualname__} {_dtype_text(value.dtype)} {layout} {value.tobytes().hex()}"
        if isinstance(value, np.dtype):
            return _dtype_text(value)
        if isinstance(value, tuple | frozenset):
            held = [self.text(part, name) for part in value]
            fields = getattr(kind, "_fields", "")
            return f"{kind.__qualname__} {fields} {held if isinstance(value, tuple) else sorted(held)}"
        if isinstance(value, type):
            return self._class_text(value, name)
        return self._callable_text(value, name)

    def _class_text(self, value: type, name: str) -> str:
        title = f"class {value.__module__}.{value.__qualname__}"
        if issubclass(value, enum.Enum):
            members = [f"{alias}: {self.text(member, name)}" for alias, member in value.__members__.items()]
            return f"{title} {members}"
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            return f"{title} {value._fields}"
        return title if _is_named(value) else self._unknown(value, name)

    def _callable_text(self, value: object, name: str) -> str:
        known = forms(value) if callable(value) else None
        if known is not None:
            if id(known) in self.above:
                return self._above_text(id(known))
            stamp, called_above = _stamp(value, self.above)  # type: ignore[arg-type]  # callable, as was asked
            self.unknown += stamp.not_by_value
            self.called_above |= called_above
            return stamp.digest
        inner = getattr(value, "py_func", None)  # a function that its writer has compiled by Numba
        if isinstance(inner, FunctionType):
            return f"{self._helper_text(inner)} {getattr(value, 'targetoptions', None)!r}"
        if _is_named(value):
            return f"{type(value).__name__} {getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}"
        if isinstance(value, FunctionType):  # Numba knows it by an overload, whose code stands anywhere
            return f"{self._helper_text(value)} {self._unknown(value, name)}"
        return self._unknown(value, name)

    def _helper_text(self, function: FunctionType) -> str:
        if id(function) in self.above:
            return self._above_text(id(function))
        made = _made_of(function, (*self.above, id(function)))
        self.unknown += made.unknown
        self.called_above |= made.called_above - {id(function)}
        return made.digest("helper")

    def _above_text(self, identity: int) -> str:
        """Text of a function that is being taken apart already: how many calls it stands above this one."""
        distance = len(self.above) - 1 - self.above.index(identity)
        if distance:
            self.called_above.add(identity)
        return f"{distance} above"

    def _unknown(self, value: object, name: str) -> str:
        self.unknown.append(f"{self.name}: {name}")
        return f"unknown {type(value).__qualname__}"


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


def _loaded_constants(code: CodeType) -> set[int]:
    """Numbers of the constants that code loads; ``dis`` would take as long as all the rest of a stamp."""
    found, argument, steps = set(), 0, code.co_code
    for place in range(0, len(steps), 2):
        argument = argument << 8 | steps[place + 1]
        if steps[place] in _LOADS_CONSTANT:
            found.add(argument)
        if steps[place] != dis.EXTENDED_ARG:
            argument = 0
    return found


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

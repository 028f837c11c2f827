"""Cache of compiled code: the stamp of a kernel, one folder per set of versions, one file name per stamp.

A stamp is a digest of a kernel's code without its docstring, of the code of everything it calls, of their modules'
names and options, and of the values that they close over or mention. Arrays count by their bytes, and attributes
of modules by their values. So an edit recompiles only the kernels that it touches. If something cannot be taken by
value, the stamp includes the digest of whole packages, and any edit there recompiles the kernel. The folder is
named after the versions of Python, NumPy and Numba and the processor.

This module does not need Numba: it can say whether a kernel was compiled before without importing it.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import enum
import hashlib
import importlib.metadata
import importlib.util
import logging
import marshal
import math
import multiprocessing
import os
import platform
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from croupier.core.base.errors import FileError
from croupier.core.base.kernel import CACHE_VARIABLE, FORMS, cache_folder, compiled, forms, forms_of

KERNEL_FOLDERS = ("agents", "core", "envs", "games", "learn", "measure/play", "solving")
"""Folders of croupier with kernels and the constants that they read."""
_NAMED = ("builtins", "math", "numpy", "numba")
_ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD")
_LOADS = frozenset(dis.hasconst)
_MISSING = object()
_THIS_PROCESS = os.urandom(16).hex()


@dataclass(frozen=True)
class Stamp:
    """The digest of a kernel and of everything that it depends on."""

    digest: str  # 64 hexadecimal digits
    # objects that could not be taken by value, each as ``kernel: name``; empty for all of croupier
    not_by_value: tuple[str, ...] = ()


def stamp_of(function: Callable[..., Any]) -> Stamp:
    """The stamp of a kernel, computed once a process."""
    found = forms_of(function)
    if found.stamp is None:
        reached, texts, unknown = [function], [], []
        places = {id(function): 0}
        for each in reached:  # grows as calls are found; the texts name each by its index
            made = _made_of(each)
            for called in made.called:
                if places.setdefault(id(called), len(places)) == len(reached):
                    reached.append(called)
            texts += [*made.texts, f"calls {[places[id(called)] for called in made.called]}"]
            unknown += made.unknown
        if unknown:
            packages = ("croupier", function.__module__.partition(".")[0])
            texts += [package_digest(package) for package in packages]
            if not _sources(packages[-1]):  # as in a notebook: an edit would go unnoticed
                texts.append(_THIS_PROCESS)
        digest = hashlib.sha256("\0".join(texts).encode("utf-8", "backslashreplace")).hexdigest()
        found.stamp = Stamp(digest, tuple(dict.fromkeys(unknown)))
    return found.stamp  # type: ignore[no-any-return]  # a Stamp


@lru_cache(maxsize=4096)
def _made_of(function: Callable[..., Any]) -> _Parts:
    """The parts of one kernel, or of a function that its author compiled with Numba."""
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
    """The code without line numbers and docstrings."""
    constants = [_bare(value) if isinstance(value, CodeType) else value for value in code.co_consts]
    if constants and isinstance(constants[0], str):  # a docstring is a first constant that no instruction loads
        steps = zip(code.co_code[::2], code.co_code[1::2], strict=True)
        if not any(step in _LOADS and place == 0 for step, place in steps):
            constants[0] = None
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=tuple(constants))


@dataclass
class _Parts:
    """The parts of one function, as text, and the functions that it calls."""

    name: str
    texts: list[str]
    called: list[Callable[..., Any]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def text(self, value: object, name: str) -> str:
        """A text that differs whenever the value differs."""
        kind = type(value)
        if value is None or value is Ellipsis or kind in (bool, int, float, complex, str, bytes):
            return f"{kind.__name__} {value!r}"
        if isinstance(value, enum.Enum):
            bases = " ".join(base.__qualname__ for base in kind.__mro__)
            return f"{bases} {value.name} {self.text(value.value, name)}"
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
    """Whether its name and the versions of Python, NumPy and Numba identify a function or class."""
    if isinstance(value, np.ufunc):
        return getattr(np, value.__name__, None) is value
    module = getattr(value, "__module__", None)
    if not isinstance(module, str) or module.partition(".")[0] not in _NAMED:
        return False
    # an instance has the module of its class, but no name there
    names = (getattr(value, "__qualname__", None), getattr(value, "__name__", None))
    return any(getattr(sys.modules.get(module), name, None) is value for name in names if isinstance(name, str))


def _dtype_text(dtype: np.dtype[Any]) -> str:
    """Text of a dtype with the offset of each field, which NumPy's own text leaves out."""
    size = f"dtype {dtype.str} {dtype.itemsize} {dtype.alignment} {dtype.isalignedstruct}"
    if dtype.subdtype is not None:
        return f"{size} {dtype.shape} {_dtype_text(dtype.base)}"
    fields = [] if dtype.fields is None else [(name, *dtype.fields[name][:2]) for name in dtype.names or ()]
    return f"{size} {[(name, offset, _dtype_text(held)) for name, held, offset in fields]}"


def mentions(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Everything that a function closes over or mentions, by name; for modules, the attributes that it reads."""
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
    """Digest of all sources of a top-level package (or single module) that can define kernels."""
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


INDEX, CODE = ".nbi", ".nbc"
AHEAD = ".ahead-"
"""Prefix of the files that record what was compiled ahead."""
_LOG = logging.getLogger("croupier")
_KEEP_SECONDS = 30 * 24 * 3600
_DAY = 24 * 3600
_SWEPT = ".swept"
_NUMBAS_FILE = Path(".numba_config.yaml")
_PROCESSORS = Path("/proc/cpuinfo")
_PROCESSOR_LINES = ("model name", "flags", "CPU implementer", "CPU part", "Features")
_INNER = ("croupier", "numba", "contextlib", "functools")
_NO_PART = ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")


class _Notice:
    """Prints once a process that something is being compiled."""

    said = multiprocessing.parent_process() is not None  # a worker's parent has said it

    def say(self, game: str | None = None, seconds: float | None = None) -> None:
        """Print it; with a game's name, also for how long."""
        if not self.said:
            self.said = True
            _LOG.warning(compiling(game, seconds))

    def say_of(self, game: str, *kernels: Callable[..., Any]) -> None:
        """Print it if some kernels of a game have to be compiled."""
        if not self.said and (seconds := compile_seconds(*kernels)):
            self.say(game, seconds)


def compiling(game: str | None = None, seconds: float | None = None) -> str:
    """The notice that kernels are being compiled, with the game and the time if they are known."""
    parts = ["once"] if caches_code() else []
    if seconds is not None:
        step = 5 if seconds > 7 else 1
        parts.append(f"about {max(1, step * round(seconds / step))} s")
    words = " ".join(["Compiling", *([game] if game else []), *([f"({', '.join(parts)})"] if parts else [])])
    return f"{words}. To do it in advance: croupier compile {game or 'GAME'}" if caches_code() else f"{words}."


def compile_seconds(*kernels: Callable[..., Any]) -> float:
    """Estimated seconds to compile some kernels on a core of 2020 or later; 0 if they are cached."""
    size = sum(_code_size(each, set()) for each in kernels if needs_compiling(each))
    return 4.3 * math.pow(size / 8400, 1.35)  # fitted to the seven games of the package, 4 to 44 s


def needs_compiling(function: Callable[..., Any]) -> bool:
    """Whether the first call of a kernel's compiled form has to compile it."""
    found = forms(function)
    if found is None or not compiled():
        return False
    return not (found.machine is not None and found.machine.signatures) and not is_cached(function)


def _code_size(function: Callable[..., Any], seen: set[int]) -> int:
    """Bytes of Python bytecode of a kernel and of all kernels that it calls."""
    found = forms(function)
    if found is None or id(found) in seen:
        return 0
    seen.add(id(found))
    inner = cast("FunctionType", found.function)
    called = [_code_size(each, seen) for _, each in mentions(inner) if callable(each)]
    return len(inner.__code__.co_code) + sum(called)


NOTICE = _Notice()


class _Saving:
    """Whether this process can save compiled code."""

    works = True  # False if the folder cannot be written; it is read all the same
    failed: str | None = None  # why compiled code could not be saved, or the folder not be made


SAVING = _Saving()


def base_name(function: Callable[..., Any]) -> str:
    """The prefix of the names of a kernel's files."""
    inner = forms_of(function).function
    short = inner.__qualname__.rpartition(".")[2]
    return f"{inner.__module__}.{short}.{stamp_of(function).digest[:16]}"


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled before, for arguments of some types."""
    folder = kernel_folder()
    return folder is not None and Path(folder, base_name(function) + INDEX).exists()


def caches_code() -> bool:
    """Whether compiled code is saved for later starts and other processes."""
    return compiled() and kernel_folder() is not None and SAVING.works


def check_cache() -> None:
    """Check that all code compiled so far was saved."""
    kernel_folder()
    if SAVING.failed is not None:
        told = (
            f"compiled code cannot be kept: {SAVING.failed} at {_own_folder()}. Set "
            f"{CACHE_VARIABLE} to a folder that can be written and has room"
        )
        raise FileError(told)


@lru_cache(maxsize=1)
def kernel_folder() -> Path | None:
    """Folder of the code compiled under these versions; None, with a warning, if it cannot be made."""
    folder = _own_folder()
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            probe.write_text("so that a disk without any space is noticed")
        finally:
            probe.unlink(missing_ok=True)
        os.utime(folder)
    except OSError as error:
        SAVING.works = False
        if folder.is_dir():
            return folder  # it is read even if it cannot be written
        warn_not_cached(folder, error)
        return None
    forget_folders(folder.parent, folder)
    forget_old(folder)
    return folder


def _own_folder() -> Path:
    return cache_folder() / "kernels" / _versions()


def warn_not_cached(folder: Path, error: OSError) -> None:
    """Warn once that compiled code cannot be written."""
    told, SAVING.works = SAVING.failed is not None, False
    SAVING.failed = SAVING.failed or error.strerror or str(error)
    if told:
        return
    warnings.warn(
        f"compiled code cannot be kept: {error.strerror} at {folder}; every start compiles again. "
        f"Set {CACHE_VARIABLE} to a folder that can be written.",
        RuntimeWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """How many frames above `warn_not_cached` the caller of croupier is, for the warning's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _INNER:
        frame, level = frame.f_back, level + 1
    return level


def _versions() -> str:
    """Digest of the versions, settings and processor that compiled code depends on."""
    # Numba's own key holds the processor too, but cannot be asked without Numba, and a cache may be shared.
    processor = "\0".join([platform.machine(), platform.processor(), *_told_of_processor().values()])
    parts = [sys.version, np.__version__, processor]
    with contextlib.suppress(OSError):  # Numba reads its settings there too
        parts.append(_NUMBAS_FILE.read_text(encoding="utf-8", errors="backslashreplace"))
    for package in ("numba", "llvmlite"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            parts.append(importlib.metadata.version(package))
    parts += [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("NUMBA_") and k not in _NO_PART]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def processor_name() -> str:
    """Name of the processor."""
    return _told_of_processor().get("model name") or platform.processor() or platform.machine()


def _told_of_processor() -> dict[str, str]:
    """What Linux reports about the first processor, by name; empty on other systems."""
    found = {}
    with contextlib.suppress(OSError), _PROCESSORS.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            if not line.strip():  # the other processors are the same
                break
            name, _, value = line.partition(":")
            if name.strip() in _PROCESSOR_LINES:
                found[name.strip()] = value.strip()
    return found


def touch(index: Path) -> None:
    """Mark a kernel's code as in use, so that it is not removed."""
    with contextlib.suppress(OSError):
        if time.time() - index.stat().st_mtime > _DAY:
            os.utime(index)


def forget_folders(parent: Path, current: Path) -> None:
    """Remove the compiled code of versions that were not used for 30 days."""
    for folder in [] if not parent.is_dir() else list(parent.iterdir()):
        with contextlib.suppress(OSError):  # another process removes the same folder
            if folder != current and folder.is_dir() and time.time() - folder.stat().st_mtime > _KEEP_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


def forget_old(folder: Path) -> None:
    """Remove the code of kernels that were not loaded for 30 days; checked once a day."""
    swept, now = folder / _SWEPT, time.time()
    with contextlib.suppress(OSError):  # another process removes the same files
        if swept.exists() and now - swept.stat().st_mtime < _DAY:
            return
        swept.touch()
        files = list(folder.iterdir())
        old = [file for file in files if now - file.stat().st_mtime > _KEEP_SECONDS]
        kernels = {file.name.removesuffix(INDEX) for file in set(files) - set(old) if file.suffix == INDEX}
        # Code is as old as its index, which is touched when it is loaded; other old files are from killed
        # processes. Marks of compiling ahead go together with any of their kernels.
        gone = [file for file in old if file.suffix != CODE or file.name.rsplit(".", 2)[0] not in kernels]
        if any(file.suffix == INDEX for file in gone):
            gone += (file for file in folder.glob(f"{AHEAD}*") if file.suffix != ".lock")  # one may be held
        for file in gone:
            file.unlink(missing_ok=True)

"""The `kernel` decorator: plain Python functions compiled by Numba, with a cache that is never stale.

This module is the only importer of numba. A kernel reads and writes NumPy records, arrays and scalars and
nothing else; it runs unchanged as plain Python when ``NUMBA_DISABLE_JIT=1``.

Compiled code is kept in the user's cache folder. Numba's own file cache checks the file a function stands in,
not the files of the functions it calls, and never finds a closure over compiled functions again. Here a kernel
is stored under a stamp made of *all* that can change what it compiles to: every source file of its package and
of croupier, the values it closes over, and the versions of Python and Numba.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator

P = ParamSpec("P")
R = TypeVar("R")

CACHE_VARIABLE = "CROUPIER_CACHE_DIR"
_KEEP_SECONDS = 30 * 24 * 3600
_STAMP = "__croupier_stamp__"
# NumPy's error model: a division does not raise, so LLVM can inline and vectorise what contains one (four times
# faster observations). Kernels divide by nothing that can be zero.
_OPTIONS = {"nogil": True, "error_model": "numpy"}


def cache_folder() -> Path:
    """Folder of everything croupier may compute again: compiled kernels, solved games.

    Returns:
        ``$CROUPIER_CACHE_DIR`` if set, else the user's cache folder of this platform.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("croupier"))


def compiled() -> bool:
    """Whether kernels are compiled (False under ``NUMBA_DISABLE_JIT=1``)."""
    return not numba.config.DISABLE_JIT


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with Numba, releasing the GIL, and keep the machine code in the cache folder.

    Args:
        function: a function over records, arrays and scalars. It may close over other kernels, numbers,
            tuples and dtypes.

    Returns:
        The compiled function, or the function itself when compilation is switched off.
    """
    if not compiled():
        return function
    dispatcher = numba.njit(**_OPTIONS)(function)
    setattr(dispatcher, _STAMP, _stamp(function))
    folder = _kernel_folder()
    if folder is not None:
        dispatcher._cache = _KernelCache(function, folder, getattr(dispatcher, _STAMP))
    result: Callable[P, R] = dispatcher
    return result


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Like `kernel`, but pasted into its callers before optimisation: for short helpers on hot paths."""
    if not compiled():
        return function
    dispatcher = numba.njit(**_OPTIONS, inline="always")(function)
    setattr(dispatcher, _STAMP, _stamp(function))
    result: Callable[P, R] = dispatcher
    return result


def wrapping(function: Callable[P, R]) -> Callable[P, R]:
    """Like `inlined`, for 64-bit arithmetic that is meant to wrap around.

    Compiled code wraps silently; NumPy's scalars warn, so interpreted code is told that it is meant.
    """
    return inlined(function) if compiled() else np.errstate(over="ignore")(function)


def needs_compiling(function: Callable[..., Any]) -> bool:
    """Whether the first call of a kernel will have to compile it: nothing of it is in the cache folder yet."""
    if not compiled():
        return False
    cache = getattr(function, "_cache", None)
    return not (isinstance(cache, _KernelCache) and cache.is_kept())


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel for arguments of some types, or load it, without calling it.

    Args:
        function: the kernel.
        *arguments: values of those types; only their types count.
    """
    if compiled():
        function.compile(tuple(numba.typeof(argument) for argument in arguments))  # type: ignore[attr-defined]


def keeps_code() -> bool:
    """Whether compiled code is kept for later starts and for other processes."""
    return compiled() and _kernel_folder() is not None


@lru_cache(maxsize=1)
def _kernel_folder() -> Path | None:
    """Folder of this build's compiled code, or None (with a warning) where nothing can be written."""
    build = hashlib.sha256()
    for part in (sys.version, numba.__version__, llvmlite.__version__, package_digest("croupier")):
        build.update(part.encode())
    parent = cache_folder() / "kernels"
    folder = parent / build.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError as error:
        warnings.warn(
            f"compiled code cannot be kept: {error.strerror} at {folder}; every start compiles again. "
            f"Set {CACHE_VARIABLE} to a folder that can be written.",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    _forget_old(parent, folder)
    return folder


def _forget_old(parent: Path, current: Path) -> None:
    """Remove the compiled code of builds that were not started for 30 days."""
    for folder in parent.iterdir():
        if folder != current and folder.is_dir() and time.time() - folder.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


KERNEL_FOLDERS = ("agents", "arena/play", "core", "envs", "games", "learn")
"""Folders of croupier in which kernels stand, and the constants that they read; a change elsewhere compiles
nothing."""


@lru_cache(maxsize=64)
def package_digest(package: str) -> str:
    """Digest of all sources from which kernels of a top-level package (or lone module) can be made."""
    spec = importlib.util.find_spec(package) if package != "__main__" else None
    if package == "__main__":
        main_file = getattr(sys.modules["__main__"], "__file__", None)
        files = [Path(main_file)] if main_file else []
    elif spec is None or spec.origin is None:
        files = []
    elif spec.submodule_search_locations is None:
        files = [Path(spec.origin)]
    else:
        folders = [Path(place) for place in spec.submodule_search_locations]
        if package == "croupier":
            folders = [folder / part for folder in folders for part in KERNEL_FOLDERS]
        files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _stamp(function: Callable[..., Any]) -> str:
    """Digest of all that decides what a function compiles to."""
    package = function.__module__.partition(".")[0]
    parts = [function.__module__, function.__qualname__, package_digest(package)]
    parts.append(repr(function.__code__.co_consts))
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    mentioned = [function.__globals__.get(name) for name in function.__code__.co_names]
    parts += [getattr(value, _STAMP, None) or _value_text(value) for value in cells]
    parts += [getattr(value, _STAMP, "") for value in mentioned]
    digest = hashlib.sha256(function.__code__.co_code)
    for part in parts:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _value_text(value: object) -> str:
    """Text that differs whenever a closed-over value does."""
    return f"{value.dtype}{value.shape}{value.tobytes().hex()}" if isinstance(value, np.ndarray) else repr(value)


class _Locator(_CacheLocator):  # type: ignore[misc]  # numba publishes no types
    """Where one kernel's files lie; freshness is the folder's and the stamp's business."""

    def __init__(self, folder: Path, stamp: str) -> None:
        self._folder, self._stamp = folder, stamp

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return self._stamp[:16]


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]  # numba publishes no types
    """Numba's way of storing a compiled function, in our folder."""

    def __init__(self, function: Callable[..., Any], folder: Path, stamp: str) -> None:
        self._lineno = function.__code__.co_firstlineno  # numba's own messages name it
        self._locator = _Locator(folder, stamp)
        short = function.__qualname__.rpartition(".")[2]
        self._filename_base = f"{function.__module__}.{short}.{self._locator.get_disambiguator()}"


class _CacheFile(IndexDataCacheFile):  # type: ignore[misc]  # numba publishes no types
    """Numba's files of one kernel, safe for several processes that compile it at once.

    Numba numbers the files of a kernel's signatures, so two processes could write two signatures to one file. Here
    a file's name follows from its signature, and the index names no file that is not written yet. An entry that is
    lost because both wrote the index is compiled again.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep the code of one signature."""
        digest = hashlib.sha256(repr(key).encode()).hexdigest()
        name = f"{self._index_name.removesuffix('.nbi')}.{digest[:16]}.nbc"
        self._save_data(name, data)
        overloads = self._load_index()
        if overloads.get(key) != name:
            overloads[key] = name
            self._save_index(overloads)


class _KernelCache(FunctionCache):  # type: ignore[misc]  # numba publishes no types
    """Numba's function cache with our folder, and with closures found again."""

    def __init__(self, function: Callable[..., Any], folder: Path, stamp: str) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = _CacheImpl(function, folder, stamp)
        self._cache_path = str(folder)
        self._cache_file = _CacheFile(
            cache_path=self._cache_path, filename_base=self._impl.filename_base, source_stamp=stamp
        )
        self.enable()

    def is_kept(self) -> bool:
        """Whether this kernel was compiled before, in some signature."""
        return Path(self._cache_path, f"{self._impl.filename_base}.nbi").exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Compiled code from the disk, or None where there is none (or a broken file: that is forgotten)."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001  # a broken file can make unpickling raise anything
            message = f"compiled code in {self._cache_path} is broken ({error!r}); compiling again"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
            self.flush()
            return None

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # Numba's key hashes the pickled closure, and a compiled function pickles differently in each process.
        # The stamp already stands for the closure.
        return (sig, codegen.magic_tuple(), self._impl.locator.get_source_stamp())


@inlined
def wide(number: int) -> int:
    """The same integer in 64 bits, since a kernel is compiled anew for each type of integer that it is given."""
    return np.int64(number)  # type: ignore[return-value]  # an int to every caller, compiled or not

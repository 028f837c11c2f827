"""Compiled kernels. The only module that imports Numba, and only when something is compiled or loaded.

Numba finds the compiled form of a kernel through its attribute ``_numba_type_``. Numba's own file cache checks the
file of a function but not the files of the functions that it calls, and it cannot find closures over compiled
functions again. Therefore a kernel is stored under its stamp (`croupier.core.base.code_cache`).
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from croupier.core.base.code_cache import (
    CODE,
    INDEX,
    NOTICE,
    base_name,
    kernel_folder,
    mentions,
    stamp_of,
    touch,
    warn_not_cached,
)
from croupier.core.base.errors import CompileError, ConfigError
from croupier.core.base.files import SYNTAX_LOCK
from croupier.core.base.kernel import KERNELS_VARIABLE, Forms, forms, forms_of

try:
    import numba
except ImportError as missing:
    raise ConfigError(
        f"Numba cannot be imported ({missing}), and this is computed by compiled code: "
        f"install numba, or set {KERNELS_VARIABLE}=interpreted to compute it slowly"
    ) from missing

try:
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
except ImportError as renamed:  # private names of Numba, which a new version may change
    _UNKNOWN: str | None = str(renamed)
    CompileResultCacheImpl = FunctionCache = IndexDataCacheFile = object
else:
    _UNKNOWN = None

_DO = "Install a version of Numba that croupier asks for, or a newer croupier."
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
"""Colour codes in Numba's messages."""
_LOCK = threading.RLock()


def machine_code(function: Callable[..., Any]) -> Any:
    """Numba's dispatcher of a kernel, made once; a call compiles or loads the code for its types."""
    found = forms_of(function)
    with _LOCK:
        if found.machine is None:
            made: dict[int, tuple[Forms, Any]] = {}
            _make(function, found, made)
            for each, dispatcher in made.values():  # last, since readers do not wait for the lock
                each.machine = dispatcher
    return found.machine


def _make(function: Callable[..., Any], found: Forms, made: dict[int, tuple[Forms, Any]]) -> None:
    """Make the dispatchers of a kernel and of all kernels that it calls."""
    if found.machine is not None or id(found) in made:
        return
    dispatcher = numba.njit(**found.options)(found.function)
    try:  # how Numba sees through a function that is called by another
        for name in ("_numba_type_", "targetoptions"):
            setattr(function, name, getattr(dispatcher, name))
    except AttributeError as renamed:
        told = f"Numba {numba.__version__} is not known to croupier ({renamed}). {_DO}"
        raise ConfigError(told) from renamed
    function.py_func = found.function  # type: ignore[attr-defined]
    dispatcher._compile_for_args = _told(dispatcher._compile_for_args, function)
    made[id(found)] = found, dispatcher
    for called, its_forms in _called(found.function):
        _make(called, its_forms, made)
    if not found.pasted:
        _keep(function, dispatcher)


def compile_types(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compile or load a kernel for the types of some values."""
    _told(machine_code(function).compile, function)(tuple(numba.typeof(argument) for argument in arguments))


def _told(compiles: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a compiling function so that every error of Numba becomes one of croupier's."""

    def run(*arguments: Any) -> Any:
        try:
            with SYNTAX_LOCK:
                return compiles(*arguments)
        except (ConfigError, TypeError, Warning):  # already worded, a caller's mistake, or a warning filter
            raise
        except Exception as error:  # Numba and LLVM raise many kinds
            raise _cannot_compile(function, error) from error

    return run


def _cannot_compile(function: Callable[..., Any], error: Exception) -> CompileError:
    lines = [line.strip() for line in _COLOURS.sub("", str(error)).splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].startswith("Failed in "):  # names a step of Numba; the reason follows
        del lines[0]
    reason = lines[0] if lines else type(error).__name__
    name = f"{function.__module__}.{function.__qualname__.replace('.<locals>', '')}"
    return CompileError(f"{name} cannot be compiled: {reason}")


def _keep(function: Callable[..., Any], dispatcher: Any) -> None:
    """Let a dispatcher save its code in the cache folder, if this version of Numba allows it."""
    if _UNKNOWN is not None or not hasattr(dispatcher, "_cache"):
        _warn_unknown_numba(_UNKNOWN or "a dispatcher has no _cache")
    elif (folder := kernel_folder()) is None:
        NOTICE.say()
    else:
        try:
            dispatcher._cache = _KernelCache(function, folder)
        except (AttributeError, TypeError) as error:
            _warn_unknown_numba(str(error))


def _called(function: Any) -> Iterator[tuple[Callable[..., Any], Forms]]:
    """The kernels that a function mentions, with their forms."""
    for _, value in mentions(function):
        if callable(value) and (found := forms(value)) is not None:
            yield value, found


def _warn_unknown_numba(why: str) -> None:
    if not _KernelCache.unknown:
        _KernelCache.unknown = True
        warnings.warn(
            f"Numba {numba.__version__} keeps compiled code in another way than croupier knows ({why}): every "
            f"start compiles again. {_DO}",
            RuntimeWarning,
            stacklevel=4,
        )


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]  # numba publishes no types
    """Numba's storage of a compiled function, in croupier's folder; it is its own locator."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno  # numba's own messages name it
        self._locator = self
        self._filename_base = base_name(function)

    def ensure_cache_path(self) -> None:
        """Do nothing: the folder exists."""


class _CacheFile(IndexDataCacheFile):  # type: ignore[misc]  # numba publishes no types
    """Numba's files of one kernel, safe for several processes that compile it at once."""

    # Numba numbers the files of a kernel's signatures, so two processes could write two signatures to one file.
    # Here a file's name follows from its signature, and the index names no file that is not written yet. An entry
    # that is lost because both wrote the index is compiled again.

    def save(self, key: Any, data: Any) -> None:
        """Save the code of one signature."""
        digest = hashlib.sha256(repr(key).encode()).hexdigest()
        name = f"{self._index_name.removesuffix(INDEX)}.{digest[:16]}{CODE}"
        self._save_data(name, data)
        try:
            overloads = self._load_index()
        except Exception:  # noqa: BLE001  # as in `load_overload`, where nothing could be written over it
            overloads = {}
        if overloads.get(key) != name:
            overloads[key] = name
            self._save_index(overloads)


class _KernelCache(FunctionCache):  # type: ignore[misc]  # numba publishes no types
    """Numba's function cache, in croupier's folder, which finds closures again."""

    unknown = False
    """Whether a warning has said that Numba caches code in another way."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._name, self._stamp = repr(function), stamp_of(function).digest
        self._impl, self._cache_path = _CacheImpl(function), str(folder)
        self._cache_file = _CacheFile(
            cache_path=self._cache_path, filename_base=self._impl.filename_base, source_stamp=self._stamp
        )
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Compiled code from the disk; None if there is none, or if the file is broken, which is then removed."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001  # a broken file can make unpickling raise anything
            message = f"compiled code in {self._cache_path} is broken ({error!r}); compiling again"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
            with contextlib.suppress(OSError):
                self.flush()
            found = None
        if found is None:
            NOTICE.say()
        else:
            touch(Path(self._cache_path, self._impl.filename_base + INDEX))
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code; if the disk is full, warn and go on without."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            warn_not_cached(Path(self._cache_path), error)
        except (AttributeError, TypeError) as error:
            _warn_unknown_numba(str(error))

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # Numba's key hashes the pickled closure, and a compiled function pickles differently in each process.
        # The stamp already stands for the closure.
        return (sig, codegen.magic_tuple(), self._stamp)

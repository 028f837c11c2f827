"""Cache of compiled code: one folder per set of versions, one file name per kernel stamp.

Nothing here needs Numba: whether a kernel was compiled before can be asked without importing it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import logging
import math
import multiprocessing
import os
import platform
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np

from croupier.core.base.errors import FileError
from croupier.core.base.kernel import CACHE_VARIABLE, cache_folder, compiled, forms
from croupier.core.base.kernel_stamp import mentions, stamp_of

INDEX, CODE = ".nbi", ".nbc"
AHEAD = ".ahead-"
"""How the names of files begin that say what was compiled ahead."""
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
    """Says once a process that something is compiled, unless that was said already."""

    said = multiprocessing.parent_process() is not None  # a worker's parent has said it

    def say(self, game: str | None = None, seconds: float | None = None) -> None:
        """Say it: of a game that is known, how long it takes."""
        if not self.said:
            self.said = True
            _LOG.warning(compiling(game, seconds))

    def say_of(self, game: str, *kernels: Callable[..., Any]) -> None:
        """Say it if some kernels of a game are to be compiled, before they are."""
        if not self.said and (seconds := compile_seconds(*kernels)):
            self.say(game, seconds)


def compiling(game: str | None = None, seconds: float | None = None) -> str:
    """Words for a wait while kernels are compiled: of a game, and for how long, where that is known."""
    parts = ["once"] if keeps_code() else []
    if seconds is not None:
        step = 5 if seconds > 7 else 1
        parts.append(f"about {max(1, step * round(seconds / step))} s")
    words = " ".join(["Compiling", *([game] if game else []), *([f"({', '.join(parts)})"] if parts else [])])
    return f"{words}. To do it in advance: croupier compile {game or 'GAME'}" if keeps_code() else f"{words}."


def compile_seconds(*kernels: Callable[..., Any]) -> float:
    """How long a core of 2020 or later works at compiling some kernels, roughly; 0 where they lie in the cache."""
    size = sum(_code_size(each, set()) for each in kernels if needs_compiling(each))
    return 4.3 * math.pow(size / 8400, 1.35)  # fitted to the seven games of the package, 4 to 44 s


def needs_compiling(function: Callable[..., Any]) -> bool:
    """Whether the first call of a compiled form has to compile it: nothing of it is in the cache folder yet."""
    found = forms(function)
    if found is None or not compiled():
        return False
    return not (found.machine is not None and found.machine.signatures) and not is_kept(function)


def _code_size(function: Callable[..., Any], seen: set[int]) -> int:
    """Bytes of Python's code of a kernel and of all kernels that it calls."""
    found = forms(function)
    if found is None or id(found) in seen:
        return 0
    seen.add(id(found))
    inner = cast("FunctionType", found.function)
    called = [_code_size(each, seen) for _, each in mentions(inner) if callable(each)]
    return len(inner.__code__.co_code) + sum(called)


NOTICE = _Notice()


class _Saving:
    """Whether this process can keep what it compiles.

    Attributes:
        works: False where the folder cannot be written; what lies there is loaded all the same.
        failed: why something that was compiled could not be kept, or the folder not be made.
    """

    works = True
    failed: str | None = None


SAVING = _Saving()


def base_name(function: Callable[..., Any]) -> str:
    """How the names of a kernel's files begin."""
    found = forms(function)
    inner = function if found is None else found.function
    short = inner.__qualname__.rpartition(".")[2]
    return f"{inner.__module__}.{short}.{stamp_of(function).digest[:16]}"


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a kernel was compiled before, for arguments of some types."""
    folder = kernel_folder()
    return folder is not None and Path(folder, base_name(function) + INDEX).exists()


def keeps_code() -> bool:
    """Whether compiled code is kept for later starts and for other processes."""
    return compiled() and kernel_folder() is not None and SAVING.works


def check_kept() -> None:
    """Check that all that was compiled until now is kept."""
    kernel_folder()
    if SAVING.failed is not None:
        told = (
            f"compiled code cannot be kept: {SAVING.failed} at {_own_folder()}. Set "
            f"{CACHE_VARIABLE} to a folder that can be written and has room"
        )
        raise FileError(told)


@lru_cache(maxsize=1)
def kernel_folder() -> Path | None:
    """Folder of the code compiled under these versions, or None (with a warning) where it cannot be made.

    One that is there is read even where it cannot be written; who saves something there is told.
    """
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
            return folder
        warn_not_kept(folder, error)
        return None
    forget_folders(folder.parent, folder)
    forget_old(folder)
    return folder


def _own_folder() -> Path:
    return cache_folder() / "kernels" / _versions()


def warn_not_kept(folder: Path, error: OSError) -> None:
    """Say once that compiled code cannot be written."""
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
    """How far above `warn_not_kept` the caller of croupier stands, for the warning's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _INNER:
        frame, level = frame.f_back, level + 1
    return level


def _versions() -> str:
    """Digest of the versions, the settings and the processor under which kernels compile.

    Numba's own key holds the processor too, but cannot be asked without Numba, and a cache may be shared.
    """
    parts = [sys.version, np.__version__, _processor()]
    with contextlib.suppress(OSError):  # Numba reads its settings there too
        parts.append(_NUMBAS_FILE.read_text(encoding="utf-8", errors="backslashreplace"))
    for package in ("numba", "llvmlite"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            parts.append(importlib.metadata.version(package))
    parts += [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("NUMBA_") and k not in _NO_PART]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _processor() -> str:
    """Name and features of the processor, as far as the system tells them at once."""
    return "\0".join([platform.machine(), platform.processor(), *_told_of_processor().values()])


def processor_name() -> str:
    """Name of the processor, or what the system has for one."""
    return _told_of_processor().get("model name") or platform.processor() or platform.machine()


def _told_of_processor() -> dict[str, str]:
    """What Linux tells of the first processor, by name; empty elsewhere."""
    found = {}
    with contextlib.suppress(OSError), _PROCESSORS.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            if not line.strip():  # the others are alike
                break
            name, _, value = line.partition(":")
            if name.strip() in _PROCESSOR_LINES:
                found[name.strip()] = value.strip()
    return found


def touch(index: Path) -> None:
    """Note that a kernel's code is in use, so that it is not forgotten."""
    with contextlib.suppress(OSError):
        if time.time() - index.stat().st_mtime > _DAY:
            os.utime(index)


def forget_folders(parent: Path, current: Path) -> None:
    """Remove the compiled code of versions that were not started for 30 days."""
    for folder in [] if not parent.is_dir() else list(parent.iterdir()):
        with contextlib.suppress(OSError):  # another process removes the same folder
            if folder != current and folder.is_dir() and time.time() - folder.stat().st_mtime > _KEEP_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


def forget_old(folder: Path) -> None:
    """Remove the code of kernels that were not loaded for 30 days; looked through once a day."""
    swept, now = folder / _SWEPT, time.time()
    with contextlib.suppress(OSError):  # another process removes the same files
        if swept.exists() and now - swept.stat().st_mtime < _DAY:
            return
        swept.touch()
        files = list(folder.iterdir())
        old = [file for file in files if now - file.stat().st_mtime > _KEEP_SECONDS]
        kernels = {file.name.removesuffix(INDEX) for file in set(files) - set(old) if file.suffix == INDEX}
        # Code is as old as its index, which says when it was loaded; whatever else is old was left by a process
        # that was killed. What was compiled ahead is gone with any of its kernels.
        gone = [file for file in old if file.suffix != CODE or file.name.rsplit(".", 2)[0] not in kernels]
        if any(file.suffix == INDEX for file in gone):
            gone += (file for file in folder.glob(f"{AHEAD}*") if file.suffix != ".lock")  # one may be held
        for file in gone:
            file.unlink(missing_ok=True)

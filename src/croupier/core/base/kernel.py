"""The `kernel` decorator: one plain Python function, run as it is or compiled by Numba.

A kernel reads and writes only NumPy records, arrays and scalars. A plain call runs it as Python, so the rules of
one table need no compiler. Its compiled form is made when a loop over many rows first needs it;
`croupier.core.base.tiers` chooses. Both give the same bytes. Numba is imported (by
`croupier.core.base.machine_code`) only when something is compiled or loaded.

``CROUPIER_KERNELS`` overrides the choice: ``interpreted`` compiles nothing, ``compiled`` everything, ``auto`` is
the default. ``NUMBA_DISABLE_JIT=1`` also compiles nothing.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, ParamSpec, TypeVar, cast, get_args

import numpy as np
import platformdirs

from croupier.core.base.errors import ConfigError

P = ParamSpec("P")
R = TypeVar("R")

CACHE_VARIABLE = "CROUPIER_CACHE_DIR"
KERNELS_VARIABLE = "CROUPIER_KERNELS"
KernelSetting = Literal["auto", "compiled", "interpreted"]
FORMS = "__croupier_forms__"
# NumPy's error model: a division does not raise, so LLVM can inline and vectorise code with divisions
# (observations are four times faster). No divisor in a kernel can be zero.
# Nothing calls the C function that Numba makes of each kernel unless told not to.
_OPTIONS: dict[str, object] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def cache_folder() -> Path:
    """Folder of everything that croupier can compute again: compiled kernels, solved games."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("croupier"))


@lru_cache(maxsize=1)
def kernel_setting() -> KernelSetting:
    """Which kernels are compiled: ``interpreted`` none, ``compiled`` all, ``auto`` those that play many rows."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "interpreted"
    given = os.environ.get(KERNELS_VARIABLE) or "auto"
    if given not in get_args(KernelSetting):
        *others, last = get_args(KernelSetting)
        most = ", ".join(others)
        raise ConfigError(f"{KERNELS_VARIABLE} is {given!r}: it must be {most} or {last}")
    return cast("KernelSetting", given)


def compiled() -> bool:
    """Whether loops over many rows are compiled: False under ``CROUPIER_KERNELS=interpreted``."""
    return kernel_setting() != "interpreted"


@dataclass(eq=False)
class Forms:
    """The forms of a kernel."""

    function: Callable[..., Any]  # as it was written
    python: Callable[..., Any]  # runs as Python
    pasted: bool  # whether callers inline it before optimisation
    machine: Any = None  # Numba's dispatcher, once it was requested
    stamp: Any = None  # digest of its code and dependencies, once it was requested
    tier: Any = field(default=None, repr=False)  # the callable for one row at a time, once it was requested

    @property
    def options(self) -> dict[str, object]:
        """Numba's options for compiling it."""
        return {**_OPTIONS, "inline": "always"} if self.pasted else dict(_OPTIONS)


def forms(function: Callable[..., Any]) -> Forms | None:
    """The forms of a kernel; None for any other function."""
    found = getattr(function, FORMS, None)
    return found if isinstance(found, Forms) else None


def forms_of(function: Callable[..., Any]) -> Forms:
    """The forms of a kernel; raises TypeError for any other function."""
    found = forms(function)
    if found is None:
        raise TypeError(f"{function!r} is no kernel")
    return found


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Make a kernel: a call runs it as Python, and `croupier.core.base.tiers` gives its compiled form.

    Compiled code releases the GIL and is saved in the cache folder.

    Args:
        function: a function over records, arrays and scalars. It may close over other kernels, numbers, arrays,
            tuples and dtypes.

    Returns:
        The function itself.
    """
    setattr(function, FORMS, Forms(function, function, pasted=False))
    return function


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Like `kernel`, but inlined into its callers before optimisation: for short helpers on hot paths."""
    setattr(function, FORMS, Forms(function, function, pasted=True))
    return function


def wrapping(function: Callable[P, R]) -> Callable[P, R]:
    """Like `inlined`, for 64-bit arithmetic that wraps around on purpose.

    Compiled code wraps silently. In interpreted code NumPy's overflow warning is switched off.
    """
    wrapped: Callable[P, R] = np.errstate(over="ignore")(function)
    setattr(wrapped, FORMS, Forms(function, wrapped, pasted=True))
    return wrapped


def pasted(function: Callable[P, R]) -> Callable[P, R]:
    """A copy of a kernel that is inlined into its callers, as by `inlined`."""
    found = forms(function)
    inner = function if found is None else found.function
    if not isinstance(inner, FunctionType):
        raise TypeError(f"{inner!r} is no Python function")
    made = FunctionType(inner.__code__, inner.__globals__, inner.__name__, inner.__defaults__, inner.__closure__)
    return inlined(functools.update_wrapper(made, inner, updated=()))


@inlined
def wide(number: int) -> int:
    """The same integer in 64 bits, since a kernel is compiled again for each type of integer that it is given."""
    return np.int64(number)  # type: ignore[return-value]  # an int to every caller, compiled or not

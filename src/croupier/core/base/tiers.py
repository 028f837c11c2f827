"""Compiled or interpreted: the one place that chooses between the two forms of a kernel.

Loops over many rows use `compiled_form`. One row at a time, as at a table, uses `tiered`, which runs as Python
until compiled code is ready. After the kernel has taken some time it looks in the cache folder and loads the code.
A user's program that plays single states for long compiles in this process. At a table (`at_a_table`) nobody waits
for the compiler: a thread loads, and another process compiles (`croupier.agents.ahead`).
"""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from croupier.core.base.code_cache import is_cached
from croupier.core.base.errors import CompileError, ConfigError
from croupier.core.base.kernel import compiled, forms, forms_of, kernel, kernel_setting

P = ParamSpec("P")
R = TypeVar("R")

FEW_ROWS = 16
"""The most rows that `for_rows` runs uncompiled."""
_LOOK_SECONDS = 0.3
_COMPILE_SECONDS = 5.0
_LOG = logging.getLogger("croupier")


def compiled_form(function: Callable[P, R]) -> Callable[P, R]:
    """The fast form of a kernel, for loops over many rows."""
    # The first call with arguments of some types compiles it, or loads it from the cache folder.
    found = forms(function)
    if found is None:
        return function
    if not compiled():
        return cast("Callable[P, R]", found.python)
    if found.machine is None:
        from croupier.core.base.machine_code import machine_code

        machine_code(function)
    return cast("Callable[P, R]", found.machine)


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile or load a kernel for arguments of some types, without calling it."""
    if compiled() and forms(function) is not None:
        from croupier.core.base.machine_code import compile_types

        compile_types(function, arguments)


class Tiered:
    """One kernel for one row at a time: interpreted at first, compiled once its code is ready."""

    compiles_here = True
    """Whether this process compiles a kernel that has run for seconds."""
    compiles_all = False
    """Whether every kernel is compiled before it runs."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.kernel, self.function = function, forms_of(function).python
        self._ready: Callable[..., Any] | None = None
        self._seconds = 0.0
        self._next_look = _LOOK_SECONDS
        setting = kernel_setting()
        if setting == "interpreted":
            self._ready = self.function
        elif setting == "compiled":
            self._ready = compiled_form(self.kernel)

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        if self._ready is None and Tiered.compiles_all:
            self._ready = compiled_form(self.kernel)
        if self._ready is not None:
            try:
                return self._ready(*arguments)
            except CompileError as error:
                if Tiered.compiles_all or self._ready is self.function:  # its callees cannot be compiled
                    raise
                self._give_up(error)
                return self.function(*arguments)  # nothing has run yet
        begun = time.perf_counter()
        result = self.function(*arguments)
        self._seconds += time.perf_counter() - begun
        if self._seconds >= self._next_look:
            self._look(arguments)
        return result

    def _look(self, arguments: tuple[Any, ...]) -> None:
        """Switch to compiled code if it is ready, or worth compiling."""
        self._next_look = 2 * self._seconds
        machine = forms_of(self.kernel).machine
        if machine is not None and machine.signatures:
            self._ready = machine
        elif is_cached(self.kernel):
            if Tiered.compiles_here:
                self.rise(*arguments)
            else:
                threading.Thread(target=self.rise, args=arguments, name="croupier-load").start()
        elif Tiered.compiles_here and self._seconds >= _COMPILE_SECONDS:
            self.rise(*arguments)

    def rise(self, *arguments: Any) -> None:
        """Use compiled code from now on; if it cannot be compiled, warn and stay interpreted."""
        self._next_look = float("inf")
        try:
            compile_for(self.kernel, *arguments)
        except CompileError as error:
            self._give_up(error)
        except ConfigError:  # no Numba: one row at a time does without
            return
        else:
            self._ready = compiled_form(self.kernel)

    def _give_up(self, error: CompileError) -> None:
        """Stay interpreted, and log a warning."""
        self._ready = self.function
        _LOG.warning("%s; it stays interpreted, which is slower", error)


def loop(function: Callable[P, R]) -> Callable[P, R]:
    """Make a kernel that works on many rows: a call from Python runs its `compiled_form`."""
    found = forms_of(kernel(function))

    @functools.wraps(function)
    def run(*arguments: P.args, **named: P.kwargs) -> R:
        # A batch of few rows spends more time here than in the loop: once compiled, nothing is asked again.
        machine: Callable[P, R] | None = found.machine
        return (machine or compiled_form(run))(*arguments, **named)

    return run


def tiered(function: Callable[P, R]) -> Callable[P, R]:
    """The form of a kernel for one row at a time; see the module."""
    found = forms(function)
    if found is None:
        return function
    if found.tier is None:
        found.tier = Tiered(function)
    return cast("Callable[P, R]", found.tier)


def for_rows(function: Callable[P, R], rows: int) -> Callable[P, R]:
    """The form of a kernel for this many rows: `tiered` for a few, otherwise its `compiled_form`."""
    return tiered(function) if rows <= FEW_ROWS else compiled_form(function)


def at_a_table() -> None:
    """Declare that people sit at this process's tables: it never again stops to compile code for one row."""
    Tiered.compiles_here = False


def compile_everything() -> None:
    """Compile every kernel before it runs from now on, like ``CROUPIER_KERNELS=compiled``."""
    Tiered.compiles_all = True

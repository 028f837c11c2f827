"""Public names of a package, each loaded from its private module when it is first asked for."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, Sequence[str]], gone: Mapping[str, str] | None = None
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose names stand in modules that are not loaded with it.

    No name may be that of a module right in the package: once loaded, the module would take the name.

    Args:
        package: the package's name.
        homes: the full names of modules, with the public names that stand in each.
        gone: names of the version before, each with what to use instead.

    Returns:
        A function that gives what a name stands for, and raises an `AttributeError` for all other names. For one
        of `gone` it warns first, since ``from package import name`` drops what the error says.
    """
    home_of = {name: module for module, names in homes.items() for name in names}

    def get(name: str) -> Any:
        if gone and name in gone:
            told = f"{package}.{name} is gone: {gone[name]}"
            warnings.warn(told, FutureWarning, stacklevel=2)
            raise AttributeError(told)
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(home_of[name]), name)

    return get


def renamed(
    old: str, new: str, names: Mapping[str, str] | None = None, gone: Mapping[str, str] | None = None
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module that was renamed: it gives what the new one promises, with a warning.

    Args:
        old: the module's name.
        new: the name of the module in its place.
        names: names that became others, with these.
        gone: as of `lazy_names`.
    """
    refuse = lazy_names(old, {}, gone)

    def get(name: str) -> Any:
        found, now = import_module(new), (names or {}).get(name, name)
        if now not in found.__all__:
            return refuse(name)
        warnings.warn(f"{old}.{name} is {new}.{now} now; {old} goes with 0.4", DeprecationWarning, stacklevel=2)
        return getattr(found, now)

    return get

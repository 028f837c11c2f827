"""Lazy public names of a package: each is loaded from its private module on first use."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn


def lazy_names(
    package: str, file: str, gone: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], list[str]]:
    """The ``__getattr__`` and ``__all__`` of a package that loads its public names on first use."""
    # The names and their modules come from the package's stub, ``__init__.pyi``, which type checkers read too. No
    # name may equal that of a module right in the package: once loaded, the module would take its place.
    stub = Path(file).with_suffix(".pyi").read_text(encoding="utf-8")
    imports = re.findall(r"^from (\S+) import (\([^)]*\)|.*)$", stub, re.MULTILINE)
    homes = {name: module for module, names in imports for name in re.findall(r"(\w+) as \1\b", names)}

    def get(name: str) -> Any:
        if name in homes:
            return getattr(import_module(homes[name]), name)
        return _refuse(package, name, gone)

    return get, sorted(homes)


def _refuse(package: str, name: str, gone: Mapping[str, str] | None) -> NoReturn:
    if gone and name in gone:
        told = f"{package}.{name} is gone: {gone[name]}"
        warnings.warn(told, FutureWarning, stacklevel=3)
        raise AttributeError(told)
    raise AttributeError(f"module {package!r} has no attribute {name!r}")


def renamed(
    old: str, new: str, names: Mapping[str, str] | None = None, gone: Mapping[str, str] | None = None
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a renamed module: it returns the names of the new one, with a DeprecationWarning."""

    def get(name: str) -> Any:
        found, now = import_module(new), (names or {}).get(name, name)
        if now not in found.__all__:
            _refuse(old, name, gone)
        warnings.warn(f"{old}.{name} is {new}.{now} now; {old} goes with 0.4", DeprecationWarning, stacklevel=2)
        return getattr(found, now)

    return get


def part(path: str) -> Callable[[], Any]:
    """A function that imports the object of a path like ``croupier.games.hearts.training:TRAINING``."""
    module, _, name = path.partition(":")
    return lambda: getattr(import_module(module), name) if name else import_module(module)

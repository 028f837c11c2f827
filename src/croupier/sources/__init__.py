"""Public names from the games' source documents, in one module.

Examples:
    >>> from croupier.sources import DecisionPhase
    >>> DecisionPhase.ABILITY_HARRY.value
    7

Read `environment.py` first. The package imports `learn`, `envs`, `table`, `games` and `core`; a name that a source
prints goes here.

docs/sources.md says where each part of the sources is implemented and where croupier differs. Importing this
package loads neither Numba nor torch nor Gymnasium: a name loads its module on first use, and raises a
`ConfigError` if an optional library is missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from croupier.core.base.errors import ConfigError, missing
from croupier.core.base.lazy import lazy_names

_get, __all__ = lazy_names(__name__, __file__)
_LIBRARIES = {"MultiHeadPolicy": "torch", "SkullKingEnvMasked": "gymnasium"}
"""Optional libraries of names."""


def __getattr__(name: str) -> Any:
    try:
        return _get(name)
    except ImportError as error:
        library = _LIBRARIES.get(name)
        if library is None or not _is_missing(library):
            raise
        raise ConfigError(missing(name, library)) from error


def _is_missing(library: str) -> bool:
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        return error.name == library
    return False


def __dir__() -> list[str]:
    return sorted(__all__)

"""Public names from the games' source documents, in one module.

>>> from croupier.sources import DecisionPhase
>>> DecisionPhase.ABILITY_HARRY.value
7

docs/sources.md says where each part of the sources is implemented and where croupier differs. Importing this
package loads neither Numba nor torch nor Gymnasium: a name loads what it needs when it is first asked for, and
raises a `ConfigError` where an optional library is missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier.core.base.errors import ConfigError, missing
from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.games.skull_king.record.state import ABILITY_PHASES, DecisionPhase
    from croupier.games.spite_malice.classic.cards import Card, Hand, PlayStack, shuffle
    from croupier.learn.update.minibatches import AbilityPrioritizedBuffer
    from croupier.sources.environment import SkullKingEnvMasked
    from croupier.sources.metrics import AbilityMetrics
    from croupier.sources.policy import MultiHeadPolicy

__all__ = [
    "ABILITY_PHASES",
    "AbilityMetrics",
    "AbilityPrioritizedBuffer",
    "Card",
    "DecisionPhase",
    "Hand",
    "MultiHeadPolicy",
    "PlayStack",
    "SkullKingEnvMasked",
    "shuffle",
]

_get = lazy_names(
    __name__,
    {
        "croupier.games.skull_king.record.state": (
            "ABILITY_PHASES",
            "DecisionPhase",
        ),
        "croupier.sources.metrics": ("AbilityMetrics",),
        "croupier.learn.update.minibatches": ("AbilityPrioritizedBuffer",),
        "croupier.games.spite_malice.classic.cards": (
            "Card",
            "Hand",
            "PlayStack",
            "shuffle",
        ),
        "croupier.sources.policy": ("MultiHeadPolicy",),
        "croupier.sources.environment": ("SkullKingEnvMasked",),
    },
)
_LIBRARIES = {"MultiHeadPolicy": "torch", "SkullKingEnvMasked": "gymnasium"}
"""The optional library that a name needs."""


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

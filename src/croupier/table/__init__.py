"""One game with people and agents in its seats: the table, asking agents, game files, narration for people.

Importing the package loads neither Numba nor an agent: naming `Table` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.table.table import Due, Event, Move, Numbered, ReplyPolicy, Table

__all__ = ["Due", "Event", "Move", "Numbered", "ReplyPolicy", "Table"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("croupier.table.table"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Actions as tools: how a game's text actions become functions that a language model calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable


@dataclass(frozen=True)
class Parameter:
    """A parameter of a tool.

    Attributes:
        name: its name, a Python identifier.
        kind: its type.
        help: what it means, a sentence.
    """

    name: str
    kind: Literal["int", "str"]
    help: str


@dataclass(frozen=True)
class ActionTool:
    """A tool that makes one kind of decision.

    Attributes:
        name: its name, a Python identifier.
        help: what it does, a sentence.
        text: the action's text, with the parameters' names in braces, like ``[bid {tricks}]``.
        parameters: its parameters; all are required.
    """

    name: str
    help: str
    text: str
    parameters: tuple[Parameter, ...] = ()


@runtime_checkable
class ToolWords(Protocol):
    """What a game's module prompts.py may have for models that act by tools."""

    TOOLS: Sequence[ActionTool]
    """The tools; together they can say every action of the game."""

"""Cases of rules as data files have them: a title with the rule's id, a line that sets up, and lines of steps.

Lines like ``six = 2C,3C`` below a file's comment name what ``{six}`` stands for in its cases.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.core.engine.game import State


def read_cases(file: Path) -> list[Any]:
    """The cases of a file as parameters of a test: what is set up, and the steps, which ``|`` and lines part."""
    return [pytest.param(lines[0], " | ".join(lines[1:]).split(" | "), id=title) for title, lines in _blocks(file)]


def read_names(file: Path) -> dict[str, str]:
    """What the names of a file stand for."""
    lines = file.read_text().partition("\n\n")[0].splitlines()
    return dict(line.split(" = ") for line in lines if not line.startswith("#"))


def _blocks(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Each case: its title, and its lines with names and words of "each" filled in; there ``_`` is a space."""
    named = read_names(file)
    for block in file.read_text().strip().split("\n\n")[1:]:
        title, *lines = block.splitlines()
        names, rows = "", ""
        if lines[0].startswith("each "):
            names, _, rows = lines.pop(0).removeprefix("each ").partition(": ")
        for row in rows.split(", "):
            words = [word.replace("_", " ") for word in row.split()]
            filled = named | dict(zip(names.split(", ") if names else (), words, strict=True))
            yield title.format(**filled), [line.format(**filled) for line in lines]


class Both(ABC):
    """A game by the kernels and by the reference, in step."""

    state: State
    verbs: tuple[str, ...] = ("say",)
    """What the steps begin with whose words are done."""

    @abstractmethod
    def do(self, word: str) -> None:
        """Do at both tables what a word says, and compare them."""

    def follow(self, steps: list[str]) -> None:
        """Take or check each step: what is done, "may" and the legal actions, or a field and what it shows."""
        for step in steps:
            what, _, rest = step.partition(" ")
            if what in self.verbs:
                for word in rest.split():
                    self.do(word)
            elif what == "may":
                texts = [self.state.action_to_string(action) for action in self.state.legal_actions()]
                assert [text.strip("[]").split()[-1] for text in texts] == rest.split(), step
            else:
                assert shown(self.state, what) == rest, step


def shown(state: State, what: str) -> str:
    """A field that spectators see, or after a seat and a point that this seat sees, as the files write it."""
    seat, _, name = what.partition(".") if what[0].isdecimal() else ("", "", what)
    if name in ("returns", "points"):
        return said(getattr(state, name)().tolist())
    view: Any = state.view(int(seat) if seat else None)
    value = view[name] if name in ("player", "phase", "over") else view["table"]
    for key in () if name in view else name.split("."):
        value = value[key]
    return said(value)


def said(value: Any, between: str = " ") -> str:
    """A value as the files write it."""
    if isinstance(value, list | tuple):
        return between.join(said(each, ",") for each in value) or "-"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return f"{value:g}" if isinstance(value, float) else str(value)

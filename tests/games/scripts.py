"""Cases of rules as data files have them: a title with the rule's id, a line that sets up, and lines of steps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def read_cases(file: Path) -> list[Any]:
    """The cases of a file as parameters of a test: what is set up, and the steps, which ``|`` and lines part."""
    return [pytest.param(lines[0], " | ".join(lines[1:]).split(" | "), id=title) for title, lines in _blocks(file)]


def _blocks(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Each case: its title, and its lines with the words of "each" filled in; ``_`` stands for a space in them."""
    for block in file.read_text().strip().split("\n\n")[1:]:
        title, *lines = block.splitlines()
        names, rows = "", ""
        if lines[0].startswith("each "):
            names, _, rows = lines.pop(0).removeprefix("each ").partition(": ")
        for row in rows.split(", "):
            words = [word.replace("_", " ") for word in row.split()]
            filled = dict(zip(names.split(", ") if names else (), words, strict=True))
            yield title.format(**filled), [line.format(**filled) for line in lines]

"""Markers in the documentation, and what stands between them.

A table stands between ``<!-- strength: ID -->`` and ``<!-- /strength -->`` on lines of their own; a figure in a
sentence has both markers around it in one line. Only what is between them is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from croupier.core.base.errors import FileError
from croupier.core.base.files import writing

FOLDERS = ("docs", "src/croupier/games")
MARKER = re.compile(r"<!-- strength: ([a-z0-9-]+) -->(.*?)<!-- /strength -->", re.DOTALL)
_ANY = re.compile(r"<!-- (strength: [a-z0-9-]+|/strength) -->")
_INLINE_FIRST = re.compile(r"^ *<!-- (strength: [a-z0-9-]+|/strength) -->(?!$)", re.MULTILINE)


def pages(root: Path) -> Iterator[Path]:
    """Every page that may hold markers.

    Args:
        root: of the checkout.
    """
    yield from sorted(root.glob("*.md"))
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("*.md"))


def marked(root: Path) -> dict[str, Path]:
    """Where each marker stands: the page by id.

    Args:
        root: of the checkout.

    Raises:
        FileError: a marker is not closed, not opened, stands twice, or begins a line of text, where Markdown would
            end the paragraph.
    """
    found: dict[str, Path] = {}
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        pairs = MARKER.findall(text)
        if len(_ANY.findall(text)) != 2 * len(pairs) or any(_ANY.search(inside) for _, inside in pairs):
            raise FileError(f"{page}: a strength marker is not closed, or closes nothing")
        if _INLINE_FIRST.search(text):
            raise FileError(f"{page}: a strength marker begins a line with text: move it into the line")
        for name, _ in pairs:
            if name in found:
                raise FileError(f"{page}: the strength marker {name} stands in {found[name]} already")
            found[name] = page
    return found


def between(text: str, name: str) -> str:
    """What stands between the markers of an id, without the blank space around it.

    Raises:
        FileError: there are no such markers.
    """
    for found, inside in MARKER.findall(text):
        if found == name:
            return str(inside).strip()
    raise FileError(f"there is no strength marker {name}")


def replaced(text: str, name: str, new: str) -> str:
    """A page's text with something else between the markers of an id; the rest is left as it is.

    Args:
        text: the page.
        name: the id.
        new: a table, or one line where the markers stand in a line.

    Raises:
        FileError: there are no such markers, or lines that would go into one.
    """
    inline = "\n" not in next((inside for found, inside in MARKER.findall(text) if found == name), "\n")
    between(text, name)
    if inline and "\n" in new:
        raise FileError(f"the strength marker {name} stands in a line, and is to hold several")
    inside = new if inline else f"\n\n{new.strip()}\n\n"
    # a function, since in a replacement text backslashes would mean something
    return MARKER.sub(
        lambda match: f"<!-- strength: {name} -->{inside}<!-- /strength -->" if match[1] == name else match[0],
        text,
    )


def rewrite(page: Path, name: str, new: str) -> None:
    """Put something else between the markers of an id, atomically.

    Raises:
        FileError: there are no such markers, or the page cannot be written.
    """
    text = replaced(page.read_text(encoding="utf-8"), name, new)
    try:
        with writing(page) as out:
            out.write(text.encode())
    except OSError as error:
        raise FileError(f"{page} cannot be written: {error.strerror}") from error

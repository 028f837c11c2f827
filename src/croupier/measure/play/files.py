"""Files that are written, or refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.core.base.errors import FileError
from croupier.core.base.files import writing


@contextmanager
def write_errors(what: object) -> Iterator[None]:
    """Where something cannot be written, raise an error that names it."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{what} cannot be written: {error.strerror}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file of text atomically, and its folder if it is missing."""
    with write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.write(text.encode())

"""Output files, and errors that name them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.core.base.errors import FileError
from croupier.core.base.files import writing


@contextmanager
def write_errors(what: object) -> Iterator[None]:
    """Raise an error that names the file if something cannot be written."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{what} cannot be written: {error.strerror}") from error


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically, and create its folder if needed."""
    with write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.write(text.encode())

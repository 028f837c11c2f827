"""File helpers: atomic writes, append-only lines, text, JSON and arrays."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from croupier.core.base.errors import FileError
from croupier.core.base.locks import lock_file

if TYPE_CHECKING:
    import numpy.typing as npt

SYNTAX_LOCK = threading.RLock()
"""Held while Python syntax is parsed: a literal, the header of an array's file, a kernel to compile.

Before Python 3.13, two threads that build syntax trees at the same time can fail with "AST constructor recursion
depth mismatch" (python/cpython#106905).
"""


@contextmanager
def writing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Write a file atomically: write a temporary file next to it, flush it to the disk, then rename it."""
    # At any moment `path` holds either its old contents or all of the new ones.
    part = path.with_name(f".{path.name}-{secrets.token_hex(4)}.part")
    try:
        with open(part, "xb", opener=_owners if private else None) as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def write_errors(what: object) -> Iterator[None]:
    """Raise FileError for an OSError within the context, which says that something cannot be written."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{what} cannot be written: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file of text atomically, and its folder if it is missing."""
    with write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.write(text.encode())


def _owners(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class TornLineError(Exception):
    """A file does not end with a line break."""


def append_line(path: Path, line: bytes, *, private: bool = False) -> None:
    """Append a line, with its line break, to a file and flush it to the disk; on failure the file is unchanged."""
    # Other callers of this function wait for each other.
    with open(path, "a+b", buffering=0, opener=_owners if private else None) as out:
        lock_file(out.fileno(), path, wait=True)  # given back when the file is closed
        size = out.seek(0, os.SEEK_END)
        if size:
            out.seek(size - 1)
            if out.read(1) != b"\n":
                raise TornLineError(str(path))
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[out.write(rest) :]
            os.fsync(out.fileno())
        except BaseException:
            out.truncate(size)
            raise


def read_arrays(
    path: Path, names: Iterable[str] | None = None, *, most_bytes: int | None = None
) -> dict[str, npt.NDArray[Any]]:
    """Read arrays of an ``.npz`` file; never unpickles."""
    import tokenize
    import zipfile
    import zlib

    import numpy as np

    broken = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, tokenize.TokenError)
    try:
        with path.open("rb") as opened:
            with zipfile.ZipFile(opened) as packed:
                size = sum(each.file_size for each in packed.infolist())
            if most_bytes is not None and size > most_bytes:
                raise ValueError(f"it holds more than {most_bytes} bytes")
            opened.seek(0)
            with SYNTAX_LOCK, np.load(opened, allow_pickle=False) as held:
                return {name: held[name] for name in (held.files if names is None else names)}
    except KeyError as error:
        raise ValueError(f"it lacks an array: {error}") from error
    except broken as error:
        raise ValueError(str(error)) from error


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without the byte order mark that some editors write."""
    return path.read_text(encoding="utf-8-sig")


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, each with its number, from 1; see `read_text`."""
    with path.open(encoding="utf-8-sig") as opened:
        yield from ((number, line) for number, line in enumerate(opened, start=1) if line.strip())


def parse_json(text: str) -> Any:
    """Parse JSON from outside; rejects repeated names and half characters."""
    data = json.loads(text, object_pairs_hook=_once)
    if "\\u" in text:  # an escape is the only way in
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"half a character, {error.object[error.start]!a}, stands in it") from error
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands twice in one object")
    return found

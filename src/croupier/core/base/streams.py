"""Standard streams: each may be missing, and standard output is only for results."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import TextIOWrapper
from typing import TextIO

UNSHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that must not reach a terminal: control characters except tab and line break, marks that change the
direction of text, and halves of characters."""

_results: list[TextIO | None] = []
"""Where results go while standard output is redirected to standard error; see `output_apart`."""


def printable(text: str) -> str:
    """A text that is safe to print on a terminal: control characters become U+FFFD."""
    return UNSHOWN.sub("\ufffd", text)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is a terminal; a stream that was closed before the start is None."""
    return stream is not None and stream.isatty()


def read_line() -> str:
    """Read a line from the keyboard; raises EOFError without standard streams."""
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
    return input()


def results() -> TextIO | None:
    """The stream for results; None if standard output was closed before the start."""
    return _results[-1] if _results else sys.stdout


@contextmanager
def output_apart() -> Iterator[TextIO | None]:
    """Keep standard output for results: all other output goes to standard error meanwhile."""
    # So a user's own agent, or a library that it calls, may print.
    out = sys.stdout
    if out is None:
        yield None
        return
    if not (isinstance(out, TextIOWrapper) and _number(out) == 1):  # of a test or a notebook
        _results.append(out)
        try:
            with redirect_stdout(sys.stderr):
                yield out
        finally:
            _results.pop()
        return
    out.reconfigure(line_buffering=True)
    apart = os.fdopen(os.dup(1), "w", encoding=out.encoding, errors=out.errors)
    elsewhere = os.open(os.devnull, os.O_WRONLY) if sys.stderr is None else os.dup(2)
    os.dup2(elsewhere, 1)
    os.close(elsewhere)
    _results.append(apart)
    try:
        yield apart
    finally:
        _results.pop()
        with suppress(OSError):  # the code that prints results flushes them and gets the error
            out.flush()
        os.dup2(apart.fileno(), 1)
        with suppress(OSError):
            apart.close()


def _number(stream: TextIO) -> int:
    try:
        return stream.fileno()
    except OSError:
        return -1

"""Progress reports of long work and of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], None]
"""Called during long work with the share that is done, 0..1."""


def silent(share: float) -> None:
    """Report nothing."""
    del share


def part_of(progress: Progress | None, begin: float, end: float) -> Progress:
    """The progress function of a part, from the shares of the whole that are done before and after it, 0..1."""
    if progress is None:
        return silent
    whole = progress
    return lambda share: whole((1.0 - share) * begin + share * end)

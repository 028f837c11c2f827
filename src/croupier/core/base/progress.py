"""Progress of long work and its parts, as reported to the person who waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], None]
"""Called while something goes on, with the share of it that is done, 0..1."""


def silent(share: float) -> None:
    """Report nothing."""
    del share


def part_of(progress: Progress | None, begin: float, end: float) -> Progress:
    """The progress of a part.

    Args:
        progress: of the whole; None where nobody hears it.
        begin: share of the whole that is done before the part, 0..1.
    """
    if progress is None:
        return silent
    whole = progress
    return lambda share: whole((1.0 - share) * begin + share * end)

"""Refusals: why the server does not do what it was asked, by a code for programs and a sentence for people."""

from __future__ import annotations

import math
from typing import Literal

Code = Literal[
    "stale",
    "not-your-turn",
    "illegal-action",
    "over",
    "forbidden",
    "malformed",
    "too-large",
    "too-fast",
    "taken",
    "not-found",
    "not-revocable",
    "not-yet",
    "other-version",
    "busy",
    "unavailable",
]
STATUS: dict[Code, int] = {
    "stale": 409,
    "not-your-turn": 409,
    "illegal-action": 409,
    "over": 409,
    "forbidden": 403,
    "malformed": 422,
    "too-large": 413,
    "too-fast": 429,
    "taken": 409,
    "not-found": 404,
    "not-revocable": 409,
    "not-yet": 409,
    "other-version": 409,
    "busy": 503,
    "unavailable": 503,
}
"""Status of HTTP by code."""
MOOT: frozenset[Code] = frozenset({"stale", "not-your-turn", "over", "unavailable"})
"""Codes of what came too late: the table has gone on or is closed, or the database has told the owner already."""


class RefusalError(Exception):
    """Something was refused, and nothing changed.

    Attributes:
        code: why, for programs.
        message: why, for people.
    """

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message

    def data(self) -> dict[str, str]:
        """As it is sent."""
        return {"code": self.code, "message": self.message}


def in_words(seconds: float) -> str:
    """A time that somebody has to wait, as people say it, rounded up: in seconds, minutes or hours."""
    for size, unit in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{math.ceil(seconds / size)} {unit}"
    return f"{math.ceil(seconds)} seconds"

"""Refusals of requests: a code for programs and a sentence for people."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

from croupier.core.base.sentence import Sentence, capitalised, joined
from croupier.server.base.english import say

Code = Literal[
    "stale", "not-your-turn", "illegal-action", "over", "forbidden", "malformed", "too-large", "too-fast", "taken",
    "not-found", "not-revocable", "not-yet", "other-version", "busy", "unavailable",
]  # fmt: skip
STATUS: dict[Code, int] = {
    **dict.fromkeys(get_args(Code), 409),
    "forbidden": 403,
    "malformed": 422,
    "too-large": 413,
    "too-fast": 429,
    "not-found": 404,
    "busy": 503,
    "unavailable": 503,
}
"""HTTP status by code."""
MOOT: frozenset[Code] = frozenset({"stale", "not-your-turn", "over", "unavailable"})
"""Codes of requests that came too late: the table has moved on or is closed, or the database error is logged."""


_ENDS = (".", "!", "?", "…")
_SMALL_WORD = re.compile(r"[a-z]+(?![^ ,;.])")


class RefusalError(Exception):
    """A refused request that changed nothing, with a code for programs and a message for people."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message

    def data(self) -> dict[str, str]:
        """As sent, with the message as a full sentence."""
        return {"code": self.code, "message": as_sentence(self.message)}


def as_sentence(text: str) -> str:
    """A reason as a sentence: with a capital unless it begins with a name, and with a full stop."""
    ended = text if text.endswith(_ENDS) else joined("", (text, "."))
    return capitalised(ended) if _SMALL_WORD.match(text) else ended


def in_words(seconds: float) -> str:
    """A waiting time for people, rounded up: in seconds, minutes or hours."""
    for size, unit in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return say(unit, count=math.ceil(seconds / size))
    return say("seconds", count=math.ceil(seconds))


def span(seconds: float) -> Sentence:
    """A time in the largest unit in which it is nearly a whole number; rounded up."""
    whole = max(0, math.ceil(seconds))
    for size, unit in ((86_400, "time.days"), (3600, "hours"), (60, "minutes")):
        if whole >= 2 * size or whole == size:
            return say(unit, count=math.ceil(whole / size))
    return say("seconds", count=whole)


_BODY = "body"
_PLAIN = {
    "missing": "invalid.missing", "extra_forbidden": "invalid.unknown", "json_invalid": "invalid.json",
    "int_type": "invalid.number", "int_parsing": "invalid.number", "int_from_float": "invalid.number",
    "string_type": "invalid.text", "bool_type": "invalid.bool", "bool_parsing": "invalid.bool",
}  # fmt: skip
_BOUNDED = {
    "string_too_short": ("invalid.short", "min_length", "least"),
    "too_short": ("invalid.short", "min_length", "least"),
    "string_too_long": ("invalid.long", "max_length", "most"),
    "too_long": ("invalid.long", "max_length", "most"),
    "greater_than_equal": ("invalid.least", "ge", "least"),
    "less_than_equal": ("invalid.most", "le", "most"),
    "literal_error": ("invalid.choice", "expected", "expected"),
    "union_tag_invalid": ("invalid.choice", "expected_tags", "expected"),
}


def invalid(error: Mapping[str, Any]) -> Sentence:
    """A Pydantic error as a sentence that names the field; our own sentences name it already."""
    kind, known = str(error["type"]), error.get("ctx", {})
    words = known.get("words")
    if isinstance(words, Sentence):  # of a PydanticCustomError
        return words
    if kind in _BOUNDED and _BOUNDED[kind][1] in known:
        key, bound, name = _BOUNDED[kind]
        allowed = str(known[bound]).replace(" or ", ", ")  # as every language lists them
        why = say(key, **{name: allowed})
    else:
        why = say(_PLAIN.get(kind, "invalid"))
    where = ".".join(str(part) for part in error["loc"] if part != _BODY)
    return say("at", where=where, why=why) if where else why

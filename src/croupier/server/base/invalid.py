"""What is wrong with data that a browser has sent, in a sentence, from what Pydantic says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.base.sentence import Sentence
from croupier.server.base.english import say

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
    """An error of Pydantic as a sentence that names the field; a sentence of our own says what it is about."""
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

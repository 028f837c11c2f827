"""Structured answers anywhere in a reply: JSON fields, tags, boxes and tool calls."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from croupier.core.base.files import SYNTAX_LOCK

_NO_ANSWER = re.compile(
    r"reason|thought|think|explan|comment|why|note|analy|rationale|rejected|alternativ|avoid|confiden|legal|options?\b"
    r"|possible|available|state|situation|probab|next_|plan\b|considered|observation|expected|example"
    r"|score|^step$|^game$|^phase$|^goal\w*left|goal_left|second|worst|summary|strateg|message|^id$",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"(?:(?:my|the|final|chosen|next|best|selected)[ _-]?)*(?:action|move|answer|choice|decision|final|chosen"
    r"|selected|output"
    r"|response|play|command|text)(?:[ _-]?(?:input|taken|name))?",
    re.IGNORECASE,
)
_EMPTY_KEY = re.compile(
    r"(?:action|move|answer|choice|decision|final|value|number|rank|card|suit|name|card_name|arguments|args|kind|what|where"
    r"|type|tool|tools|function|parameters|input|content|tool_calls|tricks|text|source|response|next)",
    re.IGNORECASE,
)
_EMPTY_NAME = re.compile(r"(?:act|take_action|submit_action|action|make_move|function|tool|call)", re.IGNORECASE)
_MOST_OBJECTS = 40
"""Most braces that are tried as objects, and most LaTeX boxes."""
_BEGUN = re.compile(r"\{\s*[\"']\w+[\"']?\s*:")
_PAIR = re.compile(r"[\"'](\w{1,40})[\"']\s*:\s*(?:\"([^\"\n]{0,200})\"|(-?\d+))\s*[,}]")
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]{0,30})((?:\s[^<>]{0,200})?)(/?)>")
_TAG_ANSWER = re.compile(
    r"(?:final_?)?(?:answer|action|move|decision|choice|final|output|response|bid|play|bet|discard|leader|act|result)",
    re.IGNORECASE,
)
_CALL_TAG = re.compile(
    r"function_calls?|invoke|tool|tool_calls?|tool_use|function|call|parameters?|arguments?", re.IGNORECASE
)
_BOX = re.compile(r"\\?(?:boxed|fbox)\s*\{")
_CALL = re.compile(r"^[ \t>`]*(?:\w+\.)?([a-zA-Z]\w{1,40})\(([^()\n]{0,200})\)[ \t;`]*$", re.MULTILINE)
_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_PROGRAM = re.compile(r"^\s*(?:def |class |if .*:\s*$|for .*:\s*$|return |import |function )", re.MULTILINE)
_BRACKETED = re.compile(r"\[(thinking|think|thoughts?|reasoning)\].{0,5000}?\[/\1\]", re.IGNORECASE | re.DOTALL)
_VALUE = re.compile(r"name\s*=\s*[\"']?([\w ]+)")


Field = tuple[str, ...]
"""The possible readings of a structured answer, most likely first."""


def fields(text: str) -> tuple[list[Field], str]:
    """The structured answers of a reply, and the rest of its text."""
    found: list[Field] = []
    rest = _BRACKETED.sub("\n", text)
    rest = _FENCE.sub(lambda fence: " " if _PROGRAM.search(fence[1]) else f"\n{fence[1]}\n", rest)
    rest = _take_objects(rest, found)
    rest = _take_boxes(rest, found)
    rest = _take_tags(rest, found)
    return found, _take_calls(rest, found)


def _take_objects(text: str, found: list[Field]) -> str:
    """Extract JSON objects, and those in Python's notation."""
    kept: list[str] = []
    at = tried = 0
    while tried < _MOST_OBJECTS and (begin := text.find("{", at)) >= 0:
        tried += 1
        value, end = _object(text, begin)
        if value is None:
            if _BEGUN.match(text, begin):  # a broken or truncated object: its complete pairs count
                kept.extend((text[at:begin], "\n"))
                pairs = {pair[1]: pair[2] or pair[3] for pair in _PAIR.finditer(text, begin)}
                found.append(tuple(_flat(each) for key, each in pairs.items() if _ANSWER.fullmatch(key)))
                return "".join(kept)
            kept.append(text[at : begin + 1])
            at = begin + 1
            continue
        wrapped = re.search(r"[A-Za-z]\w*\(\s*$", text[max(0, begin - 60) : begin])
        head = text[at : begin - len(wrapped[0])] if wrapped else text[at:begin]
        name = wrapped[0].strip().rstrip("(") if wrapped else ""
        kept.extend((head, "\n"))
        found.append(tuple(_texts({name: value} if name and not _EMPTY_NAME.fullmatch(name) else value)))
        at = end
    return "".join([*kept, text[at:]])


def _object(text: str, begin: int) -> tuple[Any, int]:
    """The object that begins at a brace, and its end; None if there is none."""
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text, begin)
        return (value, end) if isinstance(value, dict) else (None, begin)
    except (ValueError, RecursionError):
        end = text.find("}", begin, begin + 400) + 1
        if not end:
            return None, begin
    try:
        with SYNTAX_LOCK:
            value = ast.literal_eval(text[begin:end])
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None, begin
    return (value, end) if isinstance(value, dict) else (None, begin)


def _texts(value: Any) -> Iterator[str]:
    """The possible readings of an object: the answer field, everything but reasons, each field alone."""
    value = _opened(value)
    if not isinstance(value, dict):
        yield _flat(value)
        return
    kept = {str(key): each for key, each in value.items() if not _says_nothing(str(key), each)}
    for key, each in kept.items():
        if _ANSWER.fullmatch(key):
            yield from _texts(each) if isinstance(_opened(each), dict) else (_flat(each),)
    yield _flat(kept)
    for key, each in kept.items():
        if isinstance(_opened(each), dict):
            yield from _texts(each)
        else:
            yield _flat({key: each})


def _says_nothing(key: str, value: Any) -> bool:
    """Whether a field is a reason, or repeats the table."""
    shown = key.lower() in ("hand", "hands", "piles", "cards") and isinstance(value, dict | list)
    return value is False or shown or _NO_ANSWER.search(key) is not None


def _opened(value: Any) -> Any:
    """A value, parsed if it is JSON in a string."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _flat(value: Any) -> str:
    """A value as words in a row, without uninformative keys."""
    value = _opened(value)
    if isinstance(value, dict):
        parts = []
        for key, each in value.items():
            name = str(key)
            if _says_nothing(name, each):
                continue
            said = "" if each is True else _flat(each)
            parts.append(said if _EMPTY_KEY.fullmatch(name) else f"{name.replace('_', ' ')} {said}")
        return " ".join(part for part in parts if part.strip())
    if isinstance(value, list):
        return ", ".join(_flat(each) for each in value[:20])
    text = "" if value is None else str(value)
    return "" if _EMPTY_NAME.fullmatch(text) else re.sub(r"(?<=\w)_(?=\w)", " ", text)


def _take_boxes(text: str, found: list[Field]) -> str:
    """Extract the content of LaTeX boxes."""
    kept: list[str] = []
    at = 0
    for box in islice(_BOX.finditer(text), _MOST_OBJECTS):
        if box.start() < at:
            continue
        depth, end = 1, box.end()
        while depth and end < min(len(text), box.end() + 300):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if depth:
            continue
        kept.extend((text[at : box.start()], "\n"))
        found.append((re.sub(r"\\ ", " ", text[box.end() : end - 1]),))
        at = end
    return "".join([*kept, text[at:]])


def _take_tags(text: str, found: list[Field]) -> str:
    """Extract the content of answer tags, drop tags of reasons, and unwrap other tags."""
    kept: list[str] = []
    tags = list(_TAG.finditer(text))
    closing: dict[str, list[int]] = {}
    for index, tag in enumerate(tags):
        if tag[1]:
            closing.setdefault(tag[2].lower(), []).append(index)
    at = index = 0
    while index < len(tags):
        tag = tags[index]
        ends = [each for each in closing.get(tag[2].lower(), ())[:200] if each > index]
        name = tag[2]
        if tag[1] or tag[4]:
            kept.append(text[at : tag.start()])
        elif not ends:
            kept.append(f"{text[at : tag.start()]}[{name}{tag[3]}]")
        elif _NO_ANSWER.search(name):
            kept.extend((text[at : tag.start()], "\n"))
            tag, index = tags[ends[0]], ends[0]
        elif _TAG_ANSWER.fullmatch(name) or _CALL_TAG.fullmatch(name):
            inner = text[tag.end() : tags[ends[0]].start()]
            kept.extend((text[at : tag.start()], "\n"))
            found.append(tuple(_in_tag(name, tag[3], inner)))
            tag, index = tags[ends[0]], ends[0]
        else:
            kept.extend((text[at : tag.start()], "\n" if len(name) > 4 else ""))
        at = tag.end()
        index += 1
    return "".join([*kept, text[at:]])


def _in_tag(name: str, attributes: str, inner: str) -> Iterator[str]:
    """The possible readings of a tag's content, with and without its name."""
    names = [
        each[1] for each in _VALUE.finditer(f"{attributes} {' '.join(tag[3] for tag in _TAG.finditer(inner))}")
    ]
    words = _TAG.sub(" ", inner)
    if not _CALL_TAG.fullmatch(name):
        yield words
        yield f"{name} {words}"
        return
    called = [each for each in names if not _EMPTY_KEY.fullmatch(each) and not _EMPTY_NAME.fullmatch(each)]
    said = re.sub(r"\b(?:act|take_action|submit_action)\b", " ", words)
    yield f"{' '.join(called)} {said}".replace("_", " ")


def _take_calls(text: str, found: list[Field]) -> str:
    """Extract calls like ``bid(tricks=2)`` on a line of their own."""

    def take(call: re.Match[str]) -> str:
        name = "" if _EMPTY_NAME.fullmatch(call[1]) or call[1] in ("print", "return") else call[1]
        arguments = re.sub(r"\b(?:action|move|card|name|text|reason)\s*=", " ", call[2])
        found.append((f"{name} {arguments}".replace("_", " ").replace("=", " "),))
        return "\n"

    return _CALL.sub(take, text)

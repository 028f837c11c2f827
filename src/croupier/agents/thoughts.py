"""Thoughts in the replies of language models, like ``<think>...</think>``: they are no part of the answer.

Endpoints that do not take reasoning out of the text hand it on in one of these forms. Some leave the opening tag
away, since the prompt ended with it.
"""

from __future__ import annotations

import re

_NAMES = (
    r"(?:(?:ant|inner_|internal_)?think(?:ing)?(?:_process)?|thoughts?(?:_process)?|reason(?:ing)?|rationale|reflection"
    r"|deliberation|scratchpad|analysis|cot|chain[_-]of[_-]thoughts?|(?:inner|internal)[_-]monologue)"
)
_TAG = re.compile(
    rf"[<＜]\s?/?\s?(?:[a-z]{{1,12}}:)?{_NAMES}(?:\s[^<>＜＞]{{0,200}})?(?<!/)[>＞]"
    r"|\[/?(?-i:THINK)\]"
    rf"|(?P<token>◁\s?/?\s?{_NAMES}\s?▷"
    r"|<\|(?:begin|end)_of_thought\|>"
    r"|<\|(?:start|end)_thinking\|>"
    r"|<\|channel\|>\s?(?:analysis|commentary|final)\b[^\n]{0,80}?<\|message\|>)",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"[<＜◁\[]\s?/|<\|end_|<\|channel\|>\s?final", re.IGNORECASE)
_KIND = re.compile(rf"<\|channel\|>|{_NAMES}", re.IGNORECASE)
_INDENT = 20
"""Blanks before a tag that begins a line, at most."""


class UnfinishedThoughtError(ValueError):
    """A text ends within a thought: it was cut off before the answer."""


def without_thoughts(text: str) -> str:
    """What a text says apart from its thoughts, also where their opening tag is missing.

    A tag that begins a line, and any that is a token of its model's own, begins a thought. One within a line does
    only if it is closed: otherwise it is a word, as in "no <think> is needed". Tags in backticks are words, and so
    is a tag within a thought of another kind. The time taken grows with the text's length alone.
    """
    kept: list[str] = []
    begun = start = 0
    inside, opening, certain = "", "", False
    for tag in _TAG.finditer(text):
        if _in_backticks(text, tag):
            continue
        kind = _kind(tag[0])
        if _CLOSES.match(tag[0]):
            if kind == inside:
                kept.append(text[begun:start])
            elif certain:
                continue
            else:
                kept.clear()  # all before was thought
            inside, certain, begun = "", False, tag.end()
        elif not certain:
            certain = bool(tag["token"]) or _begins_line(text, begun, tag.start())
            if certain or kind != inside:
                inside, opening, start = kind, tag[0], tag.start()
    if certain:
        raise UnfinishedThoughtError(f"it ends within its thoughts: {opening} is never closed")
    return "".join([*kept, text[begun:]])


def is_unfinished(text: str) -> bool:
    """Whether a text ends within a thought."""
    try:
        without_thoughts(text)
    except UnfinishedThoughtError:
        return True
    return False


def _kind(tag: str) -> str:
    """What a tag encloses; what begins with ``<think>`` may end with ``</thinking>``."""
    found = _KIND.search(tag)
    name = found[0].casefold() if found else ""
    return next((stem for stem in ("th", "reason") if name.startswith(stem)), name)


def _in_backticks(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag is code in a sentence."""
    return text[max(tag.start() - 1, 0) : tag.start()] == "`" == text[tag.end() : tag.end() + 1]


def _begins_line(text: str, begun: int, start: int) -> bool:
    """Whether only blanks stand before a tag, from the beginning of its line or the end of the last thought."""
    before = text[max(begun, start - _INDENT) : start]
    return not before.rpartition("\n")[2].strip() and ("\n" in before or start - begun <= _INDENT)

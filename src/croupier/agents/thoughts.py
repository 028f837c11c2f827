"""Thoughts in the replies of language models, like ``<think>...</think>``: they are no part of the answer.

Endpoints that do not take reasoning out of the text hand it on in one of these forms. Some leave the opening tag
away, since the prompt ended with it.
"""

from __future__ import annotations

import re

_NAMES = r"(?P<{0}>think(?:ing)?|thoughts?|reasoning|reflection|scratchpad)"
_TAG = re.compile(
    r"<\s?(?P<close1>/?)\s?" + _NAMES.format("name1") + r"\s?>"
    r"|◁\s?(?P<close2>/?)\s?" + _NAMES.format("name2") + r"\s?▷"
    r"|<\|(?:begin|(?P<close3>end))_of_(?P<name3>thought)\|>"
    r"|\[(?P<close4>/?)(?P<name4>(?-i:THINK))\]",
    re.IGNORECASE,
)


class UnfinishedThoughtError(ValueError):
    """A text ends within a thought: it was cut off before the answer."""


def without_thoughts(text: str) -> str:
    """What a text says beside its thoughts; likewise where their opening tag is missing.

    A tag within a thought of another kind is a word of it. The time taken grows with the text's length alone.

    Args:
        text: all that a model said.

    Raises:
        UnfinishedThoughtError: the last thought has no end; the message names its tag.
    """
    kept: list[str] = []
    begun, inside, opening = 0, "", ""
    for tag in _TAG.finditer(text):
        name, closes = _kind(tag)
        if inside:
            if closes and name == inside:
                inside, begun = "", tag.end()
        elif closes:
            kept.clear()  # all before was thought
            begun = tag.end()
        else:
            kept.append(text[begun : tag.start()])
            inside, opening = name, tag[0]
    if inside:
        raise UnfinishedThoughtError(f"it ends within its thoughts: {opening} is never closed")
    return "".join([*kept, text[begun:]])


def is_unfinished(text: str) -> bool:
    """Whether a text ends within a thought."""
    try:
        without_thoughts(text)
    except UnfinishedThoughtError:
        return True
    return False


def _kind(tag: re.Match[str]) -> tuple[str, bool]:
    """What a tag encloses, and whether it closes; what begins with ``<think>`` may end with ``</thinking>``."""
    number = next(k for k in range(1, 5) if tag[f"name{k}"])
    name = tag[f"name{number}"].casefold()
    return ("th" if name.startswith("th") else name), bool(tag[f"close{number}"])

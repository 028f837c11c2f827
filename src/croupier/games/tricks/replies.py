"""Replies in games with tricks: the first action in brackets."""

from __future__ import annotations

import re
from collections.abc import Callable

from croupier.core import Position, ReplyError, Sentence


def first_in_brackets(
    position: Position,
    reply: str,
    pattern: str,
    find: Callable[[Position, str], int],
    none: Sentence,
    *,
    strict: bool,
) -> int:
    """The first action in brackets.

    Args:
        position: where it is asked for.
        reply: the reply.
        pattern: a regular expression of what may stand in the brackets.
        find: the action of such a text; raises ValueError where there is none.
        none: what is said where the reply names none, or several where one alone counts.
        strict: whether one alone counts.

    Raises:
        ReplyError: it names none, several, or one that is not legal.
    """
    named = [found[0].lower() for found in re.finditer(rf"\[\s*{pattern}\s*\]", reply, re.IGNORECASE)]
    if not named or (strict and len({"".join(each.split()) for each in named}) > 1):
        raise ReplyError(none, "several" if named else "unparsable")
    try:
        return find(position, named[0])
    except ValueError as error:
        raise ReplyError(str(error), "illegal") from error

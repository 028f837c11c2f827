"""Reply parser for language models and programs: the action that a free text names last.

Models write actions in many ways: in capitals, in bold, in quotes, in code, with full-width or Arabic digits,
escaped for LaTeX. All of that is taken off before the game reads the words. The replies of models and
programs are read so at all tables, and in the environments that train models (`croupier.envs.episode`). Text
environments have rules of their own, as the games' sources prescribe: `croupier.core.prompts.GamePrompts.read`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from croupier.core.errors import NotLegalNowError
from croupier.core.state import State
from croupier.table.table import Event, Table

Fault = Literal["unparsable", "illegal"]
MOST_READ = 20_000
"""Characters of a reply that are read, from its end: what counts stands last."""

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LABEL = re.compile(
    r"(?:(?:my|the|final|chosen|next|best) )*(?:answer|action|move|choice|decision|reply)(?: is)? ?[:=]? ?",
    re.IGNORECASE,
)
_LONGEST = 80
"""Characters of the longest text that can be an action."""
_TRANSLATED = {
    **dict.fromkeys(map(ord, "−‐‑‒–—―﹣"), "-"),
    **dict.fromkeys(map(ord, "【〔〖「『"), "["),
    **dict.fromkeys(map(ord, "】〕〗」』"), "]"),
    **dict.fromkeys(map(ord, "*`\\\"'“”„‟‘’‚‛«»‹›~$"), None),
}


class ReplyRefusedError(ValueError):
    """A reply names no legal action; the message says why, without naming the legal ones.

    Attributes:
        fault: it names no action of the game at all (``unparsable``), or one that is not legal now (``illegal``).
    """

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault: Fault = fault


def submit_reply(table: Table, seat: int, reply: str, number: int) -> tuple[Event, Fault | None]:
    """Hand in what a model or a program said; see `read_reply` and `Table.submit`.

    The others hear the action alone, and nothing of a reply that is refused: its words may tell what is hidden.

    Args:
        table: the game.
        seat: who replied.
        reply: all that it said.
        number: the number of the `Due` that is answered.

    Returns:
        What became of it, and what was wrong with the reply; None where nothing was.

    Raises:
        AnswerError: the table takes no answer of this seat now.
    """
    try:
        return table.submit(seat, read_reply(table.state, reply), number), None
    except ReplyRefusedError as error:
        return table.refuse(seat, str(error), number), error.fault


def read_reply(state: State, reply: str) -> int:
    """The action that a reply names; of several in brackets the last.

    Brackets may be missing where the last line says nothing else: ``Action: roll``.

    Args:
        state: the game, not over.
        reply: all that the player said; its last `MOST_READ` characters are read.

    Returns:
        A legal action.

    Raises:
        ReplyRefusedError: it names none, or one that is not legal now.
    """
    text = plain(reply[-MOST_READ:])
    refusal: ReplyRefusedError | None = None
    named = [found for found in _BRACKETS.findall(text) if found.strip() and len(found) <= _LONGEST]
    lines = [line for line in text.splitlines() if line.strip()]
    for words in [*reversed(named), *lines[-1:]]:
        try:
            return _read(state, _bare(words))
        except ReplyRefusedError as error:
            if error.fault == "illegal":
                raise
            refusal = refusal or error
    if not lines:
        raise ReplyRefusedError("unparsable", "it is empty")
    if refusal is None or not named:
        raise ReplyRefusedError("unparsable", "it has no action in square brackets")
    raise refusal


def plain(text: str) -> str:
    """A text without Markdown, quotes and escapes; compatible forms of letters and digits as ASCII has them."""
    kept = []
    for char in unicodedata.normalize("NFKC", text).translate(_TRANSLATED):
        digit = unicodedata.decimal(char, None)
        if digit is not None:
            kept.append(str(digit))
        elif unicodedata.category(char) != "Cf":  # zero-width characters
            kept.append(char)
    return "".join(kept)


def _bare(words: str) -> str:
    """Words without what people put around an action: a label, underscores, a full stop, other brackets."""
    words = " ".join(words.split())
    words = re.sub(r"^[^\w+-]+|[^\w]+$", "", words).strip("_ ")
    label = _LABEL.match(words)
    if label and label[0].strip() and label.end() < len(words):
        words = re.sub(r"^[^\w+-]+", "", words[label.end() :])
    return words


def _read(state: State, words: str) -> int:
    if not words or len(words) > _LONGEST:
        raise ReplyRefusedError("unparsable", "it has no action in square brackets")
    try:
        action = state.game.spec.words.text.string_to_action(state.records, words)
    except NotLegalNowError as error:
        raise ReplyRefusedError("illegal", str(error)) from None
    except ValueError as error:
        raise ReplyRefusedError("unparsable", str(error)) from None
    if not state.legal_actions_mask()[action]:
        raise ReplyRefusedError("illegal", f"{state.action_to_string(action)} is not legal now")
    return action

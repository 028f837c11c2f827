"""Reply parser for language models and programs: the action that a free text names last.

Models write actions in many ways: in capitals, in bold, in quotes, in code, with full-width or Arabic digits,
escaped for LaTeX. All of that is taken off before the game reads the words, and so are thoughts. The replies of
models and programs are read so at all tables, and in the environments that train models (`croupier.envs.episode`).
Text environments have rules of their own, as the games' sources prescribe:
`croupier.core.spec.prompts.GamePrompts.read`.
"""

from __future__ import annotations

import re
import unicodedata

from croupier.agents.thoughts import UnfinishedThoughtError, without_thoughts
from croupier.core.base.errors import NotLegalNowError
from croupier.core.engine.state import State
from croupier.core.spec.prompts import ReplyError
from croupier.table.events import Event
from croupier.table.table import Table

MOST_READ = 20_000
"""Characters of a reply that are read, from its end and without its thoughts: what counts stands last."""
MOST_MARKS = 30
"""Combining marks in a row that are read, as in Unicode's Stream-Safe Text Format: sorting them takes a time that
grows with the square of their number."""

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LABEL = re.compile(
    r"(?:(?:my|the|final|chosen|next|best) )*(?:answer|action|move|choice|decision|reply)(?: is)? ?[:=]? ?",
    re.IGNORECASE,
)
_BEGIN, _LETTER = re.compile(r"[\w+-]"), re.compile(r"\w")
_LONGEST = 80
"""Characters of the longest text that can be an action."""
_TRANSLATED = {
    **dict.fromkeys(map(ord, "−‐‑‒–—―﹣"), "-"),
    **dict.fromkeys(map(ord, "【〔〖「『"), "["),
    **dict.fromkeys(map(ord, "】〕〗」』"), "]"),
    **dict.fromkeys(map(ord, "*`\\\"'“”„‟‘’‚‛«»‹›~$"), None),
}


def submit_reply(table: Table, seat: int, reply: str, number: int, *, source: bool = False) -> Event:
    """Hand in what a model or a program said; see `read_reply` and `Table.submit`.

    The others hear the action alone, and nothing of a reply that is refused: its words may tell what is hidden.

    Args:
        seat: who replied.
        reply: all that it said.
        number: the number of the `Due` that is answered.
        source: let the table read it, as the games' sources prescribe. The others hear all of it but the thoughts.

    Returns:
        What became of it.

    Raises:
        AnswerError: the table takes no answer of this seat now.
    """
    try:
        answer = answer_of(reply) if source else read_reply(table.state, reply)
    except ReplyError as error:
        return table.refuse(seat, str(error), number, error.fault)
    return table.submit(seat, answer, number)


def read_reply(state: State, reply: str) -> int:
    """The action that a reply names; of several in brackets the last.

    Brackets may be missing where the last line says nothing else: ``Action: roll``.

    Args:
        state: the game, not over.
        reply: all that the player said. Its thoughts (`croupier.agents.thoughts`) are no part of the answer; of
            the rest the last `MOST_READ` characters are read.

    Returns:
        A legal action.

    Raises:
        ReplyError: it names none, or one that is not legal now, or ends within a thought.
    """
    answer = answer_of(reply)
    text = plain(answer[-MOST_READ:])
    refusal: ReplyError | None = None
    named = [found for found in _BRACKETS.findall(text) if found.strip() and len(found) <= _LONGEST]
    lines = [line for line in text.splitlines() if line.strip()]
    for words in [*reversed(named), *lines[-1:]]:
        try:
            return _read(state, _bare(words))
        except ReplyError as error:
            if error.fault == "illegal":
                raise
            refusal = refusal or error
    if not lines:
        raise ReplyError("it is empty" if answer == reply else "it has thoughts and no answer")
    if refusal is None or not named:
        raise ReplyError("it has no action in square brackets")
    raise refusal


def answer_of(reply: str) -> str:
    """A reply without its thoughts.

    Raises:
        ReplyError: it ends within one.
    """
    try:
        return without_thoughts(reply)
    except UnfinishedThoughtError as error:
        raise ReplyError(str(error), "truncated") from None


def plain(text: str) -> str:
    """A text without Markdown, quotes and escapes; compatible forms of letters and digits as ASCII has them."""
    kept = []
    for char in _normal(text).translate(_TRANSLATED):
        digit = unicodedata.decimal(char, None)
        if digit is not None:
            kept.append(str(digit))
        elif unicodedata.category(char) != "Cf":  # zero-width characters
            kept.append(char)
    return "".join(kept)


def _normal(text: str) -> str:
    """A text in Unicode's form NFKC, without the marks beyond `MOST_MARKS` on one letter."""
    if text.isascii():
        return text
    kept, marks = [], 0
    for char in text:
        for part in unicodedata.normalize("NFKD", char):
            marks = marks + 1 if unicodedata.combining(part) else 0
            if marks <= MOST_MARKS:
                kept.append(part)
    return unicodedata.normalize("NFKC", "".join(kept))


def _bare(words: str) -> str:
    """Words without what people put around an action: a label, underscores, a full stop, other brackets."""
    words = _from_word(" ".join(words.split()))
    last = _LETTER.search(words[::-1])  # searched backwards, since a pattern for the end tries every beginning
    words = words[: len(words) - last.start()].strip("_ ") if last else ""
    label = _LABEL.match(words)
    if label and label[0].strip() and label.end() < len(words):
        words = _from_word(words[label.end() :])
    return words


def _from_word(words: str) -> str:
    """Words from the first letter, digit or sign on."""
    first = _BEGIN.search(words)
    return words[first.start() :] if first else ""


def _read(state: State, words: str) -> int:
    if not words or len(words) > _LONGEST:
        raise ReplyError("it has no action in square brackets")
    try:
        action = state.game.spec.words.text.string_to_action(state, words)
    except NotLegalNowError as error:
        raise ReplyError(str(error), "illegal") from None
    except ValueError as error:
        raise ReplyError(str(error)) from None
    if not state.legal_actions_mask()[action]:
        raise ReplyError(f"{state.action_to_string(action)} is not legal now", "illegal")
    return action

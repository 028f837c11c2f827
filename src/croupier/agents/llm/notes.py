"""Notes that a model writes for its later decisions: how it is asked for them, and how they are extracted.

New notes replace the earlier ones. Their length is limited when they are shown. They are not part of the answer:
actions in brackets in them are not played.
"""

from __future__ import annotations

import json
import re

from croupier.agents.speech import AnswerForm, UnfinishedThoughtError, without_thoughts

MOST_NOTES = 20_000
"""Greatest possible limit of notes, in characters."""
FIELD = "notes"
"""Name of the notes in JSON and tool parameters."""
_TAG = re.compile(r"<(/?)notes>", re.IGNORECASE)
_HOW: dict[AnswerForm, str] = {
    "text": "Write them between <notes> and </notes>, before your action.",
    "json": "Write them as the field `notes` of the object; an empty text leaves them as they are.",
    "tools": "Write them as the parameter `notes`; an empty text leaves them as they are.",
}


def notes_prompt(form: AnswerForm, most: int) -> str:
    """Instructions for notes of at most this many characters; empty without notes."""
    if not most:
        return ""
    return (
        "You remember nothing of what you have thought, but you can keep notes: at most "
        f"{most} characters, which you alone are shown, each time you are asked. {_HOW[form]} What you write "
        "replaces all your notes of before."
    )


def notes_asked(most: int) -> dict[str, str]:
    """The field or parameter for notes, as part of a JSON schema."""
    return {
        "type": "string",
        "description": f"Your notes, at most {most} characters, in place of those of before; empty to leave them.",
    }


def split_notes(text: str, form: AnswerForm = "text") -> tuple[str, str]:
    """A reply without its last notes, and these notes, which are empty if there are none outside its thoughts."""
    if form == "json":
        return _of_json(text)
    try:
        blocks = _blocks(without_thoughts(text))
    except UnfinishedThoughtError:
        return text, ""
    notes = ""
    for block in reversed(blocks):
        before, _, after = text.rpartition(block)
        text = before + after
        notes = notes or _TAG.sub("", block).strip()
    return text, notes


def shown(notes: str, most: int) -> str:
    """Notes as the model sees them, cut off after the limit."""
    if len(notes) <= most:
        return notes
    return f"{notes[:most]}\n(cut off after {most} characters)"


def _blocks(text: str) -> list[str]:
    """The notes in a text with their tags, in order; an unclosed block does not count."""
    found, start = [], None
    for tag in _TAG.finditer(text):
        if not tag[1]:
            start = tag.start() if start is None else start
        elif start is not None:
            found.append(text[start : tag.end()])
            start = None
    return found


def _of_json(text: str) -> tuple[str, str]:
    begin, end = text.find("{"), text.rfind("}")
    try:
        said = json.loads(text[begin : end + 1])
    except (ValueError, RecursionError):
        return text, ""
    if not isinstance(said, dict) or not isinstance(said.get(FIELD), str):
        return text, ""
    notes = said.pop(FIELD)
    left = json.dumps(said, ensure_ascii=False)
    return f"{text[:begin]}{left}{text[end + 1 :]}", notes.strip()

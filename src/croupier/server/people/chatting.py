"""Chat: what people at a table may say to each other, and the eight reactions; no part of the game or its log."""

from __future__ import annotations

import unicodedata
from typing import Literal, get_args

from croupier.server.base.refusal import RefusalError
from croupier.server.room.lobby import member_of
from croupier.server.room.room import Room

Reaction = Literal["clap", "gasp", "laugh", "heart", "think", "hooray", "pirate", "moment"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
LONGEST_LINE = 200
"""Characters (code points) of what is said, after `clean_line`."""
_JOINS = "\u200c\u200d"
"""Without them some emoji fall apart, and some letters of Persian look wrong."""
_STYLES = "\ufe0e\ufe0f"
"""They choose between a sign and an emoji."""
_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Marks and letters that nobody sees."""
_MOST_MARKS = 4
"""Accents over one letter; more would cover the lines beside."""


def clean_line(text: str) -> str:
    """What is said as one line of plain text, without control and direction characters.

    Raises:
        RefusalError: nothing is left of it, or half of a character is in it (``malformed``); or it is too long
            (``too-large``).
    """
    if any(unicodedata.category(each) == "Cs" for each in text):
        raise RefusalError("malformed", "half of a character (a surrogate) is no text")
    kept: list[str] = []
    marks = 0
    for each in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(each) else 0
        if each.isspace():
            kept.append(" ")
        elif marks <= _MOST_MARKS and _is_shown(each, kept[-1] if kept else " "):
            kept.append(each)
    line = " ".join("".join(kept).split()).strip(_JOINS)
    if not line:
        raise RefusalError("malformed", "there is nothing to be read in it")
    if len(line) > LONGEST_LINE:
        raise RefusalError("too-large", f"a line has at most {LONGEST_LINE} characters, not {len(line)}")
    return line


def _is_shown(each: str, before: str) -> bool:
    """Whether a character may stand after another."""
    if each in _JOINS:
        return before != " " and before not in _JOINS
    if each in _STYLES:
        return before != " " and before not in _JOINS + _STYLES
    newer_emoji = "\U0001f000" <= each <= "\U0001faff"  # some of them came after this Python
    return each not in _BLANK and (newer_emoji or unicodedata.category(each)[0] != "C")


def check_may_speak(room: Room, member: int) -> None:
    """Let a member pass who may say something at the table now.

    Raises:
        RefusalError: there is no such member (``not-found``), or the host has switched chat off (``forbidden``).
    """
    member_of(room, member)
    if not room.settings.chat:
        raise RefusalError("forbidden", "the host has switched chat and reactions off")

"""Chat: what people at a table may say to each other, and the eight reactions; no part of the game or its log."""

from __future__ import annotations

import unicodedata
from typing import Literal, get_args

from croupier.server.base.english import say
from croupier.server.base.plain_text import one_line
from croupier.server.base.refusal import RefusalError
from croupier.server.room.lobby import member_of
from croupier.server.room.room import Room

Reaction = Literal["clap", "gasp", "laugh", "heart", "think", "hooray", "pirate", "moment"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
LONGEST_LINE = 200
"""Characters (code points) of what is said, after `clean_line`."""


def clean_line(text: str) -> str:
    """What is said as one line of plain text, without control and direction characters.

    Raises:
        RefusalError: nothing is left of it, or half of a character is in it (``malformed``); or it is too long
            (``too-large``).
    """
    if any(unicodedata.category(each) == "Cs" for each in text):
        raise RefusalError("malformed", say("surrogate"))
    line = one_line(text)
    if not line:
        raise RefusalError("malformed", say("chat.nothing"))
    if len(line) > LONGEST_LINE:
        raise RefusalError("too-large", say("chat.long", most=LONGEST_LINE, found=len(line)))
    return line


def check_may_speak(room: Room, member: int) -> None:
    """Let a member pass who may say something at the table now.

    Raises:
        RefusalError: there is no such member (``not-found``), or the host has switched chat off (``forbidden``).
    """
    member_of(room, member)
    if not room.settings.chat:
        raise RefusalError("forbidden", say("chat.off"))

"""Plain text of people: one visible line, for names, titles of circles and chat."""

from __future__ import annotations

import re
import unicodedata

from confusable_homoglyphs.confusables import confusables_data

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError

_JOINS = "\u200c\u200d"
"""The non-joiner and joiner: invisible, but they change the characters around them."""
_STYLES = "\ufe0e\ufe0f"
"""Selectors between a sign and an emoji."""
_AFTER_EMOJI = _STYLES + "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Characters allowed between an emoji and the joiner: picture selector and skin tone."""
_ARROWS = "\u2194\u2195"
"""Joined to faces that shake or nod; not pictures by their category."""
_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Invisible marks and letters."""
_UNSEEN = "\u17b4\u17b5"
"""Invisible marks of Khmer."""
_MOST_MARKS = 4
"""Most accents on one letter; more would cover neighbouring lines."""
_VIRAMA = 9
"""Combining class of the sign after which Indic letters may be joined."""


def one_line(text: str) -> str:
    """A text as one line, without control, direction and invisible characters."""
    # Joiners stay where they change the appearance: between emoji, between Arabic letters, and after a virama.
    whole = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = 0
    for at, each in enumerate(whole):
        marks = marks + 1 if unicodedata.combining(each) else 0
        if each.isspace():
            kept.append(" ")
        elif marks <= _MOST_MARKS and _is_shown(whole, at, kept[-1] if kept else " "):
            kept.append(each)
    return " ".join("".join(kept).split())


def skeleton(text: str) -> str:
    """The appearance of a line, by Unicode's UTS 39 and NFKD: equal for lines that readers confuse."""
    # Only for comparison, not for display: "m" becomes "rn", and "1" becomes "l".
    seen = (each for each in unicodedata.normalize("NFKD", text) if each not in _JOINS + _UNSEEN)
    plain = (_prototype(each) for each in seen if "VARIATION SELECTOR" not in unicodedata.name(each, ""))
    return unicodedata.normalize("NFD", "".join(plain))


def look_alike(one: str, other: str) -> bool:
    """Whether readers confuse two lines, ignoring case."""
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())


def _prototype(each: str) -> str:
    """The representative of all characters that look like one; the library lists pairs in both directions."""
    alike: list[str] = [found["c"].strip("\u200e") for found in confusables_data.get(each, ())]
    if len(alike) != 1:  # it represents several itself, or has no look-alike
        return each
    [other] = alike
    return other if len(confusables_data.get(other, ())) > 1 or len(other) > 1 else min(each, other)


def _is_shown(text: str, at: int, before: str) -> bool:
    """Whether a character is visible after another visible one."""
    each = text[at]
    if each in _JOINS:
        return _joins(text, at)
    if each in _STYLES:
        return before != " " and before not in _JOINS + _STYLES
    return each not in _BLANK and (_is_new_emoji(each) or unicodedata.category(each)[0] != "C")


def _joins(text: str, at: int) -> bool:
    """Whether a joiner changes the characters around it; elsewhere it is invisible, and names would look alike."""
    before, after = text[:at], text[at + 1 : at + 2]
    if not before or not after:
        return False
    if text[at] == "\u200d" and _is_emoji(after) and _is_emoji(before.rstrip(_AFTER_EMOJI)[-1:]):
        return True
    if unicodedata.combining(before[-1]) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    return unicodedata.bidirectional(before[-1]) == unicodedata.bidirectional(after) == "AL"


def _is_emoji(text: str) -> bool:
    return text != "" and (unicodedata.category(text) == "So" or text in _ARROWS or _is_new_emoji(text))


def _is_new_emoji(each: str) -> bool:
    """Whether a character is in the blocks of emoji, including those newer than this Python."""
    return "\U0001f000" <= each <= "\U0001faff"


# ------------------------------------------------------------------------------------------------ what people type

LONGEST_NAME, LONGEST_LINE = 24, 200
"""Most code points of a name and of a chat line."""
_SEAT_NAMES = re.compile(rf"({'|'.join(map(skeleton, ('player', 'spieler', 'joueur', 'jugador')))})\s*[\dlo]+")
"""Names of seats as they look: 0 and 1 like letters."""


def clean_name(text: str) -> str:
    """A person's name as one line; raises ``malformed`` if it is empty, too long or a name of a seat."""
    name = clean_label(text, LONGEST_NAME, "name.length")
    if any(_SEAT_NAMES.fullmatch(skeleton(each).casefold()) for each in (name, name.casefold())):
        raise RefusalError("malformed", say("name.seat", name=name))
    return name


def clean_label(text: str, longest: int, wrong: str) -> str:
    """One line of 1 to `longest` characters; otherwise raises ``malformed`` with the sentence of a key."""
    line = one_line(text)
    if not 1 <= len(line) <= longest:
        raise RefusalError("malformed", say(wrong, longest=longest))
    return line


def clean_line(text: str) -> str:
    """A chat line without control and direction characters."""
    if any(unicodedata.category(each) == "Cs" for each in text):
        raise RefusalError("malformed", say("surrogate"))
    line = one_line(text)
    if not line:
        raise RefusalError("malformed", say("chat.nothing"))
    if len(line) > LONGEST_LINE:
        raise RefusalError("too-large", say("chat.long", most=LONGEST_LINE, found=len(line)))
    return line

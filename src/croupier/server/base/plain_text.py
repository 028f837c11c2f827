"""Plain text of people: one line in which everything is seen, for names, titles of circles and chat."""

from __future__ import annotations

import re
import unicodedata

from confusable_homoglyphs.confusables import confusables_data

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError

_JOINS = "\u200c\u200d"
"""The non-joiner and the joiner: invisible, but what stands around them looks otherwise without them."""
_STYLES = "\ufe0e\ufe0f"
"""They choose between a sign and an emoji."""
_AFTER_EMOJI = _STYLES + "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What may stand between an emoji and the joiner: that it is a picture, and the tone of its skin."""
_ARROWS = "\u2194\u2195"
"""They are joined to faces that shake or nod, and are no pictures by their category."""
_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Marks and letters that nobody sees."""
_UNSEEN = "\u17b4\u17b5"
"""Marks of Khmer that nobody sees."""
_MOST_MARKS = 4
"""Accents over one letter; more would cover the lines beside."""
_VIRAMA = 9
"""Combining class of the sign after which Indic letters are joined or not."""


def one_line(text: str) -> str:
    """A text as one line: without control and direction characters, and without what nobody sees.

    Joiners stay where they change what is seen: between emoji, between Arabic letters, and behind a virama.
    """
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
    """What a line looks like, by Unicode's UTS 39 and NFKD: the same for lines that readers take for each other.

    It is for comparing alone, and not to be shown: "m" is "rn" in it, and "1" is "l".
    """
    seen = (each for each in unicodedata.normalize("NFKD", text) if each not in _JOINS + _UNSEEN)
    plain = (_prototype(each) for each in seen if "VARIATION SELECTOR" not in unicodedata.name(each, ""))
    return unicodedata.normalize("NFD", "".join(plain))


def look_alike(one: str, other: str) -> bool:
    """Whether readers take two lines for each other, however their letters are capitalised."""
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())


def _prototype(each: str) -> str:
    """What stands for all characters that look like one; the library lists look-alikes in both directions."""
    alike: list[str] = [found["c"].strip("\u200e") for found in confusables_data.get(each, ())]
    if len(alike) != 1:  # it stands for several itself, or looks like none
        return each
    [other] = alike
    return other if len(confusables_data.get(other, ())) > 1 or len(other) > 1 else min(each, other)


def _is_shown(text: str, at: int, before: str) -> bool:
    """Whether a character is shown, behind another that is."""
    each = text[at]
    if each in _JOINS:
        return _joins(text, at)
    if each in _STYLES:
        return before != " " and before not in _JOINS + _STYLES
    return each not in _BLANK and (_is_new_emoji(each) or unicodedata.category(each)[0] != "C")


def _joins(text: str, at: int) -> bool:
    """Whether a joiner changes what stands around it; elsewhere nobody sees it, and names would look alike."""
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
    """Whether a character is in the blocks of emoji, some of which came after this Python."""
    return "\U0001f000" <= each <= "\U0001faff"


# ------------------------------------------------------------------------------------------------ what people type

LONGEST_NAME, LONGEST_LINE = 24, 200
"""Characters (code points) of a name, and of what is said."""
_SEAT_NAMES = re.compile(rf"({'|'.join(map(skeleton, ('player', 'spieler', 'joueur', 'jugador')))})\s*[\dlo]+")
"""What seats are called, as they look: 0 and 1 like letters."""


def clean_name(text: str) -> str:
    """A person's name as one line; none, a long one and what a seat is called are refused (``malformed``)."""
    name = clean_label(text, LONGEST_NAME, "name.length")
    if any(_SEAT_NAMES.fullmatch(skeleton(each).casefold()) for each in (name, name.casefold())):
        raise RefusalError("malformed", say("name.seat", name=name))
    return name


def clean_label(text: str, longest: int, wrong: str) -> str:
    """One line of 1 to `longest` characters; another is refused (``malformed``) by the sentence of a key."""
    line = one_line(text)
    if not 1 <= len(line) <= longest:
        raise RefusalError("malformed", say(wrong, longest=longest))
    return line


def clean_line(text: str) -> str:
    """What is said as one line of plain text, without control and direction characters."""
    if any(unicodedata.category(each) == "Cs" for each in text):
        raise RefusalError("malformed", say("surrogate"))
    line = one_line(text)
    if not line:
        raise RefusalError("malformed", say("chat.nothing"))
    if len(line) > LONGEST_LINE:
        raise RefusalError("too-large", say("chat.long", most=LONGEST_LINE, found=len(line)))
    return line

"""A text as a row of signs, a letter each: where a card comes from and goes to, its face, and what joins them."""

from __future__ import annotations

import re

from croupier.core.languages.reading import NUMBER, ORDINAL, number_of

_SIGNS = (
    ("X", r"\b(?:discard(?:ing)?(?! ?(?:pile|stack))|throw away|ditch|dump|drop|get rid of|werfe|descarto)\b"
          r"|\bx(?=\s*h?\d)|\bje (?:me )?défausse\b|弃掉?(?!牌)"),
    ("S", r"\b(?:discard(?:ed)? ?(?:piles?|stacks?)|discards|ablage(?:stapels?)?|(?:(?:la|ma|my|une) )?défausse"
          r"|descartes?)\b"
          r"|弃牌堆"),
    ("A", r"\bdiscarded\b"),
    ("H", r"\bh ?\d\b"),
    ("D", r"\bd ?\d\b"),
    ("K", r"\bhand(?: card| index)?[ =:]+[1-9]\b"),
    ("N", r"\b(?:hand|hände|main|mano)\b|手牌?"),
    ("G", r"\bg(?=[1-4]\b)|\bg\b|\bgoal(?:[ -]?cards?)?\b(?! pile)|\bziel(?:karte|stapels?)?\b"
          r"|\b(?:carte |l)?objectif\b|\b(?:carta )?objetivo\b|目标牌?|\bgoal pile\b"),
    ("V", r"\b(?:p(?=[ -]+(?:h|g|d|\d|✱|joker|goal))|play(?:ing)?(?! ?(?:pile|stack))|put(?:ting)?|place|move"
          r"|spiele"
          r"|lege|pose|joue|juego|pongo)\b|打出|放(?!到|在)"),
    ("C", r"\b(?:completes?|finishes|fills|closes)\b"),
    ("P", r"\bp(?=[1-4]\b)|\b(?:play[ -]?)?(?:pile|stack)s?\b|\b(?:stapels?|pilas?)\b|号?牌?堆"),
    ("J", r"\bjokers?\b|✱|鬼牌|王牌"),
    ("O", rf"{ORDINAL}|第[1-4一二三四](?:个|叠)?"),
    ("M", rf"{NUMBER}(?:s\b)?"),
    ("F", r"\b(?:from|out of|of|vom|von|aus|de|du|des|del|off)\b|从"),
    ("L", r"->|→|=>|[-:()|]|\b(?:on top of|on|onto|to|into|in|at|top|goes|go|going|auf|sur|en|a|à|au|the|my|an"
          r"|as|card|is"
          r"|free|empty|other|own|der|die|das|den|dem|meinen?|meines|le|la|les|el|mon|ma|mi|number)\b"
          r"|把|放?到|放?在|的|上面?"),
    ("Q", r","),
    ("Z", r"[^\s]"),
)  # fmt: skip
_SIGN = re.compile("|".join(f"(?P<{sign}>{pattern})" for sign, pattern in _SIGNS))
_MOST_LINKS = 6
"""Words that may stand between a card and its pile."""


class Signs:
    """A text as signs.

    Attributes:
        row: the letters of the signs.
        words: their words.
        spans: where they stand in the text.
    """

    def __init__(self, text: str) -> None:
        found = list(_SIGN.finditer(text))
        self.row = "".join(each.lastgroup or "Z" for each in found)
        self.words = [each[0] for each in found]
        self.spans = [each.span() for each in found]

    def sign(self, at: int) -> str:
        """The sign at a place; empty behind the last."""
        return self.row[at] if at < len(self.row) else ""

    def past(self, at: int, signs: str) -> int:
        """The place after some signs that only join others."""
        last = at + _MOST_LINKS
        while at < last and self.sign(at) and self.sign(at) in signs:
            at += 1
        return at

    def number(self, at: int) -> int:
        """The number of a sign, in whatever words."""
        found = re.search(rf"[1-9一二三四]|{ORDINAL}|{NUMBER}", self.words[at])
        return -1 if found is None else number_of(found[0])

    def face(self, at: int) -> str:
        """The face of a card that a sign tells, as views do."""
        if self.sign(at) == "J":
            return "*"
        return "0" if "0" in self.words[at] else str(self.number(at))

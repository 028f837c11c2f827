"""Names that a game goes under in disguise, so that a language model cannot remember it by its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Names:
    """Words of a game that get other names, drawn from the same ones.

    Attributes:
        old: the words, in small letters; plurals in -s go with them.
        new: what they may be called instead, single words in small letters, at least as many. They differ in what
            their short names are made of. Words of one role in the rules, like suits, are permuted so.
        short: short names in small letters by the old word, like ``esc``; the new one's are its first three
            letters.
        numbered: whether a first letter before a number is a short name too, like ``g7``.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    short: Mapping[str, str] = field(default_factory=dict)
    numbered: bool = False

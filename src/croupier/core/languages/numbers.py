"""Numbers and ranks in the words of five languages, as patterns for free text."""

from __future__ import annotations

from collections.abc import Iterable


def words(text: str) -> frozenset[str]:
    """The words of a text, as `croupier.core.spec.prompts.SpokenWords.FILLERS` wants them."""
    return frozenset(text.split())


_NUMBERS = (
    "zero null zéro cero 零",
    "one eins ein eine einen einer un une uno una 一",
    "two zwei deux dos 二 两",
    "three drei trois tres 三",
    "four vier quatre cuatro 四",
    "five fünf cinq cinco 五",
    "six sechs seis 六",
    "seven sieben sept siete 七",
    "eight acht huit ocho 八",
    "nine neun neuf nueve 九",
    "ten zehn dix diez 十",
    "eleven elf onze once 十一",
    "twelve zwölf douze doce 十二",
    "thirteen dreizehn treize trece 十三",
    "fourteen vierzehn quatorze catorce 十四",
)
NUMBERS = {word: number for number, said in enumerate(_NUMBERS) for word in said.split()}
"""Words for numbers from 0 to 14 and for 20, in five languages. The Spanish *once* is another word in English."""
del NUMBERS["once"]
NUMBERS |= dict.fromkeys(["twenty", "zwanzig", "vingt", "veinte", "二十"], 20)
_ORDINALS = (
    "first 1st erste ersten erster première premier primera primer",
    "second 2nd zweite zweiten zweiter deuxième segunda segundo",
    "third 3rd dritte dritten dritter troisième tercera tercer",
    "fourth 4th vierte vierten vierter quatrième cuarta cuarto",
    "fifth 5th fünfte fünften cinquième quinta quinto",
    "sixth 6th sechste sechsten sixième sexta sexto",
)
ORDINALS = {word: number for number, said in enumerate(_ORDINALS, start=1) for word in said.split()}
"""Words for places from 1 to 6."""


def _any(said: Iterable[str]) -> str:
    """A pattern for any of some words, the longest first; those in letters end where a word ends."""
    found = sorted(said, key=len, reverse=True)
    latin = "|".join(word for word in found if word[0] < "\u3000")
    return rf"(?:\b(?:{latin})\b|{'|'.join(word for word in found if word[0] >= '　') or '(?!)'})"


NUMBER_WORD, ORDINAL = _any(NUMBERS), _any(ORDINALS)
"""Patterns for a number in words, and for a place."""
NUMBER = rf"(?:(?<!\d)(?<!\d[./])\d{{1,3}}(?!\d|[./]\d)|(?!one of (?:my|the|these|those|our|them)\b){NUMBER_WORD})"
"""Pattern for a number, in digits or words; no fraction, no part of one, and not *one of my cards*."""


def number_of(word: str) -> int:
    """The number that `NUMBER` or `ORDINAL` has found."""
    return NUMBERS[word] if word in NUMBERS else ORDINALS[word] if word in ORDINALS else int(word)

"""Translations read from files, plurals and decimals, and numbers as words in free text.

A folder ``languages`` next to a catalogue has one file a language, like ``de.toml``: a template for each key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from croupier.core.base.errors import FileError
from croupier.core.base.sentence import Catalogue, DecimalCommas, Language, Template, one_or_other


def words(text: str) -> frozenset[str]:
    """The words of a text, for `croupier.core.spec.prompts.SpokenWords.FILLERS`."""
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
"""Words for numbers from 0 to 14 and for 20, in five languages, without the Spanish *once*, an English word."""
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
"""Words for the ordinals from 1 to 6."""


def _any(said: Iterable[str]) -> str:
    """A pattern for any of some words, the longest first; words in letters must end at a word boundary."""
    found = sorted(said, key=len, reverse=True)
    latin = "|".join(word for word in found if word[0] < "\u3000")
    return rf"(?:\b(?:{latin})\b|{'|'.join(word for word in found if word[0] >= '　') or '(?!)'})"


NUMBER_WORD, ORDINAL = _any(NUMBERS), _any(ORDINALS)
"""Patterns for a number in words, and for an ordinal."""
NUMBER = rf"(?:(?<!\d)(?<!\d[./])\d{{1,3}}(?!\d|[./]\d)|(?!one of (?:my|the|these|those|our|them)\b){NUMBER_WORD})"
"""Pattern for a number in digits or words; not a fraction or a part of one, and not *one of my cards*."""


def number_of(word: str) -> int:
    """The value of a text that matches `NUMBER` or `ORDINAL`."""
    return NUMBERS[word] if word in NUMBERS else ORDINALS[word] if word in ORDINALS else int(word)


ENGLISH_CODE = "en"


def none_or_one(count: int) -> str:
    """The plural category of a number in French, where 0 is singular too."""
    return "one" if count in (0, 1) else "other"


PLURALS: Mapping[str, Callable[[int], str]] = {"de": one_or_other, "fr": none_or_one, "es": one_or_other}
"""Languages other than English, by their BCP 47 codes, with their plural categories."""


def read_catalogue(name: str, folder: Path, others: Mapping[str, Template] = MappingProxyType({})) -> Catalogue:
    """The catalogue of a part, read from ``en.toml`` in its folder of languages, with templates that code has."""
    return Catalogue(name, {**_read(folder / f"{ENGLISH_CODE}.toml"), **others})


def read_templates(path: Path, name: str) -> dict[str, Template]:
    """The templates of a catalogue in another language, by full key; empty without a file."""
    return {f"{name}.{key}": template for key, template in _read(path).items()} if path.is_file() else {}


def _read(path: Path) -> dict[str, Template]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{path} holds no sentences of a language: {error}") from error


def read_language(code: str, folders: Iterable[tuple[str, Path]]) -> Language:
    """A language, made of the files of several catalogues."""
    templates: dict[str, Template] = {}
    for name, folder in folders:
        templates |= read_templates(folder / f"{code}.toml", name)
    return Language(templates, PLURALS[code], DecimalCommas())


def chosen_code(wishes: str) -> str:
    """The best supported language for a header ``Accept-Language``, like ``de-CH, fr;q=0.8``."""
    weighed: list[tuple[float, str]] = []
    for wish in wishes.split(",")[:_MOST_WISHES]:
        tag, _, weight = wish.partition(";")
        code = tag.strip().lower().partition("-")[0]
        if code in PLURALS or code == ENGLISH_CODE:
            weighed.append((_weight(weight), code))
    best = max(weighed, key=lambda each: each[0], default=(0.0, ENGLISH_CODE))
    return best[1] if best[0] > 0.0 else ENGLISH_CODE


_MOST_WISHES = 32


def _weight(text: str) -> float:
    name, _, value = text.partition("=")
    if not name.strip():
        return 1.0
    try:
        found = float(value)
    except ValueError:
        return 0.0
    return found if name.strip() == "q" and 0.0 <= found <= 1.0 else 0.0

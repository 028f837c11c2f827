"""Languages: their templates, read from files, and plurals and decimals of languages other than English.

Beside a catalogue stands a folder ``languages`` with a file a language, like ``de.toml``: a template for each key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from croupier.core.base.errors import FileError
from croupier.core.base.sentence import Catalogue, DecimalCommas, Language, Template, one_or_other

ENGLISH_CODE = "en"


def none_or_one(count: int) -> str:
    """The plural category of a number in French, which says one of 0 too."""
    return "one" if count in (0, 1) else "other"


PLURALS: Mapping[str, Callable[[int], str]] = {"de": one_or_other, "fr": none_or_one, "es": one_or_other}
"""Languages that croupier speaks beside English, by their codes of BCP 47, with their plural categories."""


def read_catalogue(name: str, folder: Path) -> Catalogue:
    """The catalogue of a part whose English is ``en.toml`` in the folder of its languages.

    Raises:
        FileError: the file cannot be read.
    """
    return Catalogue(name, _read(folder / f"{ENGLISH_CODE}.toml"))


def read_templates(path: Path, name: str) -> dict[str, Template]:
    """The templates of a catalogue in another language, by their whole keys.

    Args:
        path: the file; one that is not there has none.
        name: the catalogue's name.

    Raises:
        FileError: it cannot be read.
    """
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
    """The language that somebody asks for, as the header ``Accept-Language`` says it.

    Args:
        wishes: languages with their weights, like ``de-CH, fr;q=0.8``; the first of the greatest weight that
            croupier speaks is chosen.
    """
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

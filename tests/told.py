"""Sentences of the package's own catalogues, and a language without letters in which they are told for tests."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

from croupier.core.base.sentence import Catalogue, Language, Sentence, Template, fields_of, retold

SOURCE = Path(__file__).parents[1] / "src" / "croupier"
FOLDERS = {
    "core": SOURCE / "core",
    "pig": SOURCE / "games" / "pig",
    "spite-malice": SOURCE / "games" / "spite_malice",
    "skull-king": SOURCE / "games" / "skull_king",
    "leduc": SOURCE / "games" / "leduc",
    "liars-dice": SOURCE / "games" / "liars_dice",
    "oh-hell": SOURCE / "games" / "oh_hell",
    "hearts": SOURCE / "games" / "hearts",
    "tricks": SOURCE / "games" / "tricks",
    "table": SOURCE / "table",
    "analysis": SOURCE / "measure",
    "server": SOURCE / "server",
}
"""The folder in which each catalogue's sentences are said."""


def _catalogue(folder: Path) -> Catalogue:
    module = "base.english" if folder.name in ("core", "server") else "english"
    found: Catalogue = importlib.import_module(
        f"croupier.{'.'.join(folder.relative_to(SOURCE).parts)}.{module}"
    ).ENGLISH
    return found


CATALOGUES = {name: _catalogue(folder) for name, folder in FOLDERS.items()}
TEMPLATES: dict[str, Template] = {
    key: template for catalogue in CATALOGUES.values() for key, template in catalogue.language.templates.items()
}
ENGLISH = Language(TEMPLATES)
WORDLESS = Language(
    {key: "|".join(f"<{{{name}}}>" for name in sorted(fields_of(template))) for key, template in TEMPLATES.items()}
)
"""A language that says nothing but the parameters."""


def english_left(text: str, notation: str, *typed: str) -> list[str]:
    """Words of a text that another language cannot tell otherwise.

    Args:
        text: the text.
        notation: a regular expression of what is the same in every language.
        *typed: what people have typed, which is repeated to them.
    """
    assert isinstance(text, Sentence), text
    assert retold(text, ENGLISH) == text
    told = retold(text, WORDLESS)
    told = re.sub(r"<([^<>]*)>", lambda found: "" if any(found[1] in each for each in typed) else found[0], told)
    return re.findall(r"[A-Za-z]{2,}", re.sub(notation, "", told))

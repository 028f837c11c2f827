"""What the server says in other languages: every sentence is there, made of the same, and written as it must."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator

import pytest
from pydantic import ValidationError

from croupier.core.base.sentence import Catalogue, Language, Template, fields_of, retold
from croupier.core.languages.reading import ENGLISH_CODE, PLURALS
from croupier.core.spec.registry import registered_games
from croupier.server.base.languages import catalogue_folders, language
from croupier.server.base.plain_text import clean_name
from croupier.server.base.refusal import RefusalError, invalid
from croupier.server.process.app import STATIC
from croupier.server.room.chairs import RoomSettings
from tests.told import CATALOGUES

WHOLE = ("de", "es", "fr")
"""Languages in which nothing is missing."""
ALL: dict[str, Catalogue] = CATALOGUES
SEATS = {"de": "Spieler", "fr": "Joueur", "es": "Jugador"}
"""What a seat is called: pages put the names of people in its place."""
BEFORE_SIGNS = "\u202f"
"""What French puts before ``:`` and its like, also where a sentence goes on from another."""
SAME = re.compile(
    r"Skull King|Pig Dice|Mini Spite and Malice|Leduc Poker|Liar's Dice|Oh Hell|Hearts|Rosie|Bendt|Roatan|Jade"
    r"|Harry|Tigress|[Bb]onus|total|no|points?|Bot|bot|joker|Pirate|minutes?|actions"
)
"""What is said so in several languages."""
TYPED = re.compile(r"\[[^\]]*\]|\{[^}]*\}")
ENGLISH = {key: text for catalogue in ALL.values() for key, text in catalogue.language.templates.items()}
BEGINS = re.compile(r"[\"'«“„¿¡(\s]*[A-ZÀ-ÖØ-Þ\d]")
"""A capital or a figure, behind quotation marks and what opens a Spanish question."""


def texts(template: Template) -> list[str]:
    """The texts of a template: one, or one for each plural category."""
    return [template] if isinstance(template, str) else list(template.values())


REFUSALS = [
    (ALL[name], key)
    for name in ("server", "table")
    for key, template in ALL[name].language.templates.items()
    if not key.startswith(("server.told.", "table.file."))
    and all(text == text.strip() for text in texts(template))
]
"""What a refusal can say, each with its catalogue: neither what tables tell, nor why a file is none, nor a word
between others."""


def told(code: str) -> Language:
    found = language(code)
    assert found is not None
    return found


def pairs(code: str) -> Iterator[tuple[str, Template, Template]]:
    """Each key with its English and its text in another language."""
    for key, template in told(code).templates.items():
        yield key, ENGLISH[key], template


def test_every_catalogue_whose_sentences_reach_browsers_is_known() -> None:
    assert {name for name, _ in catalogue_folders()} == ALL.keys()
    assert set(registered_games()) <= ALL.keys()


@pytest.mark.parametrize("code", PLURALS)
def test_no_language_has_keys_that_english_lacks_or_a_file_that_nothing_reads(code: str) -> None:
    assert sorted(told(code).templates.keys() - ENGLISH.keys()) == []
    for name, folder in catalogue_folders():
        if (file := folder / f"{code}.toml").exists():
            assert tomllib.loads(file.read_text(encoding="utf-8")), name


@pytest.mark.parametrize("code", WHOLE)
def test_no_sentence_is_missing(code: str) -> None:
    assert sorted(ENGLISH.keys() - told(code).templates.keys()) == []


@pytest.mark.parametrize("code", PLURALS)
def test_a_sentence_takes_the_same_in_every_language(code: str) -> None:
    for key, english, other in pairs(code):
        assert fields_of(other) == fields_of(english), key
        assert isinstance(other, str) == isinstance(english, str), key
        if not isinstance(other, str):
            assert set(other) == {"one", "other"}, key


def joins(code: str, english: str, text: str) -> bool:
    """Sentences join others as the English ones do."""
    del code
    edges = [re.findall(r"^\s*|\s*$", each.removeprefix(BEFORE_SIGNS)) for each in (english, text)]
    return edges[0] == edges[1]


def seats(code: str, english: str, text: str) -> bool:
    """Seats are called as pages know them."""
    named = [
        sorted(re.findall(rf"{noun} (\{{\w+\}}|\d)", each))
        for noun, each in (("Player", english), (SEATS[code], text))
    ]
    return named[0] == named[1]


def translated(code: str, english: str, text: str) -> bool:
    """Nothing but names is said as in English."""
    del code
    return english != text or not re.search(r"[A-Za-z]{2}", SAME.sub("", TYPED.sub("", english)))


def opens(code: str, english: str, text: str) -> bool:
    """Spanish questions and calls open as they close."""
    del english
    plain = re.sub(r"\"[^\"]*\"|'[^']*'|\{[^}]*\}", "", text)
    return code != "es" or (plain.count("?"), plain.count("!")) == (plain.count("¿"), plain.count("¡"))


def spaced(code: str, english: str, text: str) -> bool:
    """A no-break space stands before percent signs, and in French where a line may not begin with a sign."""
    del english
    percent = re.search(r"\d ?%", re.sub(r"\{[^}]*\}", "0", text))
    return not percent and (code != "fr" or not re.search(r"\S [;:!?»](?![\w'=])|« ", text))


@pytest.mark.parametrize("rule", [joins, seats, translated, opens, spaced])
@pytest.mark.parametrize("code", PLURALS)
def test_every_text_keeps_the_rules(code: str, rule: Callable[[str, str, str], bool]) -> None:
    both = [(key, pair) for key, one, other in pairs(code) for pair in zip(texts(one), texts(other), strict=True)]
    assert [key for key, (english, text) in both if not rule(code, english, text)] == []


@pytest.mark.parametrize("code", PLURALS)
def test_nobody_can_be_called_as_a_seat_is_and_pages_know_what_that_is(code: str) -> None:
    with pytest.raises(RefusalError):
        clean_name(f"{SEATS[code].upper()} 7")
    pattern = re.search(r"const SEAT = /(.+)/g;", (STATIC / "names.js").read_text(encoding="utf-8"))
    assert pattern is not None
    assert re.fullmatch(pattern[1], f"{SEATS[code]} 7")


@pytest.mark.parametrize("code", WHOLE)
def test_what_a_field_may_be_is_listed_without_a_word(code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        RoomSettings.model_validate({"pace": "fast"})
    said = retold(invalid(dict(refused.value.errors()[0])), told(code))
    assert said.endswith("'instant', 'quick', 'normal', 'slow', 'paused'")


def refusal(catalogue: Catalogue, key: str, code: str, number: int) -> str:
    """A sentence as the refusal that a browser reads, every parameter being a number."""
    params = dict.fromkeys(fields_of(catalogue.language.templates[key]), number)
    said = catalogue.say(key.removeprefix(f"{catalogue.name}."), **params)
    message = RefusalError("malformed", said).data()["message"]
    return message if code == ENGLISH_CODE else retold(message, told(code))


@pytest.mark.parametrize("code", [ENGLISH_CODE, *WHOLE])
def test_every_refusal_begins_with_a_capital_and_ends_with_a_full_stop(code: str) -> None:
    said = {key: [refusal(catalogue, key, code, number) for number in (1, 3)] for catalogue, key in REFUSALS}
    assert {"server.taken", "table.illegal", "server.time.nudge-soon"} < said.keys()
    wrong = [(key, text) for key, each in said.items() for text in each if not BEGINS.match(text)]
    open_ended = [(key, text) for key, each in said.items() for text in each if not text.endswith((".", "!", "?"))]
    assert (wrong, open_ended) == ([], [])

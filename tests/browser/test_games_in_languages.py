"""Whole games in other languages: no text of a table is English, and every text has room."""

import re
from functools import lru_cache
from typing import Any

import pytest
from playwright.sync_api import Page

from croupier.server.process.app import STATIC
from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, play
from tests.browser.room import Size, crowded
from tests.test_languages import ENGLISH, WHOLE, texts

GAMES: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 20},
    "spite-malice": {"goal_size": 1, "max_turns": 16},
    "skull-king": {"schedule": "one", "players": 2, "loot": True, "kraken": True, "whale": True},
}
"""Games with options under which they are short."""
SIZES: tuple[Size, ...] = ((390, 844, 100), (320, 640, 100), (844, 390, 100), (1280, 800, 100), (390, 844, 200))
DAILY = [("pig", "es"), ("spite-malice", "fr"), ("skull-king", "de")]
"""Each game once, and each language; all of them take too long for every day."""
EVERY = [(game, code) for game in GAMES for code in WHOLE]
NAMES = {"Skull King", "skull king", "Pig Dice", "Mini Spite and Malice", "Leduc Poker", "Liar's Dice", "Oh Hell"}
"""What is said so in every language."""
LISTEN = """() => {
  const heard = (window.heard = new Set());
  const kept = ["aria-label", "title", "alt", "placeholder"];
  const hear = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement?.closest("code, style, script")) heard.add(node.textContent);
      return;
    }
    for (const name of kept) if (node.hasAttribute?.(name)) heard.add(node.getAttribute(name));
    for (const child of node.childNodes) hear(child);
  };
  const watch = (changes) => {
    for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(hear);
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: kept };
  new MutationObserver(watch).observe(document, all);
}"""
"""Keeps every text that a page shows or reads out, however short it is there."""
_PIECES = re.compile(r"\{[^{}]*\}|\$\{|[\n\"`.:;!?()\[\]]")
_STRINGS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")


def phrases_of(text: str) -> set[str]:
    """Parts of a template that stand between its parameters and signs, of two words or more."""
    found = (re.sub(r"^\W+|\W+$", "", piece) for piece in _PIECES.split(text))
    return {piece for piece in found if re.search(r"[A-Za-z]{2,} [A-Za-z]|[A-Za-z] [A-Za-z]{2,}", piece)}


@lru_cache(maxsize=1)
def english() -> re.Pattern[str]:
    """What is said in English by the server and the pages."""
    said = [text for template in ENGLISH.values() for text in texts(template)]
    for path in STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        if "inLanguage(" in text and "languages" not in path.relative_to(STATIC).parts:
            said += [one or other for one, other in _STRINGS.findall(text)]
    phrases = {phrase for text in said for phrase in phrases_of(text)} - NAMES
    assert len(phrases) > 1000
    longest_first = sorted(map(re.escape, phrases), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(longest_first)})\b")


def english_heard(page: Page) -> list[str]:
    """What a page has said in English since it was opened."""
    heard: list[str] = page.evaluate("() => [...window.heard]")
    assert len(heard) > 50
    return sorted(text for text in heard if english().search(text))


def test_what_is_english_is_known_by_its_words() -> None:
    for text in (
        "Ann rolls a 4.",
        "No roll yet this turn",
        "Ann wins the trick, with 20 points to capture.",
    ):
        assert english().search(text), text
    assert not english().search("Ann würfelt eine 4. Skull King: Mini Spite and Malice")


def whole_game(page: Page, game: str, code: str, sizes: tuple[Size, ...], tabs: tuple[str, ...]) -> None:
    """Play a game in a language, and look at its texts and whether they have room."""
    page.locator(f"html[lang={code}]").wait_for()
    page.add_init_script(f"({LISTEN})()")
    make_table(page, game, "me", "bot", start=True, **GAMES[game])
    page.reload()
    page.locator(".felt").wait_for()
    assert crowded(page, sizes) == {}
    play(page)
    for tab in tabs:
        page.locator(f"#tab-{tab}").click()
        page.locator("#panel").wait_for()
        assert crowded(page, sizes) == {}, tab
    assert english_heard(page) == []
    if code == "fr":  # so that no sign stands alone at the beginning of a line
        assert [text for text in page.evaluate("() => [...window.heard]") if re.search(r"\w [?!;:»]", text)] == []


@pytest.mark.parametrize(("game", "code"), DAILY)
def test_a_game_is_told_in_one_language_and_has_room(open_page: OpenPage, game: str, code: str) -> None:
    whole_game(open_page("#/", locale=code), game, code, SIZES[:1], ("log",))


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "code"), EVERY)
def test_all_of_a_game_is_told_in_one_language_and_has_room(open_page: OpenPage, game: str, code: str) -> None:
    whole_game(open_page("#/", locale=code), game, code, SIZES, ("log", "people", "rules"))


def test_each_whole_language_and_each_game_is_looked_at_every_day() -> None:
    assert {code for _, code in DAILY} == set(WHOLE)
    assert {game for game, _ in DAILY} == GAMES.keys()

"""What is around a game in other languages: lobby, chat, hints, standings, my tables, a replay with its review."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.amounts import daily
from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, play
from tests.browser.test_games_in_languages import LISTEN, english_heard
from tests.browser.test_languages import english_left
from tests.browser.test_long_words import unfold
from tests.test_languages import WHOLE

_WORD = """async (path) => {
  const { t } = await import("/strings.js");
  return path.split(".").reduce((found, key) => found[key], t);
}"""
_JOIN = """async (table) => {
  const token = JSON.parse(localStorage.getItem(`croupier.join.${table}`));
  const body = JSON.stringify({ token, name: "Bob" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/tables/${table}/join`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""
GAME: dict[str, Any] = {"winning_score": 20}


def button(page: Page, word: str) -> Locator:
    """A button by its word in the language of the pages, as in `strings.js`."""
    return page.get_by_role("button", name=page.evaluate(_WORD, word), exact=True).first


def look(page: Page, there: str) -> None:
    """Wait until something is there, unfold all, and find no English."""
    page.locator(there).first.wait_for()
    unfold(page)
    assert english_left(page) == [], there


def before_the_game(page: Page, table: str) -> None:
    """The lobby, with a friend who watches, and a line of chat."""
    page.evaluate(_JOIN, table)
    page.get_by_text("Bob").first.wait_for()
    page.locator(".say input").fill("123")
    page.keyboard.press("Enter")
    look(page, ".lines li")


def in_the_game(page: Page) -> None:
    """A hint with its figures, the reactions, and the game to its end."""
    button(page, "lobby.start").click()
    button(page, "table.hint").click()
    look(page, ".hint-bar")
    button(page, "hint.hide").click()
    page.locator(".react").click()
    page.locator(".reactions button").first.click()
    play(page)
    page.locator("#tab-people").click()
    look(page, "#panel .people")


def afterwards(page: Page, site: str, table: str) -> None:
    """Standings, my tables, and the replay with its review."""
    button(page, "circle.make").click()
    button(page, "circle.begin").click()
    page.locator(".result a[href*=circle]").click()
    look(page, ".standings td")
    page.goto(f"{site}#/")
    look(page, ".tables li")
    page.goto(f"{site}#/replay/{table}")
    button(page, "review.start").click()
    look(page, "main .review table")


@pytest.mark.thorough
@pytest.mark.parametrize("code", daily(WHOLE[1:] + WHOLE[:1]))
def test_no_english_is_left_around_a_game(open_page: OpenPage, code: str) -> None:
    page = open_page("#/", locale=code)
    page.locator(f"html[lang={code}]").wait_for()
    page.add_init_script(f"({LISTEN})()")
    table = make_table(page, "pig", "me", "bot", **GAME)
    site = page.url.partition("#")[0]
    page.reload()
    page.locator(".lobby").wait_for()
    before_the_game(page, table)
    in_the_game(page)
    afterwards(page, site, table)
    assert english_heard(page) == []

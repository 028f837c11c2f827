"""Pages without barriers: axe finds nothing, in light and dark, on a desk and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.people import make_table, play


def check(page: Page) -> None:
    """Nothing is found, and nothing is wider than the screen."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the screen"


looks = pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])


@looks
@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("#/", ".game .cover img"),
        ("#/new/skull-king", "fieldset select"),
        ("#/score", "fieldset input"),
        ("#/replay", "input[type=file]"),
        ("#/about", "h1"),
    ],
)
def test_pages_have_no_barriers(
    open_page: OpenPage, path: str, there: str, size: tuple[int, int], scheme: str
) -> None:
    page = open_page(path, size, color_scheme=scheme)
    page.locator(there).first.wait_for()
    check(page)


@looks
def test_tables_have_no_barriers(open_page: OpenPage, size: tuple[int, int], scheme: str) -> None:
    page = open_page("#/", size, color_scheme=scheme)
    make_table(page, "skull-king", "me", "open", "bot", "bot")
    page.get_by_label("Link to join").wait_for()
    check(page)
    make_table(page, "skull-king", *["me"], *["bot"] * 7, start=True, players=8, schedule="fives")
    page.locator(".question").wait_for()
    check(page)
    play(page, ".card-button.legal")
    for tab in page.get_by_role("tab").all():
        tab.click()
        check(page)
    make_table(page, "spite-malice", "me", "bot", start=True)
    page.locator(".card-button.legal, .pile.legal").first.click()
    check(page)
    make_table(page, "pig", "me", "bot", start=True, winning_score=10)
    page.get_by_role("button", name="Roll").wait_for()
    check(page)
    play(page)
    check(page)


def test_labels_tell_nothing_of_hidden_cards(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.locator(".question").wait_for()
    assert {each.get_attribute("alt") for each in page.locator(".seats img").all()} == {""}
    assert {each.get_attribute("src") for each in page.locator(".seats img").all()} == {
        "/pictures/skull-king/back.svg"
    }

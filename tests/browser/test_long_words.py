"""Words of 1.4 times the length, as other languages may have them: every page has room for them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import daily, larger
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.people import make_table, play
from tests.browser.room import Size, crowded, unfold
from tests.browser.test_languages import GAMES

SOME: tuple[Size, ...] = ((*PHONE, 100), (*DESKTOP, 100))
ALL: tuple[Size, ...] = (*SOME, (320, 640, 100), (844, 390, 100))
PAGES = {
    "#/": "article",
    "#/about": "p",
    "#/learn/skull-king": ".says",
    "#/new/skull-king": "form details",
    "#/problems/skull-king/1": ".question",
    "#/score": "form",
}
"""Pages, each with what is there once it has loaded."""


def go(page: Page, path: str, there: str) -> None:
    """Open a page anew, with all that can be unfolded."""
    page.goto(f"/{path}")
    page.reload()
    page.locator(f"main :is({there})").first.wait_for()
    unfold(page)


@pytest.mark.thorough
@larger("sizes", SOME, ALL)
def test_words_are_made_longer_once_have_room_on_pages_and_what_has_none_is_found(
    open_page: OpenPage, sizes: tuple[Size, ...]
) -> None:
    page = open_page("#/")
    for path, there in PAGES.items():
        go(page, path, there)
        assert crowded(page, sizes, longer=True) == {}, path
    go(page, "#/", ".game")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("What shall we play?")
    assert crowded(page, (*SOME, *SOME), longer=True) == {}
    expect(heading).to_have_text("Whatwh shallsh we playpl?")
    page.evaluate("() => { document.querySelector('main').style.whiteSpace = 'nowrap'; }")
    assert crowded(page, SOME[:1], longer=True)


@larger("sizes", SOME, ALL)
@pytest.mark.parametrize("game", daily(sorted(GAMES, reverse=True)))
def test_long_words_have_room_in_a_whole_game(open_page: OpenPage, game: str, sizes: tuple[Size, ...]) -> None:
    page = open_page()
    table = make_table(page, game, "me", "open", **GAMES[game])
    page.get_by_label("Link to join").wait_for()
    unfold(page)
    assert crowded(page, sizes, longer=True) == {}, "lobby"
    page.get_by_role("button", name=re.compile("^Start.*free")).click()
    page.locator(".felt").wait_for()
    assert crowded(page, sizes, longer=True) == {}, "table"
    play(page)
    for tab in ("people", "rules"):
        page.locator(f"#tab-{tab}").click()
        page.locator(f"#panel :is({'.rules' if tab == 'rules' else '.people, p'})").first.wait_for()
        unfold(page)
        assert crowded(page, sizes, longer=True) == {}, tab
    go(page, f"#/replay/{table}", ".felt")
    assert crowded(page, sizes, longer=True) == {}, "replay"

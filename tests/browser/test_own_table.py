"""A game of another package brings its own table: it is played by it, and what is wrong with one is told."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import croupier
from croupier.agents.registry import make_agent
from croupier.core.spec.registry import registered_games
from tests.amounts import larger
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, Pages, serving, serving_game
from tests.browser.people import file_of, make_table, play
from tests.browser.room import crowded
from tests.browser.test_access import Looks, check
from tests.installed import installed
from tests.test_add_a_game import write_package

EXAMPLES = Path(__file__).parents[2] / "examples"
LOOKS: Looks = ((PHONE, "dark"), (DESKTOP, "light"))
HTML = 'import { html } from "/html.js";\n'
BROKEN = {
    "export const Table = (;": "Unexpected token",
    'throw new Error("no dice");': "no dice",
    "export const Board = () => null;": "/games/my-game/table.js: export function Table",
    "export const Table = 7;": "/games/my-game/table.js: export function Table",
    'import { nothing } from "/html.js"; export const Table = () => null;': "does not provide an export",
}
"""Modules that cannot be loaded, and what is told of them."""
NOTED = ("Uncaught", "no dice", "no such die")
"""How the browser notes down what these tests break."""


@pytest.fixture(scope="module")
def my_game(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[str]:
    """The address of a server that has the game of the pages *Add a game* and *The game contract*, and Spades."""
    del chromium_path
    package = tmp_path_factory.mktemp("package")
    write_package(package)
    source, folder = package / "my-game" / "src", tmp_path_factory.mktemp("installed")
    with (
        installed(tmp_path_factory.mktemp("beside"), "spades", "spades:SPEC", EXAMPLES),
        serving_game(folder, "my-game", "my_game:SPEC", source) as address,
    ):
        make_agent("bot", croupier.make("spades"))
        yield address


def dice(page: Page) -> list[str | None]:
    """What the dice show to who hears them."""
    return [die.get_attribute("aria-label") for die in page.locator(".my-die").all()]


@larger("broken", list(BROKEN)[:1], list(BROKEN))
def test_a_game_is_played_by_the_table_that_it_brings_and_one_that_cannot_be_used_is_told(
    open_page: Pages, my_game: str, broken: list[str]
) -> None:
    page = open_page("#/about", at=my_game, size=PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(my_game)))
    table = make_table(page, "my-game", "me", "bot", start=True)
    expect(page.locator("[data-status]")).to_have_text("Your turn")
    assert page.locator(".plain").count() == 0
    mine, other = dice(page)
    assert mine is not None
    assert mine in "123456"
    assert other == "hidden"
    expect(page.locator(".my-game li").first).to_contain_text("throws: 1")
    expect(page.locator(".my-game li").first).to_have_css("color", "rgb(242, 193, 78)")  # its own style sheet
    assert page.locator(".choices button").all_inner_texts() == ["keep", "roll"]
    check(page, LOOKS[:1])
    assert crowded(page, ((390, 844, 100), (1280, 800, 100))) == {}
    page.locator(".choices button").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")  # throws again
    expect(page.locator(".my-game li").first).to_contain_text("throws: 2")
    play(page)
    told = file_of(page, table)
    assert told["actions"][0] == 1
    assert "hidden" not in dice(page)  # in a game that is over
    check(page, LOOKS[-1:])
    assert {"/games/my-game/table.js", "/games/my-game/table.css"} <= set(asked)
    assert "/plain/table.js" not in asked
    page.get_by_role("link", name="Replay and review").click()
    page.locator(".replay-bar .step").filter(has_text="Step 0 of").wait_for()
    expect(page.locator(".my-die")).to_have_count(2)
    assert dice(page)[0] == mine
    check(page, LOOKS[:1])
    for text in broken:
        a_module_that_cannot_be_used_is_told_where_its_table_would_be(page, text)
    forget_expected(open_page)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    make_table(page, "spades", "me", "bot", "bot", "bot", start=True)  # which has no module: a game with tricks
    page.get_by_role("button", name="bid 3", exact=True).click()
    page.locator(".hand button:not([aria-disabled=true])").first.click()
    expect(page.locator(".trick")).to_be_visible()


def a_module_that_cannot_be_used_is_told_where_its_table_would_be(page: Page, text: str) -> None:
    """All else of the page is there; and the table is once its module comes."""
    page.route("**/games/my-game/table.js", served(text))
    page.reload()  # what was loaded before is kept
    make_table(page, "my-game", "me", "bot", start=True)
    expect(page.locator(".felt[role=alert]")).to_contain_text("The table cannot be drawn: ")
    expect(page.locator(".felt[role=alert]")).to_contain_text(BROKEN[text])
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".rules")).to_have_text("My game has no rules to show.")
    page.unroute("**/games/my-game/table.js")
    page.reload()
    page.locator(".my-game .choices button").first.wait_for()


def served(text: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=text, content_type="text/javascript")


def forget_expected(pages: Pages) -> None:
    """Take what a test has broken from the page's complaints."""
    pages.troubles[:] = [each for each in pages.troubles if not any(known in each for known in NOTED)]


@pytest.mark.thorough
def test_a_module_gets_nothing_from_elsewhere(open_page: Pages, my_game: str) -> None:
    page = open_page("#/", at=my_game)
    module = 'import "https://example.org/x.js"; export const Table = () => null;'
    page.route("**/games/my-game/table.js", served(module))
    page.reload()  # what was loaded before is kept
    make_table(page, "my-game", "me", "bot", start=True)
    expect(page.locator(".felt[role=alert]")).to_contain_text("Failed to fetch dynamically imported module")
    refused = [each for each in open_page.troubles if "Content Security Policy" in each]
    assert "https://example.org/x.js" in refused[0]
    open_page.troubles[:] = [each for each in open_page.troubles if "https://example.org/x.js" not in each]


@pytest.mark.thorough
def test_a_table_that_fails_at_a_position_is_drawn_again_at_the_next(open_page: Pages, my_game: str) -> None:
    page = open_page("#/", at=my_game)
    module = (
        'export const Table = ({ view }) => { if (!view.over) throw new Error("no such die");'
        'return html`<p class="mended">${view.table.throws.join()}</p>`; };'
    )
    page.route("**/games/my-game/table.js", served(HTML + module))
    page.reload()  # what was loaded before is kept
    make_table(page, "my-game", "me", "bot", start=True)
    expect(page.locator(".felt[role=alert]")).to_have_text("The table cannot be drawn: no such die")
    page.get_by_role("button", name="Bot plays for me").click()
    page.locator("[data-over]").wait_for()
    expect(page.locator(".mended")).to_contain_text(",")
    expect(page.locator(".felt[role=alert]")).to_have_count(0)
    forget_expected(open_page)


@pytest.mark.thorough
def test_an_error_beside_the_table_is_told_in_place_of_the_page(open_page: Pages, my_game: str) -> None:
    page = open_page("#/", at=my_game)
    words = 'export const words = () => { throw new Error("no such die"); };'
    keep = (
        "export const Table = ({ play, can }) => "
        "html`<button class=keep disabled=${!can} onClick=${() => play(0)}>keep</button>`;"
    )
    page.route("**/games/my-game/table.js", served(f"{HTML}{keep}{words}"))
    page.reload()  # what was loaded before is kept
    make_table(page, "my-game", "me", "bot", start=True)
    page.locator(".keep").click()  # and so the log has lines
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    expect(page.locator("main .problem")).to_have_text("no such die")
    page.locator("main").get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    forget_expected(open_page)


@pytest.mark.thorough
def test_croupiers_own_table_that_does_not_come_is_told_and_comes_with_the_page(open_page: Pages) -> None:
    page = open_page("#/")
    page.route("**/pig/table.js", lambda route: route.abort())
    page.reload()  # what was loaded before is kept
    make_table(page, "pig", "me", "bot", start=True)
    told = page.locator(".felt[role=alert]")
    expect(told).to_contain_text("The table cannot be drawn: Failed to fetch dynamically imported module")
    page.unroute("**/pig/table.js")
    page.reload()
    page.locator(".felt.pig").wait_for()
    open_page.troubles[:] = [each for each in open_page.troubles if "net::ERR_FAILED" not in each]


@pytest.mark.thorough
def test_a_package_that_cannot_be_loaded_is_told_on_the_first_page_beside_the_others(
    open_page: OpenPage, tmp_path: Path, chromium_path: str
) -> None:
    del chromium_path
    with installed(tmp_path, "gone", "no_such_module:SPEC"), serving(tmp_path / "tables", seed=2) as server:
        page = open_page("", at=server.address, size=PHONE)
        told = "The game 'gone' cannot be loaded from no_such_module:SPEC: No module named 'no_such_module'."
        expect(page.locator(".games .problem")).to_have_text(told)
        expect(page.locator(".games article")).to_have_count(len(registered_games()) - 1)

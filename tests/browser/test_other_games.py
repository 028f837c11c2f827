"""Games of other packages, with a table of their own or drawn from view, text and picture; and broken ones."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

import croupier
from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.core.spec.registry import registered_games
from tests.amounts import larger
from tests.browser.conftest import DESKTOP, PHONE, Pages, serving
from tests.browser.people import file_of, join, make_table, play
from tests.browser.room import crowded, tell_otherwise
from tests.browser.test_access import Looks, check
from tests.installed import installed
from tests.server.clients import Server
from tests.test_add_a_game import write_package

EXAMPLES = Path(__file__).parents[2] / "examples"
LOOKS: Looks = ((PHONE, "dark"), (DESKTOP, "light"))
SIZES = ((390, 844, 100), (1280, 800, 100), (390, 844, 200))
GONE = "The game 'gone' cannot be loaded from no_such_module:SPEC: No module named 'no_such_module'."
MODULE = "**/games/my-game/table.js"
BROKEN = {
    "export const Table = (;": "Unexpected token",
    'throw new Error("no dice");': "no dice",
    "export const Board = () => null;": "/games/my-game/table.js: export function Table",
    "export const Table = 7;": "/games/my-game/table.js: export function Table",
    'import { nothing } from "/html.js"; export const Table = () => null;': "does not provide an export",
}
"""Modules that cannot be loaded, and what is told of them."""
FROM_ELSEWHERE = 'import "https://example.org/x.js"; export const Table = () => null;'
FAILS_UNTIL_THE_END = """import { html } from "/html.js";
export const Table = ({ view }) => {
  if (!view.over) throw new Error("no such die");
  return html`<p class="mended">${view.table.throws.join()}</p>`;
};"""
FAILS_BESIDE_THE_TABLE = """import { html } from "/html.js";
export const Table = ({ play, can }) =>
  html`<button class=keep disabled=${!can} onClick=${() => play(0)}>keep</button>`;
export const words = () => { throw new Error("no such die"); };"""
NOTED = ("Uncaught", "no dice", "no such die", "https://example.org/x.js", "net::ERR_FAILED")
"""How the browser notes down what these tests break."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[Server]:
    """A server with two games that `new-game` writes, two of the examples, and one that cannot be loaded."""
    del chromium_path
    folder = tmp_path_factory.mktemp("games")
    write_package(folder)
    made = CliRunner().invoke(app, ["new-game", "two-cups", "--out", str(folder / "two-cups")])
    assert made.exit_code == 0, made.output
    with ExitStack() as stack:
        for name, path in (
            ("my-game", folder / "my-game" / "src"), ("two-cups", folder / "two-cups" / "src"),
            ("spades", EXAMPLES), ("kuhn-poker", EXAMPLES),
        ):  # fmt: skip
            stack.enter_context(
                installed(tmp_path_factory.mktemp(name), name, f"{name.replace('-', '_')}:SPEC", path)
            )
        stack.enter_context(installed(tmp_path_factory.mktemp("gone"), "gone", "no_such_module:SPEC"))
        yield stack.enter_context(serving(folder / "tables", seed=2, link_pause=0))


@pytest.fixture
def site(server: Server) -> str:
    """Its address; what is dealt does not depend on the tests before."""
    server.deal_from_the_first()
    return server.address


def compile_bots(*games: str) -> None:
    """Compile games and their bots, for which the server would let people wait."""
    for game in games:
        make_agent("bot", croupier.make(game))


def dice(page: Page) -> list[str | None]:
    """What the dice show to who hears them."""
    return [die.get_attribute("aria-label") for die in page.locator(".my-die").all()]


def bring(page: Page, module: str) -> None:
    """Begin a game whose package brings another module."""
    page.unroute(MODULE)
    page.route(MODULE, lambda route: route.fulfill(body=module, content_type="text/javascript"))
    page.goto("/#/about")
    page.reload()  # what was loaded before is kept
    make_table(page, "my-game", "me", "bot", start=True)


def forget_expected(pages: Pages) -> None:
    """Take what a test has broken from the page's complaints."""
    pages.troubles[:] = [each for each in pages.troubles if not any(known in each for known in NOTED)]


@larger("broken", list(BROKEN)[:1], list(BROKEN))
def test_a_game_is_played_by_the_table_that_it_brings_and_one_that_cannot_be_used_is_told(
    open_page: Pages, site: str, broken: list[str]
) -> None:
    compile_bots("my-game", "spades")
    page = open_page("", at=site, size=PHONE)
    expect(page.locator(".games .problem")).to_have_text(GONE)
    expect(page.locator(".games article")).to_have_count(len(registered_games()) - 1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site)))
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
    assert crowded(page, SIZES[:2]) == {}
    page.locator(".choices button").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")  # throws again
    expect(page.locator(".my-game li").first).to_contain_text("throws: 2")
    play(page)
    told = file_of(page, table)
    assert told["actions"][0] == 1
    check(page, LOOKS[-1:])
    assert {"/games/my-game/table.js", "/games/my-game/table.css"} <= set(asked)
    assert "/plain/table.js" not in asked
    page.get_by_role("link", name="Replay and review").click()
    page.locator(".replay-bar .step").filter(has_text="Step 0 of").wait_for()
    expect(page.locator(".my-die")).to_have_count(2)
    assert dice(page)[0] == mine
    page.keyboard.press("End")
    expect(page.locator(".my-die[aria-label=hidden]")).to_have_count(0)  # in a game that is over
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
    bring(page, text)
    expect(page.locator(".felt[role=alert]")).to_contain_text("The table cannot be drawn: ")
    expect(page.locator(".felt[role=alert]")).to_contain_text(BROKEN[text])
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".rules")).to_have_text("My game has no rules to show.")
    page.unroute(MODULE)
    page.reload()
    page.locator(".my-game .choices button").first.wait_for()


@pytest.mark.thorough
def test_a_table_gets_nothing_from_elsewhere_and_what_fails_in_it_or_beside_it_is_told(
    open_page: Pages, site: str
) -> None:
    compile_bots("my-game")
    page = open_page(at=site)
    told = page.locator(".felt[role=alert]")
    bring(page, FROM_ELSEWHERE)
    expect(told).to_contain_text("Failed to fetch dynamically imported module")
    refused = [each for each in open_page.troubles if "Content Security Policy" in each]
    assert "https://example.org/x.js" in refused[0]
    bring(page, FAILS_UNTIL_THE_END)
    expect(told).to_have_text("The table cannot be drawn: no such die")
    page.get_by_role("button", name="Bot plays for me").click()
    page.get_by_role("link", name="Replay and review").click()
    expect(told).to_have_text("The table cannot be drawn: no such die")
    page.keyboard.press("End")
    expect(page.locator(".mended")).to_contain_text(",")  # drawn again where it can be
    expect(told).to_have_count(0)
    bring(page, FAILS_BESIDE_THE_TABLE)
    page.locator(".keep").click()  # and so the log has lines
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    expect(page.locator("main .problem")).to_have_text("no such die")
    page.locator("main").get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    page.route("**/pig/table.js", lambda route: route.abort())  # croupier's own table
    make_table(page, "pig", "me", "bot", start=True)
    expect(told).to_contain_text("The table cannot be drawn: Failed to fetch dynamically imported module")
    page.unroute("**/pig/table.js")
    page.reload()
    page.locator(".felt.pig").wait_for()
    forget_expected(open_page)


def table_of(page: Page) -> dict[str, str]:
    """What is drawn of the view, by its labels."""
    labels, values = page.locator(".plain dt").all_inner_texts(), page.locator(".plain dd").all_inner_texts()
    return dict(zip(labels, (" ".join(each.split()) for each in values), strict=True))


@pytest.mark.thorough
def test_games_without_a_table_are_played_to_their_end_looked_back_at_and_drawn_with_the_names_of_people(
    open_page: Pages, site: str
) -> None:
    compile_bots("kuhn-poker", "two-cups")
    page, friend = open_page(at=site, size=PHONE), open_page(at=site)
    a_game_in_one_file_is_played_and_looked_back_at(page)
    the_game_that_new_game_writes_is_played(page)
    drawn = {
        "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>Player 1</text></svg>',
        "label": "Player 0 is to move.",
    }
    for each in (page, friend):
        tell_otherwise(each, lambda found: {"picture": drawn} if "picture" in found else {})
    make_table(page, "kuhn-poker", "me", "open")
    join(friend, page.get_by_label("Link to join").input_value(), "B & <Co>")
    page.get_by_text("B & <Co>").first.wait_for()
    page.get_by_role("button", name="Start the game").click()
    image = page.locator("img.drawn")
    expect(image).to_have_attribute("alt", "Ann is to move.")
    assert "<text>B &#38; &#60;Co&#62;</text>" in unquote(image.get_attribute("src") or "")
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth > 0; }")


def a_game_in_one_file_is_played_and_looked_back_at(page: Page) -> None:
    """Kuhn poker of the examples."""
    table = make_table(page, "kuhn-poker", "me", "bot", start=True)
    expect(page.locator("[data-status]")).to_have_text("Your turn")
    assert table_of(page) == {"Card": "queen", "Said": "–"}
    expect(page.locator(".plain .words")).to_have_text("Your card: queen. Said so far: nothing.")
    assert page.locator(".choices button").all_inner_texts() == ["pass", "bet"]
    check(page, LOOKS)
    assert crowded(page, SIZES) == {}
    page.get_by_role("button", name="bet").click()
    page.locator("[data-over]").wait_for()
    told = file_of(page, table)
    assert told["actions"][0] == 1
    assert told["returns"] == [-2.0, 2.0]
    expect(page.locator("[data-over] h2")).to_contain_text("(bot) wins!")
    points = page.locator(":is(.podium, .ranks) strong").all_inner_texts()
    assert sorted(float(each.replace("−", "-")) for each in points) == sorted(told["points"])
    expect(page.locator(".log")).to_contain_text("Ann bets.")
    check(page, LOOKS)
    page.get_by_role("link", name="Replay and review").click()
    page.locator(".replay-bar .step").filter(has_text=f"Step 0 of {len(told['actions'])}").wait_for()
    cards = page.locator(".standing td:nth-of-type(2)")
    expect(cards).to_have_text(["queen", "king"])  # of both seats, in a game that is over
    page.keyboard.press("End")
    expect(page.locator("[data-status]")).to_contain_text("(bot) bets. Shown: queen and king.")
    assert table_of(page) == {"Said": "bet bet", "Shown": "queen king"}
    check(page, LOOKS)
    assert crowded(page, SIZES) == {}


def the_game_that_new_game_writes_is_played(page: Page) -> None:
    """Two cups, of which one's own is seen."""
    table = make_table(page, "two-cups", "me", "bot", start=True)
    expect(page.locator("[data-status]")).to_have_text("Your turn")
    assert page.locator(".choices button").all_inner_texts() == ["keep", "roll"]
    expect(page.locator(".plain .words")).to_contain_text("(bot) hidden")
    check(page, LOOKS)
    assert crowded(page, SIZES[:2]) == {}
    for throws in (2, 3):
        page.get_by_role("button", name="roll").click()
        expect(page.locator(".plain .words")).to_contain_text(f"Throws: {throws} and 0 of at most 3.")
    can = page.locator(".choices button:not([disabled]):not([aria-disabled=true])")
    expect(can).to_have_text(["keep"])  # once the throw is confirmed: until then no button can be used
    page.get_by_role("button", name="keep").click()
    page.locator("[data-over]").wait_for()
    told = file_of(page, table)
    assert told["actions"][:3] == [1, 1, 0]
    mine, theirs = (int(die) for die in told["points"])
    expect(page.locator(".log")).to_contain_text(f"Ann shows {mine}.")
    expect(page.locator(".log")).to_contain_text(f"(bot) shows {theirs}.")
    check(page, LOOKS)

"""What a browser notes down; and pages for addresses that are none."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

import croupier
from croupier import position_link
from tests.browser.conftest import SMALL, OpenPage, Pages

AT_THE_FIRST_PICTURE = """() => {
  new MutationObserver((_, looking) => {
    if (!document.querySelector("main")) return;
    looking.disconnect();
    location.hash = "#/about";
  }).observe(document, { childList: true, subtree: true });
}"""

NOWHERE = "There is no such page.", "The address may be mistyped, or part of the link is missing."
BROKEN = {
    **dict.fromkeys(
        ("learn/nope", "learn", "new/nope", "watch/PigDice-v0"),
        ("There is no such page.", "There is no game of that name here."),
    ),
    **dict.fromkeys(("nowhere", "nonsense/3"), NOWHERE),
    **dict.fromkeys(
        ("position/v1/garbage", "position"),
        ("A position by its link", "The link is broken: it was cut off or changed"),
    ),
    "table/%": ("Access denied", "There is no such table."),
    "join/000000000000/AAAAAAAAAAAAAAAAAAAAAA": ("Access denied", "This link is no longer valid"),
}
"""Addresses that lead nowhere, each with the title of its page, and why."""
BELOW = {
    "replay/%E0%A4%A": ("Replay", "There is no such table"),
    "problems/pig/999": ("Problems: pig", "The problems of pig are 1 to"),
    "problems/chess": ("Problems: chess", "There are no problems for chess"),
}
"""Likewise, on pages that are there and need not lead home."""


def test_an_address_that_leads_nowhere_says_so_and_leads_home_and_programs_get_json(open_page: OpenPage) -> None:
    page = open_page("nope")
    for place, (title, why) in {"": NOWHERE, **BROKEN, **BELOW}.items():
        if place:
            page.goto(f"{page.url.partition('#')[0]}#/{place}")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.locator(".problem")).to_contain_text(why)
        expect(page.locator(".problem")).not_to_contain_text("-v0")
        if place not in BELOW:
            page.get_by_role("main").get_by_role("link", name="Home").click()
            expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    link = position_link(croupier.make("skull-king").new_initial_state(4))[:-20]  # cut off
    page.goto(f"{page.url.partition('#')[0]}{link}")
    expect(page.locator("#said")).to_contain_text("The link is broken")
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for path in ("/nope", "/parts/nope.js", "/api/nope"):
        answer = page.request.get(path, headers={"accept": "*/*"})
        assert answer.status == 404
        assert answer.json() == {"error": {"code": "not-found", "message": "There is no such page."}}
    answer = page.request.get("/nope", headers={"accept": "text/html,*/*"})
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert page.request.get("/api/nope", headers={"accept": "text/html"}).json()["error"]["code"] == "not-found"
    a_preview_of_a_link_has_a_title_and_a_picture_without_javascript(page)
    a_line_that_is_told_with_the_first_picture_is_shown(page)
    page.unroute("**/main.js")
    page.goto("/#/")
    page.add_init_script(f"({AT_THE_FIRST_PICTURE})()")  # who goes on as a page appears gets there
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is stored", timeout=20_000)


def a_preview_of_a_link_has_a_title_and_a_picture_without_javascript(page: Page) -> None:
    """As messengers show it."""
    text = page.request.get("/").text()
    tags = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', text))
    assert tags["og:title"] == "croupier: cards and dice with friends"
    assert tags["og:image"].startswith("http://127.0.0.1:")
    picture = page.request.get(tags["og:image"])  # a whole address
    assert picture.ok
    assert picture.headers["content-type"] == "image/png"


def a_line_that_is_told_with_the_first_picture_is_shown(page: Page) -> None:
    """As of an address that is none."""

    def tell_at_once(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=f'{found.text()}\ncomplain({{ message: "At once" }});')

    page.route("**/main.js", tell_at_once)
    page.reload()
    expect(page.locator(".told p")).to_have_text("At once")


@pytest.mark.thorough
def test_a_page_that_asks_another_site_is_in_trouble(open_page: Pages) -> None:
    page = open_page("#/")
    for asked in (
        "fetch(site).catch(() => null)",
        "new Image().src = site",
        "navigator.sendBeacon(site, '')",
        "new WebSocket(site.replace('http', 'ws'))",
        "location.href = site",
    ):
        open_page.troubles.clear()
        page.evaluate(f"(site) => {{ setTimeout(() => {{ {asked}; }}); }}", "http://localhost:9/")
        for _ in range(500):
            if open_page.troubles:
                break
            page.wait_for_timeout(20)
        assert [each for each in open_page.troubles if "localhost:9" in each or "chrome-error:" in each], asked
    open_page.troubles.clear()

"""What a browser notes down: no failed request; and pages for addresses that are none."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Pages
from tests.browser.people import make_table, play

AT_THE_FIRST_PICTURE = """() => {
  new MutationObserver((_, looking) => {
    if (!document.querySelector("main")) return;
    looking.disconnect();
    location.hash = "#/about";
  }).observe(document, { childList: true, subtree: true });
}"""


@pytest.mark.thorough
def test_who_goes_on_as_a_page_appears_gets_there(open_page: OpenPage) -> None:
    page = open_page("#/")
    page.add_init_script(f"({AT_THE_FIRST_PICTURE})()")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is stored", timeout=20_000)


@pytest.mark.thorough
def test_a_review_leaves_no_failed_request(open_page: OpenPage) -> None:
    page = open_page("#/")
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(f"{request.url} {request.failure}"))
    make_table(page, "pig", "me", "bot", start=True, winning_score=10)
    play(page)
    page.get_by_role("button", name="Luck or skill?").click()
    expect(page.locator(".sentence")).to_contain_text("luck")
    page.get_by_role("link", name="Replay and review").click()
    page.get_by_role("button", name="Review this game").click()
    page.get_by_role("heading", name="The moments that cost most").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.locator("[data-over]").wait_for()
    page.wait_for_timeout(300)
    assert failed == []


def test_an_address_that_is_none_is_a_page_for_people_and_json_for_programs(open_page: OpenPage) -> None:
    page = open_page("nope")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page.")
    expect(page.locator(".problem")).to_have_text("The address may be mistyped, or part of the link is missing.")
    page.locator("main").get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    page.goto(f"{page.url.partition('#')[0]}#/nonsense/3")
    expect(page.locator(".problem")).to_have_text("The address may be mistyped, or part of the link is missing.")
    for path in ("/nope", "/parts/nope.js", "/api/nope"):
        answer = page.request.get(path, headers={"accept": "*/*"})
        assert answer.status == 404
        assert answer.json() == {"error": {"code": "not-found", "message": "There is no such page."}}
    answer = page.request.get("/nope", headers={"accept": "text/html,*/*"})
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert page.request.get("/api/nope", headers={"accept": "text/html"}).json()["error"]["code"] == "not-found"


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

"""The first page: what friends play first is in sight, nothing moves under the finger, little is loaded."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.people import make_table

MOST_SHIFT = 0.05
MOST_BYTES, MOST_REQUESTS = 75_000, 12
"""Of the page with its pictures, headers included."""
MOST_OF_TABLE = 150_000
"""Bytes of a table that is opened by its address, with the pictures of its cards."""
BUTTON_SECONDS, CARD_SECONDS = 5.0, 5.0
"""At 400 kbit/s and 400 ms; on a quiet machine 3.5, and 3 more."""
FIRST = ["Skull King", "Hearts", "Oh Hell", "Liar's Dice", "Mini Spite and Malice", "Pig Dice"]
_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => (window.shifted += each.value)))
    .observe({ type: "layout-shift", buffered: true });
}"""


def loaded(page: Page, address: str, ready: str) -> tuple[int, int]:
    """Load a page anew until something is there; how many requests and bytes it took."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[int] = []

    def finished(told: dict[str, Any]) -> None:
        sizes.append(told["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    page.add_init_script(f"({_SHIFTS})()")
    page.goto("about:blank")
    sizes.clear()
    page.goto(address)
    page.locator(ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    session.detach()
    return len(sizes), round(sum(sizes))


def test_six_games_are_in_sight_nothing_moves_a_tap_plays_one_or_makes_a_table_and_little_is_loaded(
    open_page: OpenPage,
) -> None:
    page = open_page(size=PHONE)
    first = page.url.partition("#")[0]
    requests, size = loaded(page, first, ".game")
    assert requests <= MOST_REQUESTS
    assert size <= MOST_BYTES
    assert page.evaluate("shifted") < MOST_SHIFT
    assert page.locator(".game h2").all_inner_texts()[:6] == FIRST
    expect(page.locator(".studied h2").last).to_have_text("Leduc Poker")
    sixth = page.locator(".game").nth(5).bounding_box()
    assert sixth is not None
    assert sixth["y"] + sixth["height"] < 2 * PHONE[1]
    make_table(page, "pig", "me", "bot", start=True)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    loaded(page, first, ".game")
    page.locator(".mine .tables").first.wait_for()
    assert page.evaluate("shifted") < MOST_SHIFT  # with a table of one's own above the games, too
    page.locator("[data-game='pig'] .cover").click(force=True)  # the button's own box lies over it
    page.get_by_role("button", name="Roll").wait_for()
    page.goto(first)
    page.get_by_role("button", name="With friends: Oh Hell").click()
    page.get_by_label("Link to join").wait_for()
    page.get_by_label("Your name").fill("Ann")  # who has given none is asked here
    page.keyboard.press("Enter")
    expect(page.locator(".chairs li")).to_have_count(3)
    expect(page.locator(".chairs")).to_contain_text("Ann")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    a_table_that_is_opened_by_its_address_loads_what_its_first_card_needs(page)


def a_table_that_is_opened_by_its_address_loads_what_its_first_card_needs(page: Page) -> None:
    """Of the games with the most pictures."""
    for game, others in (("spite-malice", 1), ("hearts", 3)):
        make_table(page, game, "me", *["bot"] * others, start=True)
        page.locator(".card-button img").first.wait_for()
        assert loaded(page, page.url, ".card-button img")[1] <= MOST_OF_TABLE


@pytest.mark.thorough  # what it measures is slower while other tests run
def test_on_a_slow_line_the_first_button_and_the_first_card_come_soon(open_page: OpenPage) -> None:
    page = open_page("#/about", PHONE)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    slow = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    session.send("Network.emulateNetworkConditions", slow)
    site, begun = page.url.partition("#")[0], time.monotonic()
    page.goto("about:blank")
    page.goto(site, wait_until="commit")
    page.get_by_role("button", name="Play: Skull King").wait_for()
    assert time.monotonic() - begun < BUTTON_SECONDS
    begun = time.monotonic()
    page.get_by_role("button", name="Play: Skull King").click()
    page.locator(".dock .card-button").first.wait_for()
    assert time.monotonic() - begun < CARD_SECONDS

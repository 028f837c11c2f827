"""The first pages: games in sight, little loaded, plain words, and numbers of rules that open the rule."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, Pages
from tests.browser.people import box_of, make_table

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


def test_six_games_are_in_sight_nothing_moves_a_tap_plays_and_little_is_loaded(open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    first = page.url.partition("#")[0]
    requests, size = loaded(page, first, ".game")
    assert requests <= MOST_REQUESTS
    assert size <= MOST_BYTES
    assert page.evaluate("shifted") < MOST_SHIFT
    assert page.locator(".game h2").all_inner_texts()[:6] == FIRST
    expect(page.locator(".studied h2").last).to_have_text("Leduc Poker")
    sixth = box_of(page.locator(".game").nth(5))
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


CODE = re.compile(r"\w_\w|-v\d|\(SK-\d+\)")
"""Names of options and variants as programs say them, and numbers of rules that stand in a sentence."""

LINK = """async (position) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/positions", { method: "POST", headers, body: JSON.stringify({ position }) });
  return (await answer.json()).link;
}"""


def choices(page: Page, label: str) -> list[str]:
    """What a field offers."""
    field = page.locator("label.field", has=page.locator("span", has_text=re.compile(f"^{label}$")))
    return field.locator("option").all_inner_texts()


def test_a_new_table_is_in_plain_words_and_the_number_of_a_rule_opens_what_it_says(open_page: Pages) -> None:
    page = open_page("#/new/skull-king")
    page.get_by_label("Rounds").wait_for()
    assert choices(page, "Variant") == [
        "The usual game", "With Loot, Kraken and White Whale", "Pirates without abilities", "With Rascal scoring",
        "My own choice",
    ]  # fmt: skip
    assert choices(page, "Seat 2") == [
        "Me", "A friend, by a link", "Beginner: Random bids", "Easy: Simple bot", "Medium: Bot", "Hard: Net",
        "Strongest: Search", "Random moves", "Simple search",
    ]  # fmt: skip
    rosie = page.locator(".option", has_text="Rosie's ability")
    expect(rosie).to_contain_text("The player who wins a trick with her says who leads the next one.")
    number = rosie.get_by_role("button", name="Rule SK-14")
    number.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Skull King: rule SK-14")
    expect(dialog).to_contain_text("Rosie: say who leads the next trick.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(number).to_be_focused()
    page.get_by_label("Variant").select_option(label="With Loot, Kraken and White Whale")
    expect(page.locator(".option", has_text="White Whale").get_by_role("checkbox")).to_be_checked()
    page.get_by_text("The bots, and how strong they are").click()
    expect(page.locator("dt", has_text="Strongest: Search")).to_be_visible()
    expect(page.locator("code", has_text="--only skull-king-bots").first).to_be_hidden()
    site = page.url.partition("#")[0]
    for game in ("skull-king", "spite-malice", "pig"):
        page.goto(f"{site}#/new/{game}")
        page.locator(".option").first.wait_for()
        shown = page.locator("form").inner_text()
        assert not CODE.findall(shown.replace("net:2026-11", "")), CODE.findall(shown)
    page.goto(f"{site}{page.evaluate(LINK, 'pig max_turns=100 turn_unit=action')}")
    expect(page.locator(".position")).to_contain_text(  # called as on the form
        "longest game: 100, the longest game is counted in: rolls and holds"
    )
    a_lesson_without_a_server_says_so_and_leads_home(open_page, page)


def a_lesson_without_a_server_says_so_and_leads_home(pages: Pages, page: Page) -> None:
    """What the page itself needs is there; the lesson is not."""
    page.goto("/#/learn/nope")
    page.locator(".problem").wait_for()  # the files of the page are there
    with pages.outage():
        page.route("**/api/lessons/**", lambda route: route.abort("internetdisconnected"))
        page.evaluate("location.hash = '#/learn/pig'")
        expect(page.get_by_role("heading", level=1)).to_have_text("The server did not answer.")
    expect(page.locator(".problem")).to_have_text("The server does not answer. Check that it runs, and try again.")
    expect(page.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()

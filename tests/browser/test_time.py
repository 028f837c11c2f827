"""Time at a table: nudges, who does not play, clocks."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import begin_together, box_of, make_table, make_table_with_a_turn
from tests.browser.room import NAMES, crowded
from tests.server.clients import Server

NOTIFICATIONS = """() => {
  window.shown = [];
  const show = (title, more) => window.shown.push([title, more.body]);
  window.Notification = class {
    static permission = "default";
    static requestPermission = async () => (Notification.permission = "granted");
    constructor(title, more) { show(title, more); }
  };
  ServiceWorkerRegistration.prototype.showNotification = async (title, more) => void show(title, more);
  Object.defineProperty(document, "hidden", { value: true });
}"""
"""The system's notices, which tests cannot see, noted down; and a page that nobody looks at."""
SUBSCRIPTION = """() => {
  const found = { endpoint: "https://push.example.org/1", unsubscribe: async () => (window.unsubscribed = true) };
  const registration = { pushManager: { getSubscription: async () => found } };
  Object.defineProperty(navigator, "serviceWorker", { value: { getRegistration: async () => registration } });
}"""
"""A browser that another table's page has subscribed."""
BUZZES = "() => { window.buzzes = []; navigator.vibrate = (ms) => window.buzzes.push(ms); }"


LEFTS = "() => [...document.querySelectorAll('.tools > *')].map((each) => each.getBoundingClientRect().left)"
NAMED = "(text) => { document.querySelector('button.nudge > span').textContent = text; }"


def two_who_bid(ann: Page, bob: Page, **settings: object) -> str:
    """Ann, who hosts, and Bob begin at a table of Skull King with a bot."""
    table = make_table(
        ann, "skull-king", "me", "open", "bot", players=3, schedule="one", settings={"hints": False, **settings}
    )
    begin_together(ann, bob)
    for page in (ann, bob):
        page.locator(".question").wait_for()
    return table


def wait_for_long(server: Server, table: str, seconds: int) -> None:
    """Let a table have waited for so long, and all pages hear of it."""
    live = server.live(table)

    def look_again() -> None:
        live.room.asked = {
            seat: replace(each, at=each.at - 1000 * seconds) for seat, each in live.room.asked.items()
        }
        live.clock.nudge()
        for connection in live.connections:
            live.show_again(connection)

    server.loop.call_soon_threadsafe(look_again)


@pytest.mark.thorough
def test_who_is_due_is_nudged_the_host_lets_an_agent_play_and_notices_are_opted_into(
    open_page: OpenPage, pages_server: Server
) -> None:
    ann, bob = open_page(), open_page()
    table = two_who_bid(ann, bob, away_after=60, chat=False)
    ann.get_by_role("button", name="Bid 0").click()
    expect(ann.get_by_role("button", name="Nudge Bob")).to_have_count(0)
    places = ann.evaluate(LEFTS)
    wait_for_long(pages_server, table, 61)
    bob.evaluate(BUZZES)
    bob.locator(".felt").click()
    ann.get_by_role("button", name="Nudge Bob").click()
    expect(bob.locator(".told")).to_contain_text("Ann nudges Bob: the table waits for Bob.")
    expect(bob).to_have_title(re.compile("They are waiting for you"))
    assert bob.evaluate("() => window.buzzes.length") == 1
    ann.get_by_role("button", name="Nudge Bob").click()
    expect(ann.locator(".told")).to_contain_text("Bob was nudged just now")
    assert ann.evaluate(LEFTS) == places
    ann.evaluate(NAMED, f"Nudge {NAMES[1]}, {NAMES[2]}, {NAMES[3]} and {NAMES[5]}")
    assert ann.evaluate(LEFTS) == places
    assert crowded(ann, ((844, 390, 100), (320, 568, 100), (390, 844, 100), (768, 1024, 100))) == {}
    expect(bob.locator("[data-idle]")).to_have_count(0)
    ann.locator("[data-idle='1']").get_by_role("button", name="Let the bot play now").click()
    expect(bob.locator(".told")).to_contain_text("Ann lets a bot play for Bob")
    bob.get_by_role("button", name="Play again myself").wait_for()
    notices_are_opted_into_and_every_browser_or_server_without_them_says_why(ann, bob)


def notices_are_opted_into_and_every_browser_or_server_without_them_says_why(ann: Page, bob: Page) -> None:
    """Ann is told of her turn while nobody looks at the page."""
    two_who_bid(ann, bob)
    ann.evaluate(NOTIFICATIONS)
    ann.get_by_role("tab", name="Players").click()
    ann.get_by_role("button", name="Notify me when it is my turn").click()
    ann.get_by_text("Only while this page is open: this server cannot send notices").wait_for()
    ann.get_by_role("button", name="Bid 0").click()
    bob.get_by_role("button", name="Bid 0").click()
    play_until_shown(ann, bob)
    assert ann.evaluate("() => window.shown") == [["Skull King", "It is your turn."]]
    ann.evaluate(SUBSCRIPTION)
    ann.get_by_role("button", name="Stop notifying me").click()
    ann.wait_for_function("() => window.unsubscribed")  # of the browser, so of its other tables too
    bob.goto("/#/")
    bob.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    make_table_with_a_turn(bob, "pig", "me", "bot")
    bob.get_by_role("tab", name="Players").click()
    expect(bob.locator(".notices")).to_contain_text("only at addresses that begin with https")


def test_a_turn_stands_first_on_the_front_page_and_a_clock_that_the_host_sets_plays_one_decision(
    open_page: OpenPage, pages_server: Server
) -> None:
    ann, bob = open_page(), open_page()
    table = two_who_bid(ann, bob)
    my_turn_with_ann_stands_first_on_the_front_page_and_finished_games_say_who_won(bob, table)
    make_table(ann, "pig", "me", "open")
    ann.get_by_text("Rules and more").click()
    ann.locator("summary", has_text="Settings of the table").click()
    ann.get_by_label("Clock").select_option(label="3 days")
    ann.get_by_role("button", name="Save").last.click()
    expect(ann.locator(".told").first).to_contain_text("Ann sets a clock: 3 days for each decision.")
    expect(ann.get_by_label("Clock")).to_have_value(str(3 * 24 * 3600))
    table = two_who_bid(ann, bob, clock=60)
    clock = bob.get_by_role("timer")
    expect(clock).to_contain_text(re.compile(r"Your time 0:5\d"))
    ann.get_by_role("button", name="Bid 0").click()
    expect(ann.get_by_role("timer")).to_contain_text(re.compile(r"Bob's time 0:5\d"))
    said = bob.locator("#said")
    expect(said).not_to_contain_text("Then a bot plays")
    wait_for_long(pages_server, table, 53)
    expect(clock).to_have_class(re.compile("near"))
    expect(said).to_contain_text(re.compile(r"[4-7] seconds left. Then a bot plays one decision for you."))
    expect(clock).to_contain_text("0:02")
    assert said.inner_text().count("Then a bot plays") == 1
    expect(bob.locator(".told")).to_contain_text("Bob ran out of time: bot ")
    expect(clock).not_to_have_class(re.compile("near"))  # the next question has a clock of its own
    assert bob.locator("text=Play again myself").count() == 0
    assert "choice is in" not in said.inner_text()


def my_turn_with_ann_stands_first_on_the_front_page_and_finished_games_say_who_won(bob: Page, table: str) -> None:
    """Above the games; a table can be hidden and shown again, and a finished one deleted."""
    make_table(bob, "pig", "bot", "bot", start=True, winning_score=2)
    bob.locator("[data-over]").wait_for()
    home = "/#/"
    bob.goto(home)
    mine = bob.get_by_role("region", name="My tables")
    first = mine.locator("li").first
    expect(first).to_contain_text(re.compile(r"Your turn with Ann and \w+ \(bot\)"))
    assert box_of(first)["y"] < box_of(bob.get_by_role("article").first)["y"]
    mine.get_by_text("Finished (1)").click()
    expect(mine.locator("li").nth(1)).to_contain_text("(bot) won")
    first.get_by_role("button", name="Hide this table").click()
    expect(mine.get_by_text("Your turn with")).to_have_count(0)
    bob.reload()
    mine.get_by_role("button", name="Show hidden tables (1)").click()
    first.get_by_role("button", name="Show this table again").click()
    mine.get_by_text("Finished (1)").click()
    mine.get_by_role("button", name="Delete").click()
    bob.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(mine.locator("li")).to_have_count(1)
    first.get_by_role("link").click()
    bob.locator(".question").wait_for()
    assert table in bob.url


def play_until_shown(ann: Page, bob: Page) -> None:
    """Let Bob play his card where he leads; the bot plays by itself."""
    for _ in range(50):
        if ann.evaluate("() => window.shown.length"):
            return
        card = bob.locator(".card-button.legal")
        if card.count():
            card.first.click()
        ann.wait_for_timeout(100)

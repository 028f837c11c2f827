"""Pages without barriers: axe finds nothing, in light and dark, on a desk, on a phone and on a small one."""

from itertools import count
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.amounts import larger
from tests.browser.conftest import DESKTOP, PHONE, SMALL, OpenPage
from tests.browser.people import join, make_table, play
from tests.browser.room import SHORT_REVEAL_MS, go_on, hold, leave, look, say, seat_people, unfold

Looks = tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...]
LOOKS: Looks = ((DESKTOP, "dark"), (PHONE, "dark"), (SMALL, "light"), (DESKTOP, "light"))
"""Sizes and colours that each page is looked at in; the last is what it is used in."""
IN_TURN: Looks = (LOOKS[1], LOOKS[3])
"""Of these, axe, which takes its time, searches each page in one; in a thorough run it does in all looks."""
looks = larger("looks", IN_TURN, LOOKS)
PAGES = {
    "#/": ".game .cover", "#/new/skull-king": "fieldset select", "#/score": "fieldset input",
    "#/replay": "input[type=file]", "#/about": "h1", "#/join/000000000000/AAAAAAAAAAAAAAAAAAAAAA": ".problem",
    "#/problems/pig": "a:text-is('1')", "#/learn/skull-king": ".card-button",
}  # fmt: skip
"""Pages, each with what is there once it has loaded."""
ANGLES = """() => {
  const ring = document.querySelector(".ring").getBoundingClientRect();
  const seatOf = (side) => Number(side.dataset.seat);
  const sides = [...document.querySelectorAll(".side")].sort((one, other) => seatOf(one) - seatOf(other));
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [left, top] = middle(ring);
  return sides.map((side) => {
    const [x, y] = middle(side.getBoundingClientRect());
    return Math.round(Math.atan2(left - x, y - top) * 180 / Math.PI + 360) % 360;
  });
}"""
"""How far each seat is from the lower edge of the table, clockwise in degrees."""
_BARRIERS = """async (within) =>
  (await axe.run(within, { resultTypes: ["violations"], preload: false })).violations"""
"""The other types of results take longer; style sheets are preloaded for rules alone that are not on."""
_checked = count()


def check(page: Page, looks: Looks, within: str = "html") -> None:
    """Nothing is found in any of some looks, within a part, and nothing is wider than the screen in any look."""
    if looks == IN_TURN:
        looks = (IN_TURN[next(_checked) % 2],)
    for each in LOOKS[LOOKS[0] not in looks :]:  # the first is as wide as the last
        (width, height), scheme = each
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        if each in looks:
            found = barriers(page, within)
            assert not found, f"{width}x{height}, {scheme}: {found}"
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} pixels wider than the screen ({width})"


def barriers(page: Page, within: str = "html") -> list[tuple[str, list[str]]]:
    """What axe finds: what is wrong, and where."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(_BARRIERS, within)
    return [(each["help"], [node["html"] for node in each["nodes"]]) for each in found]


@pytest.mark.thorough
@looks
def test_pages_lessons_problems_and_notices_have_no_barriers(open_page: OpenPage, looks: Looks) -> None:
    page = open_page("#/")
    for path, there in PAGES.items():
        page.goto(f"/{path}")
        page.locator(there).first.wait_for()
        unfold(page)
        check(page, looks)
    page.goto("/#/score")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Player 1, Won: one more").click()
    page.get_by_role("button", name="Score the round").click()
    page.locator("table.score").wait_for()
    unfold(page)
    check(page, looks)
    page.goto("/#/problems/pig/1")
    page.get_by_role("button", name="Hold").click()
    page.locator(".result").wait_for()
    check(page, looks)
    page.goto("/#/learn/skull-king")
    for card in ("Rosie", "Purple 2", "Black 8"):
        page.get_by_role("button", name=card).click()
    page.locator(".lesson .place", has_text="4 of 5").wait_for()
    expect(page.locator(".round-card")).to_be_visible()  # with what is asked next
    expect(page.get_by_role("button", name="Bid 2")).to_be_visible()
    check(page, looks)
    ann, bob = page, open_page()
    make_table(ann, "pig", "me", "open")
    link = ann.get_by_label("Link to join").input_value()
    bob.goto(link)
    bob.get_by_role("button", name="Join").wait_for()
    check(bob, looks)
    join(bob, link, "Bob")
    ann.close()
    bob.get_by_role("button", name="Become the host").wait_for()
    check(bob, looks)


def sit_clockwise(page: Page) -> None:
    """People sit around the felt in their order, oneself at the lower edge; each has a face of its own."""
    for size in ((1280, 800, 100), (390, 844, 100), (320, 568, 100), (844, 390, 100)):
        look(page, size)
        angles = page.evaluate(ANGLES)
        assert min(angles[0], 360 - angles[0]) <= (15 if size[1] > 400 else 75), size  # or beside the hand
        assert angles[1:] == sorted(angles[1:]), size
    faces = page.locator(".portrait").evaluate_all("(all) => all.map((each) => each.innerHTML)")
    assert len(set(faces)) == page.locator(".side").count()


@looks
def test_tables_have_no_barriers_and_people_sit_clockwise_around_the_felt(
    open_page: OpenPage, looks: Looks
) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "open", "bot", "bot")
    page.get_by_label("Link to join").wait_for()
    unfold(page)
    page.locator(".rules .point").first.wait_for()
    check(page, looks)
    make_table(page, "skull-king", *["me"], *["bot"] * 7, start=True, players=8, schedule="fives")
    page.locator(".question").wait_for()
    check(page, looks)
    play(page, ".card-button.legal")
    sit_clockwise(page)
    for at, tab in enumerate(page.get_by_role("tab").all()):
        tab.click()
        unfold(page)
        check(page, looks, "#panel" if at else "html")
    make_table(page, "spite-malice", "me", "bot", start=True)
    page.locator(".card-button.legal, .pile.legal").first.click()
    check(page, looks)
    if looks == IN_TURN:
        return
    make_table(page, "pig", "me", "bot", start=True, winning_score=10)
    page.get_by_role("button", name="Roll").wait_for()
    check(page, looks)
    play(page)
    check(page, looks)


@pytest.mark.thorough
@looks
def test_games_from_hints_and_sealed_bids_to_looking_back_have_no_barriers(
    open_page: OpenPage, looks: Looks
) -> None:
    page = open_page()
    dialogs_and_looking_back(page, looks)
    a_round_card_and_marked_bids(page, looks)
    sealed_bids_words_and_a_podium(page, looks)


def dialogs_and_looking_back(page: Page, looks: Looks) -> None:
    """Around a game of Pig."""
    make_table(page, "pig", "me", "bot", start=True, winning_score=25)
    page.locator("[data-status].mine").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("region", name="Hint").get_by_text("Why?").click()
    check(page, looks)
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="My seat on another device").click()
    page.get_by_role("dialog").get_by_label("Link to the seat").wait_for()
    check(page, looks)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete this table").click()
    check(page, looks)
    page.keyboard.press("Escape")
    play(page)
    check(page, looks)
    page.get_by_role("link", name="Replay and review").click()
    page.get_by_role("button", name="Review this game").click()
    page.locator(".curve").wait_for()
    check(page, looks)


def a_round_card_and_marked_bids(page: Page, looks: Looks) -> None:
    """Between two rounds, and with a hint."""
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3)
    page.get_by_role("button", name="Bid 1").click()
    play(page, ".trick.past")
    page.get_by_role("button", name="Next").focus()  # so that it stays
    check(page, looks)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".question .odds").first.wait_for()
    check(page, looks)


def sealed_bids_words_and_a_podium(page: Page, looks: Looks) -> None:
    """Of four people with difficult names."""
    table = seat_people(page, "skull-king", 4, players=4, schedule="one")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Bid 1").click()
    page.get_by_role("heading", name="You bid 1").wait_for()
    check(page, looks)
    page.get_by_role("button", name="React").click()
    page.get_by_role("group", name="Reactions").wait_for()
    check(page, looks)
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Chat").click()
    say(page, table, 4)
    check(page, LOOKS[:1] if looks == IN_TURN else looks)
    hold(page, SHORT_REVEAL_MS)
    leave(page, table, 4)
    page.locator(".turned li").nth(3).wait_for()
    check(page, looks)
    go_on(page)
    play(page)
    page.locator(".podium li").first.wait_for()
    check(page, looks)
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("tabpanel").get_by_role("button", name="Keep standings").click()
    page.get_by_label("Name of your circle").wait_for()
    check(page, looks)

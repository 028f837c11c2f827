"""What a table says of one's turn: what is asked, why something cannot be, how a bid stands."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import lose, make_table, make_table_with_a_turn, play
from tests.browser.room import look

TOOLS_IN_VIEW = """() => [...document.querySelectorAll(".tools > *")].every((each) => {
  const box = each.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
})"""


@pytest.mark.thorough
def test_second_clicks_are_no_mistake_and_half_points_signs_and_backs_look_like_what_they_are(
    open_page: OpenPage,
) -> None:
    page = open_page()
    a_second_click_on_a_bid_or_a_card_is_no_mistake(page)
    make_table(page, "skull-king", "me", *["bot"] * 5, start=True, players=6, schedule="fives", rascal=True)
    page.locator(".question").wait_for()
    back = page.locator(".seats .backs i").first
    assert back.evaluate("(each) => each.textContent === '' && getComputedStyle(each).backgroundImage !== 'none'")
    sound = page.get_by_role("button", name="Sound", exact=False)
    assert sound.inner_text() == ""
    expect(sound.locator("svg path")).to_have_count(2)  # a speaker, and the cross through it
    play(page, "table.score td.half, [data-over]")
    cells = page.locator("table.score tbody td").all()
    colours: dict[int, set[str]] = {-1: set(), 0: set(), 1: set()}
    for cell in cells:
        points = cell.locator("strong")
        value = int(points.inner_text().replace("\u2212", "-"))
        colours[(value > 0) - (value < 0)].add(points.evaluate("(each) => getComputedStyle(each).color"))
    assert len(colours[1]) == 2  # all of them, and half
    assert colours[1].isdisjoint(colours[0] | colours[-1])
    for size in ((1280, 800, 100), (1366, 650, 100)):
        look(page, size)
        assert page.evaluate(TOOLS_IN_VIEW), size


def test_while_a_move_is_on_its_way_a_second_click_is_no_mistake_and_the_focus_stays(open_page: OpenPage) -> None:
    page = open_page()
    lose(page, "move")
    make_table_with_a_turn(page, "pig", "me", "bot")
    page.locator(".pick.roll").dblclick(force=True)
    page.locator(".pick.hold").click(force=True)
    page.wait_for_timeout(300)
    assert page.locator(".told p").count() == 0  # now: a line that is told goes by itself
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    button = page.get_by_role("button", name="Bid 1")
    button.click()
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_be_focused()


CLICKED_THRICE = """async (what) => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const now = Date.now();
  Date.now = () => now;  // however slow the machine is
  document.querySelector(what).click();
  await drawn();
  document.querySelector(".card-button").click();  // while it is on its way
  while (document.querySelector("[data-status].mine")) await drawn();
  await new Promise((resolve) => setTimeout(resolve, 150));  // until the answer has come, too
  document.querySelector(".card-button").click();  // and when it has come
  await drawn();
}"""


def a_second_click_on_a_bid_or_a_card_is_no_mistake(page: Page) -> None:
    """While it is on its way, and when the answer has come."""
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives",
               settings={"pace": "normal"})  # fmt: skip
    page.get_by_role("button", name="Bid 1").wait_for()
    for what in (".question [data-act]", ".card-button.legal"):
        page.locator(what).first.wait_for()
        page.evaluate(CLICKED_THRICE, what)
        assert page.locator(".told p").count() == 0

"""Cards and die faces say what they do, by mouse, finger and keyboard; and finished tricks why they were won."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import box_of, make_table, play
from tests.browser.test_access import IN_TURN, check

_HOLD = """async ([x, y, ms]) => {
  const target = document.elementFromPoint(x, y);
  const event = (type, kind) => new kind(type, {bubbles: true, cancelable: true, clientX: x, clientY: y,
                                                pointerType: "touch", pointerId: 7, button: 0});
  target.dispatchEvent(event("pointerdown", PointerEvent));
  await new Promise((resolve) => setTimeout(resolve, ms));
  const menu = target.dispatchEvent(event("contextmenu", PointerEvent));
  target.dispatchEvent(event("pointerup", PointerEvent));
  target.dispatchEvent(event("click", MouseEvent));
  return menu;
}"""
"""A finger on the screen for some milliseconds; says whether the system's menu of the picture would open."""


def hold(page: Page, selector: str, ms: int) -> bool:
    box = box_of(page.locator(selector).first)
    opens: bool = page.evaluate(_HOLD, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, ms])
    return opens


@pytest.mark.thorough
def test_cards_tricks_dice_and_piles_say_what_they_do_by_mouse_keyboard_and_finger(open_page: OpenPage) -> None:
    page = open_page()
    held: list[Route] = []
    page.route("**/learn/card_help.js*", lambda route: held.append(route))  # noqa: PLW0108  # Playwright writes on it, not so on a built-in
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    a_card_under_the_mouse_is_explained_once_its_texts_are_there_and_answers_can_be_pressed(page, held)
    a_finished_trick_says_why_it_was_won_and_leads_to_the_rule(page)
    page.get_by_role("tab", name="Rules").click()
    strip = page.get_by_label("Who beats whom")
    expect(strip.get_by_role("listitem")).to_have_count(6)
    strip.get_by_role("img", name="Skull King", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tooltip")).to_contain_text("Rosie: say who leads next")
    check(page, IN_TURN)
    make_table(page, "pig", "me", "bot", start=True)
    page.get_by_role("button", name="Roll").click()
    page.locator(".die img.rolled").click()
    expect(page.get_by_role("tooltip")).to_contain_text("turn")
    make_table(page, "spite-malice", "me", "bot", start=True)
    page.locator(".half.own .goal").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("pile")
    page.get_by_role("tab", name="Rules").click()
    expect(page.get_by_label("What each card does").get_by_role("listitem")).to_have_count(11)
    a_finger_that_stays_reads_a_card_and_plays_none(open_page("#/", PHONE, has_touch=True))


def a_card_under_the_mouse_is_explained_once_its_texts_are_there_and_answers_can_be_pressed(
    page: Page, held: list[Route]
) -> None:
    """What is explained stands above the question."""
    page.get_by_role("button", name="Bid 2").wait_for()
    page.locator(".hand .card-button").nth(2).hover()
    page.wait_for_timeout(600)
    assert not page.get_by_role("tooltip").count()
    held.pop().continue_()
    expect(page.get_by_role("tooltip")).to_be_visible()
    tip, question = box_of(page.get_by_role("tooltip")), box_of(page.locator(".question"))
    assert tip["y"] + tip["height"] <= question["y"]
    page.get_by_role("button", name="Bid 2").click()
    expect(page.locator(".turned .own strong, .own .bid").first).to_contain_text("2")


def a_finished_trick_says_why_it_was_won_and_leads_to_the_rule(page: Page) -> None:
    """While it stands, and later, when the last trick is unfolded."""
    play(page, ".trick.past")
    page.locator(".trick.past").get_by_role("button", name="Why?").click()
    expect(page.locator(".trick.past .why")).to_contain_text("(SK-6)")
    play(page, "body:has(.card-button.legal) .last-trick")  # it stays while it is for me to lead
    page.locator(".last-trick summary").click()
    page.locator(".last-trick").get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".last-trick .why")).to_contain_text(" wins: ")
    expect(page.locator("#said")).to_contain_text("(SK-6)")
    page.locator(".last-trick p.why").get_by_role("button", name="Rule SK-6").click()
    expect(page.get_by_role("dialog")).to_contain_text("The Skull King wins the trick")
    page.keyboard.press("Escape")


def a_finger_that_stays_reads_a_card_and_plays_none(page: Page) -> None:
    """A tap plays it, and what is read has room on a phone."""
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".card-button.legal").first.wait_for()
    before = page.locator(".hand .card-button").count()
    assert not hold(page, ".card-button.legal", 600)
    expect(page.get_by_role("tooltip")).to_be_visible()
    box = box_of(page.get_by_role("tooltip"))
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert page.locator(".hand .card-button").count() == before
    hold(page, ".card-button.legal", 30)  # a tap plays
    expect(page.locator(".hand .card-button")).to_have_count(before - 1)
    expect(page.get_by_role("tooltip")).to_be_hidden()

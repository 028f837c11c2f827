"""Cards and die faces say what they do, by mouse, finger and keyboard; and finished tricks why they were won."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import make_table, play
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
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    opens: bool = page.evaluate(_HOLD, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, ms])
    return opens


@pytest.mark.thorough
def test_a_card_under_the_mouse_is_explained_once_its_texts_are_there(open_page: OpenPage) -> None:
    page = open_page("#/")
    held: list[Route] = []

    def hold_back(route: Route) -> None:
        held.append(route)

    page.route("**/learn/card_help.js*", hold_back)
    make_table(page, "skull-king", "me", "bot", start=True, players=2, schedule="fives")
    page.locator(".hand .card-button").nth(2).hover()
    page.wait_for_timeout(600)
    assert not page.get_by_role("tooltip").count()
    held.pop().continue_()
    expect(page.get_by_role("tooltip")).to_be_visible()


@pytest.mark.thorough
def test_a_finger_that_stays_reads_a_card_and_plays_none(open_page: OpenPage) -> None:
    page = open_page("#/", PHONE, has_touch=True)
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".card-button.legal").first.wait_for()
    before = page.locator(".hand .card-button").count()
    assert not hold(page, ".card-button.legal", 600)
    expect(page.get_by_role("tooltip")).to_be_visible()
    box = page.get_by_role("tooltip").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert page.locator(".hand .card-button").count() == before
    hold(page, ".card-button.legal", 30)  # a tap plays
    expect(page.locator(".hand .card-button")).to_have_count(before - 1)
    expect(page.get_by_role("tooltip")).to_be_hidden()


@pytest.mark.thorough
def test_a_finished_trick_says_why_it_was_won(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.get_by_role("button", name="Bid 1").click()
    play(page, ".trick.past")
    page.locator(".trick.past").get_by_role("button", name="Why?").click()
    expect(page.locator(".trick.past .why")).to_contain_text("(SK-6)")
    play(page, "body:has(.card-button.legal) .last-trick")  # it stays while it is for me to lead
    page.locator(".last-trick summary").click()
    page.locator(".last-trick").get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".last-trick .why")).to_contain_text(" wins: ")
    expect(page.locator("#said")).to_contain_text("(SK-6)")
    page.get_by_role("tab", name="Rules").click()
    strip = page.get_by_label("Who beats whom")
    expect(strip.get_by_role("listitem")).to_have_count(6)
    strip.get_by_role("img", name="Skull King", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tooltip")).to_contain_text("Rosie: say who leads next")
    check(page, IN_TURN)


@pytest.mark.thorough
def test_a_die_and_piles_say_what_they_do(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "pig", "me", "bot", start=True)
    page.get_by_role("button", name="Roll").click()
    page.locator(".die img.rolled").click()
    expect(page.get_by_role("tooltip")).to_contain_text("turn")
    make_table(page, "spite-malice", "me", "bot", start=True)
    page.locator(".half.own .goal").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("pile")
    page.get_by_role("tab", name="Rules").click()
    expect(page.get_by_label("What each card does").get_by_role("listitem")).to_have_count(11)


@pytest.mark.thorough
def test_a_tip_leaves_the_answers_of_a_question_to_be_pressed(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", start=True, players=2, schedule="fives")
    page.get_by_role("button", name="Bid 2").wait_for()
    page.locator(".hand .card-button").nth(2).hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    tip, question = page.get_by_role("tooltip").bounding_box(), page.locator(".question").bounding_box()
    assert tip is not None
    assert question is not None
    assert tip["y"] + tip["height"] <= question["y"]
    page.get_by_role("button", name="Bid 2").click()
    expect(page.locator(".turned .own strong, .own .bid").first).to_contain_text("2")


_BROKEN = """async (how) => {
  const { render } = await import("/html.js");
  const found = (await import("/learn/rule_link.js"))[how]("The highest card takes the trick (SK-6), as ever.");
  const line = document.querySelector("main").appendChild(document.createElement("p"));
  render(found, line);
  const text = line.textContent, [from, to] = [text.indexOf("("), text.indexOf(")") + 1];
  const letters = [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (let at = 0; at < node.length; at += 1) letters.push([node, at]);
  }
  const middle = ([node, at]) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const broken = [];
  for (let width = 90; width < 330; width += 1) {
    line.style.width = `${width}px`;
    const lines = letters.slice(from, to).map(middle);
    if (Math.max(...lines) - Math.min(...lines) > 8) broken.push(width);
  }
  line.remove();
  return [text.slice(from, to), broken];
}"""


@pytest.mark.parametrize("how", ["withRules", "withRulesToPoint"])
def test_the_number_of_a_rule_stays_on_one_line_with_its_brackets(modules: Page, how: str) -> None:
    assert modules.evaluate(_BROKEN, how) == ["(SK-6)", []]

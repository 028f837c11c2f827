"""Guided first rounds in the browser: walked by clicks and by keyboard alone, offered and left."""

import re

import pytest
from playwright.sync_api import expect

from tests.amounts import daily
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.lessons import walk
from tests.browser.room import look

COVERED = """() => {
  const boxes = (which) => [...document.querySelectorAll(which)].map((each) => each.getBoundingClientRect())
    .filter((box) => box.width && box.height);
  const length = (...edges) => Math.max(0, Math.min(edges[1], edges[3]) - Math.max(edges[0], edges[2]));
  const share = (one, other) => length(one.left, one.right, other.left, other.right)
    * length(one.top, one.bottom, other.top, other.bottom) / (other.width * other.height);
  const most = (above, below) =>
    Math.max(0, ...boxes(above).flatMap((one) => boxes(below).map((other) => share(one, other))));
  return [most(".lesson, .side .face, .side .name, .side .bid, .hand .card-button", ".trick .played"),
    most(".side .face", ".hand .card-button, .stepper, .pick"), most(".choice .pick", ".bars li")];
}"""
"""The largest share that is covered of a card of the trick, of a choice, of a row of points."""
SMALL, LOW = (320, 568), (844, 390)
SIZES = {
    "hearts": (PHONE, SMALL, DESKTOP, LOW), "oh-hell": (LOW, SMALL, DESKTOP), "skull-king": (PHONE, SMALL, LOW),
    "spite-malice": (PHONE,), "pig": (DESKTOP, LOW), "liars-dice": (PHONE, SMALL, DESKTOP), "leduc": (PHONE,),
}  # fmt: skip
"""Games with the sizes in which their lessons are looked at; the first is that in which they are walked."""


@pytest.mark.parametrize(("game", "sizes"), daily(SIZES.items()))
def test_a_lesson_is_walked_to_its_end_and_nothing_lies_on_the_trick_or_on_what_can_be_chosen(
    open_page: OpenPage, game: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    page = open_page("#/", sizes[0])
    asked = 0
    for screen in walk(page, game):
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert screen.asks or screen.number > 1  # the first tap plays
        if screen.asks:
            asked += 1
            assert screen.choices
            expect(page.locator(".lesson .says")).to_be_focused()
            expect(page.locator("[data-look]").first).to_be_in_viewport()
        for width, height in (*sizes[1:], sizes[0]):
            look(page, (width, height, 100))
            covered = page.evaluate(COVERED)
            assert max(covered) <= 0.1, (screen.number, width, covered)
    assert 4 <= asked <= screen.number < 10
    with page.expect_request(re.compile("/api/tables$")) as made:
        page.get_by_role("button", name=re.compile("^Play .* now$")).click()
    page.locator(".panel").wait_for()
    assert (made.value.post_data_json or {})["contributes"]  # so its deal can be checked


def test_a_lesson_goes_by_keyboard_alone_and_says_why_another_choice_is_not_the_one(open_page: OpenPage) -> None:
    page = open_page("#/learn/pig")
    says = page.locator(".lesson .says")
    expect(says).to_contain_text("The first to 20 points wins. Press Roll.")
    expect(says).to_be_focused()
    page.get_by_role("button", name="Hold").press("Enter")
    expect(says).to_have_text("Holding is allowed too. Here, roll, and see what happens.")
    expect(page.locator(".lesson .place")).to_contain_text("1 of")
    page.get_by_role("button", name="Roll").press("Enter")
    expect(says).to_contain_text("A 5: the turn total is 5")
    expect(page.locator("#said")).to_contain_text("rolls a 5")


@pytest.mark.thorough
def test_a_game_that_has_a_lesson_offers_it_and_it_is_left_by_one_tap(open_page: OpenPage) -> None:
    page = open_page("#/", PHONE)
    page.locator(".game").first.wait_for()
    games = page.evaluate("async () => (await (await fetch('/api/games')).json())")
    assert page.locator(".games article").count() == len(games)
    taught = {each["title"]: each["lesson"] for each in games}
    assert set(taught.values()) == {True}
    for title, has in taught.items():
        page.get_by_role("button", name=f"More: {title}").click()
        dialog = page.get_by_role("dialog", name=title)
        dialog.get_by_role("link", name="Rules and seats").wait_for()
        expect(dialog.get_by_role("link", name="Learn")).to_have_count(int(has))
        dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="More: Skull King").click()
    page.get_by_role("link", name="Learn").click()
    page.evaluate("async () => (await import('/said.js')).announce('A line of the lesson.')")
    page.wait_for_timeout(1100)
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    expect(page.locator("#said")).not_to_contain_text("A line of the lesson.")  # which is of another page

"""Standings of the same people: begun by a click, read by a link, renamed, deleted after a week."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, play
from tests.browser.room import unfold
from tests.browser.test_access import LOOKS, check


@pytest.mark.thorough
def test_a_circle_is_begun_after_a_game_and_shown_to_who_has_its_link(open_page: OpenPage) -> None:
    ann, friend = open_page(), open_page(size=(390, 664))
    make_table(ann, "pig", "me", "bot", start=True, winning_score=5)
    play(ann)
    ann.locator("[data-over]").get_by_role("button", name="Keep standings").click()
    ann.get_by_label("Name of your circle").fill("Thursdays")
    ann.get_by_role("button", name="Begin").click()
    ann.locator("[data-over]").get_by_role("link", name="Standings").click()
    expect(ann.get_by_role("heading", name="Thursdays")).to_be_visible()
    expect(ann.get_by_role("rowheader", name="Ann")).to_be_visible()
    expect(ann.locator(".results li span")).to_contain_text(re.compile(r"\bBot: \d"))  # as at the table
    friend.goto(ann.get_by_label("Link to these standings").input_value())
    expect(friend.get_by_role("table")).to_contain_text("Ann")
    unfold(friend)
    check(friend, LOOKS[1:2])
    friend.evaluate("document.querySelector('main details').open = false")
    friend.get_by_text("Change the name").click()
    friend.get_by_role("textbox", name="Change the name").fill("Fridays")
    friend.get_by_role("button", name="Save").click()
    expect(friend.get_by_role("heading", name="Fridays")).to_be_visible()
    friend.get_by_role("button", name="Delete these standings").click()
    ann.reload()
    expect(ann.locator(".banner")).to_contain_text("These standings are deleted in 6 days.")
    ann.get_by_role("button", name="Keep them").click()
    expect(ann.locator(".banner")).to_have_count(0)
    ann.get_by_role("link", name="Play Pig Dice").click()
    ann.get_by_role("button", name="Make the table").click()
    ann.get_by_role("tab", name="Players").or_(
        ann.get_by_role("heading", name="Players and seats")
    ).first.wait_for()

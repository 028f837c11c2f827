"""Watching a table: with a delay of a whole round, and not at all."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, play


@pytest.mark.thorough
def test_spectators_with_a_delay_see_all_hands_a_round_later(open_page: OpenPage) -> None:
    ann, eve = open_page(), open_page()
    watched = {"spectators": "delayed"}
    table = make_table(
        ann, "skull-king", "me", "bot", "bot", start=True, settings=watched, players=3, schedule="fives"
    )
    ann.locator(".question").wait_for()
    eve.goto(f"/#/table/{table}")
    expect(eve.locator(".felt")).to_have_text(re.compile("^You see all hands, a round later"))
    hand = [each.get_attribute("aria-label") for each in ann.locator(".card-button").all()]
    play(ann, ".card-button.legal")
    ann.locator(".card-button.legal").first.click()
    expect(ann.locator(".card-button")).to_have_count(4)
    assert eve.locator(".felt img").count() == 0, "nothing of the round that is played is shown"
    play(ann, "table.score tbody tr")  # the first round is over
    ann.locator(".question").wait_for()
    expect(eve.locator(".round strong")).to_have_text("Round 1 of 5")
    expect(eve.locator(".open-hands img")).to_have_count(15)
    expect(eve.locator("table.score tbody tr")).to_have_count(0)
    shown = [each.get_attribute("alt") for each in eve.locator(".open-hands section").first.locator("img").all()]
    assert shown == hand
    play(ann, "table.score tbody tr:nth-child(2)")
    expect(eve.locator(".round strong")).to_have_text("Round 2 of 5")
    expect(eve.locator("table.score tbody tr")).to_have_count(1)
    eve.get_by_label("Seen by").select_option("1")
    expect(eve.get_by_text("You are watching.")).to_be_visible()


@pytest.mark.thorough
def test_agents_are_watched_by_one_click_with_open_hands_and_at_ones_own_pace(open_page: OpenPage) -> None:
    page = open_page("#/")
    page.get_by_role("button", name="More: Skull King").click()
    page.get_by_role("button", name="Watch bots").click()
    expect(page.locator(".open-hands section")).to_have_count(4)
    expect(page.locator(".open-hands img")).to_have_count(4)  # of the first round
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Go on").wait_for()
    plays = page.locator(".log li", has_text=" plays ")
    while plays.count() == 0:  # bids are moves too, of which the log tells once all are in
        page.get_by_role("button", name="Next move").click()
        page.wait_for_timeout(300)
    made = plays.count()
    for more in (1, 2):
        page.get_by_role("button", name="Next move").click()
        expect(plays).to_have_count(made + more)
    page.wait_for_timeout(1200)  # longer than agents at the pace from before
    expect(plays).to_have_count(made + 2)
    page.get_by_label("Pace").select_option("instant")
    expect(page.locator("[data-over]")).to_be_visible()

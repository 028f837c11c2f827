"""Several people at one screen: nothing of one person's game is left when the next one takes it."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import join, make_table

LEFT = """() => ({
  said: [...document.querySelectorAll("#said p")].map((each) => each.textContent),
  told: document.querySelectorAll(".told p").length,
  help: document.querySelectorAll("#card-help").length,
})"""


def sit_together(page: Page) -> str:
    """Ann and Bob at one screen, in a round of five cards; returns the name of who is asked first."""
    make_table(page, "skull-king", "me", "open", "bot", players=3, schedule="fives")
    join(page, f"{page.get_by_label('Link to join').input_value()}/another", "Bob")
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Show cards").wait_for()
    return page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")


def test_what_one_person_was_told_is_gone_when_the_next_one_takes_the_screen(open_page: OpenPage) -> None:
    page = open_page()
    first = sit_together(page)
    page.get_by_role("button", name="Show cards").click()
    card = page.locator(".card-button").first
    card.dispatch_event("click")  # not now: bids are asked for
    expect(page.locator(".told p")).to_have_count(1)
    card.hover()
    expect(page.locator("#card-help")).to_be_visible()
    page.get_by_role("button", name="Bid 1").click()
    page.get_by_role("button", name="Show cards").wait_for()
    second = page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")
    assert {first, second} == {"Ann", "Bob"}
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('Hand over')")
    assert page.evaluate(LEFT) == {"said": [f"Hand over to {second}"], "told": 0, "help": 0}


@pytest.mark.thorough
def test_who_has_taken_the_screen_has_the_focus_on_what_is_asked_or_in_the_hand(open_page: OpenPage) -> None:
    page = open_page()
    first = sit_together(page)
    page.keyboard.press("Enter")
    expect(page.locator(".question [data-act]").first).to_be_focused()
    assert page.evaluate(
        "() => document.querySelector('.tools').getBoundingClientRect().top >= "
        "document.querySelector('.felt').getBoundingClientRect().bottom"
    )
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Show cards").wait_for()
    page.get_by_role("link", name=first).click()  # whose bid is made
    expect(page.locator(".curtain h1")).to_have_text(f"Hand over to {first}")
    page.get_by_role("button", name="Show cards").press("Enter")
    expect(page.locator(".dock :focus")).to_have_count(1)


def test_a_line_that_is_told_with_the_first_picture_is_shown(open_page: OpenPage) -> None:
    page = open_page("#/")

    def tell_at_once(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=f'{found.text()}\ncomplain({{ message: "At once" }});')

    page.route("**/main.js", tell_at_once)
    page.reload()
    expect(page.locator(".told p")).to_have_text("At once")

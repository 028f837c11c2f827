"""Several people at one screen: nothing of one person's game is left when the next one takes it."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, names_of_hand

LEFT = """() => ({
  said: [...document.querySelectorAll("#said p")].map((each) => each.textContent),
  told: document.querySelectorAll(".told p").length,
  help: document.querySelectorAll("#card-help").length,
})"""
BELOW = """() => document.querySelector(".tools").getBoundingClientRect().top >=
  document.querySelector(".felt").getBoundingClientRect().bottom"""


def take_the_screen(page: Page) -> tuple[str, list[str]]:
    """Show the cards of who is asked for, by the keyboard; the name, and the hand."""
    page.get_by_role("button", name="Show cards").wait_for()
    expect(page.locator(".card-button")).to_have_count(0)
    name = page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")
    page.get_by_role("button", name="Show cards").press("Enter")
    expect(page.locator(".side.own")).to_contain_text(name)
    expect(page.locator(".card-button")).to_have_count(5)
    return name, names_of_hand(page)


def test_at_one_screen_each_bids_in_turn_and_sees_and_hears_nothing_of_the_one_before(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "open", "bot", players=3, schedule="fives")
    page.get_by_text("Rules and more").click()
    page.get_by_role("link", name="Add a person at this screen").click()
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Start the game").click()
    first = take_the_screen(page)
    expect(page.locator(".question [data-act]").first).to_be_focused()
    assert page.evaluate(BELOW)
    card = page.locator(".card-button").first
    card.dispatch_event("click")  # not now: bids are asked for
    expect(page.locator(".told p")).to_have_count(1)
    card.hover()
    expect(page.locator("#card-help")).to_be_visible()
    page.get_by_role("button", name="Bid 1").click()
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('Hand over')")
    name = page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")
    assert page.evaluate(LEFT) == {"said": [f"Hand over to {name}"], "told": 0, "help": 0}
    page.get_by_role("link", name=first[0]).click()  # whose bid is made
    expect(page.locator(".curtain h1")).to_have_text(f"Hand over to {first[0]}")
    assert take_the_screen(page) == first
    expect(page.locator(".dock :focus")).to_have_count(1)
    page.get_by_role("link", name=name).click()
    second = take_the_screen(page)
    assert {first[0], second[0]} == {"Ann", "Bob"}
    assert first[1] != second[1]
    page.get_by_role("button", name="Bid 1").click()
    page.get_by_role("button", name="Show cards").or_(page.locator(".card-button.legal").first).first.wait_for()

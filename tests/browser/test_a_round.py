"""A round of Skull King as one person meets it: what is hidden, asked, refused, explained, and said."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, play

SUIT = re.compile(r"Your turn: Follow (\w+)|No (\w+) in hand: play any card")


def test_before_a_bid_nothing_hidden_is_told_cards_and_rules_are_explained_and_the_focus_stays(
    open_page: OpenPage,
) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives",
               settings={"pace": "quick"})  # fmt: skip
    page.locator(".question").wait_for()
    expect(page).to_have_title("● Your turn – Skull King")
    labels_tell_nothing_of_hidden_cards(page)
    a_card_says_what_it_does_by_mouse_and_by_keyboard(page)
    a_refusal_and_the_rules_of_the_table_lead_to_each_rule(page)
    tab = page.get_by_role("tab", name="Log")
    tab.click()
    page.evaluate("() => { window.focused = document.activeElement; }")
    page.get_by_role("button", name="Bid 1").evaluate("(button) => button.click()")
    expect(page.get_by_role("status")).to_contain_text("Your choice is in. All are in.")
    expect(page.locator(".log")).to_contain_text("All have bid")
    assert page.evaluate("() => document.activeElement === window.focused && window.focused.isConnected")
    assert page.locator("[aria-live]").count() == 1


def labels_tell_nothing_of_hidden_cards(page: Page) -> None:
    """Only how many cards the others have is told, in words and in what is drawn."""
    assert {each.get_attribute("aria-label") for each in page.locator(".backs").all()} == {"5 cards"}
    assert {each.evaluate("(back) => back.outerHTML") for each in page.locator(".backs i").all()} == {"<i></i>"}
    assert page.locator(".seats img").count() == 0


def a_card_says_what_it_does_by_mouse_and_by_keyboard(page: Page) -> None:
    """The help of a card stays while it is read, describes the card that has the focus, and goes with Escape."""
    tip, cards = page.get_by_role("tooltip"), page.locator(".hand .card-button")
    cards.first.hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("eats")  # Beats, or: as a pirate she beats
    tip.hover()
    page.wait_for_timeout(400)  # it would be gone by then
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.locator(".question .pick").last.focus()
    page.keyboard.press("Tab")
    expect(cards.first).to_be_focused()
    expect(tip).to_be_visible()
    described = cards.first.get_attribute("aria-describedby")
    assert described == tip.get_attribute("id")
    first = tip.inner_text()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    expect(cards.nth(1)).to_have_attribute("aria-describedby", str(described))
    assert tip.inner_text() != first
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(cards.nth(1)).to_be_focused()


def a_refusal_and_the_rules_of_the_table_lead_to_each_rule(page: Page) -> None:
    """A card that cannot be played says why; the number of the rule opens it; the panel has all rules."""
    page.locator(".card-button").first.click(force=True)  # it is not enabled
    page.locator(".told p", has_text="First all players bid (SK-4).").get_by_text("SK-4", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Bids are secret and shown together.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("tab", name="Rules").click()
    page.get_by_text("Every rule by its number").click()
    expect(page.locator(".rules-by-number dt")).to_have_count(16)
    expect(page.locator(".rules-by-number")).to_contain_text("Equal winners share the win.")


def test_what_can_be_followed_is_said_as_it_is_and_a_reload_in_the_middle_shows_the_same_table(
    open_page: OpenPage,
) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", "bot", start=True, schedule="tens")
    seen = set()
    for _ in range(60):
        play(page, ".card-button.legal, [data-over]")
        found = SUIT.fullmatch(page.locator("[data-status]").inner_text())
        if found:
            suit = found[1] or found[2]
            assert any(card.lower().startswith(f"{suit} ") for card in hand(page)) == bool(found[1]), suit
            seen.add(bool(found[1]))
        if len(seen) == 2:
            break
        page.locator(".card-button.legal").first.click()
    assert len(seen) == 2, "in sixty tricks there was always, or never, a card to follow with"
    expect(page.locator(".telling")).to_have_count(0)  # the finished trick has gone to its winner
    before = (shown(page), hand(page))
    page.reload()
    page.locator(".card-button").first.wait_for()
    assert (shown(page), hand(page)) == before


def hand(page: Page) -> list[str]:
    """The names of the cards in hand."""
    return [str(each.get_attribute("aria-label")) for each in page.locator(".card-button").all()]


def shown(page: Page) -> list[str]:
    """What stands on the table."""
    return [page.locator(place).inner_text() for place in (".seats", ".trick", ".round")]

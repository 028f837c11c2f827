"""A round of Skull King as one person meets it: what is hidden, asked, refused, explained, and said."""

from playwright.sync_api import Page, expect

from croupier import open_position
from tests.browser.conftest import Pages
from tests.browser.people import make_table, names_of_hand
from tests.browser.room import REVEAL_MS, go_on, hold
from tests.browser.test_company import UNSENT


def test_around_a_bid_nothing_hidden_is_told_all_is_explained_kept_offline_and_changed_in_time(
    open_page: Pages,
) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives",
               settings={"pace": "quick", "take_back": 10})  # fmt: skip
    page.locator(".question").wait_for()
    expect(page).to_have_title("● Your turn – Skull King")
    labels_tell_nothing_of_hidden_cards(page)
    a_card_says_what_it_does_by_mouse_and_by_keyboard(page)
    a_refusal_and_the_rules_of_the_table_lead_to_each_rule(page)
    page.get_by_role("tab", name="Log").click()
    page.evaluate("() => { window.focused = document.activeElement; }")
    a_bid_that_is_made_offline_is_told_and_arrives_once(open_page, page)
    expect(page.get_by_role("status")).to_contain_text("Your choice is in. All are in.")
    page.get_by_role("button", name="Bid 1").evaluate("(button) => button.click()")  # while there is time
    expect(page.locator(".own .bid")).to_have_text("✓ bid 1, still hidden")
    hold(page, REVEAL_MS)
    page.get_by_role("button", name="Don't wait").evaluate("(button) => button.click()")
    expect(page.locator(".turned .own strong")).to_have_text("1")
    go_on(page)
    expect(page.locator(".log")).to_contain_text("All have bid")
    assert page.evaluate("() => document.activeElement === window.focused && window.focused.isConnected")
    assert page.locator("[aria-live]").count() == 1
    the_table_makes_links_to_what_the_seat_knows(page)


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


def a_bid_that_is_made_offline_is_told_and_arrives_once(pages: Pages, page: Page) -> None:
    """The page says that it is offline, and that the bid is not sent yet, once to who hears it."""
    banner = page.locator(".banner:not([data-seeded])")
    with pages.outage():
        page.context.set_offline(True)
        expect(banner).to_have_text("You are offline.")
        page.get_by_role("button", name="Bid 5").evaluate("(button) => button.click()")
        expect(banner).to_have_text(f"You are offline. {UNSENT}")
        expect(page.locator("#said")).to_contain_text(UNSENT)
        assert page.locator("#said").inner_text().count(UNSENT) == 1
        page.context.set_offline(False)
        expect(banner).to_have_count(0)
    expect(page.locator(".own .bid")).to_have_text("✓ bid 5, still hidden")


def the_table_makes_links_to_what_the_seat_knows(page: Page) -> None:
    """Each link is one possible deal, with the hand as it is."""
    shown = sorted(name.lower() for name in names_of_hand(page))
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Link to this position").click()
    field = page.get_by_role("dialog").get_by_label("Link to this position")
    first = field.input_value()
    page.get_by_role("button", name="Make a fresh link").click()
    expect(field).not_to_have_value(first)
    assert first.startswith(page.url.partition("#")[0])
    for link in (first, field.input_value()):
        assert sorted(open_position(link).view(0)["table"]["hand"]) == shown
    page.goto(first)
    page.reload()
    expect(page.locator(".page")).to_contain_text("one possible deal")
    expect(page.locator(".hand .card-button")).to_have_count(len(shown))

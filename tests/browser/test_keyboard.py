"""Playing with the keyboard alone, and what is said to who does not see the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.amounts import larger
from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, make_table_with_a_turn

AT_THE_END = "() => document.activeElement.matches('.card-button:last-of-type')"  # the arrow keys stop there


def focused(page: Page) -> str:
    """Name of what has the focus."""
    return str(
        page.evaluate(
            "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
        )
    )


def tab_to(page: Page, what: str, key: str = "Tab") -> bool:
    """Press the tab key until something has the focus; False where it is gone before, as an old question is."""
    for _ in range(60):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return True
        if not page.locator(what).count():
            return False
        page.keyboard.press(key)
    raise AssertionError(f"the tab key does not come to {what}")


@pytest.mark.thorough
def test_pig_and_skull_king_are_played_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("#/")
    page.locator(".game").first.wait_for()
    make_table(page, "pig", "me", "bot", start=True, winning_score=30)
    page.get_by_role("button", name="Roll").wait_for()
    tab_to(page, ".pick.roll")
    play_by_keys(page, pig_keys)
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="skip")
    page.locator(".question [data-act]").first.wait_for()
    tab_to(page, ".question [data-act]")
    play_by_keys(page, skull_king_keys)


def play_by_keys(page: Page, press: Callable[[Page], None]) -> None:
    """Press what a person would until the game is over; the focus is always somewhere."""
    for _ in range(3000):
        if page.locator("[data-over]").count():
            break
        press(page)
        page.wait_for_timeout(60)
        assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    expect(page.locator("[data-over]")).to_be_visible()


def pig_keys(page: Page) -> None:
    """Hold from 12 on."""
    if page.locator("[data-status].mine").count():
        total = int(page.locator(".total strong").inner_text())
        page.keyboard.press("ArrowRight" if total >= 12 else "ArrowLeft")
        page.keyboard.press("Enter")


def skull_king_keys(page: Page) -> None:
    """Answer what is asked, or play the card that has the focus, else go to the next."""
    if page.locator(".question [data-act]").count():
        if tab_to(page, ".question [data-act]", "Shift+Tab"):
            page.keyboard.press("Enter")
    elif page.locator(".card-button.legal").count():
        assert page.evaluate("() => document.activeElement.matches('.card-button, [data-act]')"), focused(page)
        page.keyboard.press("Enter")
        if page.locator(".card-button.legal").count():
            page.keyboard.press("Home" if page.evaluate(AT_THE_END) else "ArrowRight")


@larger("max_turns", 6, 12)
def test_a_card_is_dragged_to_a_pile_and_spite_and_malice_is_played_by_keyboard_alone(
    open_page: OpenPage, max_turns: int
) -> None:
    page = open_page()
    make_table_with_a_turn(page, "spite-malice", "me", "bot", goal_size=5, max_turns=max_turns)
    card_to_discard(page).drag_to(page.locator("[data-pile=x2]"))
    expect(page.locator("[data-pile=x2] img")).to_have_count(1)
    page.locator(".card-button.legal, .pile.legal").first.wait_for()
    tab_to(page, ".own .card-button")
    for step in range(4000):
        if page.locator("[data-over]").count():
            break
        if page.locator("[data-status].mine").count():
            one_key(page, step)
        page.wait_for_timeout(40)
    expect(page.locator("[data-over]")).to_be_visible()


def card_to_discard(page: Page) -> Locator:
    """A card of the hand that can be discarded, not chosen; what has to be played before, a 0, is played."""
    while True:
        page.locator(".own .card-button.legal, .own .pile.legal").first.wait_for()
        for card in page.locator(".own .card-button.legal").all():
            card.click()
            if page.locator("[data-pile=x2].fits").count():
                card.click()  # put it down again
                return card
            page.locator("[data-pile^=p].fits").first.click()
            break
        else:
            page.locator(".own .pile.legal").first.click()
            page.locator("[data-pile^=p].fits").first.click()
        page.wait_for_timeout(500)


def one_key(page: Page, step: int) -> None:
    """Press what a person would: choose a card, go to a pile that it fits, play it."""
    key = page.evaluate("""() => {
      const at = document.activeElement;
      const chosen = document.querySelector("#main [aria-pressed=true]");
      const fits = document.querySelector(".pile.fits");
      if (at.matches("[data-act]")) return "Enter";
      if (!chosen) return at.matches(".legal") ? "Enter" : at.closest(".own .hand") ? "ArrowRight" : "Tab";
      if (at.matches(".pile.fits")) return "Enter";
      if (at.closest(".middle") && fits.closest(".middle")) return "ArrowRight";
      return "Tab";
    }""")
    wrapped = key == "ArrowRight" and step % 11 == 10  # the end of a row, or nothing legal in it
    page.keyboard.press("Tab" if wrapped else key)
    if key == "Enter":  # behind the last stop of the tab key is the browser's own bar
        page.wait_for_timeout(150)
        assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"

"""Liar's Dice and Leduc poker in the browser: what is seen and what may be done, by touch and by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, compiling
from tests.browser.people import file_of, make_table, play
from tests.browser.room import OVER, OWN_FACE, Size, crowded, look
from tests.browser.test_access import LOOKS, Looks, check, looks

SIZES: tuple[Size, ...] = ((*DESKTOP, 100), (*PHONE, 100), (320, 568, 100), (844, 390, 100), (*PHONE, 200),
                           (*DESKTOP, 200), (320, 568, 200), (844, 390, 200))  # fmt: skip
_DICE = """() => [...document.querySelectorAll("[data-seat]")].map((seat) =>
  [...seat.querySelectorAll(".thrown [data-card]")].map((die) => Number(die.dataset.card)))"""
_LINES = """() => Math.max(...[...document.querySelectorAll(".calls button")].map((each) =>
  each.clientHeight / parseFloat(getComputedStyle(each).fontSize)))"""
_HIDDEN = """async (table) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?member=0`);
  const told = await new Promise((resolve) => (socket.onmessage = (event) => resolve(JSON.parse(event.data))));
  socket.close();
  return told.view.table;
}"""

compiled = compiling("leduc", "liars-dice")


def my_turn(page: Page) -> None:
    """Wait until I am asked."""
    page.locator("[data-status].mine, [data-over]").first.wait_for()


@looks
def test_bids_are_set_by_two_steppers_and_each_call_costs_a_die_until_one_player_has_some(
    open_page: OpenPage, looks: Looks
) -> None:
    sizes = SIZES if looks == LOOKS else SIZES[1:3]
    page = open_page(size=PHONE, has_touch=True)
    table = make_table(page, "liars-dice", "me", "bot", "bot", start=True, settings={"pace": "slow"}, dice=1)
    my_turn(page)
    bid, liar = page.locator(".pick.bids"), page.get_by_role("button", name="Liar!")
    quantity, face = page.get_by_role("spinbutton", name="How many dice"), page.get_by_label("Which face").first
    expect(liar).to_have_attribute("aria-disabled", "true")  # there is no bid to call
    expect(page.locator(".own-dice .die-face")).to_have_count(1)
    expect(page.locator(".cup text")).to_have_text(["1", "1"])  # the others' dice, hidden
    assert page.evaluate(_DICE) == [[], [], []]
    told = page.evaluate(_HIDDEN, table)
    assert (len(told["dice"]), told["shown"], told["last"]) == (1, None, None)
    page.get_by_role("button", name="How many dice: more").tap()
    expect(quantity).to_have_attribute("aria-valuenow", "2")
    page.get_by_role("button", name="How many dice: less").tap()
    expect(quantity).to_be_visible()
    quantity.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(page.get_by_role("spinbutton", name="Which face")).to_be_focused()
    page.keyboard.press("Home")
    expect(bid).to_have_text("Bid 2 ones")
    page.keyboard.press("ArrowRight")
    expect(bid).to_have_text("Bid 2 twos")
    expect(face).to_be_attached()
    check(page, looks)
    assert crowded(page, sizes) == {}
    for size in ((320, 568, 100), (844, 390, 100), (*PHONE, 100)):
        look(page, size)
        assert page.evaluate(OWN_FACE), size
    for size in sizes:
        look(page, size)
        assert not page.evaluate(OVER, [".middle-bid", ".side, .dock"]), size
        assert not page.evaluate(OVER, [".dock", ".side:not(.own), .head"]), size
        assert page.evaluate(_LINES) < 5, size  # no word stands letter by letter
    look(page, (*PHONE, 100))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Ann bids 2 twos.")
    page.locator(".telling .count, [data-status].mine").first.wait_for()
    if not page.locator(".telling .count").count():
        standing = page.locator(".middle-bid .bid-of").get_attribute("aria-label") or ""
        assert int(quantity.get_attribute("aria-valuenow") or 0) >= int(standing.split()[0])  # always higher
        expect(page.locator("#said")).to_contain_text("The bid is ")
        liar.click()
    page.locator(".telling .count").get_by_text("loses a die").wait_for()  # all are counted
    dice = page.evaluate(_DICE)
    assert [len(each) for each in dice] == [1, 1, 1]
    asked = page.locator(".middle-bid [data-card]").get_attribute("data-card")
    counted = sum(die in (int(asked or 0), 6) for each in dice for die in each)
    assert page.locator(".count strong").inner_text() == str(counted)
    assert page.locator(".die-face.counts").count() == counted
    card = page.locator(".round-card")
    expect(card.get_by_role("heading")).to_have_text("Round 1 is over")
    assert sorted(card.locator("td:last-child").all_inner_texts()) == ["0", "1", "1"]
    card.get_by_role("button", name="Next").click()
    expect(page.locator(".round strong")).to_have_text("Round 2")
    expect(page.locator(".side.no-dice")).to_have_count(1)
    play(page)
    assert sorted(file_of(page, table)["points"]) == [0, 1, 2]
    shown = page.locator(".podium strong").all_inner_texts()
    assert sorted(shown) == ["1 die", "out", "out"]
    check(page, looks)
    assert crowded(page, sizes) == {}


@pytest.mark.thorough
def test_leduc_is_played_with_chips_and_cards(open_page: OpenPage) -> None:
    page = open_page()
    table = make_table(page, "leduc", "me", "bot", start=True)
    my_turn(page)
    assert (page.locator(".own .held img").get_attribute("data-card") or "")[0] in "JQK"
    expect(page.locator(".side:not(.own) .held img")).to_have_attribute("alt", "a hidden card")
    assert page.locator(".calls button").all_inner_texts() == ["Check", "Raise to 3"]
    check(page, LOOKS)
    assert crowded(page, SIZES) == {}
    page.get_by_role("button", name="Raise to 3").click()
    expect(page.locator(".log")).to_contain_text("Ann raises to 3")  # of which the chips may be gone already
    play(page)
    told = file_of(page, table)
    shown = page.locator(".podium strong, .ranks strong").all_inner_texts()
    assert sorted(float(each.replace("−", "-")) for each in shown) == sorted(told["points"])
    check(page, LOOKS[:1])
    assert crowded(page, SIZES) == {}

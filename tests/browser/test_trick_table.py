"""The one table of games with tricks: seats, the hand as a fan, cards that are passed, bids, faces."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, OpenPage, compiling
from tests.browser.people import file_of, hurry, join, make_table, play
from tests.browser.room import OVER, crowded, look
from tests.browser.test_access import IN_TURN, check, sit_clockwise

SIZES = ((1280, 800, 100), (390, 844, 100), (320, 568, 100), (844, 390, 100))
_UNCOVERED = """() => [...document.querySelectorAll(".hand .note")].every((note) => {
  const { right, top, bottom } = note.getBoundingClientRect();
  const next = note.parentElement.nextElementSibling?.getBoundingClientRect();
  return !next || right <= next.left + 2 || bottom <= next.top + 4 || top >= next.bottom;
})"""
"""Whether no word on a card of the hand lies over the card beside it."""
_LONG = """() => {
  const rows = document.querySelector(".score tbody");
  rows.insertAdjacentHTML("beforeend", "<tr><th>1</th><td>0</td></tr>".repeat(25));
  const box = document.querySelector(".score tfoot td").getBoundingClientRect();
  return box.bottom <= document.querySelector(".panel > .scroll-x").getBoundingClientRect().bottom + 1;
}"""
"""Whether the totals are seen below many rounds."""
COUNT_TONES = (
    "window.tones = 0; const make = AudioContext.prototype.createOscillator;"
    "AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };"
)
"""Counts the notes that a page plays."""

compiled = compiling("hearts", "oh-hell")


def sit_down(page: Page, game: str, players: int = 4, **options: Any) -> str:
    """A table at which one person plays with bots, and is to move; returns its id."""
    table = make_table(page, game, "me", *["bot"] * (players - 1), start=True, players=players, **options)
    page.locator("[data-status].mine").wait_for(state="attached")
    return table


def hand(page: Page) -> Locator:
    return page.locator(".hand .card-button")


def test_cards_are_passed_refused_ones_say_why_and_a_slip_of_a_finger_plays_none(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "hearts")
    for left in (3, 2, 1):
        cards = "card" if left == 1 else "cards"
        expect(page.locator("[data-status]")).to_have_text(re.compile(rf"^Pass {left} {cards} to \w+ \(bot\)$"))
        expect(hand(page)).to_have_count(10 + left)
        expect(page.locator(".passing img")).to_have_count(3 - left)
        hand(page).first.click()
    page.locator(".trick .played").first.wait_for()
    page.locator("[data-status].mine").wait_for()
    expect(page.locator(".hand .note")).to_have_text(["new"] * 3)
    assert page.evaluate(_UNCOVERED)
    assert page.evaluate(_LONG)
    look(page, (*PHONE, 100))
    assert page.locator(".panel > .scroll-x").evaluate(
        "(box) => box.scrollHeight <= box.clientHeight + 1"
    )  # the page does
    check(page, IN_TURN)
    assert crowded(page, SIZES) == {}
    refused = page.locator(".hand .card-button[aria-disabled=true]").first
    refused.dispatch_event("click")
    expect(page.locator(".told p")).to_have_text(re.compile(r"cannot be (played: follow [♣♦♥♠]|chosen now)\."))
    card = str(page.locator(".card-button.legal").first.get_attribute("aria-label")).removesuffix(", new")
    page.locator(".card-button.legal").first.click(position={"x": 20, "y": 60})  # the next card lies on its middle
    expect(page.locator(".log")).to_contain_text(f"Ann plays {card}.")
    where_a_finger_may_slip_the_first_tap_lifts_a_card_and_the_second_plays_it(
        open_page(size=(320, 568), has_touch=True)
    )


def where_a_finger_may_slip_the_first_tap_lifts_a_card_and_the_second_plays_it(page: Page) -> None:
    """On a small phone, with 17 cards."""
    sit_down(page, "hearts", players=3)
    expect(hand(page)).to_have_count(17)
    card = hand(page).nth(2)
    name = card.get_attribute("aria-label")
    card.tap(position={"x": 8, "y": 12})
    expect(page.locator(".card-button.lifted")).to_have_attribute("aria-label", str(name))
    expect(page.locator(".told p")).to_have_text(f"Tap {name} again.")
    expect(hand(page)).to_have_count(17)
    card.tap(position={"x": 8, "y": 12})
    expect(hand(page)).to_have_count(16)


def test_bids_are_made_by_keys_cards_are_heard_and_points_have_one_sign_on_a_phone(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(COUNT_TONES)
    page.reload()
    table = sit_down(page, "oh-hell", rounds="up", largest=2)
    expect(page.locator(".round")).to_contain_text(re.compile("[♣♦♥♠] is trump"))
    expect(page.locator(".pack img")).to_have_count(1)
    expect(page.locator("[data-status]")).to_have_text("How many tricks will you win?")  # not which card to play
    page.keyboard.press("1")
    expect(page.locator(".log")).to_contain_text("Ann bids 1.")
    page.locator(".card-button.legal").wait_for()
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        look(page, (width, height, 100))
        expect(page.locator(".pack img")).to_be_visible()  # also while a trick lies
        assert not page.evaluate(OVER, [".pack img", ".trick .played img, .side .face, .side .name"]), width
    card = page.locator(".hand :focus").get_attribute("aria-label")
    page.get_by_role("button", name="Sound: on").click()
    tones = page.evaluate("window.tones")
    assert tones > 0  # once the page was touched
    page.locator(".hand .legal").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"Ann plays {card}.")
    assert page.evaluate("window.tones") == tones  # one tap has switched sounds off
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    play_to_the_end_and_look_back(page, table, 1)


@pytest.mark.thorough
def test_hearts_has_points_with_one_sign_oh_hell_room_and_people_sit_clockwise(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "oh-hell")
    play(page, ".trick .played")
    page.locator("[data-status].mine").wait_for()
    check(page, IN_TURN)
    assert crowded(page, SIZES) == {}
    for players in (2, 4):
        make_table(page, "skull-king", "me", *["bot"] * (players - 1), start=True, players=players)
        page.get_by_role("button", name="Bid 0").click()  # small phones show faces in rows before
        page.locator(".card-button.legal").wait_for()
        sit_clockwise(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    play_to_the_end_and_look_back(page, sit_down(page, "hearts", max_deals=1), -1)


def play_to_the_end_and_look_back(page: Page, table: str, sign: int) -> None:
    """The points of the game's file, with their sign, stand in the result and the score sheet."""
    play(page)
    told = [int(sign * each) for each in file_of(page, table)["points"]]
    for place in (":is(.podium, .ranks) strong", "table.score tfoot strong"):
        shown = page.locator(place).all_inner_texts()
        assert sorted(int(each.replace("−", "-")) for each in shown) == sorted(told)
    expect(page.locator(".round-card")).to_have_count(0)  # nothing covers the podium
    page.goto(f"/#/replay/{table}")
    expect(page.locator(".open-hands section")).to_have_count(4)


def test_a_leader_claims_the_rest_by_keyboard_and_others_see_the_hand_and_agree(open_page: OpenPage) -> None:
    pages = [open_page(), open_page(), open_page()]
    make_table(pages[0], "oh-hell", "me", "open", "open", players=3, largest=4, rounds="down")
    link = pages[0].get_by_label("Link to join").input_value()
    for page, name in zip(pages[1:], ("Bea", "Cid"), strict=True):
        join(page, link, name)
    for page in pages:
        hurry(page)
    pages[0].get_by_role("button", name="Start the game").click()
    for done, (what, left) in enumerate([(".pick[data-act]", 4)] * 3 + [(".card-button.legal", 3)] * 3):
        page = until(pages, what)[0]
        expect(page.locator(".bid .tally")).to_have_count(min(done, 3))  # each bid is heard at once (OH-4)
        page.locator(what).first.click()
        expect(page.locator(".pick[data-act]")).to_have_count(0)  # else this page is still asked the same
        expect(hand(page)).to_have_count(left)
    claim = "button:has-text('The rest is mine')"
    [leader] = until(pages, claim)
    others = [page for page in pages if page is not leader]
    for show in (False, True):
        leader.locator(claim).press("Enter")
        if show:
            check(leader, IN_TURN, "dialog[open]")
        dialog = leader.get_by_role("dialog")
        dialog.get_by_role("button", name="Show my hand" if show else "Only if it is certain").press("Enter")
        if not show:
            expect(leader.locator(".told")).to_contain_text("the others must see your hand")
    for page, barred in zip(others, (True, False), strict=True):
        expect(page.locator("[data-rest]")).to_contain_text("claims the rest of the tricks with")
        if barred:
            check(page, IN_TURN, "[data-rest]")
        page.locator("[data-rest]").get_by_role("button", name="Agree").press("Enter")
    expect(pages[0].locator("[data-rest]")).to_have_count(0)
    until(pages, ".pick[data-act]")  # the next round


def until(pages: list[Page], what: str) -> list[Page]:
    """The pages that show something, once one does."""
    for _ in range(4000):
        if found := [page for page in pages if page.locator(what).count()]:
            return found
        pages[0].wait_for_timeout(30)
    raise AssertionError(f"{what} does not come")

"""A turn at a table: what is hidden, asked, refused, explained and said; second clicks; and sealed bids."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from croupier import open_position
from croupier.server.base.english import say as server_say
from croupier.server.base.refusal import as_sentence
from croupier.table.english import say
from tests.browser.conftest import PHONE, OpenPage, Pages
from tests.browser.people import between, join, lose, make_table, make_table_with_a_turn, names_of_hand, play
from tests.browser.room import REVEAL_MS, go_on, hold, look
from tests.browser.test_company import UNSENT


def test_around_a_bid_nothing_hidden_is_told_all_is_explained_and_kept_offline(open_page: Pages) -> None:
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


TOOLS_IN_VIEW = """() => [...document.querySelectorAll(".tools > *")].every((each) => {
  const box = each.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
})"""


@pytest.mark.thorough
def test_second_clicks_are_no_mistake_and_points_signs_and_backs_look_as_they_are(open_page: OpenPage) -> None:
    page = open_page()
    a_second_click_on_a_bid_or_a_card_is_no_mistake(page)
    make_table(page, "skull-king", "me", *["bot"] * 5, start=True, players=6, schedule="fives", rascal=True)
    page.locator(".question").wait_for()
    back = page.locator(".seats .backs i").first
    assert back.evaluate("(each) => each.textContent === '' && getComputedStyle(each).backgroundImage !== 'none'")
    sound = page.get_by_role("button", name="Sound", exact=False)
    assert sound.inner_text() == ""
    expect(sound.locator("svg path")).to_have_count(2)  # a speaker, and the cross through it
    play(page, "table.score td.half, [data-over]")
    cells = page.locator("table.score tbody td").all()
    colours: dict[int, set[str]] = {-1: set(), 0: set(), 1: set()}
    for cell in cells:
        points = cell.locator("strong")
        value = int(points.inner_text().replace("\u2212", "-"))
        colours[(value > 0) - (value < 0)].add(points.evaluate("(each) => getComputedStyle(each).color"))
    assert len(colours[1]) == 2  # all of them, and half
    assert colours[1].isdisjoint(colours[0] | colours[-1])
    for size in ((1280, 800, 100), (1366, 650, 100)):
        look(page, size)
        assert page.evaluate(TOOLS_IN_VIEW), size


def test_while_a_move_is_on_its_way_a_second_click_is_no_mistake_and_the_focus_stays(open_page: OpenPage) -> None:
    page = open_page()
    lose(page, "move")
    make_table_with_a_turn(page, "pig", "me", "bot")
    page.locator(".pick.roll").dblclick(force=True)
    page.locator(".pick.hold").click(force=True)
    page.wait_for_timeout(300)
    assert page.locator(".told p").count() == 0  # now: a line that is told goes by itself
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    button = page.get_by_role("button", name="Bid 1")
    button.click()
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_be_focused()


CLICKED_THRICE = """async (what) => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const now = Date.now();
  Date.now = () => now;  // however slow the machine is
  document.querySelector(what).click();
  await drawn();
  document.querySelector(".card-button").click();  // while it is on its way
  while (document.querySelector("[data-status].mine")) await drawn();
  await new Promise((resolve) => setTimeout(resolve, 150));  // until the answer has come, too
  document.querySelector(".card-button").click();  // and when it has come
  await drawn();
}"""


def a_second_click_on_a_bid_or_a_card_is_no_mistake(page: Page) -> None:
    """While it is on its way, and when the answer has come."""
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives",
               settings={"pace": "normal"})  # fmt: skip
    page.get_by_role("button", name="Bid 1").wait_for()
    for what in (".question [data-act]", ".card-button.legal"):
        page.locator(what).first.wait_for()
        page.evaluate(CLICKED_THRICE, what)
        assert page.locator(".told p").count() == 0


@pytest.mark.thorough
def test_three_people_bid_at_once_and_all_bids_are_turned_up_together(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page()
    cid = open_page(size=PHONE, reduced_motion="no-preference")
    pages = (ann, bob, cid)
    make_table(ann, "skull-king", "me", "open", "open", players=3, schedule="fives", settings={"pace": "normal"})
    link = ann.get_by_label("Link to join").input_value()
    for page, name in ((bob, "Bob"), (cid, "Cid")):
        join(page, link, name)
    ann.get_by_text("Cid").first.wait_for()
    ann.get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.locator(".question h2")).to_have_text("How many tricks will you win?")
        expect(page.locator("[data-status]")).to_have_text("How many tricks will you win?")
    cid.get_by_role("button", name="Bid 4").click()
    expect(cid.locator(".question h2")).to_have_text("You bid 4")
    expect(cid.locator("[data-status]")).to_have_text("Waiting for Ann and Bob")
    expect(cid.locator(".own .bid")).to_have_text("✓ bid 4, still hidden")
    assert cid.locator(".own .bid").inner_text() == "✓ bid 4"  # in few words on a phone
    for page in (ann, bob):
        expect(page.locator(".side", has_text="Cid").locator(".bid")).to_have_text("✓ has bid")
        expect(page.locator("#said")).to_contain_text("Cid is done.")
        assert "4, still" not in page.locator(".felt").inner_text()
    ann.locator(".card-button").first.click(force=True)
    expect(ann.locator(".told")).to_contain_text("First all players bid")
    ann.get_by_role("button", name="Bid 0").click()
    expect(ann.locator("[data-status]")).to_have_text("Waiting for Bob")
    cid.reload()  # the bid is there after a reload, and can be changed
    expect(cid.get_by_role("button", name="Bid 4")).to_have_attribute("aria-pressed", "true")
    cid.get_by_role("button", name="Bid 2").click()
    expect(cid.locator(".question h2")).to_have_text("You bid 2")
    expect(bob.locator("[data-status]")).to_have_text("How many tricks will you win?")  # nobody hears of that
    for page in pages:
        page.evaluate(WATCH)
    bob.get_by_role("button", name="Bid 3").click()
    for page, own in ((ann, "0"), (bob, "3"), (cid, "2")):
        expect(page.locator(".turned .own strong")).to_have_text(own)
        assert sorted(page.locator(".turned strong").all_inner_texts()) == ["0", "2", "3"]
        assert page.locator(".turned strong").first.evaluate(MOTION) == ("turn-up" if page is cid else "none")
        expect(page.locator(".reveal .caption")).to_have_text("5 bid for 5 tricks")
    for page in pages:
        expect(page.locator(".reveal")).to_have_count(0)  # a beat later
        shown, sets = page.evaluate("() => [window.beat.end - window.beat.start, window.beat.sets]")
        assert 1400 < shown < 4000
        assert sets == ["0,2,3"]  # all at once
        expect(page.locator("#said")).to_contain_text("All have bid: 0 by Ann, 3 by Bob, 2 by Cid.")
        assert page.locator("#said").inner_text().count("All have bid") == 1
    leader = next(page for page in pages if page.locator("[data-status].mine").count())
    leader.locator(".card-button.legal").first.click()
    for page in pages:
        expect(page.locator(".trick .played")).to_have_count(1)


@pytest.mark.thorough
def test_who_is_refused_an_answer_or_a_hint_reads_the_names_of_seats(open_page: OpenPage) -> None:
    page = open_page("#/")
    refusals = {
        "move": as_sentence(say("sealed.late", seat=0)),
        "hint": as_sentence(server_say("not_to_move", seat=0)),
    }

    def passes(asked: dict[str, Any], route: WebSocketRoute) -> bool:
        message = refusals.get(asked["type"])
        refused = {"v": 1, "type": "refused", "re": asked["id"], "code": "not-your-turn", "message": message}
        if message is not None:
            route.send(json.dumps(refused))
        return message is None

    between(page, passes)
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3)
    for button, late in zip(("Bid 1", "Hint"), refusals.values(), strict=True):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator(".told p").last).to_have_text(late.replace("Player 0", "Ann"))


MOTION = "(each) => getComputedStyle(each).animationName"
WATCH = """() => {
  window.beat = {start: 0, end: 0, sets: []};
  new MutationObserver(() => {
    const found = document.querySelectorAll(".turned strong");
    const now = performance.now();
    if (found.length && !window.beat.start) window.beat.start = now;
    if (!found.length && window.beat.start && !window.beat.end) window.beat.end = now;
    const bids = [...found].map((each) => each.textContent).sort().join(",");
    if (bids && !window.beat.sets.includes(bids)) window.beat.sets.push(bids);
  }).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""

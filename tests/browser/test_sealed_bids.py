"""Bids of Skull King: all people choose at once, see who is done, and see all bids turned up together."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from croupier.server.base.english import say as server_say
from croupier.server.base.refusal import as_sentence
from croupier.table.english import say
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import join, make_table


def three_at_a_table(open_page: OpenPage, **settings: object) -> tuple[Page, Page, Page]:
    """Ann, Bob and Cid, the last of them at a phone that moves things, before their first bid of five."""
    ann, bob, cid = open_page(), open_page(), open_page(size=PHONE, reduced_motion="no-preference")
    make_table(ann, "skull-king", "me", "open", "open", players=3, schedule="fives", settings=dict(settings))
    link = ann.get_by_label("Link to join").input_value()
    for page, name in ((bob, "Bob"), (cid, "Cid")):
        join(page, link, name)
    ann.get_by_text("Cid").first.wait_for()
    ann.get_by_role("button", name="Start the game").click()
    return ann, bob, cid


@pytest.mark.thorough
def test_three_people_bid_at_once_and_all_bids_are_turned_up_together(open_page: OpenPage) -> None:
    ann, bob, cid = pages = three_at_a_table(open_page, pace="normal")
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

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(sent: str | bytes) -> None:
            asked = json.loads(sent)
            late = refusals.get(asked["type"])
            if late is None:
                return server.send(sent)
            refused = {"v": 1, "type": "refused", "re": asked["id"], "code": "not-your-turn", "message": late}
            return route.send(json.dumps(refused))

        route.on_message(pass_on)

    page.route_web_socket("**/socket*", between)
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

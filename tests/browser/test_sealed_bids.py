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
    """Ann, Bob and Cid, the last of them at a phone, before their first bid of five."""
    ann, bob, cid = open_page(), open_page(), open_page(size=PHONE)
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
        assert page.locator(".turned strong").first.evaluate(MOTION) == "none"
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
@pytest.mark.parametrize(
    ("kind", "button", "said"),
    [("move", "Bid 1", say("sealed.late", seat=0)), ("hint", "Hint", server_say("not_to_move", seat=0))],
)
def test_who_is_refused_an_answer_or_a_hint_reads_the_names_of_seats(
    open_page: OpenPage, kind: str, button: str, said: str
) -> None:
    page = open_page("#/")
    late = as_sentence(said)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(sent: str | bytes) -> None:
            asked = json.loads(sent)
            if asked["type"] != kind:
                return server.send(sent)
            refused = {"v": 1, "type": "refused", "re": asked["id"], "code": "not-your-turn", "message": late}
            return route.send(json.dumps(refused))

        route.on_message(pass_on)

    page.route_web_socket("**/socket*", between)
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3)
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".told")).to_have_text(late.replace("Player 0", "Ann"))


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


@pytest.mark.thorough
def test_bids_turn_up_with_a_motion_where_it_is_wanted(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    make_table(
        page, "skull-king", "me", "bot", start=True, players=2, schedule="fives", settings={"pace": "normal"}
    )
    page.get_by_role("button", name="Bid 3").click()
    expect(page.locator(".turned .own strong")).to_have_text("3")
    name = page.locator(".turned strong").first.evaluate(MOTION)
    assert name == "turn-up"
    expect(page.locator(".reveal")).to_have_count(0)

"""Mini Spite and Malice tells its moves: cards that fly to where they go, and what a replay rings."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import make_table, make_table_with_a_turn, play

MOVE = re.compile(r"(from the hand|from the goal pile|from discard pile \d) → (play|discard) pile (\d)")
_RECORD = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    const box = this.getBoundingClientRect();
    const [x, y] = String(frames[0].translate).split(" ").map(parseFloat);
    const from = [box.left + box.width / 2 + x, box.top + box.height / 2 + y];
    const at = this.closest("[data-place], [data-pile]");
    flights.push({from, to: at ? at.dataset.pile ?? at.dataset.place : this.className, seat: this.closest("[data-seat]")?.dataset.seat});
    return animate.call(this, frames, ...more);
  };
}"""  # noqa: E501


def one_move(page: Page) -> tuple[list[float], str]:
    """Play a card, or discard one; returns the middle of where it lay, and the pile that it went to."""
    card = page.locator(".own .card-button.legal, .own .pile.legal").last
    card.click()
    box = card.locator(".card").last.bounding_box()
    assert box
    pile = page.locator(".pile.fits").first
    name = str(pile.get_attribute("data-pile"))
    pile.click()
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2], name


def test_cards_fly_from_where_they_lay(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    make_table_with_a_turn(page, "spite-malice", "me", "bot")
    page.evaluate(_RECORD)
    came, to = one_move(page)
    page.wait_for_function("() => flights.length > 0")
    flight = page.evaluate("() => flights[0]")
    assert flight["to"] == to
    assert all(
        abs(one - other) < 20 for one, other in zip(flight["from"], came, strict=True)
    )  # chosen ones are lifted
    for _ in range(8):  # until the turn is over, and the other side plays
        page.locator("[data-status].mine").wait_for()
        if page.evaluate("() => flights.some((each) => each.seat === '1')"):
            break
        one_move(page)
        page.wait_for_timeout(400)
    assert page.evaluate("() => flights.some((each) => each.seat === '1')")  # a discard of the other side
    page.emulate_media(reduced_motion="reduce")
    before = page.evaluate("() => flights.length")
    one_move(page)
    page.wait_for_timeout(400)
    assert page.evaluate("() => flights.length") == before


def test_a_replay_rings_the_card_and_the_pile_it_goes_to(open_page: OpenPage) -> None:
    page = open_page()
    # a limit of turns ends the game, and every turn but the last ends with a discard
    table = make_table(page, "spite-malice", "me", "bot", start=True, goal_size=15, max_turns=8)
    play(page)
    page.goto(f"{page.url.partition('#')[0]}#/replay/{table}")
    found = set()
    for step in range(1, 16):
        page.get_by_role("button", name="One step on").click()
        expect(page.locator(".step")).to_contain_text(f"Step {step} of")
        ahead = page.locator(".verdict .ringed.played")
        if not ahead.count():
            continue
        words = MOVE.search(ahead.inner_text())
        if words is None:
            continue
        expect(page.locator(".card.ring-played")).to_have_count(2)
        pile = f"[data-pile=p{words[3]}]" if words[2] == "play" else f"[data-place=d{words[3]}]"
        expect(page.locator(f"{pile} .ring-played")).to_have_count(1)
        start = {"from the hand": "h", "from the goal pile": "g"}.get(words[1], "d")
        expect(page.locator(f"[data-place^={start}] .ring-played").first).to_be_visible()
        found.add(words[2])
        if found == {"play", "discard"}:
            break
    assert found == {"play", "discard"}
    page.get_by_label("Seen by").select_option("0")
    expect(page.locator(".card.ring-played")).to_have_count(2)

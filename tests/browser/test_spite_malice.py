"""Mini Spite and Malice tells its moves: cards that fly to where they go, and what a replay rings."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import croupier
from croupier.agents.registry import make_agent
from croupier.table.asking import ask_one
from tests.browser.conftest import OpenPage
from tests.browser.people import box_of, make_table, make_table_with_a_turn, play

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

_ENDING = """async (views) => {
  const {story} = await import("/parts/over.js");
  const module = await import("/spite_malice/table.js");
  const names = ["Bot", "Anna"];
  return views.map((view) => [
    story({view, rounds: [], names, seat: 1, module}), module.score(Math.min(...view.points))]);
}"""


def one_move(page: Page) -> tuple[list[float], str]:
    """Play a card, or discard one; returns the middle of where it lay, and the pile that it went to."""
    card = page.locator(".own .card-button.legal, .own .pile.legal").last
    card.click()
    box = box_of(card.locator(".card").last)
    pile = page.locator(".pile.fits").first
    name = str(pile.get_attribute("data-pile"))
    pile.click()
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2], name


@pytest.mark.thorough
def test_cards_fly_zeros_and_buried_cards_are_named_and_a_replay_rings_each_move(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    make_table_with_a_turn(page, "spite-malice", "me", "bot")
    cards_fly_from_where_they_lay(page)
    buried_discards_are_listed_for_all(page)
    a_zero_that_must_be_played_first_is_named(page)
    # a limit of turns ends the game, and every turn but the last ends with a discard
    table = make_table(page, "spite-malice", "me", "bot", start=True, goal_size=15, max_turns=8)
    play(page)
    page.goto(f"/#/replay/{table}")
    a_replay_rings_the_card_and_the_pile_it_goes_to(page)


def cards_fly_from_where_they_lay(page: Page) -> None:
    """One's own and those of the other side; none without motion."""
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


def buried_discards_are_listed_for_all(page: Page) -> None:
    """As the name of the pile has them."""
    buried = page.locator(".own .under")
    for _ in range(200):
        page.locator("[data-status].mine").wait_for()
        if buried.count():
            break
        one_move(page)
        page.wait_for_timeout(60)
    pile = page.locator(".own [data-pile]").filter(has=page.locator(".card ~ .card")).first
    found = re.search(r"from the top: (.*?)(, fits here)?$", str(pile.get_attribute("aria-label")))
    assert found
    cards = found[1].replace("joker", "★").split(", ")
    assert buried.first.inner_text().split() == cards[1:]


def a_zero_that_must_be_played_first_is_named(page: Page) -> None:
    """All other cards are dimmer, and not of glass."""
    zero = page.locator(".own .card-button.legal[aria-label='0']")
    other = page.locator(".own .card-button:not(.legal)")
    for _ in range(20):  # until one holds a 0 at the first turn, when piles are empty
        make_table_with_a_turn(page, "spite-malice", "me", "bot")
        if zero.count() and other.count() and page.locator(".middle .card.empty").count():
            break
    other.first.click(force=True)
    expect(page.locator(".told")).to_contain_text("First play your 0: a pile is empty")
    drawn = "(card) => getComputedStyle(card.querySelector('.card')).filter"
    assert other.first.evaluate(drawn).startswith("brightness(0.6)")
    assert "brightness" not in zero.first.evaluate(drawn)


def a_replay_rings_the_card_and_the_pile_it_goes_to(page: Page) -> None:
    """In a play and in a discard."""
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


def ended(**options: int) -> dict[str, Any]:
    """A finished game of two bots, as the second seat sees it."""
    game = croupier.make("spite-malice", **options)
    bot, state = make_agent("bot", game), game.new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(ask_one(bot, state))
    return dict(state.view(1))


def test_the_end_is_told_with_names_and_what_is_left_of_the_goals(modules: Page) -> None:
    won, limit = ended(goal_size=5), ended(goal_size=15, max_turns=2)
    sides = [seat["goal_count"] for seat in won["table"]["seats"]]
    loser = sides.index(max(sides))
    assert won["table"]["ended"] == "win"
    assert sides[1 - loser] == 0 < sides[loser]
    one = {
        **won,
        "table": {**won["table"], "seats": [{**each, "goal_count": 1} for each in won["table"]["seats"]]},
    }
    said = modules.evaluate(_ENDING, [won, one, limit])
    names = ["Bot", "Anna"]
    left = sides[loser]
    assert left > 1
    assert said[0] == [[f"{names[loser]} had {left} goal cards left."], f"{5 - left} goal cards played"]
    assert said[1][0] == [f"{names[loser]} had 1 goal card left."]
    assert said[2][0] == ["Time ran out: a draw."]

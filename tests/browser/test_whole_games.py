"""Whole games of all games in the browser, from the first page to the result."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import larger
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import begin_together, file_of, make_table, play, play_together

MOVING = "() => document.getAnimations().filter((each) => each.effect.getTiming().duration > 0).length"
TABLE = """() => [scrollY, document.querySelector(".felt").getBoundingClientRect().toJSON()]"""


def test_pig_is_set_up_hinted_left_to_a_bot_and_won_and_bots_are_watched(open_page: OpenPage) -> None:
    page = open_page("#/")
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    page.get_by_role("button", name="More: Pig Dice").click()
    page.get_by_role("link", name="Rules and seats").click()
    page.get_by_label("Seat 2").select_option("bot")
    page.get_by_label("Winning score").fill("20")
    page.get_by_text("Pace, spectators, taking back, hints").click()
    page.get_by_label("Pace of the bots").select_option("instant")
    page.get_by_label("Seconds that bots wait, so that a move can be taken back").fill("0")
    page.get_by_role("button", name="Start the game").click()
    page.locator("[data-status].mine").wait_for()
    a_hint_marks_the_moves_and_is_played_from_without_motion(page)
    page.get_by_role("button", name="Bot plays for me").click()
    page.locator("[data-over]").wait_for()
    expect(page.locator("[data-over] h2")).to_contain_text("You win!" if won(page) else "(bot) wins!")
    page.goto("/#/watch/pig")
    page.get_by_label("Winning score").fill("15")
    page.get_by_text("Pace, spectators, taking back, hints").click()
    page.get_by_label("Pace of the bots").select_option("instant")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator("[data-over]")).to_be_visible()
    a_game_whose_cards_have_no_texts_has_its_rules(page)
    assert refused == []


def a_game_whose_cards_have_no_texts_has_its_rules(page: Page) -> None:
    """What the table asks the server is answered all the same."""
    make_table(page, "leduc", "me", "bot", start=True)
    with page.expect_response("**/api/games/leduc/cards"):
        page.get_by_role("tab", name="Rules").click()
    page.get_by_role("tabpanel").get_by_text("Every rule by its number").wait_for()
    expect(page.locator(".order")).to_have_count(0)


def a_hint_marks_the_moves_and_is_played_from_without_motion(page: Page) -> None:
    """The best move of Pig and its odds, which move nothing at the table; why; and a button that plays it."""
    before = page.evaluate(TABLE)
    page.get_by_role("button", name="Hint").click()
    bar = page.get_by_role("region", name="Hint")
    expect(bar).to_contain_text("Best: roll. The percentages are your chances to win.")
    expect(bar.get_by_text("Best: roll.")).to_be_in_viewport()
    assert page.evaluate(TABLE) == before  # nothing has moved
    expect(page.get_by_role("button", name="Hide the hint")).to_be_focused()
    expect(page.locator(".pick.roll.advised .odds.best")).to_have_text(re.compile(r"^\d+%$"))
    expect(page.locator(".pick.hold .odds:not(.best)")).to_have_text(re.compile(r"^\d+%$"))
    expect(page.get_by_role("button", name=re.compile(r"^Roll, best by the hint, wins \d+%$"))).to_be_enabled()
    assert page.locator("dialog[open]").count() == 0
    assert page.locator("#said").inner_text().count("Best: roll.") == 1
    expect(bar.locator("table")).to_be_hidden()
    bar.get_by_text("Why?").click()
    expect(bar).to_contain_text("These are exact values.")
    expect(bar.locator("tbody tr")).to_have_count(2)
    gap = re.search(r"Roll is ([\d.]+) percentage points of winning better than hold", bar.inner_text())
    assert gap is not None, bar.inner_text()
    roll, hold = (float(each.rstrip("%")) for each in bar.locator("tbody td").all_inner_texts())
    assert float(gap[1]) == pytest.approx(roll - hold, abs=0.16)  # three figures, each rounded to a tenth
    bar.get_by_role("button", name="Play it: roll").click()
    die = page.locator(".die .rolled")
    expect(die).to_have_css("animation-name", "none")
    expect(bar).to_have_count(0)
    assert page.evaluate(MOVING) == 0
    page.emulate_media(reduced_motion="no-preference")
    expect(die).to_have_css("animation-name", "roll")
    page.emulate_media(reduced_motion="reduce")


def won(page: Page) -> bool:
    """Whether the person, who sits in the first seat, has won."""
    returns = file_of(page, page.url.rpartition("/")[2])["returns"]
    return bool(returns[0] > returns[1])


@pytest.mark.thorough
@larger("schedule", "one", "skip")
def test_two_people_play_whole_games_with_bots_and_graybeard_and_without_and_play_again(
    open_page: OpenPage, schedule: str
) -> None:
    ann, bob = open_page(), open_page(size=PHONE, has_touch=True)
    make_table(ann, "skull-king", "me", "open", "bot", "bot", players=4, schedule="fives", loot=True, kraken=True,
               whale=True)  # fmt: skip
    begin_together(ann, bob)
    play_together([ann, bob])
    for page in (ann, bob):
        expect(page.locator(".panel table.score tbody tr")).to_have_count(5)
    totals = [page.locator(".panel tfoot").inner_text() for page in (ann, bob)]
    assert totals[0] == totals[1]
    old = bob.url
    bob.goto("/#/")  # who is not there is waited for
    ann.get_by_role("button", name="Play again").click()
    ann.get_by_role("button", name="Bid 1").wait_for()
    bob.goto(old)
    bob.get_by_role("link", name="Go to the new table").click()
    bob.get_by_role("button", name="Bid 1").wait_for()
    make_table(ann, "spite-malice", "me", "open", goal_size=2, max_turns=60)
    begin_together(ann, bob)
    play_together([ann, bob])
    assert ann.locator("[data-over] h2").inner_text() != ""
    make_table(ann, "skull-king", "me", "bot", start=True, players=2, schedule=schedule)
    ann.locator(".seats").get_by_text("Graybeard").wait_for()
    play(ann)
    expect(ann.locator("[data-over]")).to_be_visible()

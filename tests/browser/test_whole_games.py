"""Whole games of all games in the browser, from the first page to the result."""

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import larger
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import file_of, join, make_table, play, play_together


def join_link(page: Page) -> str:
    return page.get_by_label("Link to join").input_value()


def test_pig_is_played_from_the_first_page_to_the_result(open_page: OpenPage) -> None:
    page = open_page("#/")
    page.get_by_role("button", name="More: Pig Dice").click()
    page.get_by_role("link", name="Rules and seats").click()
    page.get_by_label("Seat 2").select_option("bot")
    page.get_by_label("Winning score").fill("20")
    page.get_by_text("Pace, spectators, taking back, hints").click()
    page.get_by_label("Pace of the bots").select_option("instant")
    page.get_by_label("Seconds that bots wait, so that a move can be taken back").fill("0")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Roll").wait_for()
    play(page)
    expect(page.locator("[data-over] h2")).to_contain_text("You win!" if won(page) else "(bot) wins!")


def won(page: Page) -> bool:
    """Whether the person, who sits in the first seat, has won."""
    returns = file_of(page, page.url.rpartition("/")[2])["returns"]
    return bool(returns[0] > returns[1])


@pytest.mark.thorough
@pytest.mark.parametrize("schedule", ["fives"])
def test_two_people_and_two_agents_play_skull_king_to_the_end(open_page: OpenPage, schedule: str) -> None:
    ann, bob = open_page(), open_page(size=PHONE, has_touch=True)
    make_table(ann, "skull-king", "me", "open", "bot", "bot", players=4, schedule=schedule, loot=True, kraken=True,
               whale=True)  # fmt: skip
    join(bob, join_link(ann), "Bob")
    ann.get_by_text("Bob").first.wait_for()
    ann.get_by_role("button", name="Start the game").click()
    play_together([ann, bob])
    for page in (ann, bob):
        rounds = page.locator(".panel table.score tbody tr")
        expect(rounds).to_have_count(int(page.locator(".round strong").inner_text().rpartition(" ")[2]))
    totals = [page.locator(".panel tfoot").inner_text() for page in (ann, bob)]
    assert totals[0] == totals[1]
    old = bob.url
    bob.goto(f"{old.partition('#')[0]}#/")  # who is not there is waited for
    ann.get_by_role("button", name="Play again").click()
    ann.get_by_role("heading", name="Players and seats").wait_for()
    bob.goto(old)
    bob.get_by_role("link", name="Go to the new table").click()
    expect(bob.get_by_role("heading", name="Players and seats")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("max_turns", [60])
def test_two_people_play_spite_and_malice_to_the_end(open_page: OpenPage, max_turns: int) -> None:
    ann, bob = open_page(), open_page(size=PHONE)
    make_table(ann, "spite-malice", "me", "open", goal_size=2, max_turns=max_turns)
    join(bob, join_link(ann), "Bob")
    ann.get_by_text("Bob").first.wait_for()
    ann.get_by_role("button", name="Start the game").click()
    play_together([ann, bob])
    assert ann.locator("[data-over] h2").inner_text() != ""


@pytest.mark.thorough
@larger("schedule", "one", "skip")
def test_graybeard_plays_with_two_people(open_page: OpenPage, schedule: str) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", start=True, players=2, schedule=schedule)
    page.locator(".seats").get_by_text("Graybeard").wait_for()
    play(page)
    expect(page.locator("[data-over]")).to_be_visible()


def test_a_reload_in_the_middle_of_a_round_shows_the_same_table(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", "bot", start=True, schedule="fives")
    play(page, ".card-button.legal")
    page.locator(".card-button.legal").first.click()
    expect(page.locator(".card-button")).to_have_count(4)
    page.locator(".card-button.legal, .question").first.wait_for()
    expect(page.locator(".telling")).to_have_count(0)  # the finished trick has gone to its winner
    before = [page.locator(place).inner_text() for place in (".seats", ".trick", ".round")]
    hand = [each.get_attribute("aria-label") for each in page.locator(".card-button").all()]
    page.reload()
    page.locator(".card-button").first.wait_for()
    assert [page.locator(place).inner_text() for place in (".seats", ".trick", ".round")] == before
    assert [each.get_attribute("aria-label") for each in page.locator(".card-button").all()] == hand


def test_agents_are_watched_and_the_result_is_shown(open_page: OpenPage) -> None:
    page = open_page("#/watch/pig")
    page.get_by_label("Winning score").fill("15")
    page.get_by_text("Pace, spectators, taking back, hints").click()
    page.get_by_label("Pace of the bots").select_option("instant")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("[data-over]")).to_be_visible()
    expect(page.get_by_text("You are watching.")).to_be_visible()

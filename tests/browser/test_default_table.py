"""A game that brings no table of its own is played in the browser: by its view, its text and its picture."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, serving_game
from tests.browser.people import file_of, join, make_table
from tests.browser.room import crowded, tell_otherwise
from tests.browser.test_access import Looks, check

EXAMPLES = Path(__file__).parents[2] / "examples"
LOOKS: Looks = ((PHONE, "dark"), (DESKTOP, "light"))


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[str]:
    del chromium_path
    with serving_game(tmp_path_factory.mktemp("kuhn"), "kuhn-poker", "kuhn_poker:SPEC", EXAMPLES) as address:
        yield address


def table_of(page: Page) -> dict[str, str]:
    """What is drawn of the view, by its labels."""
    labels, values = page.locator(".plain dt").all_inner_texts(), page.locator(".plain dd").all_inner_texts()
    return dict(zip(labels, (" ".join(each.split()) for each in values), strict=True))


@pytest.mark.thorough
def test_a_game_in_one_file_is_played_to_its_end_and_looked_back_at(open_page: OpenPage, kuhn: str) -> None:
    page = open_page(at=kuhn, size=PHONE)
    table = make_table(page, "kuhn-poker", "me", "bot", start=True)
    expect(page.locator("[data-status]")).to_have_text("Your turn")
    assert table_of(page) == {"Card": "queen", "Said": "–"}
    expect(page.locator(".plain .words")).to_have_text("Your card: queen. Said so far: nothing.")
    assert page.locator(".choices button").all_inner_texts() == ["pass", "bet"]
    check(page, LOOKS)
    assert crowded(page, ((390, 844, 100), (1280, 800, 100), (390, 844, 200))) == {}
    page.get_by_role("button", name="bet").click()
    page.locator("[data-over]").wait_for()
    told = file_of(page, table)
    assert told["actions"][0] == 1
    assert told["returns"] == [-2.0, 2.0]
    expect(page.locator("[data-over] h2")).to_contain_text("(bot) wins!")
    points = page.locator(".standing td").all_inner_texts()
    assert [float(each.replace("−", "-")) for each in points] == told["points"]
    expect(page.locator(".log")).to_contain_text("Ann bets.")
    check(page, LOOKS)
    page.get_by_role("link", name="Replay and review").click()
    page.locator(".replay-bar .step").filter(has_text=f"Step 0 of {len(told['actions'])}").wait_for()
    cards = page.locator(".standing td:nth-of-type(2)")
    expect(cards).to_have_text(["queen", "king"])  # of both seats, in a game that is over
    page.keyboard.press("End")
    expect(page.locator("[data-status]")).to_contain_text("(bot) bets. Shown: queen and king.")
    assert table_of(page) == {"Said": "bet bet", "Shown": "queen king"}
    check(page, LOOKS)
    assert crowded(page, ((390, 844, 100), (1280, 800, 100), (390, 844, 200))) == {}


@pytest.mark.thorough
def test_a_picture_of_a_table_has_the_names_of_people(open_page: OpenPage, kuhn: str) -> None:
    page, friend = open_page("#/", at=kuhn), open_page("#/", at=kuhn)
    drawn = {
        "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>Player 1</text></svg>',
        "label": "Player 0 is to move.",
    }
    for each in (page, friend):
        tell_otherwise(each, lambda found: {"picture": drawn} if "picture" in found else {})
    make_table(page, "kuhn-poker", "me", "open")
    join(friend, page.get_by_label("Link to join").input_value(), "B & <Co>")
    page.get_by_text("B & <Co>").first.wait_for()
    page.get_by_role("button", name="Start the game").click()
    image = page.locator("img.drawn")
    expect(image).to_have_attribute("alt", "Ann is to move.")
    assert "<text>B &#38; &#60;Co&#62;</text>" in unquote(image.get_attribute("src") or "")
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth > 0; }")

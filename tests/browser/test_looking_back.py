"""A game's file, hints by search, and reviews."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import croupier
from croupier.agents.registry import make_agent
from croupier.replays import game_data
from croupier.table.asking import ask_one
from tests.browser.conftest import PATIENCE_MS, PHONE, OpenPage
from tests.browser.people import file_of, lose, make_table, make_table_with_a_turn, play
from tests.browser.room import OVER, look


def test_a_games_file_is_stepped_through_with_all_hands_and_as_one_seat_saw_it(
    modules: Page, tmp_path: Path
) -> None:
    game = croupier.make("skull-king", players=3, schedule="fives")
    bot, state = make_agent("bot", game), game.new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(ask_one(bot, state))
    steps, file = len(state.history), tmp_path / "game.json"
    file.write_text(json.dumps({**game_data(state), "names": ["Ann", None, None]}))
    page = modules
    page.goto("/#/replay")
    page.get_by_label("Open a game's file").set_input_files(file)
    expect(page.get_by_text(f"Step 0 of {steps}")).to_be_visible()
    expect(page.locator(".open-hands section")).to_have_count(3)
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".step")).to_have_text(f"Step 1 of {steps}")
    page.get_by_label("Round").select_option(label="2")
    expect(page.locator(".round strong")).to_have_text("Round 2 of 5")
    page.get_by_label("Seen by").select_option("0")
    expect(page.locator(".card-button").first).to_be_visible()
    expect(page.locator(".side.own")).to_contain_text("Ann")
    expect(page.get_by_text("(you)").locator("visible=true")).to_have_count(0)
    now = page.locator(".step").inner_text()
    page.get_by_role("heading", level=1).click()  # the focus is nowhere in particular
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step")).not_to_have_text(now)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".step")).to_have_text(now)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".step")).to_have_text(f"Step {steps} of {steps}")
    expect(page.locator("table.score tbody tr")).to_have_count(5)


def fulfil(answer: dict[str, Any], route: Route) -> None:
    """Answer a request in place of the server."""
    route.fulfill(json=answer)


@pytest.mark.thorough
def test_who_waits_for_a_hint_is_told_that_its_search_is_compiled_and_waits_though_others_bid(
    open_page: OpenPage,
) -> None:
    page = open_page()
    lose(page, "hint")
    waits: tuple[tuple[list[str], str], ...] = (
        (["pig"], "Compiling hints, once: up to a minute… Stop"),
        ([], "Working out a hint… Stop"),
    )
    for preparing, told in waits:
        page.route("**/api/status", partial(fulfil, {"preparing": preparing}))
        make_table(page, "pig", "me", "bot", start=True)
        page.locator("[data-status].mine").wait_for()
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name=told).click()
        expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
        page.unroute("**/api/status")
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, settings={"pace": "slow"})
    page.locator("[data-status].mine").wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bid .done")).to_have_count(1)  # the agent that is asked before
    expect(page.get_by_role("button", name="Working out a hint… Stop")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "options", "in_gains", "mark"),
    [
        ("skull-king", {"players": 3, "schedule": "one"}, True, r"^\d+%$"),
        ("leduc", {}, True, "^✓$"),  # searched by the default part, which knows no chance to win
        ("spite-malice", {"goal_size": 2, "max_turns": 8}, False, r"^\d+%$"),
    ],
)
def test_a_hint_by_search_says_how_sure_it_is_and_the_game_is_downloaded_opened_again_and_reviewed(
    open_page: OpenPage, downloads: Path, game: str, options: dict[str, Any], in_gains: bool, mark: str
) -> None:
    page = open_page()
    seats = ["bot"] * (options.get("players", 2) - 1)
    bar = page.get_by_role("region", name="Hint")
    for _ in range(10):  # in some deals of Mini Spite and Malice all rollouts end alike: no ±
        make_table_with_a_turn(page, game, "me", *seats, **options)
        page.get_by_role("button", name="Hint").click()
        bar.get_by_text("Why?").click(timeout=PATIENCE_MS)  # the first hint compiles the search
        expect(bar.locator("tbody tr").first).to_contain_text("best")
        if "±" in bar.locator("tbody").inner_text():
            break
    expect(bar.locator("tbody")).to_contain_text("±")
    expect(bar).to_contain_text(re.compile(r"From \d+ deals that fit what you know"))
    assert "[" not in bar.inner_text()
    assert ("minus what the others gain" in bar.inner_text()) == in_gains
    assert ("hundredths of utility" in bar.inner_text()) == (game == "leduc")
    expect(page.locator(".felt .odds.best").first).to_have_text(re.compile(mark))
    look(page, (*PHONE, 100))
    assert not page.evaluate(OVER, [".pick.number strong", ".pick.number .odds"])
    if game != "leduc":
        play(page)
        a_finished_game_is_downloaded_opened_again_and_reviewed(page, downloads / "game.json")


def a_finished_game_is_downloaded_opened_again_and_reviewed(page: Page, file: Path) -> None:
    """The file that is saved is the server's, and can be stepped through."""
    table = page.url.rpartition("/")[2]
    page.get_by_role("link", name="Replay and review").click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".review tbody tr")).to_have_count(1)
    expect(page.locator(".review tbody th")).to_have_text("Ann")
    expect(page.locator(".review thead")).to_contain_text("Bad luck")
    expect(page.locator(".review tbody td").nth(2)).to_have_text(re.compile(r"^\d+$"))
    expect(page.get_by_text(re.compile("^Values assume that bots play on: .*net"))).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the game").click()
    saved.value.save_as(file)
    assert json.loads(file.read_text()) == file_of(page, table)
    page.goto("/#/replay")
    page.get_by_label("Open a game's file").set_input_files(file)
    expect(page.locator(".step")).to_be_visible()
    expect(page.locator(":is(.open-hands section, .half)").nth(1)).to_be_visible()

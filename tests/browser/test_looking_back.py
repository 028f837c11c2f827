"""Replays, reviews, hints and the score sheet."""

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
from tests.amounts import daily
from tests.browser.conftest import PATIENCE_MS, PHONE, OpenPage
from tests.browser.people import file_of, lose, make_table, make_table_with_a_turn, play
from tests.browser.room import OVER, look


@pytest.fixture
def finished(open_page: OpenPage) -> tuple[Page, str]:
    """A finished game of two rounds or more, and the page of one who has played it."""
    page = open_page()
    table = make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.locator(".question").wait_for()
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Bot plays for me").click()
    page.locator("[data-over]").wait_for()
    return page, table


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


@pytest.mark.thorough
def test_a_downloaded_game_is_opened_again(finished: tuple[Page, str], downloads: Path) -> None:
    page, table = finished
    page.get_by_role("link", name="Replay and review").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the game").click()
    file = downloads / "game.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text()) == file_of(page, table)
    page.goto(f"{page.url.partition('#')[0]}#/replay")
    page.get_by_label("Open a game's file").set_input_files(file)
    expect(page.locator(".step")).to_be_visible()
    expect(page.locator(".open-hands section")).to_have_count(3)


def test_a_hint_says_in_words_what_is_about_as_good(modules: Page) -> None:
    said = modules.evaluate(
        """async () => {
          const {advice} = await import("/skull_king/table.js");
          const view = {actions: [1, 2, 3, 4]};
          return [
            ["[play yellow 3]", "[play yellow 7]"], ["[play yellow 3]", "[play yellow 7]", "[play yellow 9]"],
            ["[play yellow 3]", "[play green 7]", "[play escape]", "[play rosie]"],
            ["[play yellow 3]", "[play green 7]"], ["[bid 2]"], ["[bid 2]", "[bid 1]"], ["[leader 2]"],
          ].map((texts) => advice(texts, view));
        }"""
    )
    assert said == [
        "Either yellow will do.", "Any of the 3 marked yellow cards will do.", "Any card will do.", None, "Bid 2.",
        "Bid 2 or 1: they are about equally good.", None,
    ]  # fmt: skip


def fulfil(answer: dict[str, Any], route: Route) -> None:
    """Answer a request in place of the server."""
    route.fulfill(json=answer)


@pytest.mark.thorough
def test_who_waits_for_a_hint_is_told_that_its_search_is_compiled(open_page: OpenPage) -> None:
    page = open_page("#/")
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


@pytest.mark.thorough
def test_a_hint_that_was_asked_for_comes_though_others_bid_meanwhile(open_page: OpenPage) -> None:
    page = open_page()
    lose(page, "hint")
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, settings={"pace": "slow"})
    page.locator("[data-status].mine").wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bid .done")).to_have_count(1)  # the agent that is asked before
    expect(page.get_by_role("button", name="Working out a hint… Stop")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "options", "in_gains", "mark"),
    daily(
        [
            ("skull-king", {"players": 3, "schedule": "one"}, True, r"^\d+%$"),
            ("leduc", {}, True, "^✓$"),  # searched by the default part, which knows no chance to win
            ("spite-malice", {"goal_size": 2}, False, r"^\d+%$"),
        ],
    ),
)
def test_a_hint_by_search_says_how_sure_it_is(
    open_page: OpenPage, game: str, options: dict[str, Any], in_gains: bool, mark: str
) -> None:
    page = open_page("#/")
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


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "options"),
    daily([("skull-king", {"players": 3, "schedule": "one"}), ("spite-malice", {"goal_size": 1, "max_turns": 8})]),
)
def test_a_game_is_reviewed_in_the_browser(open_page: OpenPage, game: str, options: dict[str, Any]) -> None:
    page = open_page()
    seats = ["bot"] * (options.get("players", 2) - 1)
    make_table_with_a_turn(page, game, "me", *seats, **options)
    play(page)
    page.get_by_role("link", name="Replay and review").click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".review tbody tr")).to_have_count(1)
    expect(page.locator(".review tbody th")).to_have_text("Ann")
    expect(page.locator(".review thead")).to_contain_text("Bad luck")
    expect(page.locator(".review tbody td").nth(2)).to_have_text(re.compile(r"^\d+$"))
    expect(page.get_by_text(re.compile("^Values assume that bots play on: .*net"))).to_be_visible()


@pytest.mark.thorough
def test_half_of_the_points_is_no_loss(open_page: OpenPage) -> None:
    page = open_page("#/score")
    page.get_by_label("Rascal scoring").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Player 1, Won: one more").click()
    page.get_by_role("button", name="Score the round").click()
    off, made = page.locator("tbody td strong").nth(0), page.locator("tbody td strong").nth(1)
    expect(off).to_have_text("+5")
    expect(made).to_have_text("+10")
    shades = "(one) => getComputedStyle(one).color"
    warning = page.evaluate("() => getComputedStyle(document.querySelector('.danger')).color")
    assert len({off.evaluate(shades), made.evaluate(shades), warning}) == 3


@pytest.mark.thorough
def test_a_score_sheet_is_kept_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("#/score", PHONE)
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Remove Player 3").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Ann, Bid: one more").click()
    page.reload()  # the phone has slept while the tricks were played
    expect(page.get_by_role("group", name="Ann").locator("output")).to_have_text(["1", "0", "0"])
    sizes = [each.bounding_box() for each in page.locator(".stepper button").all()]
    assert all(size and size["width"] >= 44 and size["height"] >= 44 for size in sizes)
    page.get_by_role("button", name="Ann, Won: one more").click()
    page.get_by_role("button", name="Ann, Bonus: one more").click()
    page.get_by_role("button", name="Score the round").click()
    expect(page.locator("tfoot td")).to_have_text(["30", "10"])
    expect(page.get_by_role("group", name="Ann").locator("output")).to_have_text(["0", "0", "0"])
    page.reload()
    expect(page.locator("tfoot td")).to_have_text(["30", "10"])
    page.get_by_role("button", name="Bob, Won: one more").dblclick()
    page.get_by_role("button", name="Ann, Won: one more").click()
    page.get_by_role("button", name="Score the round").click()
    expect(page.locator(".told")).to_contain_text("SK-2")
    page.get_by_role("button", name="Correct the last round").click()
    expect(page.locator("tfoot")).to_have_count(0)

"""What a person is about to do outlasts what others do: typed text, the focus, taking back; and odd addresses."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import croupier
from croupier.table.game_file import game_data
from tests.browser.conftest import OpenPage
from tests.browser.people import begin_together, lose, make_table
from tests.server.clients import Server
from tests.server.test_lobby import change_version


def begun(open_page: OpenPage, game: str = "skull-king") -> tuple[Page, Page, str]:
    """Two people in a game that has just begun, of Skull King unless told otherwise; and the link to join."""
    ann, bob = open_page(), open_page()
    options: dict[str, Any] = {"players": 2, "schedule": "fives"} if game == "skull-king" else {}
    make_table(ann, game, "me", "open", **options)
    link = ann.get_by_label("Link to join").input_value()
    begin_together(ann, bob)
    for page in (ann, bob):
        page.locator(".felt").wait_for()
    return ann, bob, link


@pytest.mark.thorough
def test_what_is_typed_stays_when_others_act(open_page: OpenPage) -> None:
    ann, bob, _ = begun(open_page)
    ann.get_by_role("tab", name="Players").click()
    ann.get_by_text("Change my name").click()
    ann.get_by_label("Your name").fill("Annabel")
    ann.get_by_text("Settings of the table", exact=True).click()
    seconds = ann.get_by_label("Seconds until a bot plays")
    seconds.fill("77")
    bob.get_by_role("button", name="Bot plays for me").click()
    expect(ann.locator(".people")).to_contain_text("a bot plays for them")
    expect(ann.get_by_label("Your name")).to_have_value("Annabel")
    expect(seconds).to_have_value("77")
    ann.get_by_role("button", name="Save").first.click()
    expect(ann.locator(".people li").first).to_contain_text("Annabel")


@pytest.mark.thorough
def test_the_focus_stays_while_an_answer_is_on_its_way(open_page: OpenPage) -> None:
    page = open_page()
    lose(page, "move")
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.get_by_role("button", name="Bid 1").click()
    button = page.get_by_role("button", name="Bid 1")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_be_focused()


@pytest.mark.thorough
def test_a_countdown_does_not_depend_on_the_browsers_clock(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page()
    ann.clock.set_system_time("2020-01-01")
    make_table(ann, "pig", "open", "me", settings={"away_after": 600})
    begin_together(ann, bob)
    ann.locator(".felt").wait_for()
    bob.close()
    expect(ann.locator(".banner:not([data-seeded])")).to_contain_text(
        re.compile(r"Bob is away: a bot takes over in [56]\d\d seconds")
    )


@pytest.mark.thorough
def test_a_file_that_names_nobody_is_replayed(open_page: OpenPage, tmp_path: Path) -> None:
    state = croupier.make("pig", winning_score=5).new_initial_state(3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game_data(state)))
    page = open_page("#/replay")
    page.get_by_label("Open a game's file").set_input_files(file)
    expect(page.locator(".bars")).to_contain_text("Player 2")
    expect(page.locator("#app")).not_to_contain_text("undefined")


@pytest.mark.thorough
def test_a_table_of_other_rules_shows_its_moves(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page()
    table = make_table(page, "pig", "bot", "bot", start=True, settings={"spectators": "open"}, winning_score=2)
    page.locator("[data-over]").wait_for()
    there = page.url
    page.goto("about:blank")  # its socket is closed
    change_version(pages_server, table)
    page.goto(there)
    expect(page.locator(".banner:not([data-seeded])")).to_contain_text("version 0 of the rules")
    expect(page.locator(".log li").first).to_contain_text(re.compile(r"\(bot\): roll"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the game").click()
    assert json.loads(download.value.path().read_text())["finished"]

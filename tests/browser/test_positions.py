"""Positions as links: opened and analysed on a page, made at a table and in a replay."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import croupier
from croupier import open_position, position_link
from croupier.replays import game_data
from tests.amounts import larger
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.room import crowded
from tests.browser.test_access import IN_TURN, check

GAMES = ["skull-king", "spite-malice", "pig"]
SIZES = ((320, 640, 100), (390, 844, 100), (1280, 800, 100))


@larger("games", GAMES[:1], GAMES)
def test_a_link_opens_the_table_of_the_seat_to_move_and_a_replay_has_one_to_each_step(
    modules: Page, tmp_path: Path, games: list[str]
) -> None:
    page = modules
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for game in games:
        state = croupier.make(game).new_initial_state(4)
        for _ in range(10):
            state.apply_action(state.legal_actions()[0])
        link = position_link(state)
        page.goto(f"/{link}")
        expect(page.get_by_role("heading", level=1)).to_contain_text("A position:")
        expect(page.locator(".page")).to_contain_text(f"You see what Player {state.current_player() + 1} can see")
        expect(page.locator(".felt")).to_be_visible()
        expect(page.get_by_label("Play on from here at the terminal")).to_have_value(
            f"croupier play {game} --position '{link}'"
        )
        data = link.rpartition("/")[2]
        assert asked
        assert not [url for url in asked if data in url.partition("#")[0]]
        assert not crowded(page, SIZES)
    a_replay_has_a_link_to_each_step(page, tmp_path / "game.json")


def a_replay_has_a_link_to_each_step(page: Page, file: Path) -> None:
    """The link to a step is the position of that step."""
    state = croupier.make("pig", winning_score=20).new_initial_state(3)
    truth = [state.position()]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0] if state.plies % 3 else state.legal_actions()[-1])
        truth.append(state.position())
    file.write_text(json.dumps(game_data(state)))
    page.goto("/#/replay")
    page.get_by_label("Open a game's file").set_input_files(file)
    page.get_by_role("button", name=re.compile("step on")).click()
    page.get_by_role("button", name="Link to this step").click()
    link = page.get_by_role("dialog").get_by_label("Link to this step").input_value()
    assert open_position(link).position() == truth[1]


@pytest.mark.thorough
def test_the_moves_of_a_position_are_weighed(open_page: OpenPage) -> None:
    page = open_page("#/", PHONE)
    link = position_link(open_position("pig scores=90,95 turn=0 total=6"))
    page.goto(f"/{link}")
    page.get_by_role("button", name="What are the moves worth?").click()
    expect(page.get_by_role("heading", name="What the moves are worth")).to_be_focused()
    expect(page.locator("table tbody tr")).to_have_count(2)
    expect(page.locator("table tbody")).to_contain_text("roll")
    check(page, IN_TURN)
    expect(page.locator(".pick.advised")).to_have_count(1)
    page.locator(".pick.advised").click()
    expect(page.locator(".told")).to_contain_text("Here you can look at a position")

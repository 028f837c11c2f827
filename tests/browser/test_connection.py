"""Connections that break while one plays: what the page says, and that the move arrives once."""

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import OpenPage, Pages
from tests.browser.people import make_table, make_table_with_a_turn

UNSENT = "Your move is not sent yet. It is sent when the connection is back."


def test_a_move_that_is_made_offline_is_told_and_arrives_once(open_page: Pages) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.locator(".question").wait_for()
    banner = page.locator(".banner:not([data-seeded])")
    with open_page.outage():
        page.context.set_offline(True)
        expect(banner).to_have_text("You are offline.", timeout=2000)
        page.get_by_role("button", name="Bid 1").click()
        expect(banner).to_have_text(re.compile(f"^You are offline. {UNSENT}$"), timeout=2000)
        assert page.locator("#said").inner_text().count(UNSENT) == 1
        page.context.set_offline(False)
        expect(banner).to_have_count(0)
    expect(page.locator(".side.own .bid")).to_contain_text("0 of 1")


@pytest.mark.thorough
def test_a_move_without_an_answer_is_told_after_three_seconds_and_sent_again(open_page: OpenPage) -> None:
    page = open_page("#/")
    sockets: list[WebSocketRoute] = []
    moves: list[bool] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        sockets.append(route)

        def pass_on(said: str | bytes) -> None:
            if json.loads(said)["type"] == "move":
                moves.append(len(sockets) > 1)
            if json.loads(said)["type"] != "move" or len(sockets) > 1:
                server.send(said)

        route.on_message(pass_on)

    page.route_web_socket("**/socket*", between)
    make_table_with_a_turn(page, "pig", "me", "bot")
    sockets[:-1] = []
    roll, banner = page.locator(".pick.roll"), page.locator(".banner:not([data-seeded])")
    roll.click()
    page.wait_for_timeout(2000)
    expect(banner).to_have_count(0)
    expect(banner).to_have_text(UNSENT, timeout=3000)
    sockets[-1].close(code=4000, reason="too slow")
    expect(page.locator(".die .rolled")).to_be_visible()
    expect(banner).to_have_count(0)
    assert moves == [False, True]
    expect(page.locator(".told p")).to_have_count(0)

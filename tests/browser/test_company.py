"""Friends at a table: seats in one browser, taking back, leaving to an agent, connections that break."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from croupier.server.base.settings import own_address
from tests.browser.conftest import OpenPage, serving
from tests.browser.people import join, make_table, make_table_with_a_turn, play

UNSENT = "Your move is not sent yet. It is sent when the connection is back."


@pytest.mark.thorough
def test_a_move_is_taken_back_in_time_before_agents_answer(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "pig", "me", "bot", start=True, settings={"take_back": 6.0})  # on a busy machine, too
    total = page.locator(".total strong")
    page.get_by_role("button", name="Roll").wait_for()
    while int(total.inner_text()) == 0:  # a 1 gives the turn away, and the agent plays
        page.locator(".pick.roll:not([aria-disabled=true])").click()
        page.wait_for_timeout(300)
    held = total.inner_text()
    page.get_by_role("button", name=f"Hold {held}").click()
    expect(page.locator(".points").first).to_have_text(held)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".told")).to_contain_text("The move is taken back.")
    expect(page.locator(".points").first).to_have_text("0")
    expect(total).to_have_text(held)
    page.get_by_role("button", name=f"Hold {held}").click()
    expect(page.locator(".log")).to_contain_text("(bot) rolls")  # later the agent answers
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


@pytest.mark.thorough
def test_a_link_has_a_qr_code_where_others_can_open_it(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path, host="0.0.0.0") as server:  # noqa: S104  # as --lan sets it
        page = open_page(at=server.address)
        make_table(page, "pig", "me", "open")
        code = page.get_by_role("img", name="QR code of the link")
        expect(code).to_be_visible()
        assert code.evaluate("(image) => image.complete && image.naturalWidth > 0")
        expect(page.get_by_label("Link to join")).to_have_value(re.compile(f"^http://{re.escape(own_address())}:"))


@pytest.mark.thorough
def test_two_people_share_a_browser(open_page: OpenPage) -> None:
    page = open_page()
    table = make_table(page, "pig", "me", "open", winning_score=30)
    join(page, f"{page.get_by_label('Link to join').input_value()}/another", "Bob")
    expect(page.locator(".chairs li")).to_have_count(2)
    expect(page.locator(".chairs")).not_to_contain_text("not connected")  # both are in front of this page
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".pick.roll:not([aria-disabled=true])").click()  # of whoever is to move
    expect(page.locator(".die .rolled")).to_be_visible()
    page.goto(f"{page.url.partition('#')[0]}#/")
    expect(page.locator(f"a[href='#/table/{table}']")).to_contain_text("Your turn")


@pytest.mark.thorough
def test_a_broken_connection_is_opened_again_by_itself(open_page: OpenPage) -> None:
    page = open_page("#/")
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/socket*", keep)
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.locator(".question").wait_for()
    hand = [each.get_attribute("aria-label") for each in page.locator(".card-button").all()]
    sockets[0].close(code=4000, reason="too slow")
    expect(page.get_by_text("Connection lost. Reconnecting…").first).to_be_visible()
    expect(page.locator(".banner:not([data-seeded])")).to_be_hidden()
    assert len(sockets) == 2
    assert [each.get_attribute("aria-label") for each in page.locator(".card-button").all()] == hand
    play(page, ".card-button.legal")


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

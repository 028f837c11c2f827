"""Friends at a table: one browser for two, connections that break, lost moves, and standings that they keep."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from croupier.server.base.settings import own_address
from tests.browser.conftest import OpenPage, serving
from tests.browser.people import join, make_table, make_table_with_a_turn, names_of_hand, play
from tests.browser.room import unfold
from tests.browser.test_access import LOOKS, check

UNSENT = "Your move is not sent yet. It is sent when the connection is back."


@pytest.mark.thorough
def test_two_people_share_a_browser_at_a_table_whose_link_has_a_qr_code(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with serving(tmp_path, seed=1, host="0.0.0.0") as server:  # noqa: S104  # as --lan sets it
        page = open_page(at=server.address)
        table = make_table(page, "pig", "me", "open", winning_score=30)
        code = page.get_by_role("img", name="QR code of the link")
        expect(code).to_be_visible()
        assert code.evaluate("(image) => image.complete && image.naturalWidth > 0")
        link = page.get_by_label("Link to join")
        expect(link).to_have_value(re.compile(f"^http://{re.escape(own_address())}:"))
        join(page, f"/#{link.input_value().partition('#')[2]}/another", "Bob")
        expect(page.locator(".chairs li")).to_have_count(2)
        expect(page.locator(".chairs")).not_to_contain_text("not connected")  # both are in front of this page
        page.get_by_role("link", name="Ann").click()
        page.get_by_role("button", name="Start the game").click()
        page.locator(".pick.roll:not([aria-disabled=true])").click()  # of whoever is to move
        expect(page.locator(".die .rolled")).to_be_visible()
        page.goto("/#/")
        expect(page.locator(f"a[href='#/table/{table}']")).to_contain_text("Your turn")


@pytest.mark.thorough
def test_connections_come_back_lost_moves_are_sent_again_and_one_is_taken_back(open_page: OpenPage) -> None:
    page = open_page()
    sockets: list[WebSocketRoute] = []
    lossy: list[WebSocketRoute] = []
    moves: list[bool] = []  # whether each got lost

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        sockets.append(route)

        def pass_on(said: str | bytes) -> None:
            lost = route in lossy
            if json.loads(said)["type"] == "move":
                moves.append(lost)
            if json.loads(said)["type"] != "move" or not lost:
                server.send(said)

        route.on_message(pass_on)

    page.route_web_socket("**/socket*", between)
    banner = page.locator(".banner:not([data-seeded])")
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    page.locator(".question").wait_for()
    hand = names_of_hand(page)
    sockets[0].close(code=4000, reason="too slow")
    expect(page.get_by_text("Connection lost. Reconnecting…").first).to_be_visible()
    expect(banner).to_be_hidden()
    assert len(sockets) == 2
    assert names_of_hand(page) == hand
    play(page, ".card-button.legal")
    make_table_with_a_turn(page, "pig", "me", "bot")
    moves.clear()
    lossy.append(sockets[-1])
    page.locator(".pick.roll").click()
    page.wait_for_timeout(2000)
    expect(banner).to_have_count(0)
    expect(banner).to_have_text(UNSENT, timeout=3000)
    sockets[-1].close(code=4000, reason="too slow")
    expect(page.locator(".die .rolled")).to_be_visible()
    expect(banner).to_have_count(0)
    assert moves == [True, False]
    expect(page.locator(".told p")).to_have_count(0)
    a_move_is_taken_back_in_time_before_agents_answer(page)


def a_move_is_taken_back_in_time_before_agents_answer(page: Page) -> None:
    """Points that were held are open again; then they are held, and the bot plays."""
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
def test_a_circle_is_begun_after_a_game_and_shown_to_who_has_its_link(open_page: OpenPage) -> None:
    ann, friend = open_page(), open_page(size=(390, 664))
    make_table(ann, "pig", "me", "bot", start=True, winning_score=5)
    play(ann)
    ann.locator("[data-over]").get_by_role("button", name="Keep standings").click()
    ann.get_by_label("Name of your circle").fill("Thursdays")
    ann.get_by_role("button", name="Begin").click()
    ann.locator("[data-over]").get_by_role("link", name="Standings").click()
    expect(ann.get_by_role("heading", name="Thursdays")).to_be_visible()
    expect(ann.get_by_role("rowheader", name="Ann")).to_be_visible()
    expect(ann.locator(".results li span")).to_contain_text(re.compile(r"\bBot: \d"))  # as at the table
    friend.goto(ann.get_by_label("Link to these standings").input_value())
    expect(friend.get_by_role("table")).to_contain_text("Ann")
    unfold(friend)
    check(friend, LOOKS[1:2])
    friend.evaluate("document.querySelector('main details').open = false")
    friend.get_by_text("Change the name").click()
    friend.get_by_role("textbox", name="Change the name").fill("Fridays")
    friend.get_by_role("button", name="Save").click()
    expect(friend.get_by_role("heading", name="Fridays")).to_be_visible()
    friend.get_by_role("button", name="Delete these standings").click()
    ann.reload()
    expect(ann.locator(".banner")).to_contain_text("These standings are deleted in 6 days.")
    ann.get_by_role("button", name="Keep them").click()
    expect(ann.locator(".banner")).to_have_count(0)
    ann.get_by_role("link", name="Play Pig Dice").click()
    ann.get_by_role("button", name="Make the table").click()
    ann.get_by_role("tab", name="Players").or_(
        ann.get_by_role("heading", name="Players and seats")
    ).first.wait_for()

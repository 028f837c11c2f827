"""Friends at a table: seats in one browser, taking back, leaving to an agent, connections that break."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from croupier.server.base.settings import ServerSettings, database_address, own_address
from croupier.server.storage.database import migrate
from tests.browser.conftest import OpenPage
from tests.browser.people import begin_together, join, make_table, play
from tests.server.clients import Server


def two_at_a_table(ann: Page, bob: Page, game: str, *agents: str, **options: Any) -> str:
    """Make a table for two people in their browsers, and begin."""
    table = make_table(ann, game, "me", "open", *agents, **options)
    begin_together(ann, bob)
    ann.locator(".felt").wait_for()
    return table


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
def test_two_people_at_one_screen_do_not_see_each_others_cards(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "open", "bot", players=3, schedule="fives")
    page.get_by_role("link", name="Add a person at this screen").click()
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Show cards").wait_for()
    hands = []
    for name in ("Bob", "Ann"):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=f"Hand over to {name}")).to_be_visible()
        expect(page.locator(".card-button")).to_have_count(0)
        page.get_by_role("button", name="Show cards").click()
        expect(page.locator(".side.own")).to_contain_text(name)
        expect(page.locator(".card-button")).to_have_count(5)
        hands.append([each.get_attribute("aria-label") for each in page.locator(".card-button").all()])
    assert hands[0] != hands[1]


@pytest.mark.thorough
def test_a_link_has_a_qr_code_where_others_can_open_it(
    open_page: OpenPage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = database_address(None, tmp_path_factory.mktemp("network"))
    migrate(database)
    server = Server(ServerSettings(database=database, host="0.0.0.0"))  # noqa: S104  # as --lan sets it
    page = open_page(at=f"http://127.0.0.1:{server.port}")
    make_table(page, "pig", "me", "open")
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.complete && image.naturalWidth > 0")
    expect(page.get_by_label("Link to join")).to_have_value(re.compile(f"^http://{re.escape(own_address())}:"))
    server.stop()


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
def test_who_comes_back_plays_again(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page()
    two_at_a_table(ann, bob, "pig", winning_score=100)
    mover, other = (ann, bob) if ann.locator("[data-status].mine").count() else (bob, ann)
    other.get_by_role("button", name="Bot plays for me").click()
    expect(other.get_by_text("A bot plays for you.")).to_be_visible()
    other.get_by_role("button", name="Play again myself").click()
    expect(other.get_by_text("A bot plays for you.")).to_be_hidden()
    mover.get_by_role("button", name="Roll").click()
    expect(other.locator(".die .rolled")).to_be_visible()


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


def test_a_card_is_dragged_to_a_pile(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "spite-malice", "me", "bot", start=True)
    card = card_to_discard(page)
    card.drag_to(page.locator("[data-pile=x2]"))
    expect(page.locator("[data-pile=x2] img")).to_have_count(1)


def card_to_discard(page: Page) -> Locator:
    """A card of the hand that can be discarded, not chosen; what has to be played before, a 0, is played."""
    while True:
        page.locator(".own .card-button.legal, .own .pile.legal").first.wait_for()
        for card in page.locator(".own .card-button.legal").all():
            card.click()
            if page.locator("[data-pile=x2].fits").count():
                card.click()  # put it down again
                return card
            page.locator("[data-pile^=p].fits").first.click()
            break
        else:
            page.locator(".own .pile.legal").first.click()
            page.locator("[data-pile^=p].fits").first.click()
        page.wait_for_timeout(500)

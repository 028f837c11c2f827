"""Games of croupier that bring no table of their own, in the browser: what can be chosen, names, pictures."""

import json
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, compile_game
from tests.browser.people import file_of, join, make_table, play
from tests.browser.room import crowded, look
from tests.browser.test_access import IN_TURN, LOOKS, Looks, check

OTHERS = ("leduc", "liars-dice")
"""The games, each of two."""
SCREENS = (DESKTOP, PHONE, (320, 568))
SIZES = ((1280, 800, 100), (390, 844, 100), (320, 568, 100), (390, 844, 200))
MAY = ".dock .card-button.legal, .dock .pick:not([aria-disabled=true])"


@pytest.fixture(scope="module", autouse=True)
def compiled(address: str) -> None:
    """The server, which answers nobody while kernels compile, has those of these games."""
    del address
    for game in OTHERS:
        compile_game(game)


def sit_down(page: Page, game: str, **options: Any) -> str:
    """A table at which one person plays with bots, and is to move; returns its id."""
    table = make_table(page, game, "me", "bot", start=True, **options)
    page.locator("[data-status].mine").wait_for()
    return table


def choose(page: Page) -> None:
    """Choose the first thing that can be chosen, and wait until it is my turn again, or the end."""
    told = page.locator(".log li").count()
    page.locator(MAY).first.click()
    page.wait_for_function(
        "(told) => document.querySelectorAll('.log li').length > told && "
        "document.querySelector('[data-status].mine, [data-over]')",
        arg=told,
    )


@pytest.mark.parametrize("game", OTHERS)
def test_what_can_be_chosen_is_on_the_first_screen(open_page: OpenPage, game: str) -> None:
    page = open_page()
    sit_down(page, game)
    for width, height in SCREENS:
        look(page, (width, height, 100))
        assert page.evaluate("() => scrollY") == 0
        end = page.locator(".tools").evaluate("(tools) => tools.getBoundingClientRect().top")
        boxes = [each.bounding_box() for each in page.locator(MAY).all()]
        shown = [box for box in boxes if box and box["y"] >= 0 and box["y"] + box["height"] <= end + 1]
        least = len(boxes) if game != "liars-dice" else 9  # of sixty bids the lowest, and the others by scrolling
        assert len(shown) >= least > 0, (width, height)


@pytest.mark.parametrize("game", OTHERS)
def test_whole_games_are_played_by_clicks_on_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page(size=PHONE, has_touch=True)
    table = sit_down(page, game)
    play(page)
    told = file_of(page, table)
    shown = [each.replace("−", "-") for each in page.locator(".standing td:nth-of-type(1)").all_inner_texts()]
    assert [float(each) for each in shown] == told["points"]


@pytest.mark.parametrize("looks", [IN_TURN, LOOKS[2:3]], ids=["usual", "small"])
def test_the_default_table_has_no_barriers_and_room_for_all(open_page: OpenPage, looks: Looks) -> None:
    page = open_page()
    sit_down(page, "liars-dice")
    choose(page)
    check(page, looks)
    assert crowded(page, SIZES) == {}
    page.locator("details summary", has_text="In words").click()
    assert crowded(page, SIZES[:2]) == {}


def test_a_picture_of_a_table_has_the_names_of_people(open_page: OpenPage) -> None:
    page, friend = open_page("#/"), open_page("#/")
    drawn = {
        "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>Player 1</text></svg>',
        "label": "Player 0 is to move.",
    }
    for each in (page, friend):
        send_picture(each, drawn)
    make_table(page, "leduc", "me", "open")
    join(friend, page.get_by_label("Link to join").input_value(), "B & <Co>")
    page.get_by_text("B & <Co>").first.wait_for()
    page.get_by_role("button", name="Start the game").click()
    image = page.locator("img.drawn")
    expect(image).to_have_attribute("alt", "Ann is to move.")
    assert "<text>B &#38; &#60;Co&#62;</text>" in unquote(image.get_attribute("src") or "")
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth > 0; }")


def send_picture(page: Page, drawn: dict[str, str]) -> None:
    """Let tables that a page will open be sent with a picture."""

    def told(found: Any) -> Any:
        if isinstance(found, list):
            return [told(each) for each in found]
        if not isinstance(found, dict):
            return found
        known = {key: told(each) for key, each in found.items()}
        return known | {"picture": drawn} if "picture" in known else known

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda said: route.send(json.dumps(told(json.loads(said)))))

    page.route_web_socket("**/socket*", between)

"""Games of croupier that bring no table of their own, in the browser: cards to click, a trick, names, points."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, compile_game
from tests.browser.people import file_of, join, make_table, play
from tests.browser.room import crowded, look
from tests.browser.test_access import IN_TURN, LOOKS, Looks, check

OTHERS = {"hearts": 3, "oh-hell": 3, "leduc": 1, "liars-dice": 1}
"""The games, and how many agents play them with one person here."""
SCREENS = (DESKTOP, PHONE, (320, 568))
SIZES = ((1280, 800, 100), (390, 844, 100), (320, 568, 100), (390, 844, 200))
MAY = ".dock .card-button.legal, .dock .pick:not([aria-disabled=true])"
EVERYWHERE = """() => {
  const told = [...document.querySelectorAll("[alt], [aria-label], [title]")];
  const labels = told.map((each) => `${each.alt ?? ""} ${each.ariaLabel ?? ""} ${each.title ?? ""}`);
  return [document.body.innerText, ...labels].join("\\n");
}"""
"""Whatever a page says, seen or heard."""


@pytest.fixture(scope="module", autouse=True)
def compiled(address: str) -> None:
    """The server, which answers nobody while kernels compile, has those of these games."""
    del address
    for game in OTHERS:
        compile_game(game)


def sit_down(page: Page, game: str, **options: Any) -> str:
    """A table at which one person plays with bots, and is to move; returns its id."""
    table = make_table(page, game, "me", *["bot"] * OTHERS[game], start=True, **options)
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


def hand(page: Page) -> Locator:
    return page.locator(".hand .card-button")


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


def test_the_cards_of_the_hand_are_clicked_and_those_that_cannot_be_say_so(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "hearts")
    expect(hand(page)).to_have_count(13)
    expect(page.locator(".pick[data-act]")).to_have_count(0)
    for count in (12, 11, 10):
        chosen = f"Pass three cards to Bot 1: {12 - count} of 3 chosen"
        expect(page.locator("[data-status]")).to_have_text(chosen)
        expect(page.locator("#said")).to_contain_text(f"{chosen}." if count < 12 else "")
        page.locator(MAY).first.click()
        if count > 10:
            expect(hand(page)).to_have_count(count)
    page.locator(".trick .played").first.wait_for()
    page.locator("[data-status].mine").wait_for()
    expect(hand(page)).to_have_count(13)
    refused = page.locator(".hand .card-button[aria-disabled=true]").first
    page.wait_for_timeout(800)  # no second click of a double one
    refused.dispatch_event("click")
    name = refused.get_attribute("aria-label")
    expect(page.locator(".told p")).to_have_text(f"{name} cannot be chosen now.")
    card = page.locator(MAY).first.get_attribute("aria-label")
    page.locator(MAY).first.click()
    expect(page.locator(".log")).to_contain_text(f"Ann plays {card}.")
    expect(page.locator(".trick img").first).to_be_visible()


def test_keys_choose_a_card_and_what_is_asked_beside_it(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "oh-hell", rounds="up", largest=2)
    page.locator(".choices button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Ann bids 1.")
    page.locator(".card-button.legal").wait_for()
    page.locator(".hand [tabindex='0']").focus()
    card = page.locator(".hand :focus").get_attribute("aria-label")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"Ann plays {card}.")


def test_people_have_their_names_and_points_stand_once_with_one_sign(open_page: OpenPage) -> None:
    page = open_page()
    table = sit_down(page, "hearts", max_deals=1, target=0)
    while not page.locator("[data-over]").count():
        said = page.evaluate(EVERYWHERE)
        assert not re.search(r"Player \d", said)
        assert "in all" not in page.locator(".plain").inner_text()
        choose(page)
    points = file_of(page, table)["points"]
    assert sum(points) == -26
    told = [str(int(-each)) for each in points]
    expect(page.locator(".standing td:nth-of-type(1)")).to_have_text(told)
    assert sorted(page.locator(".result :is(.podium, .ranks) strong").all_inner_texts()) == sorted(told)
    assert sorted(page.locator(".round-card td:last-child").all_inner_texts()) == sorted(told)
    names = page.locator(".standing th .name").all_inner_texts()
    for name, own in zip(names, told, strict=True):
        expect(page.locator(".log")).to_contain_text(f"{name}: {own} penalty points, {own} in all.")
    assert not re.search(r"[-−]\d", page.locator("#main").inner_text())


def test_all_hands_lie_open_side_by_side_when_a_game_is_looked_back_at(open_page: OpenPage) -> None:
    page = open_page()
    table = sit_down(page, "hearts", max_deals=1)
    play(page)
    page.goto(f"{page.url.partition('#')[0]}#/replay/{table}")
    hands = page.locator(".open-hands section")
    expect(hands).to_have_count(4)
    expect(hands.locator("img")).to_have_count(52)
    expect(page.locator(".standing img, .choices button")).to_have_count(0)
    check(page, IN_TURN)
    assert crowded(page, SIZES) == {}


@pytest.mark.parametrize("game", OTHERS)
def test_whole_games_are_played_by_clicks_on_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page(size=PHONE, has_touch=True)
    short = {"hearts": {"max_deals": 1}, "oh-hell": {"largest": 2}}.get(game, {})
    table = sit_down(page, game, **short)
    play(page)
    told = file_of(page, table)
    sign = -1 if game == "hearts" else 1
    shown = [each.replace("−", "-") for each in page.locator(".standing td:nth-of-type(1)").all_inner_texts()]
    assert [sign * float(each) for each in shown] == told["points"]


@pytest.mark.parametrize("looks", [IN_TURN, LOOKS[2:3]], ids=["usual", "small"])
def test_the_default_table_has_no_barriers_and_room_for_all(open_page: OpenPage, looks: Looks) -> None:
    page = open_page()
    for game, moves in (("hearts", 4), ("oh-hell", 2), ("liars-dice", 1)):
        sit_down(page, game)
        for _ in range(moves):
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


def test_a_table_is_told_in_the_language_of_who_looks(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    sit_down(page, "hearts")
    expect(page.locator("[data-status]")).to_have_text("Gib drei Karten an Bot 1: 0 von 3 gewählt")
    assert page.locator(".standing th[scope=col]").all_inner_texts() == ["Spieler", "Punkte", "Genommen"]
    told = [" ".join(each.split()) for each in page.locator(".plain dl > div").all_inner_texts()]
    assert told[3:5] == ["Weitergegeben wird links", "Herz gebrochen nein"]
    for label in ("Deal", "Passing", "Passed", "Hearts", "Target", "Trick"):
        assert label not in page.locator(".plain dl").inner_text()


_CUT = """(odds) => {
  const end = odds.getBoundingClientRect().bottom;
  for (let at = odds.parentElement; at.id !== "app"; at = at.parentElement) {
    const cuts = getComputedStyle(at).overflowY !== "visible";
    if (cuts && at.getBoundingClientRect().bottom < end) return at.className;
  }
  return "";
}"""


def test_what_a_hint_says_at_a_button_is_not_cut_off(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "oh-hell")
    page.get_by_role("button", name="Hint", exact=True).click()
    mark = page.locator(".choices .odds.best").first
    assert mark.evaluate(_CUT) == ""

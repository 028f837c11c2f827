"""Looking back: replays by keys and moves, hints by search, reviews, mistakes and cards marked, names in files."""

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
from tests.browser.people import box_of, file_of, lose, make_table, make_table_with_a_turn, play
from tests.browser.room import OVER, look
from tests.server.clients import Server
from tests.server.test_lobby import change_version

LOW = (390, 500)
STEP_MS = 1100
"""How long a step of a replay stands at the usual speed."""
_PAUSES = """() => {
  window.pauses = [];
  const later = window.setTimeout;
  window.setTimeout = (call, ms, ...rest) => { window.pauses.push(ms ?? 0); return later(call, ms, ...rest); };
}"""
"""Notes down for how long a page waits, however slow the machine is."""


def at_step(page: Page) -> int:
    """At which step a replay stands."""
    return int(page.locator(".step").inner_text().split()[1])


def get(page: Page, path: str) -> dict[str, Any]:
    """What the server tells this browser."""
    found: dict[str, Any] = page.evaluate("async (path) => (await fetch(path)).json()", path)
    return found


def test_after_a_game_luck_is_told_from_choice_and_its_replay_is_read_by_keys(open_page: OpenPage) -> None:
    page = open_page()
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(f"{request.url} {request.failure}"))
    table = make_table(page, "pig", "me", "bot", start=True, winning_score=25)
    play(page)
    expect(page.locator(".log")).to_contain_text("rolls a ")
    expect(page.locator(".log")).not_to_contain_text("Turn total is now")  # a roll is told once
    expect(page.locator(".pig .choice")).to_have_count(0)  # nothing lies over the scores
    review = "async (path) => (await fetch(path, {method: 'POST'})).text()"
    weighed = json.loads(page.evaluate(review, f"/api/tables/{table}/review").splitlines()[-1])["review"]
    luck_is_told_from_choice(page, weighed["seats"][0]["luck"])
    page.get_by_role("link", name="Replay and review").click()
    a_replay_is_read_by_keys_and_by_its_moves(page, len(get(page, f"/api/tables/{table}/replay")["steps"]))
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".review tbody tr")).to_have_count(1)
    expect(page.locator(".review tbody td").nth(2)).to_have_text("–")
    expect(page.locator(".curve polyline")).to_have_count(1)
    expect(page.get_by_text("Values are exact.")).to_be_visible()
    page.get_by_role("heading", name="The moments that cost most").wait_for()
    found = [each for each in weighed["decisions"] if each["verdict"]]
    assert found  # who plays at random makes mistakes
    expect(page.locator(".moves .found")).to_have_count(len(found))
    page.locator(".moves .mistake").first.click()
    expect(page.locator(".verdict .best")).to_be_visible()
    assert at_step(page) == found[0]["ply"]
    page.get_by_role("link", name="To the table").click()
    page.locator("[data-over]").wait_for()
    page.wait_for_load_state("networkidle")
    assert failed == []
    luck_that_the_server_has_weighed_meanwhile_is_told_without_a_click(page)


def luck_is_told_from_choice(page: Page, luck: float) -> None:
    """What luck gave the person stands under the result, once it is asked for."""
    left = "async (share) => (await import('/language.js')).secondsLeft(performance.now() - 19000, share)"
    assert [page.evaluate(left, share) for share in (0.01, 0.25, 1)] == [0, 60, 0]  # how long it still takes
    page.get_by_role("button", name="Luck or skill?").click()
    told = "luck was even" if abs(luck) < 0.1 else "the others helped you" if luck > 0 else "were against you"
    expect(page.locator(".sentence").last).to_contain_text(re.compile(told, re.IGNORECASE))


def a_replay_is_read_by_keys_and_by_its_moves(page: Page, steps: int) -> None:
    """Each key and each move leads to its step; the end is told there only; it plays at the speed chosen."""
    moves = page.locator(".moves button")
    expect(moves).to_have_count(steps)
    expect(page.locator(".panel > p")).to_have_count(0)  # how it ends is not told at the beginning
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", steps), ("Home", 0)):
        page.keyboard.press(key)
        expect(page.locator(".step")).to_have_text(f"Step {step} of {steps}")
    moves.nth(3).click()
    expect(moves.nth(3)).to_have_attribute("aria-current", "step")
    assert at_step(page) == 3
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("4")
    page.evaluate(_PAUSES)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('.step').textContent.split(' ')[1]) >= 5")
    assert page.evaluate("() => window.pauses.filter((ms) => ms > 200).slice(0, 5)") == [STEP_MS / 4] * 5
    page.keyboard.press("End")
    expect(page.locator(".panel > p")).to_contain_text("wins")


def luck_that_the_server_has_weighed_meanwhile_is_told_without_a_click(page: Page) -> None:
    """Luck and mistakes of both players stand under the result; before, how far the server is."""
    weighed = [{"seat": seat, "luck": 0.2 * (-1) ** (1 - seat), "chance_lost": 0.1} for seat in (0, 1)]
    asked, address = list[Route](), page.url
    page.goto("about:blank")  # else the page before may ask once more, and get the first answer
    page.route("**/luck", lambda route: asked.append(route))  # noqa: PLW0108  # Playwright writes on it, not so on a built-in
    page.goto(address)
    _wait_for(page, asked, 1)
    asked[0].fulfill(json={"seats": [each | {"luck": None} for each in weighed], "share": 0.4})
    expect(page.locator(".sentence").last).to_have_text(
        "Weighing luck: 40%; so far your mistakes cost you a little."
    )
    expect(page.locator("[data-over]")).not_to_contain_text("(bot): helped")
    _wait_for(page, asked, 2)
    asked[1].fulfill(json={"seats": weighed, "share": 1.0})
    expect(page.locator(".sentence").last).to_contain_text(
        "Luck and the others were against you, and your mistakes cost you a little"
    )
    expect(page.locator("[data-over]")).to_contain_text("(bot): helped by luck and the others, small mistakes.")
    expect(page.get_by_role("button", name="Luck or skill?")).to_have_count(0)


def _wait_for(page: Page, asked: list[Route], count: int) -> None:
    while len(asked) < count:
        page.wait_for_timeout(20)


def mistake_at(page: Page, table: str) -> dict[str, Any]:
    """A decision of a card, as a review that calls another card best has it."""
    for step in get(page, f"/api/tables/{table}/replay")["steps"]:
        if step["phase"] == "PLAYING":
            ply, seat = step["ply"], step["seat"]
            view = get(page, f"/api/tables/{table}/replay/views?from={ply}&seat={seat}")["steps"][0]["views"][0]
            others = [each["text"] for each in view["actions"] if each["text"] != step["text"]]
            if others:
                estimate = {"mean": 1.0, "error": 0.1}
                return {
                    "ply": ply, "seat": seat, "text": step["text"], "best": others[0], "clear": True,
                    "verdict": "mistake", "cost": estimate, "chance_lost": None, "true_cost": None,
                    "true_chance_lost": None, "true_best": None, "chance_to_win": None,
                }  # fmt: skip
    raise AssertionError("nobody had a choice of cards")


def card_of(text: str) -> str:
    """The card of an action, as pages name it."""
    name = text.removeprefix("[play ").removesuffix("]")
    return "Skull King" if name == "skull king" else name[:1].upper() + name[1:]


@pytest.mark.thorough
def test_played_and_best_card_are_ringed_and_buttons_reached_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(size=LOW)
    table = make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="down")
    page.get_by_role("button", name="Bot plays for me").click()
    page.locator("[data-over]").wait_for()
    wrong = mistake_at(page, table)
    slight = {
        **wrong,
        "ply": wrong["ply"] + 1,
        "verdict": "bad luck",
        "true_cost": {"mean": 0.01, "error": 0},
        "true_chance_lost": None,
    }
    review = {
        "decisions": [wrong, slight], "moments": [wrong], "seats": [], "unit": "points", "exact": False,
        "continuation": "bot",
    }  # fmt: skip

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps({"review": review}) + "\n")

    page.route("**/review", answer)
    page.get_by_role("link", name="Replay and review").click()
    box = box_of(page.get_by_role("button", name="One step on"))
    assert box["y"] + box["height"] <= LOW[1]  # without scrolling
    page.get_by_role("button", name="Review this game").click()
    told = page.locator(".moments li")  # by the number that the list of moves has
    expect(told).to_contain_text(f"Move {wrong['ply'] + 1}: ")
    expect(told).to_contain_text(f"chose {card_of(wrong['text'])}; best was")
    expect(told).to_have_count(1)  # what cost nothing that can be told is no moment
    page.get_by_role("button", name="Show it").click()
    for ring, text in (("played", wrong["text"]), ("best", wrong["best"])):
        card = page.locator(f".open-hands .ring-{ring}")
        expect(card).to_have_count(1)
        expect(card).to_have_attribute("alt", f"{card_of(text)}, {ring}")
    expect(page.locator(".moves .mistake")).to_have_attribute("aria-current", "step")
    page.get_by_label("Seen by").select_option(str(wrong["seat"]))
    expect(page.locator(".hand .ring-best")).to_have_count(1)
    assert "(you)" not in page.locator(".past-game").inner_text()  # who looks back need not have been that


@pytest.mark.thorough
def test_files_keep_the_names_that_they_have_and_a_table_of_other_rules_shows_its_moves(
    open_page: OpenPage, pages_server: Server, downloads: Path
) -> None:
    page = open_page()
    table = make_table(page, "pig", "me", "bot", start=True, winning_score=10)
    play(page)
    data = file_of(page, table)
    assert data["names"] == ["Ann", None]
    unnamed = {key: value for key, value in data.items() if key != "names"}
    names = [(data["names"], "Ann"), ([7, {}], "Player 1"), ("Bob", "Player 1"), (None, "Player 1")]
    files = [({**data, "names": found}, shown) for found, shown in names] + [(unnamed, "Player 1")]
    for content, shown in files:
        file = downloads / "game.json"
        file.write_text(json.dumps(content))
        page.goto("/#/")
        page.get_by_role("link", name="Open a replay").first.click()
        page.get_by_label("Open a game's file").set_input_files(file)
        expect(page.locator(".bars .name").first).to_have_text(re.compile(f"^{shown}"))
        expect(page.locator("#app")).not_to_contain_text("undefined")
    a_table_of_other_rules_shows_its_moves(page, pages_server)


def a_table_of_other_rules_shows_its_moves(page: Page, server: Server) -> None:
    """It is looked at after the rules have changed."""
    table = make_table(page, "pig", "bot", "bot", start=True, settings={"spectators": "open"}, winning_score=2)
    page.locator("[data-over]").wait_for()
    there = page.url
    page.goto("about:blank")  # its socket is closed
    change_version(server, table)
    page.goto(there)
    expect(page.locator(".banner:not([data-seeded])")).to_contain_text("version 0 of the rules")
    expect(page.locator(".log li").first).to_contain_text(re.compile(r"\(bot\): roll"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the game").click()
    assert json.loads(download.value.path().read_text())["finished"]


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
def test_who_waits_for_a_hint_is_told_that_it_compiles_and_waits_though_others_bid(open_page: OpenPage) -> None:
    page = open_page()
    lose(page, "hint")
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, settings={"pace": "slow"})
    page.locator("[data-status].mine").wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bid .done")).to_have_count(1)  # the agent that is asked before
    expect(page.get_by_role("button", name="Working out a hint… Stop")).to_be_visible()
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

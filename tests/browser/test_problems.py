"""Problems, solved by keyboard, on a desk and a phone; and positions by links, from replays too, analysed."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

import croupier
from croupier import open_position, position_link
from croupier.measure.costs.problems import LEVELS, problems_of, shipped_problems
from croupier.replays import game_data
from tests.amounts import daily, larger
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.room import crowded
from tests.browser.test_access import IN_TURN, check

PROBLEMS = problems_of("pig")
FIRST = PROBLEMS.number(1)
CARDS = [game for game in shipped_problems() if game != "pig"]
MAY_BE_CHOSEN = ".question [data-act], .pick:enabled, .card-button.legal, .pile.legal"
NAMES = ("Roll", "Hold")
"""Buttons of Pig's two actions."""
BEST, WORST = FIRST.row.best, 1 - FIRST.row.best


def open_problem(page: Page, number: int) -> None:
    page.goto(f"/#/problems/pig/{number}")
    page.get_by_role("heading", name=f"problem {number} of").wait_for()
    page.get_by_role("button", name="Roll").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize("size", daily([(DESKTOP,), (PHONE,)]))
def test_a_problem_is_solved_by_keyboard_alone(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("#/", size)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(_path(request)))
    page.get_by_role("button", name="More: Pig Dice").press("Enter")
    page.get_by_role("link", name="Problems").press("Enter")
    page.get_by_role("heading", name="Problems: Pig Dice").wait_for()
    expect(page.get_by_role("heading", level=2)).to_have_count(len({each.level for each in PROBLEMS.problems}))
    page.get_by_role("link", name="Problem 1", exact=True).press("Enter")
    page.get_by_role("button", name=NAMES[BEST]).wait_for()
    expect(page.get_by_text(LEVELS[FIRST.level].capitalize())).to_be_visible()
    assert not [path for path in asked if path.endswith("solution")]
    page.get_by_role("button", name=NAMES[WORST]).press("Enter")
    expect(page.locator(".result h2")).to_be_focused()
    expect(page.locator(".result h2")).to_have_text(f"Not the best: {NAMES[WORST].lower()}")
    cost = f"{FIRST.row.regret(WORST):.1f}"
    expect(page.locator(".result")).to_contain_text(f"It costs {cost} percentage points of the chance to win")
    expect(page.locator(".result tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Try again").press("Enter")
    page.get_by_role("button", name=NAMES[BEST]).press("Enter")
    expect(page.locator(".result h2")).to_have_text(f"Right: {NAMES[BEST].lower()}")
    page.get_by_role("link", name="Next problem").press("Enter")
    page.get_by_role("heading", name="problem 2 of").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@larger("games", ["oh-hell"], CARDS)
def test_a_first_answer_counts_and_stays_in_the_browser_and_problems_of_cards_have_room_on_a_phone(
    open_page: OpenPage, games: list[str]
) -> None:
    page = open_page("#/")
    for number in (1, 2, 3):
        open_problem(page, number)
        page.get_by_role("button", name=NAMES[PROBLEMS.number(number).row.best]).click()
        page.locator(".result").wait_for()
    open_problem(page, 4)
    page.get_by_role("button", name=NAMES[1 - PROBLEMS.number(4).row.best]).click()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name=NAMES[PROBLEMS.number(4).row.best]).click()
    page.locator(".result").wait_for()
    page.get_by_role("link", name="All problems").click()
    expect(page.get_by_text("Solved on the first try: 3 of")).to_contain_text("In a row: 0. Your best: 3.")
    expect(page.get_by_role("link", name="Problem 4, missed")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Problem 1, solved")).to_be_visible()
    assert page.evaluate("() => Object.keys(localStorage)") == ["croupier.problems.pig"]
    for game in games:
        a_problem_of_cards_is_solved(page, game)
        on_its_side_a_problem_and_what_can_be_chosen_are_in_view(page, game)


def a_problem_of_cards_is_solved(page: Page, game: str) -> None:
    """By taps on a phone, with words of people before figures, and room for all."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"/#/problems/{game}/1")
    page.reload()  # nothing of the problem before is left
    page.locator(MAY_BE_CHOSEN).first.click()
    if not page.locator(".result").count() and page.locator(".pile.fits").count():
        page.locator(".pile.fits").first.click()
    expect(page.locator(".result h2")).to_be_focused()
    expect(page.locator(".result")).to_contain_text("A random player misses it")
    said = page.locator(".page").inner_text()
    assert not [each for each in ("Player ", "Search", "±", "[") if each in said], game
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), game


def on_its_side_a_problem_and_what_can_be_chosen_are_in_view(page: Page, game: str) -> None:
    """Where a screen is lowest."""
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"/#/problems/{game}/1")
    page.reload()  # nothing of the problem before is left
    page.locator(MAY_BE_CHOSEN).first.wait_for()
    for each in (page.get_by_role("heading", name="problem 1 of"), page.locator(MAY_BE_CHOSEN).last):
        expect(each).to_be_in_viewport(ratio=0.9)


def _path(request: Request) -> str:
    return request.url.partition("/api")[2]


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

"""Fairness in the browser: numbers that pages add by themselves, proofs, and settings for all to see."""

import hashlib
import json
import os
import shlex
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from typer.testing import CliRunner

from croupier.cli import app
from croupier.server.live import watches
from croupier.table.deal_check import check_deal, read_saved
from tests.amounts import daily, larger
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, compile_games, serving
from tests.browser.people import file_of, join, lose, make_table, play_together
from tests.browser.room import crowded
from tests.browser.test_languages import ENGLISH_LEFT
from tests.test_languages import WHOLE

ONE = {"players": 2, "schedule": "one"}
_KEPT = "localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('croupier.deal.')))"
_CHANGE = f"""(change) => {{
  const key = Object.keys(localStorage).find((each) => each.startsWith("croupier.deal."));
  localStorage.setItem(key, JSON.stringify({{...JSON.parse({_KEPT}), ...change}}));
}}"""

FEW = 4
"""Changes of what a browser has kept that are tried every day."""
SHOWN_AS = "(all) => all.map((each) => getComputedStyle(each).display)"


@pytest.fixture(scope="module")
def secret_address(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[str]:
    """Where a server's pages are that deals from secrets."""
    del chromium_path  # without a browser no server is needed
    compile_games()
    with serving(tmp_path_factory.mktemp("tables")) as server:
        yield server.address


def section(page: Page, name: str) -> Any:
    """A section that is opened by its heading."""
    found = page.locator(f"[data-section={name}]").first
    found.wait_for(state="attached")
    if page.locator("details.rest:not([open])").count():  # in the lobby
        page.get_by_text("Rules and more").click()
    if found.get_attribute("open") is None:
        found.locator("summary").first.click()
    return found


def begin(open_page: OpenPage, at: str, **more: Any) -> tuple[Page, Page, str]:
    """Ann, who hosts, and Bob on a phone at a table that has not begun."""
    ann, bob = open_page(at=at), open_page(at=at, size=PHONE)
    table = make_table(ann, "skull-king", "me", "open", **{**ONE, **more})
    join(bob, ann.get_by_label("Link to join").input_value(), "Bob")
    ann.get_by_text("Bob").first.wait_for()
    return ann, bob, table


def verdict(page: Page) -> tuple[str, str]:
    """What a page says of a deal, by its code and in words."""
    found = page.locator("[data-verdict]").first
    found.wait_for()
    return str(found.get_attribute("data-verdict")), found.inner_text()


@larger("changes", FEW, 14)
def test_pages_add_numbers_without_a_click_when_one_plays_again_too_and_prove_the_deal_afterwards(
    open_page: OpenPage, secret_address: str, downloads: Path, changes: int
) -> None:
    ann, bob, table = begin(open_page, secret_address, settings={"hints": None})
    shown = section(bob, "settings")
    expect(shown.get_by_text("Not allowed")).to_be_visible()
    expect(shown.get_by_text("Ann, the host, can change them.")).to_be_visible()
    tab = ann.context.new_page()  # which draws a number too: the one that is committed to first counts
    tab.goto(ann.url)
    tab.get_by_role("heading", name="Players and seats").wait_for()
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bob):
        page.locator("[data-status]").first.wait_for(state="attached")
        assert page.get_by_role("button", name="Hint", exact=True).count() == 0
    bob.get_by_role("tab", name="Players").click()
    before = section(bob, "fairness")
    expect(before.get_by_text("Random numbers of Ann and Bob are part of this deal.")).to_be_visible()
    kept = json.loads(bob.evaluate(_KEPT))
    assert json.loads(ann.evaluate(_KEPT))["number"]
    tab.close()
    expect(before.get_by_text(kept["hash"])).to_be_visible()
    bob.get_by_role("button", name="Bot plays for me").click()
    expect(ann.locator(".played-for")).to_have_text("bot")
    expect(bob.get_by_text("A bot plays for you.")).to_be_visible()
    bob.get_by_role("button", name="Play again myself").click()
    expect(bob.get_by_text("A bot plays for you.")).to_be_hidden()
    expect(ann.locator(".played-for")).to_have_count(0)
    ann.get_by_role("tab", name="Log").click()
    expect(ann.get_by_role("tabpanel").get_by_text("Bob lets a bot play.")).to_be_visible()
    play_together([ann, bob])
    section(bob, "fairness").get_by_role("button", name="Check this deal").click()
    code, words = verdict(bob)
    assert (code, "numbers of 2 people, yours among them" in words) == ("proven", True)
    assert "when 1 of 1 round began and at the end, and nothing in between" in words
    with bob.expect_download() as saved:
        section(bob, "fairness").get_by_role("link", name="Save what this browser has kept").click()
    saved.value.save_as(downloads / "deal.json")
    own = read_saved(downloads / "deal.json")
    assert (own.number, own.attempt, set(own.seen)) == (kept["number"], 1, {0})
    assert own.end is not None
    assert check_deal(file_of(ann, table), own).code == "proven"
    check_replay(bob, table, json.loads(bob.evaluate(_KEPT)), changes)
    if changes > FEW:
        a_secret_that_is_swapped_or_withheld_is_found(ann, bob, table, downloads / "deal.json")
    play_and_play_again_are_dealt_with_a_number_of_the_page_without_a_click(ann)


def play_and_play_again_are_dealt_with_a_number_of_the_page_without_a_click(ann: Page) -> None:
    """From the first page, and from the end of a game."""
    forget(ann, "")
    ann.goto("/#/")
    ann.get_by_role("button", name="Play: Pig Dice").click()
    ann.locator("[data-status]").first.wait_for(state="attached")
    fair = ann.evaluate("async () => (await (await fetch('/api/tables')).json())[0].table.fair")
    kept = json.loads(ann.evaluate(_KEPT))
    assert (fair["phase"], fair["members"], fair["numbers"]) == ("dealt", [0], [kept["number"]])
    assert len(kept["seen"]) == 1
    assert hashlib.sha256(bytes.fromhex(kept["number"])).hexdigest() == kept["commitments"][0]
    table = make_table(ann, "pig", "me", "bot", start=True, winning_score=2)
    play_together([ann])
    ann.get_by_role("button", name="Play again").click()
    ann.wait_for_url(lambda url: table not in url)
    ann.locator("[data-status]").first.wait_for(state="attached")
    again = ann.evaluate("async () => (await (await fetch('/api/tables')).json())[0].table")
    assert (again["status"], len(again["fair"]["numbers"])) == ("playing", 1)


def check_replay(page: Page, table: str, kept: dict[str, Any], changes: int) -> None:
    """Open the replay, with what the browser has kept as it is and changed in so many ways but one."""
    other = "ab" * 32
    commitments = kept["commitments"]
    ways: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "proven"), ({"hash": other}, "secret"), ({"number": other}, "missing"), ({"number": None}, "notMine"),
        ({"commitments": commitments[::-1]}, "order"), ({"commitments": [other, commitments[1]]}, "contribution"),
        ({"seen": [{"round": 0, "table": {}}]}, "otherCards"), ({"end": {"round": 1}}, "otherEnd"),
        ({"options": {}}, "otherGame"), ({"seen": [], "end": None}, "unseen"), ({"hashes": [other] * 6}, "often"),
        ({"hashes": [other] * 5}, "tries"), ({"hash": other, "seen": [], "end": None}, "noKept"),
        ({"seen": [{**kept["seen"][0], "seat": 0}]}, "otherCards"),
    )  # fmt: skip
    for change, code in ways[:changes]:
        page.evaluate(_CHANGE, {**kept, **change})
        page.goto("/#/about")
        page.get_by_role("heading", name="What is stored").wait_for()  # the verdict of before is gone
        page.goto(f"/#/replay/{table}")
        section(page, "fairness")
        assert verdict(page)[0] == code, change
    page.evaluate(_CHANGE, kept)


@pytest.mark.thorough
@pytest.mark.parametrize("code", daily(WHOLE))
def test_proofs_are_in_the_language_of_the_pages_and_have_room(
    open_page: OpenPage, secret_address: str, code: str
) -> None:
    ann = open_page(at=secret_address, locale=code)
    table = make_table(ann, "pig", "me", "bot", winning_score=2)
    ann.locator("button.main").first.click()
    ann.locator("#tab-people").click()
    reads(ann, "ol")
    play_together([ann])
    section(ann, "fairness").locator("ol ~ a.button").first.wait_for()
    section(ann, "fairness").get_by_role("button").click()
    reads(ann, "[data-verdict=proven]")
    ann.goto(f"/#/replay/{table}")
    reads(ann, "[data-verdict=proven]")


def reads(page: Page, there: str) -> None:
    """Nothing of what a deal is said to be is in English, or runs out of its place."""
    fair = section(page, "fairness")
    fair.locator(there).wait_for()
    assert not ENGLISH_LEFT.search(fair.inner_text()), there
    assert crowded(page, ((*PHONE, 100), (*DESKTOP, 100))) == {}, there


def change_of(**change: Any) -> Callable[[Route], None]:
    """A server that answers with something else."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), **change})

    return answer


def a_secret_that_is_swapped_or_withheld_is_found(ann: Page, bob: Page, table: str, own: Path) -> None:
    """By what this browser has kept, and by the file that it has saved on another device."""
    for other, code in (("cd" * 32, "secret"), (None, "withheld")):
        bob.route(f"**/api/tables/{table}/replay", change_of(secret=other))
        bob.goto("/#/about")
        bob.get_by_role("heading", name="What is stored").wait_for()
        bob.goto(f"/#/replay/{table}")
        section(bob, "fairness")
        assert verdict(bob)[0] == code
        bob.unroute(f"**/api/tables/{table}/replay")
    ann.evaluate("localStorage.clear()")
    ann.route(f"**/api/tables/{table}/replay", change_of(secret=None))
    ann.goto(f"/#/replay/{table}")
    ann.reload()
    section(ann, "fairness")
    assert verdict(ann)[0] == "seed"
    ann.get_by_label("Open a file that a browser has kept").set_input_files(own)
    expect(ann.locator("[data-verdict]")).to_have_attribute("data-verdict", "withheld")
    ann.unroute(f"**/api/tables/{table}/replay")


@pytest.mark.thorough
def test_a_page_that_does_not_show_its_number_is_left_out_and_the_game_begins(
    open_page: OpenPage, secret_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "PATIENCE_SECONDS", 5.0)
    ann, bob, _ = begin(open_page, secret_address)
    lose(bob, "reveal")
    bob.reload()
    bob.get_by_role("heading", name="Players and seats").wait_for()
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.locator(".page").get_by_text("Waiting for Bob.")).to_be_visible()
    ann.reload()  # what she has kept is there
    for page in (ann, bob):
        page.locator("[data-status]").first.wait_for(state="attached")
    ann.get_by_role("tab", name="Log").click()
    expect(ann.get_by_role("tabpanel").get_by_text("The page of Bob has not shown its number")).to_be_visible()
    ann.get_by_role("tab", name="Players").click()
    told = section(ann, "fairness")
    expect(told.get_by_text("Random numbers of Ann are part of this deal.")).to_be_visible()
    expect(told.get_by_text("Numbers were asked for 2 times")).to_be_visible()
    bob.get_by_role("tab", name="Players").click()
    expect(section(bob, "fairness").get_by_text("This browser did not add a number to this deal.")).to_be_visible()


@pytest.mark.thorough
def test_both_files_that_the_page_saves_prove_the_deal_and_the_game_is_saved_without_a_number_too(
    open_page: OpenPage, secret_address: str, address: str, downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = open_page(at=secret_address)
    table = make_table(ann, "pig", "me", "bot", winning_score=2)
    ann.get_by_role("button", name="Start the game").click()
    ann.get_by_role("tab", name="Players").click()
    fair = section(ann, "fairness")
    fair.get_by_role("link", name="Save what this browser has kept").wait_for()
    expect(fair.locator("code", has_text="croupier")).to_have_count(0)  # there is no game's file yet
    assert set(fair.locator("li").evaluate_all(SHOWN_AS)) == {"list-item"}  # numbered
    play_together([ann])
    fair = section(ann, "fairness")
    game, kept = (
        saved_by(ann, fair.get_by_role("link", name=name, exact=True), downloads)
        for name in ("Download the game", "Save what this browser has kept")
    )
    command = fair.locator("code", has_text="croupier").inner_text()
    assert typed(command, downloads) == (0, "Proven")
    monkeypatch.chdir(downloads)
    for path, before, status in (
        (kept, '"hash":"', 4), (kept, '"number":"', 2), (kept, '"turn_total":', 8), (game, '"secret":"', 4),
        (game, '"contributions":["', 5),
    ):  # fmt: skip
        whole = path.read_text()
        head, _, rest = whole.partition(before)
        path.write_text(f"{head}{before}{int(rest[0], 16) ^ 1:x}{rest[1:]}")
        assert CliRunner().invoke(app, shlex.split(command)[1:]).exit_code == status, before
        path.write_text(whole)
    own = game.rename(downloads / "-Ann's game (1).json")
    ann.goto("/#/replay")
    ann.get_by_label("Open a game's file").set_input_files(own)
    fair = section(ann, "fairness")
    command = fair.locator("code", has_text="croupier").inner_text()
    assert shlex.split(command)[3:] == [f"./{own.name}", "--kept", f"deal-{table}.json"]
    assert typed(command, downloads) == (0, "Proven")
    forget(ann, table)
    seeded = open_page(at=address)
    agents = make_table(seeded, "pig", "me", "bot", start=True, winning_score=2)
    play_together([seeded])
    for page, name in ((ann, table), (seeded, agents)):  # neither browser has a number of its own
        fair = section(page, "fairness")
        own = saved_by(page, fair.get_by_role("link", name="Download the game", exact=True), downloads)
        assert own.name == f"pig-{name}.json"
        assert typed(f"croupier replay --verify {own.name}", downloads) == (3, "Cannot tell")
        assert fair.get_by_role("link", name="Save what this browser has kept").count() == 0


def forget(page: Page, table: str) -> None:
    """Open a table in a browser that has kept nothing."""
    page.goto("/#/about")
    page.get_by_role("heading", name="What is stored").wait_for()
    page.evaluate("localStorage.clear()")
    page.reload()
    page.goto(f"/#/table/{table}")


def saved_by(page: Page, link: Locator, folder: Path) -> Path:
    """What a link of the page saves, under the name that the browser gives it."""
    with page.expect_download() as saved:
        link.click()
    path = folder / saved.value.suggested_filename
    saved.value.save_as(path)
    return path


def typed(command: str, folder: Path) -> tuple[int, str]:
    """Exit status of a command in a shell in a folder, and how its answer begins."""
    paths = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
    more = {**os.environ, "PATH": paths}
    words = ["sh", "-c", command]
    done = subprocess.run(words, cwd=folder, env=more, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout.partition(":")[0]

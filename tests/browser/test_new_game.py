"""The game that `croupier new-game` writes is played in the browser, by the table of games without one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from typer.testing import CliRunner

from croupier.cli import app
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, serving_game
from tests.browser.people import file_of, make_table
from tests.browser.room import crowded
from tests.browser.test_access import Looks, check

LOOKS: Looks = ((PHONE, "dark"), (DESKTOP, "light"))


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[str]:
    """The address of a server that has the written game."""
    del chromium_path
    written = tmp_path_factory.mktemp("written") / "two-cups"
    made = CliRunner().invoke(app, ["new-game", "two-cups", "--out", str(written)])
    assert made.exit_code == 0, made.output
    folder = tmp_path_factory.mktemp("installed")
    with serving_game(folder, "two-cups", "two_cups:SPEC", written / "src") as address:
        yield address


@pytest.mark.thorough
def test_the_written_game_is_played_to_its_end(open_page: OpenPage, cups: str) -> None:
    page = open_page(at=cups, size=PHONE)
    table = make_table(page, "two-cups", "me", "bot", start=True)
    expect(page.locator("[data-status]")).to_have_text("Your turn")
    assert page.locator(".choices button").all_inner_texts() == ["keep", "roll"]
    expect(page.locator(".plain .words")).to_contain_text("(bot) hidden")
    check(page, LOOKS)
    assert crowded(page, ((390, 844, 100), (1280, 800, 100))) == {}
    for throws in (2, 3):
        page.get_by_role("button", name="roll").click()
        expect(page.locator(".plain .words")).to_contain_text(f"Throws: {throws} and 0 of at most 3.")
    can = page.locator(".choices button:not([disabled]):not([aria-disabled=true])")
    expect(can).to_have_text(["keep"])  # once the throw is confirmed: until then no button can be used
    page.get_by_role("button", name="keep").click()
    page.locator("[data-over]").wait_for()
    told = file_of(page, table)
    assert told["actions"][:3] == [1, 1, 0]
    mine, theirs = (int(die) for die in told["points"])
    expect(page.locator(".log")).to_contain_text(f"Ann shows {mine}.")
    expect(page.locator(".log")).to_contain_text(f"(bot) shows {theirs}.")
    check(page, LOOKS)

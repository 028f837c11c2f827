"""Score sheets that the browser counts itself: the same points and refusals as the server's."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.core.base.errors import ConfigError
from croupier.core.spec.registry import spec
from tests.amounts import larger
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.room import crowded

RULES = ("SK-2", "SK-4", "SK-6", "SK-11", "SK-12", "SK-14")
COUNT = """async (sheets) => {
  const { scored } = await import("/skull_king/scoring.js");
  return sheets.map((sheet) => {
    try {
      return scored(sheet);
    } catch (error) {
      return error.message;
    }
  });
}"""


def some_round(rng: random.Random, names: list[str]) -> dict[str, Any]:
    """A round that most often can have been played."""
    cards = rng.randint(1, 74 // max(len(names), 3) if rng.random() < 0.95 else 13)
    won = [0] * len(names)
    for _ in range(rng.randint(0, cards) if rng.random() < 0.9 else cards + 1):
        won[rng.randrange(len(names))] += 1
    bids = [tricks if rng.random() < 0.6 else rng.randint(0, cards) for tricks in won]
    rows: dict[str, Any] = {
        "bonuses": [10 * rng.randint(0, 5) if each and rng.random() < 0.5 else 0 for each in won]
    }
    for name, values in (("wagers", [10, 20, 15, -10]), ("harry", [-1, 1, -1, 2])):
        rows[name] = [0] * len(names)
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            rows[name][rng.randrange(len(names))] = rng.choices(values, (8, 8, 1, 1))[0]
    rows["alliances"] = [rng.choices(names, k=2) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
    if rng.random() < 0.1:
        rows[rng.choice(list(rows))] = rng.choice(([1], [0] * 9, None, "x", [["Ann"]], {}, [0.5] * len(names)))
    return {"cards": cards, "bids": bids, "won": won, **{key: rows[key] for key in rows if rng.random() < 0.7}}


def some_sheet(rng: random.Random) -> dict[str, Any]:
    """A sheet that often can be."""
    names = rng.sample(["Ann", "Bob", "Cyd", "Dé", "王", "Eve", "Fay", "Gus"], rng.randint(2, 8))
    if rng.random() < 0.05:
        names[0] = rng.choice(("", "a,b", "12", names[1].upper(), "x&y"))
    sheet = {"format": 1, "game": "skull-king", "rascal": rng.random() < 0.5, "names": names}
    return sheet | {"rounds": [some_round(rng, names) for _ in range(rng.choice((0, 1, 1, 2)))]}


def at_server(sheet: dict[str, Any]) -> dict[str, Any] | str:
    """The sheet as the server counts it, or why it does not."""
    part = spec("skull-king").score_sheet
    assert part is not None
    try:
        return part(json.dumps(sheet))
    except ConfigError as error:
        return str(error)


@larger("sheets_counted", 400, 20_000)
def test_the_browser_counts_as_the_server_does(modules: Page, sheets_counted: int) -> None:
    rng = random.Random(12)  # noqa: S311  # no secret
    sheets = [some_sheet(rng) for _ in range(sheets_counted)]
    found = modules.evaluate(COUNT, sheets)
    kinds = set()
    for sheet, counted in zip(sheets, found, strict=True):
        expected = at_server(sheet)
        if isinstance(expected, str):
            rules = [
                rule for rule in RULES if rule in expected and "an alliance is a pair of names" not in expected
            ]
            assert isinstance(counted, str), (sheet, expected, counted)
            assert all(rule in counted for rule in rules), (sheet, expected, counted)
            kinds.update(rules)
        else:
            assert counted == expected, sheet
            kinds.add("counted")
    assert kinds >= {"counted", "SK-2", "SK-6", "SK-11", "SK-14"}


def test_two_pages_of_a_browser_have_one_sheet(open_page: OpenPage) -> None:
    page = open_page("#/score")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Player 1, Won: one more").click()
    other.get_by_role("button", name="Player 1, Bid: one more").click()
    other.get_by_role("button", name="Score the round").click()
    expect(page.locator("table.score tfoot")).to_contain_text("20")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


@pytest.mark.thorough
def test_a_sheet_is_kept_without_a_network(open_page: OpenPage) -> None:
    page = open_page("#/score", PHONE)
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert crowded(page, ((320, 568, 100), (*PHONE, 100), (430, 900, 100), (480, 900, 100))) == {}
    page.get_by_role("button", name="Player 1, Won: one more").click()
    page.get_by_role("button", name="Player 1, Bid: one more").click()
    page.get_by_role("button", name="Score the round").click()
    expect(page.locator("table.score tfoot")).to_contain_text("20")
    page.get_by_role("button", name="Player 1, Won: one more").click()
    page.get_by_role("button", name="Player 2, Won: one more").click()
    page.get_by_role("button", name="Player 2, Won: one more").click()
    page.get_by_role("button", name="Score the round").click()
    expect(page.locator(".told")).to_contain_text("the tricks won add up to 3")

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
from tests.browser.people import box_of
from tests.browser.room import crowded, look

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
    press(other, "Player 1, Won", "Player 1, Bid")
    score(other)
    expect(page.locator("table.score tfoot")).to_contain_text("20")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


@pytest.mark.thorough
def test_a_sheet_is_kept_on_a_phone_without_a_network_and_half_points_are_no_loss(open_page: OpenPage) -> None:
    page = open_page("#/score", PHONE)
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Remove Player 3").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert crowded(page, ((320, 568, 100), (*PHONE, 100), (430, 900, 100), (480, 900, 100))) == {}
    look(page, (*PHONE, 100))
    press(page, "Ann, Bid")
    page.reload()  # the phone has slept while the tricks were played
    expect(page.get_by_role("group", name="Ann").locator("output")).to_have_text(["1", "0", "0"])
    sizes = [box_of(each) for each in page.locator(".stepper button").all()]
    assert all(size["width"] >= 44 and size["height"] >= 44 for size in sizes)
    press(page, "Ann, Won", "Ann, Bonus")
    score(page)
    expect(page.locator("tfoot td")).to_have_text(["30", "10"])
    expect(page.get_by_role("group", name="Ann").locator("output")).to_have_text(["0", "0", "0"])
    page.reload()
    expect(page.locator("tfoot td")).to_have_text(["30", "10"])
    press(page, "Bob, Won", "Bob, Won", "Ann, Won")
    score(page)
    expect(page.locator(".told")).to_contain_text("SK-2")
    expect(page.locator(".told")).to_contain_text("the tricks won add up to 3")
    page.get_by_role("button", name="Correct the last round").click()
    expect(page.locator("tfoot")).to_have_count(0)
    half_of_the_points_is_no_loss(page)


def half_of_the_points_is_no_loss(page: Page) -> None:
    """By Rascal scoring, in a sheet that is begun anew."""
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_label("Rascal scoring").check()
    page.get_by_role("button", name="Begin").click()
    press(page, "Player 1, Won")
    score(page)
    off, made = page.locator("tbody td strong").nth(0), page.locator("tbody td strong").nth(1)
    expect(off).to_have_text("+5")
    expect(made).to_have_text("+10")
    shades = "(one) => getComputedStyle(one).color"
    warning = page.evaluate("() => getComputedStyle(document.querySelector('.danger')).color")
    assert len({off.evaluate(shades), made.evaluate(shades), warning}) == 3


def press(page: Page, *fields: str) -> None:
    """Count one more in fields, one after the other."""
    for field in fields:
        page.get_by_role("button", name=f"{field}: one more").click()


def score(page: Page) -> None:
    """Score the round."""
    page.get_by_role("button", name="Score the round").click()

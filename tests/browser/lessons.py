"""Walk through the guided first rounds in a browser, and print what was on the screen at each step.

``uv run python -m tests.browser.lessons`` prints it for somebody who does not know the games, to read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from croupier.core.engine.lessons import lesson_stops
from croupier.core.spec.registry import registered_games, spec
from tests.browser.conftest import DESKTOP, PHONE, browsing
from tests.browser.people import box_of

LEGAL = ".pick[data-act]:not([aria-disabled=true]), .card-button.legal, .pile.legal, .question [data-act]"
"""What can be chosen at a table."""


@dataclass(frozen=True)
class Screen:
    """A step of a lesson on the screen; `asks` is the action that it waits for as it is typed, if any."""

    number: int
    says: str
    marked: tuple[str, ...]
    choices: tuple[str, ...]
    asks: str
    table: str


def walk(page: Page, game: str) -> Iterator[Screen]:
    """Open a game's lesson and do what it asks, to its end; gives each step before it is answered."""
    found = spec(game)
    assert found.lesson is not None
    stops = lesson_stops(found, found.lesson())
    page.goto(f"{page.url.partition('#')[0]}#/learn/{game}")
    for number, stop in enumerate(stops, 1):
        page.locator(".lesson .place", has_text=f"{number} of {len(stops)}").wait_for()
        page.locator(".lesson .says", has_text=str(stop.step.says)[:60]).wait_for()
        if stop.step.look:
            page.locator("[data-look]").first.wait_for()
        yield screen(page, number, stop.step.asks)
        if stop.step.asks:
            answer(page, game, stop.step.asks)
        elif number < len(stops):
            page.get_by_role("button", name="Next").click()


def screen(page: Page, number: int, asks: str) -> Screen:
    """What is on the screen."""
    alt = "each.getAttribute('alt') || each.querySelector('img')?.alt || each.className"
    named = f"(each) => each.getAttribute('aria-label') || each.innerText || {alt}"
    labels = f"(all) => all.map({named}).map((text) => text.replace(/\\s+/g, ' ').trim())"
    return Screen(
        number,
        page.locator(".lesson .says").inner_text(),
        tuple(page.locator("[data-look]").evaluate_all(labels)),
        tuple(page.locator(LEGAL).evaluate_all(labels)),
        asks,
        " / ".join(line.strip() for line in page.locator(".stage").inner_text().splitlines() if line.strip()),
    )


def answer(page: Page, game: str, asks: str) -> None:
    """Choose what a lesson asks for, by clicks."""
    verb, *rest = asks.strip("[]").split(" ")
    if game == "pig":
        page.locator(f".pick.{verb}").click()
    elif game == "spite-malice":
        source, pile = (rest[0], f"p{rest[1]}") if verb == "p" else (f"h{verb[1:]}", f"x{rest[0]}")
        own = page.locator(".half.own")
        if source == "g":
            own.locator(".goal").click()
        elif source.startswith("h"):
            own.locator(".hand .card-button").nth(int(source[1:]) - 1).click()
        else:
            own.locator(f"[data-pile=x{source[1:]}]").click()
        page.locator(f"[data-pile={pile}].fits").click()
    elif game == "liars-dice":
        for wish, stepper in zip(
            map(int, rest[0].split("x")) if rest else (), page.locator(".stepper").all(), strict=False
        ):
            value = int(stepper.get_by_role("spinbutton").get_attribute("aria-valuenow") or 0)
            for _ in range(abs(wish - value)):
                stepper.locator(".sign").nth(int(wish > value)).click()
        page.locator(f".pick.{'bids' if rest else 'liar'}").click()
    elif game == "leduc":
        names = "Raise" if verb == "raise" else "Check|Call"
        page.locator(".calls").get_by_role("button", name=re.compile(f"^({names})")).click()
    elif verb == "bid":
        page.locator(".question").get_by_role("button", name=f"Bid {rest[0]}", exact=True).click()
    else:
        card = page.locator(f'.dock .card-button.legal:has([data-card="{" ".join(rest) or verb}"])')
        box = box_of(card)
        # the next one may lie over all but its edge
        card.click(position={"x": 0.16 * box["width"], "y": 0.5 * box["height"]})


def main() -> int:
    """Print all lessons, as they are on a desk; with a folder, keep pictures of them on a desk and on a phone."""
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with browsing() as (browser, address):
        for game in (name for name in registered_games() if spec(name).lesson):
            for size in (DESKTOP, PHONE) if pictures else (DESKTOP,):
                page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
                page.goto(address)
                for each in walk(page, game):
                    if size == DESKTOP:
                        sys.stdout.write(told(game, each))
                    if pictures is not None:
                        page.screenshot(path=pictures / f"{game}-{each.number:02}-{size[0]}.png")
                page.close()
    return 0


def told(game: str, each: Screen) -> str:
    """A step as text."""
    lines = [f"{game}, step {each.number}", f"  says:    {each.says}"]
    lines += [f"  marked:  {', '.join(each.marked)}"] if each.marked else []
    lines += [f"  asks:    {each.asks} of {', '.join(each.choices)}"] if each.asks else []
    return "\n".join([*lines, f"  table:   {each.table}", "", ""])


if __name__ == "__main__":
    sys.exit(main())

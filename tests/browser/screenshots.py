"""Pictures of the table in the browser for the documentation.

``uv run python -m tests.browser.screenshots`` makes them anew in ``docs/pictures``, with a server of its own that
deals from seed 1 on, people who choose by a fixed seed, and the system's Chromium.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESKTOP, NAMES, PATIENCE_MS, PHONE, browser_path, browsing
from tests.browser.people import box_of, join, make_table, play, play_together
from tests.browser.room import SHORT_REVEAL_MS, hold, look
from tests.browser.story import PLAY_CARDS

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MOST = 150_000
"""Bytes of a picture."""
MOVING = "browser-moving"
"""The picture of the README: a round of Skull King as it is played."""
MOST_MOVING = 600_000
FRAMES, FRAME_OF_BID, FRAMES_BETWEEN = 70, 6, 5
Scene = Callable[[Page], None]


def home(page: Page) -> None:
    """The first page."""
    for cover in page.locator(".cover img").all():
        cover.wait_for()
    page.wait_for_load_state("networkidle")


def without_notices(page: Page) -> None:
    """Wait until nothing that is told for some seconds lies over the table."""
    page.wait_for_function("() => !document.querySelector('.told p')")


def skull_king(page: Page) -> None:
    """The third round: bids, scores, and a trick under way."""
    make_table(page, "skull-king", "me", "net", "bot", "bot", start=True, schedule="fives")
    play(page, "table.score tbody tr:nth-child(2)")  # two rounds are over
    play(page, ".card-button.legal")
    page.locator(".card-button.legal").last.click()
    page.wait_for_timeout(500)
    play(page, ".card-button.legal")
    page.mouse.move(0, 0)  # no card is explained
    page.evaluate("() => document.activeElement.blur()")
    without_notices(page)


def spite_malice(page: Page) -> None:
    """Some turns into a game, a card chosen."""
    make_table(page, "spite-malice", "me", "bot", start=True)
    for _ in range(9):
        page.locator(".pile.fits, .card-button.legal, .pile.legal").first.wait_for()
        fits = page.locator(".pile.fits")
        (fits.first if fits.count() else page.locator(".card-button.legal, .pile.legal").first).click()
        page.wait_for_timeout(200)


def review(page: Page) -> None:
    """What a game of Pig came to, decision by decision."""
    make_table(page, "pig", "me", "bot", start=True, winning_score=60)
    play(page)
    page.get_by_role("link", name="Replay and review").click()
    page.get_by_role("button", name="Review this game").click()
    page.locator(".curve polyline").wait_for()
    page.get_by_role("heading", name="Review", exact=True).scroll_into_view_if_needed()
    page.evaluate("() => document.querySelector('.review').scrollIntoView()")


def problem(page: Page) -> None:
    """A problem of Skull King with its answer."""
    page.goto(f"{page.url.partition('#')[0]}#/problems/skull-king/10")
    page.locator(".question [data-act], .card-button.legal").first.click()
    page.locator(".result").wait_for()
    page.locator(".felt img").last.wait_for()


def gather(page: Page, **options: Any) -> list[Page]:
    """Four friends in the lobby of a table of Skull King, each with a browser; the first is the picture's."""
    make_table(page, "skull-king", "me", "open", "open", "open", players=4, **options)
    link = page.get_by_label("Link to join").input_value()
    browser = page.context.browser
    assert browser is not None
    pages = [page]
    for name in ("Ben", "Cleo", "Dana"):
        pages.append(browser.new_page(reduced_motion="reduce"))
        pages[-1].set_default_timeout(PATIENCE_MS)
        join(pages[-1], link, name)
        page.locator(".chairs").get_by_text(name, exact=True).wait_for()
    without_notices(page)
    return pages


def begin(pages: list[Page]) -> None:
    """Friends begin, and are asked for their bids."""
    pages[0].get_by_role("button", name="Start the game").click()
    for each in pages:
        each.get_by_role("button", name="Bid 1").wait_for()


def lobby(page: Page) -> None:
    """Four friends before their game."""
    gather(page)


def reveal(page: Page) -> None:
    """All bids of a round of five cards turned up."""
    pages = gather(page, schedule="fives")
    begin(pages)
    hold(page, SHORT_REVEAL_MS)
    for each, bid in zip(pages, (1, 0, 2, 3), strict=True):
        each.get_by_role("button", name=f"Bid {bid}").click()
    page.locator(".turned li").nth(3).wait_for()


def round_card(page: Page) -> None:
    """What a round has come to, and the next question."""
    pages = gather(page, schedule="fives")
    begin(pages)
    for each, bid in zip(pages, (1, 0, 2, 1), strict=True):
        each.get_by_role("button", name=f"Bid {bid}").click()
    for each in pages:
        each.evaluate(f"() => {{ ({PLAY_CARDS})(); }}")
    page.locator(".round-card").wait_for()
    page.get_by_role("button", name="Next").evaluate("(next) => next.focus({ preventScroll: true })")
    page.locator(".question").wait_for()


def podium(page: Page) -> None:
    """The end of a game of friends."""
    pages = gather(page, schedule="fives")
    begin(pages)
    play_together(pages)
    page.locator(".podium li").first.wait_for()


def chat(page: Page) -> None:
    """Words and a reaction between bids."""
    pages = gather(page, schedule="fives")
    begin(pages)
    page.get_by_role("tab", name="Chat").click()
    for at, text in (
        (1, "I have nothing at all"),
        (0, "You always say that"),
        (2, "Last time it was the Skull King"),
    ):
        pages[at].get_by_role("tab", name="Chat").click()
        pages[at].get_by_label("Message to the table").fill(text)
        pages[at].keyboard.press("Enter")
        page.locator(".lines").get_by_text(text).wait_for()
    pages[3].get_by_role("button", name="React").click()
    pages[3].get_by_role("button", name="Ha ha!").click()
    page.locator(".bubble.reaction").wait_for()


def large_letters(page: Page) -> None:
    """Bids are asked for in a browser whose letters are twice as large."""
    look(page, (*PHONE, 200))
    make_table(page, "skull-king", "me", "bot", "bot", "bot", start=True, schedule="fives")
    page.locator(".question").wait_for()


SCENES: dict[str, tuple[Scene, tuple[int, int], str]] = {
    "browser-home": (home, DESKTOP, "light"),
    "browser-skull-king": (skull_king, DESKTOP, "light"),
    "browser-phone": (skull_king, PHONE, "dark"),
    "browser-phone-side": (skull_king, (844, 390), "light"),
    "browser-phone-small": (skull_king, (320, 568), "light"),
    "browser-spite-malice": (spite_malice, DESKTOP, "dark"),
    "browser-review": (review, DESKTOP, "light"),
    "browser-problem": (problem, (1280, 1250), "light"),
    "browser-lobby": (lobby, (768, 1024), "light"),
    "browser-reveal": (reveal, DESKTOP, "light"),
    "browser-round-card": (round_card, PHONE, "light"),
    "browser-podium": (podium, DESKTOP, "light"),
    "browser-chat": (chat, DESKTOP, "dark"),
    "browser-large-letters": (large_letters, PHONE, "light"),
    "browser-tablet": (skull_king, (768, 1024), "light"),
    "browser-wide": (skull_king, (1920, 1080), "light"),
}
"""Pictures by the names of their files: what is shown, the size of the screen, and its colours."""


def first_page(browser: Browser, address: str, size: tuple[int, int], **look: Any) -> Page:
    """A new page that shows the games."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, **look)
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address}/#/")
    page.locator(".game").first.wait_for()
    return page


def shoot(browser: Browser, address: str, name: str, folder: Path) -> Path:
    """Make a picture, which must not be larger than the documentation's may be."""
    scene, size, scheme = SCENES[name]
    page = first_page(browser, address, size, color_scheme=scheme, reduced_motion="reduce")
    scene(page)
    page.wait_for_timeout(500)
    path = folder / f"{name}.webp"
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        shot.save(path, quality=84, method=6)
    for context in browser.contexts:
        context.close()
    if path.stat().st_size > MOST:
        raise ValueError(f"{path} has {path.stat().st_size} bytes, more than {MOST}")
    return path


def film(browser: Browser, address: str, folder: Path) -> Path:
    """Make the picture that moves, which must not be too large either."""
    page = first_page(browser, address, (1000, 740), color_scheme="light")
    make_table(page, "skull-king", "me", "net", "bot", "bot", start=True, schedule="fives")
    page.get_by_role("button", name="Bid 1").wait_for()
    felt = box_of(page.locator(".felt"))
    frames = []
    for number in range(FRAMES):
        if number == FRAME_OF_BID:
            page.get_by_role("button", name="Bid 1").click()
        elif number > FRAME_OF_BID and number % FRAMES_BETWEEN == 0:
            page.evaluate("() => document.querySelector('.card-button.legal, .question .pick')?.click()")
        with Image.open(io.BytesIO(page.screenshot(clip=felt))) as shot:
            frames.append(shot.convert("RGB"))
        page.wait_for_timeout(40)
    path = folder / f"{MOVING}.webp"
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=140,
        loop=0,
        quality=55,
        method=6,
        minimize_size=True,
    )
    page.context.close()
    if path.stat().st_size > MOST_MOVING:
        raise ValueError(f"{path} has {path.stat().st_size} bytes, more than {MOST_MOVING}")
    return path


def main() -> int:
    """Make all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description="Pictures of the table in the browser for the documentation.")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder that they are written to")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join((*SCENES, MOVING))}; all without one"
    )
    given = parser.parse_args()
    unknown = sorted(set(given.names) - {*SCENES, MOVING})
    if unknown or browser_path() is None:
        parser.error(
            f"there is no picture {unknown[0]}" if unknown else f"no browser is found: {', '.join(NAMES)}"
        )
    with browsing() as (browser, address):
        for name in given.names or (*SCENES, MOVING):
            made = (
                film(browser, address, given.out) if name == MOVING else shoot(browser, address, name, given.out)
            )
            sys.stdout.write(f"{made}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

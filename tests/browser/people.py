"""What people do in front of the pages: make tables, join, play on to the end."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, WebSocketRoute

SOON: dict[str, Any] = {
    "pace": "instant", "take_back": 0, "spectators": "none", "undo": True, "hints": True, "away_after": 0,
    "stand_in": "bot",
}  # fmt: skip
"""Settings under which agents answer at once."""
PACE_MS = 55
"""Between two clicks: the server takes twenty messages a second, but not of tests, which are faster."""

OVER = "[data-over]"
"""What a page shows at the end of a game."""
_MAKE = """async (wish) => {
  const answer = await fetch("/api/tables", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wish)});
  const made = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  localStorage.setItem("croupier.join." + made.table, JSON.stringify(made.join));
  return made;
}"""
_HURRY = """() => {
  const later = window.setTimeout;
  const stands = (ms) => (ms > 250 && ms <= 1750) || (ms > 3900 && ms <= 4000);  // bids or a trick; a round
  window.setTimeout = (call, ms, ...rest) => later(call, stands(ms) ? 0 : ms, ...rest);
  return () => { window.setTimeout = later; };
}"""
_PLAY = """async ([until, pace, hurries]) => {
  const linger = hurries ? (HURRY)() : () => null;
  const changed = () => new Promise((resolve) => {
    const done = () => (watch.disconnect(), clearTimeout(timer), setTimeout(resolve, pace));
    const watch = new MutationObserver(done), timer = setTimeout(done, 100);
    watch.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
  });
  const pick = (found) => found[Math.floor(random() * found.length)];
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const end = Date.now() + 100000;
  const all = (what) => [...document.querySelectorAll(what)];
  while (!document.querySelector(until)) {
    if (Date.now() > end) throw new Error(`${until} does not come`);
    const fitting = all(".pile.fits");
    const may = fitting.length ? fitting : all(".question [data-act], .card-button.legal, .pile.legal, " +
      ".pick[data-act]:not([aria-disabled=true])");
    const next = changed();
    if (may.length) pick(may).click();
    await next;
  }
  linger();
}""".replace("HURRY", _HURRY)


def make_table(
    page: Page, game: str, *seats: str, start: bool = False, settings: dict[str, Any] | None = None, **options: Any
) -> str:
    """Make a table as its page does, with agents that answer at once, and open it; returns its id."""
    kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "agent", "agent": seat} for seat in seats]
    wish = {
        "game": game,
        "options": options,
        "seats": kinds,
        "settings": {**SOON, **(settings or {})},
        "start": start,
        "name": "Ann",
    }
    table: str = page.evaluate(_MAKE, wish)["table"]
    page.goto(f"{page.url.partition('#')[0]}#/table/{table}")
    return table


def make_table_with_a_turn(page: Page, game: str, *seats: str, **options: Any) -> None:
    """Make a table and begin, again where the others win before it is my turn."""
    for _ in range(10):
        make_table(page, game, *seats, start=True, **options)
        page.reload()  # nothing of the table before is left
        page.locator("[data-status].mine, [data-over]").first.wait_for()
        if not page.locator("[data-over]").count():
            return
    raise AssertionError(f"in ten games of {game} I have had no turn")


def join(page: Page, link: str, name: str) -> None:
    """Come to a table by its link."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("heading", name="Players and seats").wait_for()


def begin_together(host: Page, friend: Page) -> None:
    """Let a friend, Bob, come to the host's table by its link, and begin."""
    join(friend, host.get_by_label("Link to join").input_value(), "Bob")
    host.get_by_text("Bob").first.wait_for()
    host.get_by_role("button", name="Start the game").click()


def box_of(what: Locator) -> FloatRect:
    """Where something that is on the page stands."""
    found = what.bounding_box()
    assert found is not None
    return found


def names_of_hand(page: Page) -> list[str]:
    """The names of the cards in hand."""
    return [str(each.get_attribute("aria-label")) for each in page.locator(".card-button").all()]


def hurry(page: Page) -> None:
    """Let what stands for people to read, as bids, tricks and rounds do, pass at once while this page is open."""
    page.evaluate(f"() => {{ ({_HURRY})(); }}")


def play(page: Page, until: str = OVER) -> None:
    """Choose something that can be chosen, again and again, until something is there.

    On the way to the end of the game nothing stands for people to read it.
    """
    page.evaluate(_PLAY, [until, PACE_MS, until == OVER])


def play_together(pages: list[Page]) -> None:
    """The same for several people at one table, to the end of the game."""
    for page in pages:
        page.evaluate(f"(how) => {{ window.playing = ({_PLAY})(how); }}", [OVER, PACE_MS, True])
    for page in pages:
        page.evaluate("() => window.playing")


def file_of(page: Page, table: str) -> dict[str, Any]:
    """The file of a finished game, as the page's browser gets it."""
    text = page.evaluate("async (path) => (await fetch(path)).text()", f"/api/tables/{table}/game")
    found: dict[str, Any] = json.loads(text)
    return found


def lose(page: Page, kind: str) -> None:
    """Let messages of a kind get lost between a page and a table that it will open."""
    between(page, lambda said, _: said["type"] != kind)


def between(page: Page, passes: Callable[[dict[str, Any], WebSocketRoute], bool]) -> None:
    """Say of each message from a page to a table that it will open whether it passes; it can be answered here."""

    def connected(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda said: server.send(said) if passes(json.loads(said), route) else None)

    page.route_web_socket("**/socket*", connected)

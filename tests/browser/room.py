"""Whether everything on a page has room: words in their boxes, boxes beside each other, nothing off the screen."""

import json
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.people import make_table

NAMES = [
    "Ann", "Maximiliane-Alexandra vd", "W" * 24, "שרה־מרים בת־אברהם הגדולה", "محمد عبد الرحمن الطويل ا",
    "👩‍👩‍👧‍👦👨‍👩‍👧‍👦🏴‍☠️ Ben", "王" * 24, "il" * 12,
]  # fmt: skip
"""Names of people: short, long, wide, from right to left, of joined emoji, without a place to break."""
_JOIN = """async ([table, names, token]) => {
  for (const name of names) {
    const answer = await fetch(`/api/tables/${table}/join`, {
      method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({token, name})});
    if (!answer.ok) throw new Error(await answer.text());
  }
}"""
_AWAY = """async ([table, members]) => {
  const socket = (member) => new Promise((resolve, reject) => {
    const opened = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?member=${member}`);
    opened.onopen = () => opened.send(JSON.stringify({v: 1, type: "away", id: 1}));
    opened.onmessage = (event) => JSON.parse(event.data).re === 1 && (opened.close(), resolve());
    opened.onerror = reject;
  });
  await Promise.all(members.map(socket));
}"""
_TROUBLES = """() => {
  const found = [];
  const boxes = ".side, .half, .bars li, .trick li, .question, .pick, .chairs li, .people li, .ranks li, " +
    ".result, .banner, .tile, button, .button, th, td, .told p, .panel, .felt, .log li, fieldset, .game, " +
    ".turned li, .round-card, .lines li, .bubble, .curtain, .shared, .bar, .tables li a, .results li, caption, " +
    "h1, .verdict, .how li, .fair > p";
  const page = document.documentElement;
  const wide = page.scrollWidth;
  if (wide > page.clientWidth) found.push(`the page is ${wide} of ${page.clientWidth} wide`);
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const box = node.parentElement.closest(boxes);
    if (!node.textContent.trim() || !box || node.parentElement.closest(".unseen, .gone")) continue;
    if (!node.parentElement.checkVisibility({ opacityProperty: true })) continue;  // folded away
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let [left, right] = [rect.left, rect.right];
      let scrolls = rect.width < 1;  // a sign stands for the word
      for (let at = node.parentElement; at !== box.parentElement; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === "visible") continue;
        const edge = at.getBoundingClientRect();
        scrolls ||= getComputedStyle(at).overflowX === "auto" && !at.matches(".tools");
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      }
      if (right - left < 1 && scrolls) continue;
      const edge = box.getBoundingClientRect();
      const text = node.textContent.trim().slice(0, 30);
      const what = `${box.tagName}.${box.className}`;
      if (right - left < 1) {
        found.push(`"${text}" is not seen in ${what}`);
        continue;
      }
      if (left < edge.left - 1 || right > edge.right + 1) found.push(`"${text}" leaves ${what}`);
      const [top, bottom] = [rect.top + 3, rect.bottom - 3];
      words.push({ text, box, what, node, left: left + 1, right: right - 1, top, bottom });
    }
  }
  const over = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  words.forEach((one, at) => words.slice(at + 1).forEach((other) => {
    if (one.box === other.box && one.node !== other.node && over(one, other)) {
      found.push(`"${one.text}" and "${other.text}" lie over each other in ${one.what}`);
    }
  }));
  const apart = [".side", ".side .face", ".half", ".chairs li", ".answers .pick", ".tools > *",
    ".malice .card-button", ".turned strong", ".entry .sign"];
  for (const kind of apart) {
    const all = [...document.querySelectorAll(kind)].map((each) => each.getBoundingClientRect());
    all.forEach((one, at) => all.slice(at + 1).forEach((other) => {
      const inside = { left: one.left + 1, right: one.right - 1, top: one.top + 1, bottom: one.bottom - 1 };
      if (over(inside, other)) found.push(`two of ${kind} lie over each other`);
    }));
  }
  for (const name of document.querySelectorAll(".name, .by, bdi")) {
    if (!name.getClientRects().length) continue;
    const least = Math.min(name.scrollWidth, 2.5 * parseFloat(getComputedStyle(name).fontSize));
    if (name.clientWidth < least - 1 && getComputedStyle(name).overflowX !== "visible") {
      found.push(`only ${name.clientWidth} pixels of the name "${name.textContent}"`);
    }
  }
  const tools = document.querySelector(".tools");
  if (tools && tools.scrollWidth > tools.clientWidth) found.push(`tools need ${tools.scrollWidth} pixels`);
  return [...new Set(found)];
}"""
_LENGTHEN = """async () => {
  const known = (window.lengthened ??= new WeakMap());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (known.get(node) === node.data || node.parentElement.closest("code")) continue;
    let [letters, added] = [0, 0];
    node.data = node.data.replace(/\\p{L}{2,}/gu, (word) => {
      const more = Math.round(0.4 * (letters += word.length)) - added;
      added += more;
      return word + word.slice(0, more).toLowerCase();
    });
    known.set(node, node.data);
  }
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await drawn();
  await drawn();
}"""
"""Makes all words 1.4 times as long, those of the pages and of the server alike, but none twice."""
_HOLD = """([least, most]) => {
  const later = (window.later ??= window.setTimeout);
  window.held = window.held ?? [];
  const waits = (ms) => least <= ms && ms <= most;
  window.setTimeout = (call, ms, ...rest) => (waits(ms) ? window.held.push(call) : later(call, ms, ...rest));
}"""
_SAY = """async ([table, members, text]) => {
  for (const member of members) {
    const answer = await fetch(`/api/tables/${table}/say`, {
      method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({member, text})});
    if (!answer.ok) throw new Error(await answer.text());
  }
}"""
OWN_FACE = """() => {
  const { left, top, width, height } = document.querySelector(".side.own .face").getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return Boolean(above?.closest(".side.own"));
}"""
"""Whether one's own face is in sight, with nothing over it."""
UNDER_CARDS = """() => {
  const cards = [...document.querySelectorAll(".trick .played img")].map((each) => each.getBoundingClientRect());
  const covered = (one) => cards.some((card) =>
    one.left < card.right && card.left < one.right && one.top < card.bottom && card.top < one.bottom);
  return [...document.querySelectorAll(".side .name")].filter((each) => covered(each.getBoundingClientRect()))
    .map((each) => each.textContent);
}"""
"""The names at the table that a trick's cards lie over."""
OVER = """([one, other]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
  return boxes(one).some((a) => boxes(other).some((b) =>
    a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom));
}"""
"""Whether something of two kinds lies over each other."""
REVEAL_MS, SHORT_REVEAL_MS = 1500, 300
"""How long bids that are turned up stand, and where agents answer at once."""
TRICK_MS = 1750
"""How long a finished trick stands."""
TEXT = "Yo-ho-ho!!"
BUBBLE_MS = 4000 + 30 * len(TEXT)
"""How long what `say` says stands over a seat."""
_ENLARGED: WeakSet[Page] = WeakSet()
"""Pages whose letters were not always those of browsers."""
Size = tuple[int, int, int]
"""Width and height of the window, and the size of letters in percent."""


def seat_people(page: Page, game: str, count: int, **options: Any) -> str:
    """A table at which people with difficult names sit, the first of them before the page."""
    table = make_table(page, game, "me", *["open"] * (count - 1), **options)
    page.get_by_label("Link to join").wait_for()
    token = page.evaluate("(table) => JSON.parse(localStorage.getItem(`croupier.join.${table}`))", table)
    page.evaluate(_JOIN, [table, NAMES[1:count], token])
    page.locator(".chairs li").nth(count - 1).get_by_text(NAMES[count - 1][:4]).first.wait_for()
    return table


def score(page: Page, points: list[int]) -> None:
    """Let a table of Skull King that the page will open tell these points, by seat, whatever was played."""

    def scored(found: dict[str, Any]) -> dict[str, Any]:
        names = [name for name in ("score", "total") if found.get(name) is not None and "seat" in found]
        return dict.fromkeys(names, points[found["seat"]] if names else 0)

    tell_otherwise(page, scored)


def tell_otherwise(page: Page, other: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Let tables that the page will open tell also what `other` gives for each object of their messages."""

    def told(found: Any) -> Any:
        if isinstance(found, list):
            return [told(each) for each in found]
        if not isinstance(found, dict):
            return found
        known = {key: told(each) for key, each in found.items()}
        return known | other(known)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda said: route.send(json.dumps(told(json.loads(said)))))

    page.route_web_socket("**/socket*", between)


def say(page: Page, table: str, count: int) -> None:
    """Let everybody but the first say something, and wait until it stands over their seats."""
    hold(page, BUBBLE_MS)
    page.evaluate(_SAY, [table, list(range(1, count)), TEXT])
    page.locator(".bubble").nth(count - 2).wait_for()


def begin(page: Page, table: str, count: int) -> None:
    """Begin the game, all others away."""
    page.get_by_role("button", name="Start the game").click()
    page.locator(".felt").wait_for()
    leave(page, table, count)


def leave(page: Page, table: str, count: int) -> None:
    """Let agents play for all but the first."""
    page.evaluate(_AWAY, [table, list(range(1, count))])


def hold(page: Page, ms: int, since: int = 0) -> None:
    """Let what stands for so many milliseconds, of which some may be over, stand until `go_on`."""
    page.evaluate(_HOLD, [ms - since, ms])


def go_on(page: Page) -> None:
    """Let that pass."""
    page.evaluate("() => { window.setTimeout = window.later; window.held.splice(0).forEach((call) => call()); }")


def look(page: Page, size: Size) -> None:
    """Put a page into a window of some size, in a browser whose letters are set to some size."""
    width, height, letters = size
    page.set_viewport_size({"width": width, "height": height})
    if letters != 100 or page in _ENLARGED:  # else everything would be laid out once more
        _ENLARGED.add(page)
        sizes = {"standard": 16 * letters // 100, "fixed": 13 * letters // 100}
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": sizes})  # which layouts that are chosen by letters follow
        session.detach()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def crowded(page: Page, sizes: tuple[Size, ...], longer: bool = False) -> dict[Size, list[str]]:
    """What has no room, by the size in which it has none; `longer` makes all words 1.4 times as long before."""
    found = {}
    for size in sizes:
        look(page, size)
        if longer:
            page.evaluate(_LENGTHEN)
        troubles = page.evaluate(_TROUBLES)
        if troubles:
            found[size] = troubles
    look(page, (1280, 800, 100))
    return found


def unfold(page: Page) -> None:
    """Unfold all that can be."""
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))")

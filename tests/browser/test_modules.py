"""The modules of the pages: what some do by themselves; all are as they are alone, and come when needed."""

import time
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from croupier.server.process.app import STATIC
from tests.browser.conftest import OpenPage
from tests.browser.people import make_table

ALONE = "/alone/"
"""Where the modules lie for these tests as they are in their folder."""
BEGIN = ("main.js", "start.js", "push_worker.js", "worker.js")
"""What begins something when it is loaded."""
_SAME = """async (names) => {
  const kinds = async (path) => {
    const found = await import(path);
    const own = Object.keys(found).filter((name) => name[0] !== "$");
    return own.map((name) => `${name} ${typeof found[name]} ${Object.keys(found[name] ?? "")}`).join("; ");
  };
  const found = [];
  for (const name of names) {
    const [joined, alone] = [await kinds(`/${name}`), await kinds(`/alone/${name}`)];
    if (joined !== alone) found.push(`${name}: ${joined}, and alone: ${alone}`);
  }
  return found;
}"""
"""Compares what modules export: names, kinds, what objects hold. Names with `$` are other modules of a file."""


_BROKEN = """async (how) => {
  const { render } = await import("/html.js");
  const found = (await import("/learn/rule_link.js"))[how]("The highest card takes the trick (SK-6), as ever.");
  const line = document.querySelector("main").appendChild(document.createElement("p"));
  render(found, line);
  const text = line.textContent, [from, to] = [text.indexOf("("), text.indexOf(")") + 1];
  const letters = [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (let at = 0; at < node.length; at += 1) letters.push([node, at]);
  }
  const middle = ([node, at]) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const broken = [];
  for (let width = 90; width < 330; width += 1) {
    line.style.width = `${width}px`;
    const lines = letters.slice(from, to).map(middle);
    if (Math.max(...lines) - Math.min(...lines) > 8) broken.push(width);
  }
  line.remove();
  return [text.slice(from, to), broken];
}"""
_MOVED = """async () => {
  const { Keeper, keptOf } = await import("/fair/keeper.js");
  const keeper = new Keeper("t", [0], async () => ({}));
  const fair = { phase: "commit", hash: "ab".repeat(32), members: [0], seats: [0], commitments: [null],
                 numbers: [null], attempt: 1 };
  const table = { game: "pig", version: 1, options: {}, members: [{ member: 0, name: "Ann" }], fair };
  const dealt = { ...table, fair: { ...fair, phase: "dealt", commitments: ["cd".repeat(32)] } };
  const view = (seat, over) => ({ seat, over, table: { by: seat } });
  const update = (kind, rounds, seen) => ({ type: "update", event: { kind }, rounds, view: seen });
  keeper.hear({ type: "snapshot", table, you: { member: 0, seat: 0 } });
  keeper.hear({ ...update("start", [], view(0, false)), table: dealt });
  keeper.hear(update("move", [1], view(null, false)));
  keeper.hear(update("move", [1, 2], view(2, false)));
  keeper.hear(update("move", [1, 2, 3], view(2, true)));
  const { seat, seen, end, end_seat } = keptOf("t", 0);
  return { seat, seen, end, end_seat };
}"""
_HASHES = """async (lengths) => {
  const { sha256 } = await import("/fair/keeper.js");
  return lengths.map((length) => sha256(Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255)));
}"""
_NUMBERED = 'async (all) => { const { numbered } = await import("/names.js"); return all.map(numbered); }'
_ADVICE = """async (all) => {
  const { advice } = await import("/skull_king/table.js");
  return all.map((texts) => advice(texts, { actions: [1, 2, 3, 4] }));
}"""
_BEST = """async (all) => {
  const { t } = await import("/strings.js");
  return all.map(([points, sign]) => t.ending.bestTrick("Ann", points, sign));
}"""
_NAMED = """async (all) => {
  const { withNames } = await import("/names.js");
  const { words } = await import("/skull_king/table.js");
  return all.map((text) => withNames({ text }, ["harry", "Bob"], words));
}"""
LENGTHS = [*range(130), 1000, 4096]
CASES: dict[str, tuple[str, Any, Any]] = {
    "the number of a rule stays on one line with its brackets": (_BROKEN, "withRules", ["(SK-6)", []]),
    "and where it leads to a point": (_BROKEN, "withRulesToPoint", ["(SK-6)", []]),
    "the hash is that of hashlib": (
        _HASHES, LENGTHS,
        [sha256(bytes((at * 7 + length) & 255 for at in range(length))).hexdigest() for length in LENGTHS],
    ),
    "what is kept after somebody has been given another seat names that seat": (
        _MOVED, None,
        {
            "seat": 0, "end": {"by": 2}, "end_seat": 2,
            "seen": [{"round": 0, "table": {"by": 0}}, {"round": 2, "table": {"by": 2}, "seat": 2}],
        },
    ),
    "no two seats have one name": (
        _NUMBERED, [["A", "A", "A 1"], ["B", "B"], ["A", "A", "A 1", "A 1"], ["A", "B"]],
        [["A 2", "A 3", "A 1"], ["B 1", "B 2"], ["A 1", "A 2", "A 1 1", "A 1 2"], ["A", "B"]],
    ),
    "a hint says in words what is about as good": (
        _ADVICE,
        [
            ["[play yellow 3]", "[play yellow 7]"], ["[play yellow 3]", "[play yellow 7]", "[play yellow 9]"],
            ["[play yellow 3]", "[play green 7]", "[play escape]", "[play rosie]"],
            ["[play yellow 3]", "[play green 7]"], ["[bid 2]"], ["[bid 2]", "[bid 1]"], ["[leader 2]"],
        ],
        [
            "Either yellow will do.", "Any of the 3 marked yellow cards will do.", "Any card will do.", None,
            "Bid 2.", "Bid 2 or 1: they are about equally good.", None,
        ],
    ),
    "points of a trick are told": (
        _BEST, [[50, 1], [14, -1], [None, 1]],
        ["best trick: Ann, +50", "costliest trick: Ann, 14 points", "best trick: Ann"],
    ),
    "cards that are people have capitals": (
        _NAMED, ["Player 0 plays skull king.", "Player 1 plays harry.", "Player 1 plays escape."],
        ["Harry plays Skull King.", "Bob plays Harry.", "Bob plays escape."],
    ),
}  # fmt: skip
"""What modules do by themselves: a script that imports one, its argument, and what it gives."""


@pytest.mark.parametrize("name", CASES)
def test_a_module_gives_what_it_should(modules: Page, name: str) -> None:
    script, given, expected = CASES[name]
    assert modules.evaluate(script, given) == expected


def alone(route: Route) -> None:
    """Answer with a module from its folder."""
    path = STATIC / route.request.url.partition(ALONE)[2]
    route.fulfill(path=path, content_type="text/javascript")


def test_every_module_exports_what_it_does_alone(modules: Page) -> None:
    names = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}.difference(BEGIN)
    assert len(names) > 50
    # which browsers have in secure contexts alone, and `--lan` is none
    assert not [path for path in STATIC.rglob("fair/*.js") if "subtle" in path.read_text()]
    modules.route(f"**{ALONE}**", alone)
    assert modules.evaluate(_SAME, sorted(names)) == []
    modules.unroute(f"**{ALONE}**")


@pytest.mark.thorough
def test_a_page_loads_a_few_scripts_and_the_others_when_they_are_needed(open_page: OpenPage) -> None:
    asked: set[str] = set()
    page = open_page("#/about")
    page.on("request", lambda request: asked.add(urlsplit(request.url).path))

    def expect_loaded(*names: str) -> None:
        until = time.monotonic() + 20
        while not asked >= set(names) and time.monotonic() < until:
            page.wait_for_timeout(50)
        page.wait_for_timeout(300)  # nothing else comes then
        assert {path for path in asked if path.endswith((".js", ".css"))} == set(names)
        asked.clear()

    page.reload()
    expect_loaded("/css/pages.css", "/css/tables.css", "/start.js", "/main.js", "/app/app.js", "/pages/about.js")
    make_table(page, "skull-king", "me", "bot", "bot", "bot", start=True)
    expect_loaded("/pages/table.js", "/parts/playing.js", "/skull_king/table.js", "/socket.js")
    page.locator(".card-button").first.hover()
    expect_loaded("/learn/card_help.js", "/css/learn.css")

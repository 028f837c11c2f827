"""The modules of the pages, which browsers get in a few files: each is as it is alone, and comes when needed."""

import time
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


def alone(route: Route) -> None:
    """Answer with a module from its folder."""
    path = STATIC / route.request.url.partition(ALONE)[2]
    route.fulfill(path=path, content_type="text/javascript")


def test_every_module_exports_what_it_does_alone(modules: Page) -> None:
    names = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}.difference(BEGIN)
    assert len(names) > 50
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

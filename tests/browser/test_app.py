"""The application on a home screen: what browsers ask of one, without a server, and a new version of the pages."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.process import app
from croupier.server.routes.pages import joined
from croupier.server.storage.database import migrate
from docs.generate.icons import ICONS
from tests.browser.conftest import OpenPage
from tests.browser.people import make_table
from tests.browser.test_access import IN_TURN, check
from tests.server.clients import Server

READY = "async () => { await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null; }"
CACHES = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname);
  }
  return found;
}"""
FAILED = """async () => {
  const made = await navigator.serviceWorker.register("/worker.js");
  const worker = made.installing ?? made.waiting ?? made.active;
  await new Promise((done) => {
    worker.onstatechange = () => ["redundant", "activated"].includes(worker.state) && done();
    worker.onstatechange();
  });
  return worker.state === "redundant";
}"""
"""A worker is made, and thrown away as it could not keep its files."""
WORDS = 'title: "What shall we play?"'


class Pages:
    """A server with pages of its own, which can be changed, stopped and started at the same port."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.static = folder / "static"
        shutil.copytree(app.STATIC, self.static)
        patch.setattr(app, "STATIC", self.static)
        self._settings = ServerSettings(database=database_address(None, folder), seed=1)
        migrate(self._settings.database)
        self.port = 0
        self.start()

    def start(self) -> None:
        joined.cache_clear()  # as in the process of another start
        self._server: Server | None = Server(self._settings, self.port)
        self.port = self._server.port

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
        self._server = None

    def change(self, file: str, old: str, new: str) -> None:
        text = (self.static / file).read_text()
        assert old in text
        (self.static / file).write_text(text.replace(old, new))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chromium_path: str) -> Iterator[Pages]:
    del chromium_path
    found = Pages(tmp_path, monkeypatch)
    yield found
    found.stop()


@pytest.mark.thorough
def test_installed_pages_open_without_a_server_take_a_new_version_whole_and_keep_no_mix(
    open_page: OpenPage, pages: Pages
) -> None:
    page = open_page("#/about", at=pages.address, service_workers="allow")
    expect(page.locator("[data-app]")).to_contain_text("home screen")
    browsers_may_install_it(page)
    page.goto("/#/")
    page.wait_for_function(READY)
    without_a_server_the_pages_open_and_nothing_of_a_game_is_kept(page, pages)
    page.goto("/#/score")
    page.reload()
    a_new_version_replaces_the_old_one_whole(page, pages)
    pages.change("index.html", "<title>croupier", "<title>Changed behind the back of the worker")
    other = open_page("#/score", at=pages.address, service_workers="allow")
    other.wait_for_function(FAILED)
    assert other.evaluate(CACHES) == {}  # files that change while they are fetched
    other.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    other.goto("/#/about")
    other.reload()
    expect(other.locator("[data-app]")).to_contain_text("no https")


def browsers_may_install_it(page: Page) -> None:
    """The manifest names the icons as they are."""
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert not found["errors"]
    manifest: dict[str, Any] = page.request.get(found["url"]).json()
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    kinds = set()
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            with Image.open(app.STATIC / icon["src"][1:]) as image:
                assert f"{image.width}x{image.height}" == icon["sizes"]
            kinds.add((icon["sizes"], icon.get("purpose", "any")))
    assert kinds == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert {icon.rsplit("/", 1)[1] for icon in ICONS} == {path.name for path in (app.STATIC / "icons").iterdir()}


def without_a_server_the_pages_open_and_nothing_of_a_game_is_kept(page: Page, pages: Pages) -> None:
    """The first page says what is missing; the score sheet is there; then the server is again."""
    kept = page.evaluate(CACHES)
    make_table(page, "pig", "me", "bot", start=True)
    page.locator(".felt").wait_for()
    assert page.evaluate(CACHES) == kept
    pages.stop()
    page.goto(f"{pages.address}/#/")
    page.reload()
    alone = page.get_by_role("heading", name="No connection to the server")
    expect(alone).to_be_visible()
    expect(page.locator("#said")).to_contain_text("No connection to the server")
    check(page, IN_TURN)
    page.locator(".offline").get_by_role("link", name="Score sheet").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    page.get_by_role("link", name="croupier, Home").click()
    expect(alone).to_be_visible()
    pages.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Play: Pig Dice")).to_be_visible()
    assert len(kept) == 1
    (files,) = kept.values()
    assert "/main.js" in files
    assert not [file for file in files if file.startswith(("/api/", "/pictures/", "/worker.js"))]


def a_new_version_replaces_the_old_one_whole(page: Page, pages: Pages) -> None:
    """Where somebody is busy it asks; where nobody is it comes by itself."""
    old = page.evaluate(CACHES)
    page.get_by_role("textbox", name="Player 1").click()  # somebody is busy here
    pages.stop()
    pages.change("strings.js", WORDS, 'title: "What is to be played?"')
    pages.change("pages/home.js", "<h1>${t.home.title}</h1>", "<h1>${t.home.title} New</h1>")
    pages.start()
    page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    load = page.get_by_role("button", name="Load the new version")
    expect(load).to_be_visible()
    page.evaluate("window.old = true")
    assert set(old) < set(page.evaluate(CACHES))  # both, and this page still has the old one
    assert WORDS in page.evaluate("async () => (await fetch('/main.js')).text()")
    with page.expect_event("load"):
        load.click()
    assert page.evaluate("window.old") is None
    page.get_by_role("link", name="croupier, Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is to be played? New")
    found = page.evaluate(CACHES)
    assert len(found) == 1
    assert set(found).isdisjoint(old)
    page.wait_for_load_state("networkidle")
    pages.stop()
    pages.change("pages/home.js", "} New</h1>", "} Newest</h1>")
    pages.start()
    page.reload()  # nobody has touched this page yet: it takes the next version by itself
    expect(page.get_by_role("heading", level=1)).to_have_text("What is to be played? Newest")

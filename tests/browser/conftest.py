"""A server, a browser, and people who sit in front of it."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

import croupier
from croupier.agents.registry import make_agent
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from croupier.table.asking import ask_one
from tests.conftest import INTERPRETED, NO_BROWSER
from tests.postgres import postgres
from tests.server.clients import Server

__all__ = ["postgres"]
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge",
)  # fmt: skip
"""The first that is found is taken; the first takes three fifths of the processor's time of the second."""
SWITCHES = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--js-flags=--no-opt,--no-maglev",
]  # fmt: skip
"""The last: a page lives for seconds, in which what optimising takes is not got back."""
PATIENCE_MS = 120_000
REFUSED = re.compile(r"the server responded with a status of 4|net::ERR_CONNECTION_REFUSED")
"""How browsers note down a request that is refused, or has no server, which the page tells the person."""
DOWN = re.compile("^WebSocket connection to .* failed: |net::ERR_INTERNET_DISCONNECTED$")
"""How browsers note down a socket that finds no server, which the page tells the person."""
NO_WORKER = "Service Worker registration blocked by Playwright"
"""What pages are told that keep no files: all but those opened with ``service_workers="allow"``."""
DESKTOP, PHONE, SMALL = (1280, 800), (390, 844), (320, 640)
LANGUAGES = {"de": "de-AT", "fr": "fr-CH", "es": "es-MX"}
"""Languages of the pages, each with a region in which a browser may ask for it."""
OpenPage = Callable[..., Page]


def browser_path() -> str | None:
    """The system's browser; nothing is downloaded."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def browsing() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server that deals from seed 1 on, for the tools of this folder."""
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        serving(Path(data), seed=1) as server,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=SWITCHES)
        try:
            yield browser, server.address
        finally:
            browser.close()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The system's browser, without which these tests are skipped."""
    if INTERPRETED:
        pytest.skip("needs compiled kernels (NUMBA_DISABLE_JIT is set)")
    found = browser_path()
    if found is None:
        pytest.skip(f"{NO_BROWSER}: none of {', '.join(NAMES)} is found")
    return found


@pytest.fixture(scope="package")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """The browser. It ends with this folder, since Playwright keeps an event loop running in this thread."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=SWITCHES, timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture(scope="package", autouse=True)
def unhurried() -> Iterator[None]:
    """Whole games are played as fast as pages can, not within the limit of messages a second."""
    with pytest.MonkeyPatch.context() as patched:
        for module in ("process.guard", "routes.socket"):
            patched.setattr(f"croupier.server.{module}._BURST", 1e9)
        patched.setattr("tests.browser.people.PACE_MS", 10)
        yield


@pytest.fixture(scope="session")
def pages_server(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[Server]:
    """A server whose deals begin with seed 1 in every test that opens a page; see `open_page`."""
    del chromium_path  # without a browser no server is needed
    compile_games()
    with serving(tmp_path_factory.mktemp("tables"), seed=1, host_pause=2, link_pause=0, delete_pause=2) as server:
        yield server


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Server]:
    """A server with a database in a folder, while the block runs."""
    database = database_address(None, folder)
    migrate(database)
    server = Server(ServerSettings(database=database, **settings))
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def address(pages_server: Server) -> str:
    """Where the server's pages are."""
    return pages_server.address


def compile_games() -> None:
    """Play every game once in this process, where the server runs too: it answers nobody while kernels compile."""
    for name in ("pig", "spite-malice", "skull-king"):
        compile_game(name)


@cache
def compile_game(name: str) -> None:
    """The same for one game, for tests of the others."""
    game = croupier.make(name)
    bot, state = make_agent("bot", game), game.new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(ask_one(bot, state))
        state.view(0)


def compiling(*names: str) -> Any:
    """A fixture of a module whose tests play these games: the server has them compiled."""

    def compiled(address: str) -> None:
        del address
        for name in names:
            compile_game(name)

    return pytest.fixture(scope="module", autouse=True)(compiled)


class Pages:
    """Opens the pages for one more person, with a cookie of its own, and notes down what pages complain of."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.troubles: list[str] = []
        self._chromium = chromium
        self._address = address
        self._contexts: list[BrowserContext] = []
        self._down = False

    def __call__(
        self, path: str = "#/about", size: tuple[int, int] = DESKTOP, at: str | None = None, **more: Any
    ) -> Page:
        """Open a page, of this module's server unless told otherwise; more options are the context's.

        Where no path is given it is a page that asks the server little and draws no picture, to go on from.
        """
        site = self._address if at is None else at
        chosen = {"reduced_motion": "reduce", "service_workers": "block", "base_url": site, **more}
        context = self._chromium.new_context(viewport={"width": size[0], "height": size[1]}, **chosen)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._complain)
        page.on("pageerror", lambda error: self.troubles.append(error.stack or str(error)))
        page.on("framenavigated", lambda frame: _check_site(frame.url, site, self.troubles))
        page.goto(f"{site}/{path}")
        return page

    @contextmanager
    def outage(self) -> Iterator[None]:
        """While a server or a network is gone and until all pages are back, sockets and requests may fail."""
        self._down = True
        yield
        self._down = False

    def close(self) -> None:
        """Close all of them."""
        for context in self._contexts:
            context.close()

    def _complain(self, message: ConsoleMessage) -> None:
        expected = REFUSED.search(message.text) or (self._down and DOWN.search(message.text))
        if message.type in ("error", "warning") and not expected and message.text != NO_WORKER:
            self.troubles.append(message.text)


@pytest.fixture
def open_page(chromium: Browser, pages_server: Server, address: str) -> Iterator[Pages]:
    """Pages of people; whatever one complains of, and every way to another site, fails the test.

    What is dealt does not depend on the tests before.
    """
    pages_server.deal_from_the_first()
    pages = Pages(chromium, address)
    yield pages
    pages.close()
    assert not pages.troubles


@pytest.fixture(scope="package")
def page_in(chromium: Browser, address: str) -> Iterator[Callable[[str], Page]]:
    """A page that stands ready in a language, for modules that are tried there and leave nothing: opened once."""
    pages = Pages(chromium, address)

    @cache
    def opened(language: str) -> Page:
        page = pages(locale=LANGUAGES.get(language, language))
        page.locator(f"html[lang={language}]").wait_for()
        page.get_by_role("heading").first.wait_for()  # drawn once the language's words are there
        return page

    yield opened
    pages.close()
    assert not pages.troubles


@pytest.fixture(scope="package")
def modules(page_in: Callable[[str], Page]) -> Page:
    """The same in English."""
    return page_in("en")


def _check_site(url: str, address: str, troubles: list[str]) -> None:
    own = address.removeprefix("http://")
    if not url.startswith((f"http://{own}/", "about:blank", "blob:", "data:")):
        troubles.append(f"a way to another site: {url}")


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    """A folder for what pages save."""
    return tmp_path

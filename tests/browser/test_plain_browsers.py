"""Browsers that lack what others have: notifications, service workers, push. A word says so, and games go on."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from croupier.server.notices.encryption import make_keys
from tests.browser.conftest import PHONE, OpenPage, compile_games, serving
from tests.browser.people import make_table, play
from tests.browser.test_time import NOTIFICATIONS

NO_NOTICES = "delete window.Notification;"
NO_WORKERS = "delete Navigator.prototype.serviceWorker;"
NO_PUSH = "delete window.PushManager; delete ServiceWorkerRegistration.prototype.pushManager;"
ALLOWED = f"if ('Notification' in window) {{ ({NOTIFICATIONS})(); Notification.permission = 'granted'; }}"
"""Notifications that somebody allows, where the browser has any: without a screen it never does."""
POINT = "04" "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" \
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"  # fmt: skip
"""A public key of P-256: its base point."""
TAKES = """PushManager.prototype.subscribe = async () => ({
  options: {}, endpoint: "https://127.0.0.1:9/1",
  toJSON: () => ({ endpoint: "https://127.0.0.1:9/1", keys: { p256dh: "%s", auth: "%s" } }),
});"""
"""A browser's own service for push, which tests must not ask."""
REFUSES = """PushManager.prototype.subscribe = async () => {
  throw new DOMException("Registration failed - push service not available", "AbortError");
};"""
ALONE = "Only while this page is open: this browser gets none from a server."
HOME = {True: "can put croupier on the home screen", False: "This browser does not install apps"}


@pytest.fixture(scope="module")
def sends(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[str]:
    """Where the pages of a server are that sends notices."""
    del chromium_path
    compile_games()
    folder = tmp_path_factory.mktemp("tables")
    keys = folder / "push-key.pem"
    make_keys(keys)
    with serving(folder, seed=1, push_keys=str(keys), push_hosts=("127.0.0.1:9",)) as server:
        yield server.address


def opened(open_page: OpenPage, sends: str, script: str, **more: str) -> Page:
    """A page in a browser that is made so by a script."""
    page = open_page("#/about", PHONE, at=sends, service_workers="allow", **more)
    page.add_init_script(script)
    page.add_init_script(ALLOWED)
    page.reload()
    page.locator("[data-app]").wait_for()
    return page


def begun(page: Page) -> Page:
    """The same page at a table whose game has begun, beside the players."""
    make_table(page, "pig", "me", "bot", start=True, winning_score=20)
    page.locator("#tab-people").click()
    return page


LACKS = {
    "workers": (NO_WORKERS, False, "Notify me", ALONE),
    "notifications": (NO_NOTICES, True, "this browser has none. The page's title and the sound work.", ""),
    "push": (NO_PUSH, True, "Notify me", ALONE),
    "all": (NO_NOTICES + NO_WORKERS + "delete window.PushManager;", False, "this browser has none.", ""),
}
"""How a browser is made to lack it, whether it has workers, what is said before notices are asked for, after."""


@pytest.mark.thorough
@pytest.mark.parametrize("lacks", LACKS)
def test_what_a_browser_lacks_is_said_and_the_game_goes_to_its_end(
    open_page: OpenPage, sends: str, lacks: str
) -> None:
    script, workers, before, after = LACKS[lacks]
    page = opened(open_page, sends, script)
    expect(page.locator("[data-app]")).to_contain_text(HOME[workers])
    notices = begun(page).locator(".notices")
    expect(notices).to_contain_text(before)
    expect(notices.get_by_role("button")).to_have_count(int(bool(after)))
    if after:
        notices.get_by_role("button").click()
        expect(notices).to_contain_text(after)
        page.reload()
        page.locator("#tab-people").click()
        expect(notices).to_contain_text("Stop notifying me")
    play(page)


@pytest.mark.thorough
def test_who_wants_notices_before_the_worker_runs_gets_them_and_a_refusal_is_in_the_words_of_the_pages(
    open_page: OpenPage, sends: str
) -> None:
    refuses = begun(opened(open_page, sends, REFUSES, locale="de"))
    refuses.locator(".notices button").click()
    expect(refuses.locator(".notices")).to_contain_text("dieser Browser nimmt keine von einem Server an.")
    key = urlsafe_b64encode(bytes.fromhex(POINT)).decode().rstrip("=")
    page = opened(open_page, sends, TAKES % (key, "A" * 22))
    assert page.evaluate("async () => !(await navigator.serviceWorker.getRegistration())?.active")
    begun(page)
    with page.expect_response("**/push") as told:
        page.locator(".notices button").click()
    assert told.value.ok, told.value.text()
    expect(page.locator(".notices")).not_to_contain_text("Only while this page is open")

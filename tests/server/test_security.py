"""Cookies, stored secrets, origins, hosts, headers and limits."""

import json
import re

import pytest
from websockets.exceptions import InvalidStatus

import croupier
from croupier.server.process.guard import LARGEST_BODY, POLICY
from croupier.table.game_file import game_data
from tests.server.clients import Browser, Server
from tests.server.conftest import Started


def test_the_cookie_is_for_no_script_and_no_other_site(ann: Browser) -> None:
    made = ann.ask("POST", "/api/tables", {"game": "pig"})
    [cookie] = made.set_cookies
    assert re.match(r"croupier=[\w-]{22};", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie  # the server is reached without TLS
    assert ann.ask("POST", "/api/tables", {"game": "pig"}).set_cookies == []  # it has one already


def test_behind_tls_the_cookie_demands_it(started: Started) -> None:
    server = started(base_url="https://cards.example.org")
    browser = server.browser()
    headers = {"host": "cards.example.org", "origin": "https://cards.example.org"}
    made = browser.ask("POST", "/api/tables", {"game": "pig"}, headers=headers)
    assert made.status == 200
    assert "Secure" in made.set_cookies[0]
    assert made.headers["strict-transport-security"]
    assert made.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("base", "hosts"),
    [
        ("https://Cards.example.org:443", ("cards.example.org", "cards.example.org:443", "CARDS.example.org.")),
        ("https://k\u00e4rten.example", ("xn--krten-gra.example",)),
    ],
)
def test_a_server_is_known_by_every_spelling_of_its_address(
    base: str, hosts: tuple[str, ...], started: Started
) -> None:
    browser = started(base_url=base).browser()
    for host in hosts:
        origin = f"https://{host.removesuffix(':443').lower()}"
        made = browser.ask("POST", "/api/tables", {"game": "pig"}, headers={"host": host, "origin": origin})
        assert made.status == 200, host
    for host in ("other.example", "cards.example.org:8443", "cards.example.org:80"):
        assert browser.ask("GET", "/", headers={"host": host}).status == 403


def test_no_secret_is_stored(started: Started) -> None:
    server = started(seed=1, link_pause=0)
    ann, bob = server.browser(), server.browser()
    made = ann.make("pig")
    bob.join(made, "Bob")
    link = ann.post(f"/api/tables/{made['table']}/links", {"member": 0})["token"]
    new = ann.post(f"/api/tables/{made['table']}/reissue", {"member": 0, "whom": 1})["token"]
    secrets = [made["join"], link, new, ann.cookies["croupier"], bob.cookies["croupier"]]
    assert len(set(secrets)) == 5
    kept = server.disk.file
    assert made["table"].encode() in kept
    for secret in secrets:
        assert len(secret) == 22
        assert secret.encode() not in kept
    hashes = [row[0] for row in server.sql("SELECT hash FROM keys")]
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes)
    assert len(hashes) == 1  # that of the host's link is in the log


def test_every_answer_has_the_headers(ann: Browser) -> None:
    for path in ("/", "/api/status", "/api/tables/none", "/none"):
        headers = ann.ask("GET", path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert ann.ask("GET", "/api/status").headers["cache-control"] == "no-store"
    refused = ann.ask("POST", "/api/tables", {}, headers={"origin": "https://evil.example"})
    assert refused.headers["content-security-policy"] == POLICY


def test_other_sites_can_neither_open_nor_embed_nor_read_the_pages(ann: Browser) -> None:
    for path in ("/", "/api/games", "/pictures/spite-malice/back.svg", "/main.js"):
        headers = ann.ask("GET", path).headers
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "microphone=()" in headers["permissions-policy"]
        assert "access-control-allow-origin" not in headers
        abroad = ann.ask("GET", path, headers={"host": "192.168.1.20:8000"}).headers
        assert "cross-origin-opener-policy" not in abroad
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/parts/../../app.py", "//etc/passwd"]
)
def test_no_file_beside_the_pages_is_served(path: str, ann: Browser) -> None:
    answer = ann.ask("GET", path)
    assert answer.status == 404
    assert "import" not in answer.text


def test_the_policy_allows_nothing_inline_and_nothing_of_others() -> None:
    assert "unsafe" not in POLICY
    assert not re.search(r"https?:|\*", POLICY)
    assert POLICY.startswith("default-src 'none'")
    assert "img-src 'self' data:;" in POLICY  # pictures that a page draws itself, to be saved


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1", "ftp://{host}"])
def test_other_origins_change_nothing(origin: str, ann: Browser) -> None:
    made = ann.make("pig")
    given = origin.replace("{host}", f"127.0.0.1:{ann.port}")
    answer = ann.ask("POST", f"/api/tables/{made['table']}/name", {"member": 0, "name": "Eve"}, {"origin": given})
    assert answer.status == 403
    assert answer.json()["error"]["code"] == "forbidden"
    with (
        pytest.raises(InvalidStatus) as refused,
        ann.open(f"/api/tables/{made['table']}/socket?member=0", given or "http://nowhere.example"),
    ):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "forbidden"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", ""])
def test_a_name_that_is_not_the_servers_gets_nothing(host: str, ann: Browser) -> None:
    # a site whose name leads here (DNS rebinding) is another site
    answer = ann.ask("GET", "/api/games", headers={"host": host or " "})
    assert answer.status in (400, 403)


@pytest.mark.parametrize("name", ["host", "origin"])
def test_what_is_no_host_and_no_origin_is_refused_by_a_code(name: str, ann: Browser) -> None:
    sent = {"host": "[", "origin": "http://["}
    answer = ann.ask("POST", "/api/tables", {"game": "pig"}, headers={name: sent[name]})
    assert (answer.status, answer.json()["error"]["code"]) == (403, "forbidden")


def test_half_of_a_character_is_refused_by_a_code(ann: Browser) -> None:
    played = game_data(croupier.make("pig").new_initial_state(1), ["\ud800", "bot"])
    sheet = {"format": 1, "game": "skull-king", "rascal": False, "names": ["\ud800", "Bob"], "rounds": []}
    for path, body in (("replays", played), ("score-sheets/skull-king", sheet)):
        assert ann.refused("POST", f"/api/{path}", body) == "malformed"


def test_requests_have_a_largest_size(ann: Browser) -> None:
    answer = ann.ask("POST", "/api/tables", b"x" * (LARGEST_BODY + 1))
    assert (answer.status, answer.json()["error"]["code"]) == (413, "too-large")
    assert ann.refused("POST", "/api/tables", b"{") == "malformed"
    assert ann.refused("POST", "/api/tables", b"[" * 30_000) == "malformed"
    chunked = ann.ask("POST", "/api/tables", b"0\r\n\r\n", headers={"transfer-encoding": "chunked"})
    assert chunked.status in (400, 422)


def test_too_many_requests_are_refused_and_later_ones_are_not(ann: Browser) -> None:
    codes = [ann.ask("POST", "/api/tables/none/look", {"token": "x"}).status for _ in range(70)]
    assert codes == [403] * 60 + [429] * 10
    ann.pause(1)
    assert ann.ask("POST", "/api/tables/none/look", {"token": "x"}).status == 403
    assert ann.ask("GET", "/api/status").status == 200


def test_too_many_sockets_are_refused_by_a_code_of_their_own(ann: Browser) -> None:
    made = ann.make("pig", "me", "bot")

    def ask_often() -> None:
        for _ in range(100):
            ann.ask("POST", "/api/tables/none/look", {"token": "x"})
        with ann.open(f"/api/tables/{made['table']}/socket"):
            pass

    with pytest.raises(InvalidStatus) as refused:
        ask_often()
    assert refused.value.response.status_code == 429
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "too-fast"
    assert refused.value.response.headers["cache-control"] == "no-store"
    ann.pause(1)
    with ann.sit(made["table"], 0) as seat:  # a moment later
        assert seat.ask("ping")["type"] == "pong"


def test_one_address_that_asks_too_often_takes_nothing_from_the_others(
    real: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.process.guard._RATE", 0.001)  # nothing comes free between two questions
    ann = real.browser()

    def look(address: str) -> int:
        headers = {"x-forwarded-for": address}
        return ann.ask("POST", "/api/tables/none/look", {"token": "x"}, headers).status

    for first, same, other in (
        ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1"),
    ):
        assert any(look(first) == 429 for _ in range(2000))
        assert look(same) == 429  # the same household, or machine
        assert look(other) == 403  # asked, and refused for the link alone


def test_no_page_of_another_site_is_needed(ann: Browser) -> None:
    assert ann.ask("GET", "/docs").status == 404
    assert ann.ask("GET", "/redoc").status == 404

"""Links that are passed on: whole addresses and QR codes."""

import urllib.parse

import pytest
from sqlalchemy.engine import make_url

from croupier.server.base.settings import ServerSettings, address_for_others, is_local, own_address
from croupier.server.routes.people import qr_code
from tests.server.clients import Browser
from tests.server.conftest import Started

DATABASE = make_url("sqlite+aiosqlite:///x")


def test_where_only_this_machine_can_join_there_is_a_link_and_no_qr_code(ann: Browser) -> None:
    made = ann.make("pig")
    found = ann.post(f"/api/tables/{made['table']}/invitation", {"token": made["join"]})
    link = f"{ann.origin}/#/join/{made['table']}/{made['join']}"
    assert found == {"link": link, "local_only": True, "qr": None}


def test_in_the_network_the_link_has_this_machines_address_and_a_qr_code(started: Started) -> None:
    server = started(seed=1, host="0.0.0.0")  # noqa: S104  # as --lan sets it; the test listens on the loopback
    ann = server.browser()
    made = ann.make("pig")
    found = ann.post(f"/api/tables/{made['table']}/invitation", {"token": made["join"]})
    link = f"http://{own_address()}:{ann.port}/#/join/{made['table']}/{made['join']}"
    assert (found["link"], found["local_only"], found["qr"]) == (link, False, qr_code(link))
    token = ann.post(f"/api/tables/{made['table']}/links", {"member": 0})["token"]
    seat = ann.post(f"/api/tables/{made['table']}/invitation", {"token": token, "kind": "seat"})
    assert seat["link"].endswith(f"/#/seat/{made['table']}/{token}")
    assert seat["qr"] != found["qr"]


def test_a_qr_code_is_a_picture_without_anything_of_elsewhere() -> None:
    head, _, body = qr_code("http://192.0.2.7:8000/#/join/1/2").partition(",")
    assert head == "data:image/svg+xml;charset=utf-8"
    svg = urllib.parse.unquote(body)
    assert svg.startswith("<svg")
    assert "script" not in svg
    assert "href" not in svg


@pytest.mark.parametrize("kind", ["join", "seat"])
def test_a_link_that_opens_nothing_gets_no_qr_code(kind: str, ann: Browser) -> None:
    made = ann.make("pig")
    wish = {"token": "x" * 22, "kind": kind}
    assert ann.refused("POST", f"/api/tables/{made['table']}/invitation", wish) == "forbidden"
    if kind == "seat":
        wish["token"] = made["join"]  # it is no link of a seat
        assert ann.refused("POST", f"/api/tables/{made['table']}/invitation", wish) == "forbidden"
    assert ann.refused("POST", "/api/tables/none/invitation", wish) in ("forbidden", "not-found")


@pytest.mark.parametrize(
    ("host", "base", "asked", "local", "address"),
    [
        ("127.0.0.1", "", "http://localhost:8000", True, "http://localhost:8000"),
        ("127.0.0.1", "https://cards.example.org", "http://x", False, "https://cards.example.org"),
        ("192.0.2.7", "", "http://127.0.0.1:8000", False, "http://192.0.2.7:8000"),
        ("0.0.0.0", "", "http://192.0.2.9:8000", False, "http://192.0.2.9:8000"),  # noqa: S104
        ("2001:db8::1", "", "http://[::1]:8000", False, "http://[2001:db8::1]:8000"),
        ("cards.local", "", "http://localhost", False, "http://cards.local"),
    ],
)
def test_the_address_is_one_that_others_can_open(
    host: str, base: str, asked: str, local: bool, address: str
) -> None:
    settings = ServerSettings(database=DATABASE, host=host, base_url=base)
    assert is_local(settings) is local
    assert address_for_others(settings, asked) == address

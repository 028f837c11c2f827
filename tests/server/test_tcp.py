"""Connections that say nothing, half of something, or never read: they end in time, and keep nobody out."""

import asyncio
import contextlib
import json
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy.engine import make_url

from croupier.server.base.refusal import RefusalError
from croupier.server.base.settings import ServerSettings
from croupier.server.process import tcp
from tests.server.clients import Server, wait_until
from tests.server.conftest import Serving
from tests.server.overhearing import overheard

WHOLE = "a whole request, and half of the next"
HALVES: dict[str, bytes] = {
    "nothing": b"",
    "half a header": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\nx-sl",
    "half a body": b"POST /api/score-sheets/skull-king HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
    b"content-length: 500\r\n\r\n{",
    "half a handshake": b"GET /api/tables/none/socket HTTP/1.1\r\nhost: {host}\r\nupgrade: websocket\r\n"
    b"connection: upgrade\r\nsec-websocket-key: ",
    WHOLE: b"GET /api/status HTTP/1.1\r\nhost: {host}\r\n\r\nGET /api/st",
}
QUICK: dict[str, Any] = {"header_seconds": 0.3, "body_seconds": 0.3}
FAR = "127.0.0.2"
"""An address that is this machine's too, and that no proxy is trusted to have."""


def opened(server: Server, said: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A connection from an address that has said something."""
    found = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(address, 0))
    found.sendall(said.replace(b"{host}", f"127.0.0.1:{server.port}".encode()))
    return found


def heard(connection: socket.socket) -> bytes:
    """All that comes until the other side closes it."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


@contextlib.contextmanager
def many(server: Server, count: int, said: bytes, address: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """As many connections that have said the same."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(opened(server, said, address)) for _ in range(count)]


def wait_for_slots(server: Server, taken: int) -> None:
    """Wait until so many connections are there."""
    wait_until(lambda: len(server.slots) == taken)


def test_who_says_half_of_something_is_closed_in_time_and_nothing_goes_wrong(serving: Serving) -> None:
    server = serving(**QUICK)
    begun = time.monotonic()
    with overheard() as log, contextlib.ExitStack() as stack:
        half = {name: stack.enter_context(opened(server, said)) for name, said in HALVES.items()}
        answers = {name: heard(connection) for name, connection in half.items()}
        assert 0.2 < time.monotonic() - begun < 5.0
        wait_for_slots(server, 0)
        server.stop()
    assert log == []
    assert answers.pop(WHOLE).startswith(b"HTTP/1.1 200")
    assert set(answers.values()) == {b""}


def drip(connection: socket.socket, seconds: float) -> None:
    """Say one letter after the other."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        connection.sendall(b"G")
        time.sleep(0.02)


def test_who_says_one_letter_after_the_other_is_closed_in_time(serving: Serving) -> None:
    with opened(serving(**QUICK)) as connection, pytest.raises(ConnectionError):
        drip(connection, 10.0)


def test_who_does_not_read_the_answer_is_closed_in_time(serving: Serving) -> None:
    server = serving(**QUICK)
    asked = b"GET /api/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(asked * 200)  # more than the system keeps for who does not read
        wait_until(lambda: [slot.awaited for slot in list(server.slots._slots.values())] == ["reading"])
        wait_for_slots(server, 0)


def test_a_connection_is_kept_while_the_server_is_to_act(serving: Serving) -> None:
    server = serving(**QUICK, seed=1)
    ann = server.browser()
    made = ann.make("pig", "me", "bot", start=True)
    with ann.sit(made["table"], 0) as seat:
        time.sleep(1.0)
        assert seat.ask("ping")["type"] == "pong"


def test_who_says_nothing_keeps_nobody_out(serving: Serving) -> None:
    server = serving(connections=50, seed=1)
    ann = server.browser()
    with ann.sit(ann.make("pig", "me", "bot", start=True)["table"], 0) as seat:
        halves = [many(server, 60, HALVES[each]) for each in ("nothing", "half a header", "half a body")]
        with halves[0], halves[1], halves[2]:
            begun = time.monotonic()
            assert ann.get("/api/status")["version"]
            assert time.monotonic() - begun < ServerSettings.header_seconds / 2  # nobody waited for their end
        assert seat.ask("ping")["type"] == "pong"  # the open socket has kept its slot
    wait_for_slots(server, 0)


def test_an_address_has_a_largest_number_of_connections_and_a_proxy_has_not(serving: Serving) -> None:
    server = serving(connections_per_address=5)
    whole = b"GET /api/status HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n"
    for address, most in ((FAR, 4), ("127.0.0.1", 20)):
        with many(server, 20, b"G", address):
            with opened(server, whole, address) as connection:
                assert heard(connection).startswith(b"HTTP/1.1 200")
            wait_for_slots(server, most)  # the last one has come after all others, and is gone
        wait_for_slots(server, 0)


def test_where_all_slots_are_taken_by_open_sockets_the_next_is_refused_by_a_code(serving: Serving) -> None:
    server = serving(connections=3, seed=1)
    ann = server.browser()
    table = ann.make("pig", "me", "bot", start=True)["table"]
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(ann.sit(table, 0))
        answer = ann.ask("GET", "/api/status")
        assert (answer.status, answer.json()["error"]["code"]) == (503, "busy")
        with many(server, tcp._MOST_REFUSED + 5, b"") as refused:
            told = [said.rpartition(b"\r\n")[2] for said in map(heard, refused) if said]
            codes = [json.loads(said)["error"]["code"] for said in told]
            assert codes
            assert set(codes) == {"busy"}
    wait_for_slots(server, 0)
    assert ann.get("/api/status")["version"]


def test_the_limit_of_open_files_is_raised_or_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    limits = [256, 10_000]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wished: limits.__setitem__(slice(None), wished))
    settings = ServerSettings(database=make_url("sqlite+aiosqlite://"), connections=4000)
    assert tcp.raise_open_files(settings) == 10_000
    assert limits == [10_000, 10_000]
    assert caplog.text == ""
    limits[:] = [256, 1024]
    assert tcp.raise_open_files(settings) == 1024
    assert "768 connections" in caplog.text
    assert tcp.ConnectionSlots(settings)._most == 768
    limits[:] = [256, resource.RLIM_INFINITY]
    assert tcp.raise_open_files(settings) == 4000 + tcp.RESERVE


def test_a_network_of_ipv6_is_one_address() -> None:
    async def scenario() -> None:
        slots = tcp.ConnectionSlots(
            ServerSettings(database=make_url("sqlite+aiosqlite://"), connections_per_address=1)
        )
        taken = [Mock(is_closing=lambda: False), Mock(is_closing=lambda: False)]
        slots.take(taken[0], "2001:db8::1", is_proxy=False)
        with pytest.raises(RefusalError, match="from this address"):
            slots.take(Mock(is_closing=lambda: False), "2001:db8::2", is_proxy=False)
        slots.take(taken[1], "2001:db8:0:1::1", is_proxy=False)
        for each in taken:
            slots.free(each)
        assert len(slots) == 0

    asyncio.run(scenario())

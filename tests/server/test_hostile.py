"""Hostile clients: whatever they send, they get a coded refusal, and nothing changes."""

import asyncio
import contextlib
import json
import resource
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.server.base.refusal import STATUS
from croupier.server.base.runtime import Runtime
from croupier.server.live.connection import REVOKED, RUDE, TOO_SLOW, Connection
from croupier.server.process.run import LARGEST_FRAME
from croupier.server.routes.socket import LONGEST, Talk
from tests.server.clients import SOON, AnyServer, Browser, Company, Seat, Server, is_sentence
from tests.splitmix import SplitMix64

WORDS: list[Any] = [
    "move", "undo", "hint", "commit", "reveal", "away", "back", "skip", "ping", "snapshot", "chat", "", None,
    True, 0, 1, -1, 2, 1.5, 1e308, 2**31, 2**63, 2**70, "1",
    [], {}, [1], {"a": 1}, "\u0000", "\ud83d\ude00", "x" * 300,
]  # fmt: skip
FIELDS = ["v", "type", "id", "turn", "action", "hash", "number", "seat", "member", "admin", "__proto__", ""]


def fuzzed(draw: SplitMix64) -> str | bytes:
    """A message as nobody sends it; sometimes nearly one."""
    kind = draw.below(10)
    if kind == 0:
        return bytes(draw.below(256) for _ in range(draw.below(40)))
    if kind == 1:
        return "".join(chr(32 + draw.below(95)) for _ in range(draw.below(60)))
    said = {
        "v": 1,
        "type": WORDS[draw.below(8)],
        "id": draw.below(9),
        "turn": draw.below(9),
        "action": draw.below(9),
    }
    for _ in range(draw.below(4)):
        said[FIELDS[draw.below(len(FIELDS))]] = WORDS[draw.below(len(WORDS))]
    for _ in range(draw.below(3)):
        said.pop(FIELDS[draw.below(len(FIELDS))], None)
    text = json.dumps(said)
    if kind == 2:
        return text[: draw.below(len(text) + 1)]
    if kind == 3:
        return "[" * draw.below(LONGEST + 50)
    return text


def answers(socket: Any) -> list[dict[str, Any]]:
    """What has come back, up to the answer to a ping of ours."""
    found = []
    while True:
        said = json.loads(socket.recv(60))
        found.append(said)
        if said.get("type") == "pong" and said.get("re") == 777_777:
            return found


def burst(socket: Any, draw: SplitMix64, count: int) -> int:
    """Send some fuzzed messages; returns how many were refused."""
    for _ in range(count):
        socket.send(fuzzed(draw))
    socket.send(json.dumps({"v": 1, "type": "ping", "id": 777_777}))
    refused = [said for said in answers(socket) if said["type"] == "refused"]
    for said in refused:
        assert said["code"] in STATUS, said
        assert is_sentence(said["message"]), said
    return len(refused)


def attack(server: AnyServer, count: int) -> int:
    """Let a player whose bid the others' have to wait for send fuzzed messages; returns how many were refused."""
    at = Company(server, "skull-king", "open", "open", start=False, options={"players": 2})
    at.post(0, "seat", seat=1)
    at.post(0, "start")
    room = at.room
    assert room.table is not None
    member = 0 if room.table.state.current_player() == 1 else 1  # the host sits in seat 1
    before, record = room.number, room.table.state.records.tobytes()
    draw, sent, refused = SplitMix64(count), 0, 0
    while sent < count:
        with (
            at.browsers[member].open(at.path(f"socket?member={member}")) as socket,
            contextlib.suppress(ConnectionClosed),
        ):
            refused += burst(socket, draw, 30)
        sent += 30
        server.pass_time(1)  # as fast as anybody may ask
        if room.number != before:  # a well-formed away, back or bid is nobody's harm
            assert set(at.kinds()[before:]) <= {"away", "back", "seal"}
            before = room.number
    assert room.table.state.records.tobytes() == record
    return refused


def test_hundreds_of_fuzzed_messages_change_nothing(server: AnyServer) -> None:
    assert attack(server, 600) > 400


@pytest.mark.thorough
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_fuzzed_messages_change_nothing_and_take_no_memory(server: AnyServer) -> None:
    attack(server, 5_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    attack(server, 100_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024  # kilobytes


def test_a_frame_that_is_too_large_closes_the_socket(real: Server) -> None:
    with Company(real, "pig", "me", "bot", people=1).sit(0) as seat:
        assert seat.ask("move", turn=1, action=0)["type"] == "ok"
        seat.socket.send("x" * (LONGEST + 1))
        assert seat.hear("refused")["code"] == "too-large"
        seat.socket.send("x" * (LARGEST_FRAME + 1))
        seat.closed()


def flood(seat: Seat) -> None:
    """Send faster than anybody may, until that is enough."""
    for _ in range(50):
        for _ in range(20):
            seat.socket.send('{"v":1,"type":"ping"}')
        for _ in range(10):
            seat.hear_one()


def test_a_flood_is_refused_and_then_cut_off(ann: Browser) -> None:
    made = ann.make("pig", "me", "bot", start=True)
    with ann.sit(made["table"], 0) as seat:
        with contextlib.suppress(ConnectionClosed):
            flood(seat)
        assert "too-fast" in {said.get("code") for said in seat.heard}
        assert seat.closed() == RUDE
    with ann.sit(made["table"], 0) as again:  # the table is there
        assert again.ask("ping")["type"] == "pong"


def test_sockets_that_are_not_ones_own_of_no_table_or_of_no_number_are_closed_by_a_code(server: AnyServer) -> None:
    at = Company(server, start=False)
    stranger = server.browser()
    for browser, path, reason in (
        (at.browsers[1], at.path("socket?member=0"), "forbidden"),
        (at.browsers[1], at.path("socket"), "forbidden"),  # nobody may watch
        (at.browsers[1], at.path("socket?member=99"), "forbidden"),
        (stranger, at.path("socket?member=0"), "forbidden"),
        (stranger, "/api/tables/none/socket?member=0", "not-found"),
        *((at.browsers[0], at.path(f"socket?member={no}"), "malformed") for no in ("", "x", "1.5", "9" * 5000)),
    ):  # fmt: skip
        assert browser.shut_out(path) == reason


def test_what_no_address_takes_is_refused_by_a_code_of_its_status(ann: Browser) -> None:
    for method, path in (("POST", "/nope"), ("DELETE", "/nope"), ("POST", "/api/nope"), ("POST", "/main.js"),
                         ("DELETE", "/api/status"), ("GET", "/nope"), ("GET", "/api/nope")):  # fmt: skip
        answer = ann.ask(method, path)
        told = answer.json()["error"]
        assert (answer.status, told["code"]) == (STATUS["not-found"], "not-found"), (method, path)
        missing = f"This address does not take {method}."
        assert told["message"] == ("There is no such page." if method == "GET" else missing)


def test_a_member_has_a_largest_number_of_sockets(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.routes.socket.MOST_OF_MEMBER", 2)
    monkeypatch.setattr("croupier.server.routes.socket.MOST_WATCHERS", 1)
    table = ann.make("pig", "me", "bot", start=True, settings={**SOON, "spectators": "open"})["table"]
    for member, most in ((0, 2), (None, 1)):
        with contextlib.ExitStack() as opened:
            for _ in range(most):
                opened.enter_context(ann.sit(table, member))
            who = "" if member is None else f"?member={member}"
            assert ann.shut_out(f"/api/tables/{table}/socket{who}") == "busy"
        with ann.sit(table, member):  # there is room again
            pass


def test_an_address_has_a_largest_number_of_sockets(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.routes.socket.MOST_OF_ADDRESS", 1)
    table = ann.make("pig", "me", "bot", start=True)["table"]
    far = {"x-forwarded-for": "192.0.2.1"}
    with ann.sit(table, 0), ann.sit(table, 0), Seat(ann.open(f"/api/tables/{table}/socket?member=0", headers=far)):
        path = f"/api/tables/{table}/socket?member=0"
        assert ann.shut_out(path, {"x-forwarded-for": "::ffff:192.0.2.1"}) == "busy"
    with Seat(ann.open(f"/api/tables/{table}/socket?member=0", headers=far)):
        pass


def test_a_socket_whose_link_is_replaced_while_it_opens_is_closed(ann: Browser, server: AnyServer) -> None:
    table = ann.make("pig", "me", "bot", start=True)["table"]
    asked: list[str] = []
    inner = server.hub.store.granted

    async def granted(session: str, table: str) -> tuple[int, ...]:
        asked.append(table)
        return await inner(session, table) if len(asked) == 1 else ()

    server.hub.store.granted = granted  # type: ignore[method-assign]  # revoked after it was asked the first time
    with ann.open(f"/api/tables/{table}/socket?member=0") as socket:
        with pytest.raises(ConnectionClosed):
            list(socket)
        assert socket.close_code == REVOKED


class Stuck:
    """A browser that does not read, so that nothing can be sent to it."""

    async def send_text(self, text: str) -> None:
        """Wait for ever."""
        del text
        await asyncio.Event().wait()


def test_a_socket_to_be_closed_is_freed_though_nobody_reads_and_obeys_no_more(
    ann: Browser, server: AnyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.live.connection._CLOSE_SECONDS", 0.1)
    live = server.live(ann.make("pig", "me", "bot", start=True)["table"])
    before = live.room.number

    async def close() -> bool:
        connection = Connection(Stuck(), 0, Runtime())  # type: ignore[arg-type]  # sends alone
        writer = connection.start()
        connection.send({"v": 1, "type": "people"})
        await asyncio.sleep(0)
        connection.close(REVOKED)
        await Talk(server.hub, live, connection).hear('{"v":1,"type":"move","turn":1,"action":1}')
        await asyncio.wait({writer}, timeout=10)
        return writer.done()

    assert asyncio.run(close())
    assert live.room.number == before


def test_a_browser_that_does_not_read_is_dropped() -> None:
    connection = Connection(None, 0, Runtime())  # type: ignore[arg-type]  # nothing is sent
    for number in range(1000):
        connection.send({"v": 1, "type": "people", "number": number})
    assert connection.closing == TOO_SLOW
    assert connection._queue.qsize() == 1

"""What goes wrong by itself: damaged rows of the log, and answers that nobody waits for any more."""

import asyncio
import contextlib
import gc
import json
import sqlite3
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from croupier.server.base.refusal import Code, RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.events import game
from croupier.server.live.live import to_its_end
from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.event import EVENTS
from tests.amounts import daily
from tests.server.clients import Browser, Server
from tests.server.overhearing import overheard

Row = tuple[int, str, str]
"""Number, kind and payload of an event."""
WRONG: list[Any] = [None, -1, 99, 10**30, "x", [], {}, [None], True]


@contextlib.contextmanager
def database(server: Server) -> Iterator[sqlite3.Connection]:
    """The file of tables, by another way."""
    path = server.store.engine.url.database
    assert path is not None
    with contextlib.closing(sqlite3.connect(path, timeout=10)) as connection, connection:
        yield connection


def rows_of(server: Server, table: str) -> list[Row]:
    """The events of a table as they are stored."""
    with database(server) as connection:
        query = "SELECT number, kind, payload FROM events WHERE table_id = ? ORDER BY number"
        return list(connection.execute(query, (table,)))


def store(server: Server, table: str, row: Row) -> None:
    """Write a row anew, and let the server read its log again."""
    number, kind, payload = row
    with database(server) as connection:
        change = "UPDATE events SET kind = ?, payload = ? WHERE table_id = ? AND number = ?"
        connection.execute(change, (kind, payload, table, number))
    server.forget(table)


def played(server: Server) -> tuple[Browser, str]:
    """A table at which people have done a bit of everything, and its host's browser."""
    ann, bob, eve, cid = (Browser(server.port) for _ in range(4))
    made = ann.make("pig", "me", "open", settings={"spectators": "open"})
    table, member = f"/api/tables/{made['table']}", {"member": 0}
    bob.join(made, "Bob")
    eve.join(made, "Eve")
    for path, body in (
        ("name", {"name": "Anna"}),
        ("seat", {"seat": None}),
        ("agent", {"seat": 0, "agent": "bot"}),
        ("seat", {"seat": 0}),
        ("options", {"options": {"winning_score": 90}}),
        ("settings", {"settings": {"spectators": "open"}}),
        ("circle", {"name": "Thursdays"}),
        ("start", {}),
        ("wait", {"seat": 0}),
        ("stand-in", {"seat": 1}),
    ):
        ann.post(f"{table}/{path}", member | body)
    server.live(made["table"]).room.asked[0] = AwaitedSince(1, 0)
    bob.post(f"{table}/nudge", {"member": 1, "seat": 0})
    with ann.sit(made["table"], 0) as seat:
        seat.move(1)
        assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
    token_for_bob(ann, made["table"], server)
    with bob.sit(made["table"], 1) as seat:  # which makes that link void
        seat.snapshot()
    cid.post(f"{table}/enter", {"token": token_for_bob(ann, made["table"], server)})
    assert ann.ask("DELETE", f"{table}?member=0").status == 200
    cid.post(f"{table}/assent", {"member": 1, "agrees": True})
    ann.post(f"{table}/assent", member | {"agrees": False})
    ann.post(f"{table}/host", member | {"whom": 1})
    cid.post(f"{table}/remove", {"member": 1, "whom": 0})
    cid.post(f"{table}/give", {"member": 1, "whom": 2, "seat": 0})
    eve.post(f"{table}/remove", {"member": 2, "whom": 2})
    eve.post(f"{table}/claim", {"member": 2})
    return cid, made["table"]


def token_for_bob(ann: Browser, table: str, server: Server) -> str:
    """The host's link to the seat of Bob, who has been away for long."""
    wish = {"member": 0, "whom": 1}
    assert ann.refused("POST", f"/api/tables/{table}/reissue", wish) == "not-yet"
    server.hub.absences.of(table)._since[1] -= 300_000
    token: str = ann.post(f"/api/tables/{table}/reissue", wish)["token"]
    return token


def asked(browser: Browser, number: int, path: str) -> Any:
    """Ask for something, from an address of one's own."""
    answer = browser.ask("GET", path, headers={"x-forwarded-for": f"10.0.{number // 250}.{number % 250 + 1}"})
    assert answer.status != 500, answer.text
    return answer


def test_a_damaged_row_is_named_and_other_tables_go_on(server: Server) -> None:
    bob, table = played(server)
    other = bob.make("pig", "me", "bot", start=True)["table"]
    [row] = [row for row in rows_of(server, table) if row[1] == "move"]
    data = json.loads(row[2])
    del data["heard"]
    store(server, table, (row[0], "move", json.dumps(data)))
    with overheard() as log:
        answer = bob.ask("GET", f"/api/tables/{table}")
        assert (answer.status, answer.json()["error"]["code"]) == (503, "unavailable")
        assert f"row {row[0]} of table {table}" in answer.json()["error"]["message"].lower()
        assert "heard" not in answer.text
        assert [each["table"]["id"] for each in bob.get("/api/tables")] == [other]
    assert ["in its payload, heard: Field required" in line for line in log] == [True, True]
    store(server, table, (row[0], "moved", row[2]))
    with overheard() as log:
        assert bob.ask("GET", f"/api/tables/{table}").status == 503
    assert "no event is called 'moved'" in log[0]
    with bob.sit(other, 0) as seat:
        assert seat.ask("ping")["type"] == "pong"
    store(server, table, row)
    assert bob.get(f"/api/tables/{table}")["state"]["id"] == table


def damages(row: Row) -> Iterator[Row]:
    """A row with its faults: each field left out, or of another kind; no JSON; another kind of event."""
    number, kind, payload = row
    data = json.loads(payload)
    for field in data:
        yield number, kind, json.dumps({name: value for name, value in data.items() if name != field})
        for wrong in WRONG:
            yield number, kind, json.dumps(data | {field: wrong})
    for text in ("", "{", "[]", "null", "[" * 5000):
        yield number, kind, text
    yield number, "nonsense", payload


@pytest.mark.parametrize("step", [24, pytest.param(1, marks=pytest.mark.thorough)])
def test_whatever_a_row_holds_there_are_own_errors_alone(step: int, server: Server) -> None:
    bob, table = played(server)
    other = bob.make("pig", "me", "bot", start=True)["table"]
    rows = rows_of(server, table)
    # of a game that is over, a sealed phase (`test_sealed`), numbers (`test_fair_deals`), tricks (`test_rest`)
    others = {"end", "again", "seal", "prepare", "commit", "reveal", "hint", "gone", "rest", "rest-answer"}
    assert {kind for _, kind, _ in rows} >= set(EVENTS) - others
    faults = [(row, damaged) for row in rows for damaged in damages(row)][::step]
    assert len(faults) > 250 // step
    with overheard() as log:
        for number, (row, damaged) in enumerate(faults):
            store(server, table, damaged)
            answer = asked(bob, number, f"/api/tables/{table}")
            if answer.status != 200:
                assert answer.json()["error"]["code"] in ("unavailable", "forbidden"), answer.text
            listed = asked(bob, number, "/api/tables").json()
            assert other in [each["table"]["id"] for each in listed]
            store(server, table, row)
    assert "Traceback" not in "".join(log)


# --------------------------------------------------------------------------------------------- nobody waits for it


def outcome(work: Coroutine[Any, Any, Any]) -> tuple[list[str], list[str]]:
    """Leave work alone while it goes on: what is written to the log, and what nobody has looked at."""
    unseen: list[str] = []

    async def scenario() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, about: unseen.append(str(about["message"])))
        asked = asyncio.create_task(to_its_end(work, Runtime()))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await asyncio.sleep(0.05)
        del asked
        gc.collect()

    with overheard() as log:
        asyncio.run(scenario())
    return log, unseen


async def soon(error: Exception) -> None:
    """Fail in a moment."""
    await asyncio.sleep(0.01)
    raise error


@pytest.mark.parametrize(
    ("code", "lines"), daily([("not-your-turn", 0), ("stale", 0), ("over", 0), ("unavailable", 0), ("busy", 1)], 2)
)
def test_a_refusal_that_nobody_waits_for_is_looked_at(code: Code, lines: int) -> None:
    log, unseen = outcome(soon(RefusalError(code, "too late")))
    assert unseen == []
    assert len(log) == lines


def test_an_error_that_nobody_waits_for_is_in_the_log() -> None:
    log, unseen = outcome(soon(ZeroDivisionError("a bug")))
    assert unseen == []
    assert "ZeroDivisionError: a bug" in log[0]


@pytest.mark.parametrize(("seat", "turn"), [(0, 1), (1, 99)], ids=["the person plays again", "taken back"])
def test_the_answer_of_an_agent_that_comes_too_late_is_no_error(seat: int, turn: int, server: Server) -> None:
    made = Browser(server.port).make("pig", "me", "bot", start=True)
    live = server.live(made["table"])
    unseen: list[str] = []

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, about: unseen.append(about["message"]))
        async with live._lock:  # somebody else acts first
            asked = asyncio.create_task(live.do(lambda room: game.agent_move(room, seat, turn, 0)))
            await asyncio.sleep(0.01)
            asked.cancel()  # as the driver does then
            await asyncio.wait((asked,))
        await asyncio.sleep(0.05)
        del asked
        gc.collect()

    with overheard() as log:
        asyncio.run_coroutine_threadsafe(scenario(), server.loop).result(20)
    assert unseen == []
    assert log == []

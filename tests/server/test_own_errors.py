"""What goes wrong by itself: damaged rows of the log, and answers that nobody waits for any more."""

import asyncio
import contextlib
import gc
import json
from collections.abc import Collection, Coroutine, Iterator
from typing import Any

import pytest

from croupier.server.base.refusal import Code, RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.events import game
from croupier.server.live.live import to_its_end
from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.event import EVENTS
from tests.amounts import daily
from tests.server.clients import Answer, AnyServer, Browser, Company
from tests.server.overhearing import overheard

Row = tuple[int, str, str]
"""Number, kind and payload of an event."""
WRONG: list[Any] = [None, -1, 99, 10**30, "x", [], {}, [None], True]


def rows_of(at: Company) -> list[Row]:
    """The events of a table as they are stored."""
    query = "SELECT number, kind, payload FROM events WHERE table_id = ? ORDER BY number"
    return [(number, kind, payload) for number, kind, payload in at.server.sql(query, at.table)]


def store(at: Company, row: Row) -> None:
    """Write a row anew, and let the server read its log again."""
    number, kind, payload = row
    change = "UPDATE events SET kind = ?, payload = ? WHERE table_id = ? AND number = ?"
    at.server.sql(change, kind, payload, at.table, number)
    at.server.forget(at.table)


def played(server: AnyServer) -> tuple[Company, Browser]:
    """A table at which people have done a bit of everything, and its host's browser."""
    at = Company(server, start=False, settings={"spectators": "open"})
    at.join("Eve")
    for path, body in (
        ("name", {"name": "Anna"}), ("seat", {"seat": None}), ("agent", {"seat": 0, "agent": "bot"}),
        ("seat", {"seat": 0}), ("options", {"options": {"winning_score": 90}}),
        ("settings", {"settings": {"spectators": "open"}}), ("circle", {"name": "Thursdays"}), ("start", {}),
        ("wait", {"seat": 0}), ("stand-in", {"seat": 1}),
    ):  # fmt: skip
        at.post(0, path, **body)
    at.room.asked[0] = AwaitedSince(1, 0)
    at.post(1, "nudge", seat=0)
    with at.sit(0) as seat:
        seat.move(1)
        assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
    token_for_bob(at)
    with at.sit(1) as seat:  # which makes that link void
        seat.snapshot()
    cid = at.browsers[1] = server.browser()
    cid.post(at.path("enter"), {"token": token_for_bob(at)})
    at.delete()
    at.post(1, "assent", agrees=True)
    at.post(0, "assent", agrees=False)
    at.post(0, "host", whom=1)
    at.post(1, "remove", whom=0)
    at.post(1, "give", whom=2, seat=0)
    at.post(2, "remove", whom=2)
    at.post(2, "claim")
    return at, cid


def token_for_bob(at: Company) -> str:
    """The host's link to the seat of Bob, who has been away for long."""
    assert at.refused(0, "reissue", whom=1) == "not-yet"
    at.server.hub.absences.of(at.table)._since[1] -= 300_000
    token: str = at.post(0, "reissue", whom=1)["token"]
    return token


def asked(browser: Browser, number: int, path: str) -> Answer:
    """Ask for something, from an address of one's own."""
    answer = browser.ask("GET", path, headers={"x-forwarded-for": f"10.0.{number // 250}.{number % 250 + 1}"})
    assert answer.status != 500, answer.text
    return answer


def test_a_damaged_row_is_named_and_other_tables_go_on(server: AnyServer) -> None:
    at, bob = played(server)
    other = bob.make("pig", "me", "bot", start=True)["table"]
    [row] = [row for row in rows_of(at) if row[1] == "move"]
    data = json.loads(row[2])
    del data["heard"]
    store(at, (row[0], "move", json.dumps(data)))
    with overheard() as log:
        answer = bob.ask("GET", at.path())
        assert (answer.status, answer.json()["error"]["code"]) == (503, "unavailable")
        assert f"row {row[0]} of table {at.table}" in answer.json()["error"]["message"].lower()
        assert "heard" not in answer.text
        assert [each["table"]["id"] for each in bob.get("/api/tables")] == [other]
    assert ["in its payload, heard: Field required" in line for line in log] == [True, True]
    store(at, (row[0], "moved", row[2]))
    with overheard() as log:
        assert bob.ask("GET", at.path()).status == 503
    assert "no event is called 'moved'" in log[0]
    with bob.sit(other, 0) as seat:
        assert seat.ask("ping")["type"] == "pong"
    store(at, row)
    assert bob.get(at.path())["state"]["id"] == at.table


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


def try_damages(
    at: Company, kinds: set[str], step: int, browser: Browser, *, other: str = "", codes: Collection[str] = ()
) -> None:
    """Damage rows of some kinds, a fault a time: own errors alone, which name the table, and a right row heals it.

    Args:
        step: of so many faults one is tried.
        browser: whose requests are answered, or refused by this code.
        other: a table that is listed all the time.
        codes: how they may be refused beside ``unavailable``, since a damaged row may put somebody out.
    """
    rows = [row for row in rows_of(at) if row[1] in kinds]
    assert {kind for _, kind, _ in rows} == kinds
    faults = [(row, damaged) for row in rows for damaged in damages(row)][::step]
    with overheard() as log:
        for number, (row, damaged) in enumerate(faults):
            store(at, damaged)
            answer = asked(browser, number, at.path())
            if answer.status != 200:
                code = answer.json()["error"]["code"]
                assert code in codes or (code == "unavailable" and f"of table {at.table}" in answer.text)
            if other:
                assert other in [each["table"]["id"] for each in asked(browser, number, "/api/tables").json()]
            store(at, row)
    assert "Traceback" not in "".join(log)
    assert len(log) > len(faults) / 2
    assert browser.get(at.path())["state"]["id"] == at.table


@pytest.mark.parametrize("step", [24, pytest.param(1, marks=pytest.mark.thorough)])
def test_whatever_a_row_holds_there_are_own_errors_alone(step: int, server: AnyServer) -> None:
    at, bob = played(server)
    other = bob.make("pig", "me", "bot", start=True)["table"]
    # of a game that is over, a sealed phase (`test_sealed`), numbers (`test_fair_deals`), tricks (`test_rest`)
    others = {"end", "again", "seal", "prepare", "commit", "reveal", "hint", "gone", "rest", "rest-answer"}
    try_damages(at, set(EVENTS) - others, step, bob, other=other, codes=("forbidden",))


# --------------------------------------------------------------------------------------------- nobody waits for it


@contextlib.contextmanager
def all_young() -> Iterator[None]:
    """Let the youngest generation have all that is made meanwhile: to look through the others takes long."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
        gc.collect(0)

    with overheard() as log, all_young():
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
def test_the_answer_of_an_agent_that_comes_too_late_is_no_error(seat: int, turn: int, server: AnyServer) -> None:
    live = Company(server, "pig", "me", "bot", people=1).live

    async def scenario() -> None:
        async with live._lock:  # somebody else acts first
            late = asyncio.create_task(live.do(lambda room: game.agent_move(room, seat, turn, 0)))
            await asyncio.sleep(0.01)
            late.cancel()  # as the driver does then
            await asyncio.wait((late,))
        await asyncio.sleep(0.05)
        del late
        gc.collect(0)

    with overheard() as log, all_young():
        server.do(scenario())  # the world notes an error that nobody has looked at
    assert log == []

"""Time, tasks and the database are arguments of the server: a whole hub runs without them."""

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.server.base.refusal import RefusalError
from croupier.server.events import lobby
from croupier.server.live.connection import Connection
from croupier.server.live.live import LiveTable
from croupier.server.routes.socket import Talk
from tests.server.conftest import Started
from tests.server.instant import Gathering, InstantServer

SERVER = Path(__file__).parents[2] / "src" / "croupier" / "server"
MODULES = ("time", "datetime", "sched", "threading", "concurrent.futures", "secrets", "random", "uuid")
"""Modules that read clocks, make threads or draw at random."""
OF_ASYNCIO = (
    "sleep", "timeout", "timeout_at", "wait_for", "create_task", "ensure_future", "to_thread", "TaskGroup", "run",
    "Runner", "new_event_loop",
)  # fmt: skip
OF_OS = ("urandom", "getrandom")
OF_LOOPS = (
    "time", "call_later", "call_at", "run_in_executor", "create_task", "getaddrinfo", "getnameinfo",
)  # fmt: skip
EXCEPTIONS = {
    "agents/worker.py": {"threading"},  # a process of its own
    "notices/encryption.py": {"urandom"},  # beside keys that the library for it draws itself
    "process/app.py": {"threading"},  # a worker process ends with the one that has started it
    "process/tcp.py": {"call_later", "time"},  # Uvicorn's protocols, which live by the event loop's clock
}


def used(file: Path) -> Iterator[str]:
    """What a file does itself that `croupier.server.base.runtime` is for."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            yield node.module
        elif isinstance(node, ast.ImportFrom) and node.module == "asyncio":
            yield from (each.name for each in node.names if each.name in OF_ASYNCIO)
        elif isinstance(node, ast.Attribute):
            of_asyncio = isinstance(node.value, ast.Name) and node.value.id == "asyncio"
            of_os = ast.unparse(node.value) == "os" and node.attr in OF_OS
            if (
                (of_asyncio and node.attr in OF_ASYNCIO)
                or of_os
                or (node.attr in OF_LOOPS and ast.unparse(node.value).endswith(("loop", "loop()")))
            ):
                yield node.attr


def test_nothing_but_the_runtime_reads_a_clock_draws_at_random_or_begins_tasks_and_threads() -> None:
    found = {str(file.relative_to(SERVER)): set(used(file)) for file in SERVER.rglob("*.py")}
    own = {"time", "secrets", "sleep", "timeout", "create_task", "to_thread", "call_later"}
    assert found.pop("base/runtime.py") >= own
    assert {file: names for file, names in found.items() if names} == EXCEPTIONS


def test_a_minute_after_somebody_has_left_an_agent_plays_on(server: InstantServer) -> None:
    at = Gathering(server, away_after=60)
    due = at.room.due.seat
    assert due is not None
    at.leave(due)
    at.pass_time(59)
    at.come(due)  # in time
    at.pass_time(600)
    assert not at.room.chairs[due].stand_in
    at.leave(due)
    left = at.now
    assert at.heard(1 - due)[-1]["pause"]["left"] == 60_000
    at.pass_time(59.9)
    assert not at.room.chairs[due].stand_in
    assert at.room.moves == []
    at.pass_time(0.2)
    assert at.room.chairs[due].stand_in
    assert (at.room.moves[0].seat, at.room.moves[0].by_person) == (due, False)
    assert [said["pause"] for said in at.heard(1 - due) if said["type"] == "people"][-1] is None
    assert next(event for event in at.log() if event.kind == "away").at == left + 60_000
    at.come(due)
    assert not at.room.chairs[due].stand_in


def test_a_table_that_is_kept_at_the_last_moment_is_not_deleted(started: Started) -> None:
    at = Gathering(started(seed=1, delete_pause=60), away_after=0)
    live, hub = at.live, at.server.hub
    at.do(lambda room: lobby.announce(room, 0, 60))
    at.do(lambda room: lobby.answer(room, 1, agrees=True))
    at.pass_time(59)
    at.do(lambda room: lobby.conclude(room, live.people, 60))

    async def both_wait() -> None:
        async with live._lock:  # the answer first
            keeping = asyncio.create_task(live.do(lambda room: lobby.answer(room, 1, agrees=False)))
            await hub.runtime.sleep(0)
            deleting = asyncio.create_task(hub.delete(at.table, lobby.check_concluded))
            await hub.runtime.sleep(0)
        await keeping
        with pytest.raises(RefusalError, match="the table stays"):
            await deleting

    at.server.do(both_wait())
    at.pass_time(300)
    assert at.table in at.server.disk.tables
    assert not live.closed


def test_a_host_who_has_come_to_play_with_others_does_not_delete_at_once(server: InstantServer) -> None:
    at = Gathering(server, away_after=0)
    with pytest.raises(RefusalError, match="others play") as refused:
        server.do(server.hub.delete(at.table, lambda room: lobby.check_at_once(room, 0)))
    assert refused.value.code == "forbidden"
    assert at.table in server.disk.tables


def test_a_database_that_does_not_answer_is_asked_again(server: InstantServer) -> None:
    at = Gathering(server, away_after=5)
    due = at.room.due.seat
    assert due is not None
    at.leave(due)
    server.disk.broken = True
    at.pass_time(20)
    assert at.heard(1 - due)[-1]["type"] in ("trouble", "people")
    assert not at.room.chairs[due].stand_in
    server.disk.broken = False
    at.pass_time(20)
    assert at.room.chairs[due].stand_in


def test_sockets_that_ask_for_everything_again_leave_the_others_most_of_the_time(
    server: InstantServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Gathering(server, away_after=0)
    world, began = server.at.world, server.at.world.seconds
    sent: list[float] = []

    def show_again(live: LiveTable, connection: Connection) -> None:
        del live, connection
        world.seconds += 0.05  # as in a game that has gone on for long
        sent.append(world.seconds)

    async def ask_often() -> None:
        talks = [Talk(server.hub, at.live, each) for each in at.live.connections] * 6
        asking = [asyncio.create_task(talk.hear('{"v": 1, "type": "snapshot"}')) for talk in talks]
        await server.runtime.advance(1.0)
        assert 3 <= len(sent) <= 6
        await asyncio.gather(*asking)

    monkeypatch.setattr(LiveTable, "show_again", show_again)
    server.do(ask_often())
    assert len(sent) == 12
    assert world.seconds - began > 12 * 0.2

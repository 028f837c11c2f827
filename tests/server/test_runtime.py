"""Time, tasks and the database are arguments of the server: a whole hub runs without them."""

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.server.base.refusal import RefusalError
from croupier.server.events import lobby
from croupier.server.events.lobby import take_over
from croupier.server.live.connection import GONE, Connection
from croupier.server.live.live import LiveTable
from croupier.server.room.room import Room
from croupier.server.routes.socket import Talk
from tests.server.simulated import Simulated, in_an_instant

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


@in_an_instant()
async def test_a_minute_after_somebody_has_left_an_agent_plays_on(simulated: Simulated) -> None:
    await simulated.begin(away_after=60)
    live = simulated.live
    due = live.room.due.seat
    assert due is not None
    other = simulated.sockets[1 - due]
    await simulated.leave(due)
    assert other.heard[-1]["pause"]["left"] == 60_000
    await simulated.runtime.advance(59.9)
    assert not live.room.chairs[due].stand_in
    assert live.room.moves == []
    await simulated.runtime.advance(0.2)
    assert live.room.chairs[due].stand_in
    assert (live.room.moves[0].seat, live.room.moves[0].by_person) == (due, False)
    away = next(event for event in simulated.database.log("t") if event.kind == "away")
    assert away.at == 1_000_000_000_000 + 60_000
    await simulated.come(due)
    await live.come_back(due)
    assert not live.room.chairs[due].stand_in


@in_an_instant()
async def test_who_comes_back_in_time_keeps_the_seat(simulated: Simulated) -> None:
    await simulated.begin(away_after=60)
    due = simulated.live.room.due.seat
    assert due is not None
    await simulated.leave(due)
    await simulated.runtime.advance(59)
    await simulated.come(due)
    await simulated.runtime.advance(600)
    assert not simulated.live.room.chairs[due].stand_in


@in_an_instant(delete_pause=60)
async def test_an_announced_deletion_comes_when_its_time_is_over_and_all_agree(simulated: Simulated) -> None:
    await simulated.begin(away_after=0)
    live = simulated.live
    await live.do(lambda room: lobby.announce(room, 0, 60))
    await live.do(lambda room: lobby.answer(room, 1, agrees=True))
    await simulated.runtime.advance(59.9)
    assert simulated.sockets[1].heard[-1]["deleted_in"] == 60_000  # as it was said then
    assert "t" in simulated.database.tables
    await simulated.runtime.advance(0.2)
    assert "t" not in simulated.database.tables
    assert [socket.closed for socket in simulated.sockets.values()] == [GONE, GONE]


@in_an_instant(delete_pause=60)
async def test_a_deletion_waits_for_who_does_not_answer_and_no_longer_once_that_one_has_left(
    simulated: Simulated,
) -> None:
    await simulated.begin(away_after=0)
    await simulated.live.do(lambda room: lobby.announce(room, 0, 60))
    await simulated.runtime.advance(300)
    assert "t" in simulated.database.tables
    await simulated.leave(1)
    await simulated.runtime.advance(58)
    assert "t" in simulated.database.tables
    await simulated.runtime.advance(4)
    assert "t" not in simulated.database.tables


@in_an_instant(delete_pause=60)
async def test_a_table_that_is_kept_at_the_last_moment_is_not_deleted(simulated: Simulated) -> None:
    await simulated.begin(away_after=0)
    live = simulated.live
    await live.do(lambda room: lobby.announce(room, 0, 60))
    await live.do(lambda room: lobby.answer(room, 1, agrees=True))
    await simulated.runtime.advance(59)
    await live.do(lambda room: lobby.conclude(room, live.people, 60))
    async with live._lock:  # both wait, the answer first
        keeping = asyncio.create_task(live.do(lambda room: lobby.answer(room, 1, agrees=False)))
        await simulated.runtime.settle()
        deleting = asyncio.create_task(simulated.hub.delete("t", lobby.check_concluded))
        await simulated.runtime.settle()
    await keeping
    with pytest.raises(RefusalError, match="the table stays"):
        await deleting
    await simulated.runtime.advance(300)
    assert "t" in simulated.database.tables
    assert not live.closed


@in_an_instant()
async def test_a_host_who_has_come_to_play_with_others_does_not_delete_at_once(simulated: Simulated) -> None:
    await simulated.begin(away_after=0)

    def check(room: Room) -> None:
        lobby.check_at_once(room, 0)

    with pytest.raises(RefusalError, match="others play") as refused:
        await simulated.hub.delete("t", check)
    assert refused.value.code == "forbidden"
    assert "t" in simulated.database.tables


@in_an_instant()
async def test_a_database_that_does_not_answer_is_asked_again(simulated: Simulated) -> None:
    await simulated.begin(away_after=5)
    due = simulated.live.room.due.seat
    assert due is not None
    await simulated.leave(due)
    simulated.database.broken = True
    await simulated.runtime.advance(20)
    assert simulated.sockets[1 - due].heard[-1]["type"] in ("trouble", "people")
    assert not simulated.live.room.chairs[due].stand_in
    simulated.database.broken = False
    await simulated.runtime.advance(20)
    assert simulated.live.room.chairs[due].stand_in


@in_an_instant(host_pause=60)
async def test_hosting_is_free_a_minute_after_the_host_has_left(simulated: Simulated) -> None:
    await simulated.begin(away_after=0)
    live = simulated.live
    await simulated.runtime.advance(1000)
    await simulated.leave(0)
    await simulated.runtime.advance(59)
    with pytest.raises(RefusalError, match="try again in 1 second"):
        await live.do(lambda room: take_over(room, 1, live.people))
    await simulated.runtime.advance(1)
    await live.do(lambda room: take_over(room, 1, live.people))
    assert live.room.host == 1


@in_an_instant()
async def test_sockets_that_ask_for_everything_again_leave_the_others_most_of_the_time(
    simulated: Simulated,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await simulated.begin(away_after=0)
    world, began = simulated.runtime.world, simulated.runtime.monotonic()
    sent: list[float] = []

    def show_again(live: LiveTable, connection: Connection) -> None:
        del live, connection
        world.seconds += 0.05  # as in a game that has gone on for long
        sent.append(world.seconds)

    monkeypatch.setattr(LiveTable, "show_again", show_again)
    talks = [Talk(simulated.hub, simulated.live, each) for each in simulated.live.connections] * 6
    asking = [asyncio.create_task(talk.hear('{"v": 1, "type": "snapshot"}')) for talk in talks]
    await simulated.runtime.advance(1.0)
    assert 3 <= len(sent) <= 6
    await asyncio.gather(*asking)
    assert len(sent) == 12
    assert simulated.runtime.monotonic() - began > 12 * 0.2


@in_an_instant(heartbeat=600, keep_days=1)
async def test_tables_at_which_nobody_is_leave_memory_and_old_ones_the_database(simulated: Simulated) -> None:
    await simulated.begin(away_after=0)
    for member in (0, 1):
        await simulated.leave(member)
    await simulated.runtime.advance(45)
    assert simulated.hub.present() == [simulated.live]
    await simulated.runtime.advance(45)
    assert simulated.hub.present() == []
    await simulated.runtime.advance(23 * 3600)
    assert "t" in simulated.database.tables
    await simulated.runtime.advance(2 * 3600)
    assert "t" not in simulated.database.tables

"""A process's connection to a model database: what it asks takes time, may fail, and may outlive who has asked."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy.engine import URL

from croupier.server.storage.log import ConflictError, LogEvent, LogWriter, UnavailableError, _Waiting
from croupier.server.storage.reports import LostReportsError, Reports
from croupier.server.storage.table_store import TableStore
from croupier.simulator.database import ModelDatabase
from croupier.simulator.process import LostProcess, SimulatedProcess, fail, settle
from croupier.simulator.world import World

T = TypeVar("T")
_READS = (
    "events", "last_events", "said", "join_hash", "key_member", "granted", "grants_of", "tables_of",
    "circles.read", "waits.of", "waits.due", "pushes.of",
)  # fmt: skip
_UNDER_WAY = 0.5
"""How often what a lost process was writing is there."""


class Disk:
    """How the disk of a database does.

    Attributes:
        database: what is on it.
        slow: how many times longer than usual it takes; `slowest` is the most that this has been.
        fails: how often a write fails.
        failing: writes that fail by their numbers from 1 on; and whether they are there nevertheless.
        writes: how many writes there were.
        listeners: who hears reports of commits.
        commits: when each event was committed, by its table and number, in seconds of the world.
        silent: from when until when the database did not answer, in seconds of the world.
        failed: whether a write has ever failed, or the database has not answered.
    """

    def __init__(self, world: World, database: ModelDatabase) -> None:
        self.database = database
        self.slow = self.slowest = 1.0
        self.fails = 0.0
        self.failing: dict[int, bool] = {}
        self.writes = 0
        self.listeners: dict[_Listener, None] = {}
        self.commits: dict[tuple[str, int], float] = {}
        self.silent: list[tuple[float, float]] = []
        self.failed = False
        self._world, self._broken_at = world, 0.0
        database.report = self.report

    def switch_off(self) -> None:
        """Let the database not answer."""
        self.database.broken, self._broken_at = True, self._world.seconds
        self.failed = True
        self._world.note("the database does not answer")

    def switch_on(self) -> None:
        """Let it answer again."""
        self.database.broken = False
        self.silent.append((self._broken_at, self._world.seconds))
        self._world.note("the database answers again")

    def report(self, report: object) -> None:
        """Tell all processes that listen."""
        for each in list(self.listeners):
            each.hear(json.dumps(report))

    def lose_listeners(self) -> None:
        """Break all connections by which reports come."""
        for each in list(self.listeners):
            each.lose()

    def failure(self, process: SimulatedProcess) -> bool | None:
        """Whether the next write fails, and then whether it is there nevertheless; None where it does not."""
        self.writes += 1
        drawn, there = process.world.random, self.failing.get(self.writes)
        if there is None and self.fails and drawn.random() < self.fails:
            there = drawn.random() < 0.5
        self.failed = self.failed or there is not None
        return there


class _Asked:
    """Methods of a database, each as one that is waited for."""

    def __init__(self, store: _ModelStore, target: object, prefix: str = "") -> None:
        self._store, self._target, self._prefix = store, target, prefix

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method, what = getattr(self._target, name), f"{self._prefix}{name}"

        async def ask(*args: Any, **more: Any) -> Any:
            return await self._store.ask(what, partial(method, *args, **more), writes=what not in _READS)

        return ask


class _ModelStore:
    """See `model_store`."""

    def __init__(self, disk: Disk, process: SimulatedProcess, reports: Reports | None, grouped: bool) -> None:
        database = disk.database
        self._log = _ModelLog(self, process) if grouped else None
        self.circles = _Asked(self, database.circles, "circles.")
        self.waits = _Asked(self, database.waits, "waits.")
        self.pushes = _Asked(self, database.pushes, "pushes.")
        self.reports = reports
        self._tables = _Asked(self, database)
        self._disk, self._process = disk, process

    def start(self) -> None:
        """Begin to write."""
        if self._log is not None:
            self._log.start()

    async def close(self) -> None:
        """Write what waits."""
        if self._log is not None:
            await self._log.close()

    def __getattr__(self, name: str) -> Callable[..., Any]:  # of what is not written out here
        return getattr(self._tables, name)  # type: ignore[no-any-return]

    async def append(self, table: str, event: LogEvent) -> None:
        """Add an event to a log."""
        if self._log is not None:
            await self._log.append(table, event)
            return
        if (table, event.number) not in await self.commit([(table, event)]):
            raise ConflictError

    async def commit(self, group: Sequence[tuple[str, LogEvent]]) -> set[tuple[str, int]]:
        """Write events in one commit; returns which of them were not there already."""
        disk, world = self._disk, self._process.world

        def write() -> set[tuple[str, int]]:
            written = set()
            for table, event in group:
                with contextlib.suppress(ConflictError):
                    disk.database.append(table, event)
                    disk.commits[table, event.number] = world.seconds
                    written.add((table, event.number))
            return written

        return await self.ask(f"append {', '.join(_words(event) for _, event in group)}", write, writes=True)

    async def ask(self, what: str, work: Callable[[], T], *, writes: bool) -> T:
        """Ask the database.

        Raises:
            UnavailableError: it does not answer, or the write has failed; whether it is there is not known.
        """
        process, world = self._process, self._process.world
        failure = self._disk.failure(process) if writes else None
        if world.instant:
            return self._attempt(work, failure)
        if not process.alive:
            raise LostProcess
        done = asyncio.get_running_loop().create_future()

        def commit() -> None:
            if not process.alive and not (writes and world.random.random() < _UNDER_WAY):
                return
            try:
                answer = partial(settle, done, self._attempt(work, failure))
            except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
                world.note(f"{process.name} {what}: {type(error).__name__} {error}")
                answer = partial(fail, done, error)
            world.soon(lambda: answer() if process.alive else None, "")

        world.soon(commit, f"{process.name} {what}", self._disk.slow)
        found: T = await done
        return found

    def _attempt(self, work: Callable[[], T], failure: bool | None) -> T:
        if self._disk.database.broken:
            raise UnavailableError("the database: it is switched off")
        if failure is False:
            raise UnavailableError("the database: the write has failed")
        found = work()
        if failure:
            raise UnavailableError("the database: nobody knows whether it was written")
        return found


def _words(event: LogEvent) -> str:
    """An event, for who reads the trace."""
    played = {name: event.payload[name] for name in ("turn", "action") if name in event.payload}
    about = {**({} if event.seat is None else {"seat": event.seat}), **played}
    return " ".join([f"{event.number} {event.kind}", *(f"{name} {each}" for name, each in about.items())])


class _ModelLog(LogWriter):
    """The server's own writer of logs, which groups what waits; its commits are the model's."""

    def __init__(self, store: _ModelStore, process: SimulatedProcess) -> None:
        super().__init__(URL.create("sqlite"), process)
        self._store = store

    async def _commit(self, group: Sequence[_Waiting]) -> set[tuple[str, int]]:
        try:
            return await self._store.commit([(each.table, each.event) for each in group])
        except UnavailableError as error:
            raise OSError(error.told) from error


def model_store(
    disk: Disk, process: SimulatedProcess, *, shared: bool = False, grouped: bool = False
) -> TableStore:
    """A process's connection to a model database.

    Args:
        disk: where it lies.
        process: whose connection it is.
        shared: whether other processes serve the same tables.
        grouped: whether events that wait at the same time share a commit, once the store was started.
    """
    reports = ModelReports(disk, process) if shared else None
    return cast("TableStore", _ModelStore(disk, process, reports, grouped))


class _Listener:
    """Who hears reports, in the order in which they are made."""

    def __init__(self, process: SimulatedProcess) -> None:
        self._process = process
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._last = 0.0
        self._lost = False

    def hear(self, report: str) -> None:
        """Let a report come, after all before it."""
        world = self._process.world
        self._last = max(self._last, world.seconds + world.delay())
        world.at(self._last, lambda: None if self._lost else self._queue.put_nowait(report), "")

    def lose(self) -> None:
        """Let no more come."""
        if not self._lost:
            self._lost = True
            self._queue.put_nowait(None)

    async def heard(self) -> AsyncIterator[Any]:
        """What comes."""
        while (report := await self._queue.get()) is not None:
            yield json.loads(report)
        raise LostReportsError


class ModelReports:
    """Reports by way of a model database; see `croupier.server.storage.reports.Reports`."""

    def __init__(self, disk: Disk, process: SimulatedProcess) -> None:
        self._disk, self._process = disk, process

    async def say(self, report: object) -> None:
        """Tell all processes that listen."""
        await self._process.outside("report", self._check)
        self._disk.report(report)

    def _check(self) -> None:
        if self._disk.database.broken:
            raise LostReportsError

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[AsyncIterator[Any]]:
        """A block in which reports are heard."""
        await self._process.outside("listen", self._check)
        listener = _Listener(self._process)
        self._disk.listeners[listener] = None
        try:
            yield listener.heard()
        finally:
            self._disk.listeners.pop(listener, None)

    async def close(self) -> None:
        """There is nothing to end."""

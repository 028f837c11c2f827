"""The real `Store` on a database in memory: what it asks takes time, may fail, and may outlive who has asked.

Every transaction is one step, between two moments that the seed draws: what two of them do at a time is a question
for real databases.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, cast

from sqlalchemy import Connection, Engine, Row, func, select
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.server.base.runtime import ThreadPool
from croupier.server.storage import schema
from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.circles import Circles
from croupier.server.storage.database import synchronous
from croupier.server.storage.log import LogEvent, LostReportsError
from croupier.server.storage.store import Pushes, Store
from croupier.server.storage.waits import Waits
from tests.simulator.process import SimulatedProcess, fail, settle
from tests.simulator.world import World

_UNDER_WAY = 0.5
"""How often what a lost process was writing is there."""
_REPORTED = """
    CREATE TEMP TRIGGER reported_{0} AFTER INSERT ON {0} BEGIN SELECT written('{0}', NEW.table_id, NEW.number); END
"""


@cache
def _empty() -> tuple[Engine, bytes]:
    """A database with all its tables, and its bytes: others copy these, and share what is compiled of queries."""
    engine = synchronous(URL.create("sqlite"))
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        known: Any = connection.connection.dbapi_connection
        return engine, known.serialize()


class Disk:
    """A database in memory, and how its disk does."""

    def __init__(self, world: World) -> None:
        self.broken = False  # whether it does not answer
        # how many times longer than usual it takes; `slowest` is the most that this has been
        self.slow = self.slowest = 1.0
        self.fails = 0.0  # how often a write fails
        # writes that fail by their numbers from 1 on; and whether they are there nevertheless
        self.failing: dict[int, bool] = {}
        self.writes = 0  # how many writes there were
        self.listeners: dict[_Listener, None] = {}  # who hears reports of commits
        # when each event was committed, by its table and number, in seconds of the world
        self.commits: dict[tuple[str, int], float] = {}
        # from when until when it did not answer, in seconds of the world
        self.silent: list[tuple[float, float]] = []
        self.failed = False  # whether a write has ever failed, or the database has not answered
        self._world, self._broken_at = world, 0.0
        self._written: list[tuple[str, str, int]] = []
        self._counted: dict[str, Counter[str]] = {}  # see `kinds`; asked every second, and empty after a write
        self._engine = synchronous(URL.create("sqlite"))
        model, tables = _empty()
        self._engine.dialect, self._engine._compiled_cache = model.dialect, model._compiled_cache
        world.ended.append(self._engine.dispose)
        with self._engine.begin() as connection:
            known: Any = connection.connection.dbapi_connection
            known.deserialize(tables)
            known.create_function("written", 3, lambda *row: self._written.append(row))
            for kind in ("events", "chat"):
                connection.exec_driver_sql(_REPORTED.format(kind))

    @contextlib.contextmanager
    def transaction(self, *, writes: bool) -> Iterator[Connection]:
        """A transaction, committed and reported at its end; OSError where the disk fails."""
        fails = self._failure() if writes else None
        if self.broken:
            raise OSError("it is switched off")
        if fails is False:
            raise OSError("the write has failed")
        self._written.clear()
        with self._engine.begin() as connection:
            yield connection
        self._counted.clear()
        for kind, table, number in self._written:
            if kind == "events":
                self.commits[table, number] = self._world.seconds
            self.report([[table, number]] if kind == "events" else {"chat": table, "number": number})
        if fails:
            raise OSError("nobody knows whether it was written")

    def _failure(self) -> bool | None:
        """Whether the next write fails, and then whether it is there nevertheless; None where it does not."""
        self.writes += 1
        drawn, there = self._world.random, self.failing.get(self.writes)
        if there is None and self.fails and drawn.random() < self.fails:
            there = drawn.random() < 0.5
        self.failed = self.failed or there is not None
        return there

    # -------------------------------------------------------------------------------------------- what is there

    @property
    def file(self) -> bytes:
        """All bytes of the database, with those of rows that are gone and not yet written over."""
        with self._engine.begin() as connection:
            known: Any = connection.connection.dbapi_connection
            found: bytes = known.serialize()
        return found

    @property
    def tables(self) -> set[str]:
        """The ids of the tables."""
        with self._engine.begin() as connection:
            return set(connection.execute(select(schema.tables.c.id)).scalars())

    def rows(self, table: str) -> Sequence[Row[Any]]:
        """The rows of a table's log."""
        query = select(schema.events).where(schema.events.c.table_id == table).order_by(schema.events.c.number)
        with self._engine.begin() as connection:
            return connection.execute(query).all()

    def log(self, table: str) -> list[LogEvent]:
        """The events of a table."""
        return [LogEvent.read(table, row) for row in self.rows(table)]

    def kinds(self, table: str) -> Counter[str]:
        """How many events of each kind a table has."""
        if table not in self._counted:
            kind = schema.events.c.kind
            query = select(kind, func.count()).where(schema.events.c.table_id == table).group_by(kind)
            with self._engine.begin() as connection:
                self._counted[table] = Counter({row[0]: row[1] for row in connection.execute(query).all()})
        return self._counted[table]

    def lines(self, table: str) -> list[ChatLine]:
        """The lines of a table's chat."""
        query = select(schema.chat).where(schema.chat.c.table_id == table).order_by(schema.chat.c.number)
        with self._engine.begin() as connection:
            return [ChatLine(*row[1:]) for row in connection.execute(query).all()]

    def circles_of(self, table: str) -> list[str]:
        """Hashes of the circles that have kept what a game came to."""
        kept = schema.circle_games.c
        with self._engine.begin() as connection:
            return list(connection.execute(select(kept.circle).where(kept.game == table)).scalars())

    def left_of(self, table: str) -> list[str]:
        """Where something of a table is kept."""
        kinds = [each for each in schema.metadata.sorted_tables if "table_id" in each.c]
        with self._engine.begin() as connection:
            return [
                kind.name for kind in kinds
                if connection.execute(select(kind).where(kind.c.table_id == table)).first() is not None
            ]  # fmt: skip

    # ------------------------------------------------------------------------------------------------- troubles

    def switch_off(self) -> None:
        """Let the database not answer."""
        self.broken, self._broken_at = True, self._world.seconds
        self.failed = True
        self._world.note("the database does not answer")

    def switch_on(self) -> None:
        """Let it answer again."""
        self.broken = False
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


class SimulatedStore(Store):
    """The store of a process, on a disk."""

    def __init__(self, disk: Disk, process: SimulatedProcess, *, shared: bool = False) -> None:
        """Connect a process; `shared` where others serve the same tables."""
        super().__init__(URL.create("sqlite+aiosqlite"), process)
        self.engine = engine = cast("AsyncEngine", _Engine(disk, process, self.engine.dialect))
        self.circles, self.waits, self.pushes = Circles(engine), Waits(engine), Pushes(engine)
        told = SimulatedReports(disk, process) if shared else None
        self.reports = told  # type: ignore[assignment]  # in the place of PostgreSQL's
        self.log.engine = cast("Engine", _LogEngine(disk))
        self.log._thread = cast("ThreadPool", _LogThread(disk, process))


class _Engine:
    """What the store asks for by transactions of its own: an `AsyncEngine`."""

    def __init__(self, disk: Disk, process: SimulatedProcess, dialect: Any) -> None:
        self.dialect = dialect
        self.begin, self.connect = partial(self._block, writes=True), partial(self._block, writes=False)
        self._disk, self._process = disk, process

    @contextlib.asynccontextmanager
    async def _block(self, *, writes: bool) -> AsyncIterator[_Connection]:
        """A transaction, for which the process waits twice: until it is asked for, and until that is known."""
        cancelled = await self._wait(self._disk.slow, writes=writes)
        try:
            with self._disk.transaction(writes=writes) as connection:
                yield _Connection(connection, self._process)
        finally:
            if cancelled is not None:
                raise cancelled
            await self._wait(1.0)

    async def _wait(self, slow: float, *, writes: bool = False) -> asyncio.CancelledError | None:
        """Let a while pass; returns what has ended the task meanwhile, where it is written nevertheless."""
        world = self._process.world
        if world.instant:
            return None
        woken = self._process.future()
        world.soon(lambda: settle(woken, None), "", slow)
        try:
            await woken
        except asyncio.CancelledError as error:
            if writes and world.random.random() < _UNDER_WAY:
                return error
            raise
        return None

    async def dispose(self) -> None:
        """The database is there for other processes."""


class _Connection:
    """An `AsyncConnection` in a transaction."""

    def __init__(self, connection: Connection, process: SimulatedProcess) -> None:
        self._connection, self._process = connection, process

    async def execute(self, statement: Any) -> Any:
        """Do it at once."""
        if not statement.is_select:
            self._process.world.note(f"{self._process.name} {statement.__visit_name__} {statement.table}")
        return self._connection.execute(statement)


class _LogEngine:
    """What the writer of the log asks for in its thread: an `Engine`."""

    def __init__(self, disk: Disk) -> None:
        self.begin = partial(disk.transaction, writes=True)

    def dispose(self) -> None:
        """The database is there for other processes."""


class _LogThread:
    """The thread of the writer; what it has begun to write may be there also where its process is lost."""

    def __init__(self, disk: Disk, process: SimulatedProcess) -> None:
        self._disk, self._process = disk, process

    async def run(self, work: Callable[..., Any], rows: list[dict[str, Any]]) -> Any:
        """Write some rows."""
        process, world = self._process, self._process.world
        if world.instant:
            return work(rows)
        done = process.future()

        def write() -> None:
            if not process.alive and world.random.random() >= _UNDER_WAY:
                return
            try:
                answer = partial(settle, done, work(rows))
            except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
                world.note(f"{process.name} append: {type(error).__name__} {error}")
                answer = partial(fail, done, error)
            world.soon(lambda: answer() if process.alive else None, "")

        world.soon(write, f"{process.name} append {', '.join(map(_words, rows))}", self._disk.slow)
        return await done

    def close(self) -> None:
        """There is nothing to end."""


def _words(row: dict[str, Any]) -> str:
    """An event, for who reads the trace."""
    payload = json.loads(row["payload"])
    about = {"seat": row["seat"], "turn": payload.get("turn"), "action": payload.get("action")}
    words = [f"{name} {each}" for name, each in about.items() if each is not None]
    return " ".join([f"{row['number']} {row['kind']}", *words])


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


class SimulatedReports:
    """Reports by way of the database; see `croupier.server.storage.postgres_reports.PostgresReports`."""

    def __init__(self, disk: Disk, process: SimulatedProcess) -> None:
        self._disk, self._process = disk, process

    async def say(self, report: object) -> None:
        """Tell all processes that listen."""
        await self._process.outside("report", self._check)
        self._disk.report(report)

    def _check(self) -> None:
        if self._disk.broken:
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

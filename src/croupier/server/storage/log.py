"""Events in a table's log, and their writer: in groups, each acknowledged after its commit."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, Row, Table, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.storage import schema
from croupier.server.storage.database import reason, synchronous

CHANNEL = "croupier"
"""PostgreSQL's channel for reports."""


class LostReportsError(Exception):
    """The connection for reports is lost, or was never made."""


LOGGER = logging.getLogger("croupier.server")
"""The server's log on standard error for its owner, which may contain players' secrets."""
_GROUP = 64
"""Most events per commit; their report stays under PostgreSQL's 8000 bytes."""


_KEY = (schema.events.c.table_id, schema.events.c.number)
_INSERT_POSTGRES, _INSERT_SQLITE = (
    dialect.insert(schema.events).on_conflict_do_nothing(index_elements=_KEY).returning(*_KEY)
    for dialect in (postgresql, sqlite)
)


class ConflictError(Exception):
    """Another writer has already written the event of that number."""


class UnavailableError(RefusalError):
    """The database cannot be reached or written; whether an event was committed is unknown."""

    def __init__(self, why: str) -> None:
        full = any(word in why.lower() for word in ("disk", "no space"))
        super().__init__("unavailable", say("disk_full") if full else say("database"))
        self.why = why  # for the owner: it may name the database's host and user


class DamagedLogError(RefusalError):
    """A row of the log cannot be read, so its table cannot be played; people are told which row."""

    def __init__(self, table: str, number: int, cause: object) -> None:
        super().__init__("unavailable", say("damaged", number=number, table=table))
        where = f"row {number} of table {table} in the database's events"
        # for the owner: it may contain players' secrets
        self.why = f"{where} is damaged: {cause if isinstance(cause, str) else repr(cause)}"


class Queries:
    """Base of the server's database queries; without an answer they raise `UnavailableError`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @asynccontextmanager
    async def transaction(self, *, reads: bool = False) -> AsyncIterator[AsyncConnection]:
        """A block whose changes are committed at its end, or that only reads."""
        try:
            async with self.engine.connect() if reads else self.engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise unavailable(error) from error

    async def change(self, *statements: Executable) -> None:
        """Make some changes atomically."""
        async with self.transaction() as connection:
            for each in statements:
                await connection.execute(each)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query."""
        async with self.transaction(reads=True) as connection:
            return (await connection.execute(query)).all()

    def put(self, table: Table) -> Any:
        """An insertion that can handle existing rows: ``on_conflict_do_nothing()``."""
        return (postgresql if self.engine.dialect.name == "postgresql" else sqlite).insert(table)


def unavailable(error: SQLAlchemyError | OSError) -> UnavailableError:
    """The error for a caller from a database's error, whose text goes to the server's log."""
    found = UnavailableError(f"the database: {reason(error) if isinstance(error, SQLAlchemyError) else error}")
    LOGGER.warning("%s", found.why)
    return found


@dataclass(frozen=True)
class LogEvent:
    """A row of a table's log; `croupier.server.events` has the kinds."""

    kind: str
    seat: int | None  # seat it concerns, if any
    payload: Mapping[str, Any] = field(repr=False)  # ready for JSON; it may hold the secret of a deal
    number: int  # from 1 for each table, without gaps
    at: int  # in milliseconds since 1970

    @classmethod
    def read(cls, table: str, row: Any) -> LogEvent:
        """The event of a row of `schema.events`."""
        try:
            payload = json.loads(row.payload)
        except (ValueError, TypeError, RecursionError) as error:
            raise DamagedLogError(table, row.number, error) from error
        if not isinstance(payload, dict):
            raise DamagedLogError(table, row.number, "its payload is no object of JSON")
        return cls(row.kind, row.seat, payload, row.number, row.at)

    def row(self, table: str) -> dict[str, Any]:
        """The event as a row of `schema.events`."""
        payload = json.dumps(self.payload, separators=(",", ":"))
        return {
            "table_id": table, "number": self.number, "seat": self.seat, "kind": self.kind, "payload": payload,
            "at": self.at,
        }  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Waiting:
    """An event that waits for its commit."""

    table: str
    event: LogEvent
    done: asyncio.Future[None]


class LogWriter:
    """Writes events of all tables; events that wait at the same time share a commit."""

    def __init__(self, database: URL, runtime: Runtime) -> None:
        self.engine = synchronous(database)
        self._runtime = runtime
        # one thread switch per commit, while asynchronous drivers need several
        self._thread = runtime.threads(1, "croupier-log")
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start writing."""
        self._task = self._runtime.spawn(self._write())

    async def close(self) -> None:
        """Write waiting events, and stop."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.close()  # it is idle
        self.engine.dispose()

    async def append(self, table: str, event: LogEvent) -> None:
        """Add an event to the log; committed when this returns."""
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Waiting(table, event, done))
        await done

    async def _write(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < _GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            try:
                await self._write_group(group)
            finally:
                for each in group:
                    _settle(each, UnavailableError("the writer has stopped"))
                    self._queue.task_done()

    async def _write_group(self, group: Sequence[_Waiting]) -> None:
        """Write events in one commit, and notify their callers."""
        try:
            written = await self._commit(group)
        except (IntegrityError, DataError) as error:
            if len(group) > 1:  # an event of, say, a deleted table must not affect the others
                for each in group:
                    await self._write_group([each])
                return
            _settle(group[0], unavailable(error))
        except (SQLAlchemyError, OSError) as error:
            why = unavailable(error)
            for each in group:
                _settle(each, why)
        except Exception as error:
            LOGGER.exception("events could not be written")
            for each in group:
                _settle(each, UnavailableError(repr(error)))
        else:
            for each in group:
                key = (each.table, each.event.number)
                _settle(each, None if key in written else ConflictError())
                written.discard(key)  # of two with one number, the first was written

    async def _commit(self, group: Sequence[_Waiting]) -> set[tuple[str, int]]:
        """Write a group; returns the events that were not there already."""
        rows = [each.event.row(each.table) for each in group]
        return await self._thread.run(self._insert, rows)

    def _insert(self, rows: list[dict[str, Any]]) -> set[tuple[str, int]]:
        with self.engine.begin() as connection:
            postgres = connection.dialect.name == "postgresql"
            found = connection.execute(_INSERT_POSTGRES if postgres else _INSERT_SQLITE, rows)
            written = {(row.table_id, row.number) for row in found}
            if postgres and written:
                report = json.dumps(sorted(written), separators=(",", ":"))
                connection.execute(text("SELECT pg_notify(:to, :said)"), {"to": CHANNEL, "said": report})
        return written


def _settle(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.done.done():  # nobody waits any more
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)

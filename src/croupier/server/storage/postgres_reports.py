"""Reports by PostgreSQL's LISTEN and NOTIFY; the driver is imported only for PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import psycopg
from sqlalchemy.engine import URL

from croupier.server.storage.log import CHANNEL, LostReportsError


class PostgresReports:
    """Reports from one process to all, including itself."""

    # Every committed event is reported, as a list of pairs of table and number, and every chat line, by ``chat``
    # and ``number``; the rest are messages of processes.

    def __init__(self, database: URL) -> None:
        url = database.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._speaker: psycopg.AsyncConnection[Any] | None = None

    async def say(self, report: object) -> None:
        """Send a report to all listening processes."""
        try:
            if self._speaker is None or self._speaker.closed:
                self._speaker = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
            await self._speaker.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(report)))
        except psycopg.Error as error:
            self._speaker = None
            raise LostReportsError from error

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[AsyncIterator[Any]]:
        """A block that receives all reports from its beginning on."""
        try:
            connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async with aclosing(self._heard(connection)) as heard:
                    yield heard
        except (psycopg.Error, OSError) as error:
            raise LostReportsError from error

    @staticmethod
    async def _heard(connection: psycopg.AsyncConnection[Any]) -> AsyncGenerator[Any, None]:
        # unless closed, it keeps the connection, which then cannot be closed
        async with aclosing(connection.notifies()) as reports:
            async for report in reports:
                yield json.loads(report.payload)

    async def close(self) -> None:
        """Disconnect."""
        if self._speaker is not None:
            await self._speaker.close()

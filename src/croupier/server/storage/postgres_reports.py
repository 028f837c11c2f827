"""Reports by PostgreSQL's LISTEN and NOTIFY; the driver is imported only where a database is one of its own."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import psycopg
from sqlalchemy.engine import URL

from croupier.server.storage.log import CHANNEL, LostReportsError


class PostgresReports:
    """The way from one process to all, itself among them.

    Every event that is committed is reported too, as a list of pairs of a table and a number, and every line of
    chat, by ``chat`` and ``number``; the rest is what processes say.
    """

    def __init__(self, database: URL) -> None:
        url = database.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._speaker: psycopg.AsyncConnection[Any] | None = None

    async def say(self, report: object) -> None:
        """Tell all processes that listen."""
        try:
            if self._speaker is None or self._speaker.closed:
                self._speaker = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
            await self._speaker.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(report)))
        except psycopg.Error as error:
            self._speaker = None
            raise LostReportsError from error

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[AsyncIterator[Any]]:
        """A block in which everything is heard that is said from its beginning on."""
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
        # one that is not closed keeps the connection for itself, which then cannot be closed
        async with aclosing(connection.notifies()) as reports:
            async for report in reports:
                yield json.loads(report.payload)

    async def close(self) -> None:
        """Disconnect."""
        if self._speaker is not None:
            await self._speaker.close()

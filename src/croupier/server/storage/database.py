"""Connections to the database: asynchronous ones for requests, and one synchronous engine for the log's writer.

Errors do not show what was to be written: it may hold the secret of a deal.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


def asynchronous(database: URL) -> AsyncEngine:
    """Connections that wait without a thread of ours; they are made when they are first asked for."""
    engine = create_async_engine(database, pool_pre_ping=True, hide_parameters=True)
    _set_up(engine.sync_engine)
    return engine


def synchronous(database: URL) -> Engine:
    """Connections for a thread that does nothing else; see `asynchronous`."""
    plain = database.set(drivername=database.drivername.replace("+aiosqlite", ""))
    engine = create_engine(plain, pool_pre_ping=True, hide_parameters=True)
    _set_up(engine)
    return engine


def _set_up(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)


def _prepare(connection: Any, record: object) -> None:
    """Set up a new connection to SQLite: commits are on the disk, and readers do not wait for the writer."""
    del record
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()

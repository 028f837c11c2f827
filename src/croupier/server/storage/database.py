"""Connections to the database, and its migrations, which run when a server starts.

Errors do not show the data to be written, which may contain the secret of a deal.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from croupier.core.base.errors import FileError

_LOCK = 0x63726F75  # of PostgreSQL's advisory lock: two servers may start at once


def migrate(database: URL) -> None:
    """Migrate a database to this version's schema; an empty one gets all of it."""
    engine = create_engine(_without_asyncio(database))
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        if engine.dialect.name == "sqlite":
            # readable only by its owner, since it holds the secrets of games in progress
            _make_file(database.database)
            event.listen(engine, "connect", _write_ahead)
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            config = Config()
            scripts = Path(__file__).parent / "_migrations"
            config.set_main_option("script_location", str(scripts).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise FileError(f"{_shown(database)} was made by another version of croupier: {error}") from error
    except SQLAlchemyError as error:
        raise FileError(f"{_shown(database)} cannot be used: {reason(error)}") from error
    finally:
        engine.dispose()


def reason(error: SQLAlchemyError) -> str:
    """A database's error message without the refused statement."""
    first = getattr(error, "orig", None) or error
    return str(first).strip().splitlines()[0]


def _shown(database: URL) -> str:
    return f"the database {database.render_as_string(hide_password=True)}"


def _without_asyncio(database: URL) -> URL:
    return database.set(drivername=database.drivername.replace("+aiosqlite", ""))


def _make_file(name: str | None) -> None:
    """Create a missing file readable only by its owner; SQLite's further files then are too."""
    if not name or name == ":memory:" or name.startswith("file:"):
        return
    with suppress(OSError):  # SQLite reports the error
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o600))


def _write_ahead(connection: object, record: object) -> None:
    """Let readers of SQLite continue during writes; the file remembers it."""
    del record
    connection.execute("PRAGMA journal_mode=WAL")  # type: ignore[attr-defined]  # a connection of sqlite3


_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


def asynchronous(database: URL) -> AsyncEngine:
    """Lazy connections that wait without a thread of ours."""
    engine = create_async_engine(database, pool_pre_ping=True, hide_parameters=True)
    _set_up(engine.sync_engine)
    return engine


def synchronous(database: URL) -> Engine:
    """Connections for a dedicated thread; see `asynchronous`."""
    return _set_up(create_engine(_without_asyncio(database), pool_pre_ping=True, hide_parameters=True))


def _set_up(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, record: object) -> None:
    """Set up a new connection to SQLite: commits reach the disk, and readers do not wait for the writer."""
    del record
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()

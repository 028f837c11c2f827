"""Schema of the database: tables, logs, chat, and hashed secrets. Migrations create it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

_ID, _HASH = 24, 64


def _of_table() -> Column[str]:
    return Column("table_id", String(_ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String(_ID), primary_key=True),
    Column("game", String(_HASH), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970, as all times here
    Column("join_hash", String(_HASH)),
    Column("driver", String(_ID)),  # process that asks this table's agents, and until when
    Column("driver_until", BigInteger, nullable=False, server_default="0"),
)
"""One row per table; its events are in `events`."""

events = Table(
    "events",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("kind", String(16), nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The log: rows are added and never changed. The key decides which of two writers was first."""

chat = Table(
    "chat",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("member", Integer, nullable=False),
    Column("name", String(_HASH), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Chat of people at a table, separate from the log: it is not needed to rebuild a game."""

circles = Table(
    "circles",
    metadata,
    Column("hash", String(_HASH), primary_key=True),
    Column("name", String(_HASH), nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("deleted_at", BigInteger),
    Column("host", String(_HASH), nullable=False, server_default=""),  # SHA-256 of a browser's cookie
)
"""Circles, by SHA-256 of the secrets in their links."""

circle_games = Table(
    "circle_games",
    metadata,
    Column("circle", String(_HASH), ForeignKey("circles.hash", ondelete="CASCADE"), primary_key=True),
    Column("game", String(_ID), primary_key=True),  # the table's id; the table may be deleted earlier
    Column("at", BigInteger, nullable=False),
    Column("result", Text, nullable=False),
)
"""Finished games of circles: names and results."""

waits = Table(
    "waits",
    metadata,
    _of_table(),
    Column("number", Integer, nullable=False),  # of the event before
    Column("seats", Text, nullable=False),  # seats of people that the table waits for
    Column("due", BigInteger, index=True),  # time of the next automatic event; null for none
)
"""Tables in play: awaited people and times, so that a process finds them without spectators."""

pulses = Table(
    "pulses",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""The last heartbeat of a server; one row."""

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""Times that do not count for clocks."""

pushes = Table(
    "pushes",
    metadata,
    _of_table(),
    Column("member", Integer, primary_key=True, autoincrement=False),
    Column("hash", String(_HASH), primary_key=True),  # SHA-256 of the endpoint
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("language", String(8), nullable=False, server_default="en"),  # a code of BCP 47
)
"""Browsers that get notices for people at tables."""

keys = Table(
    "keys",
    metadata,
    _of_table(),
    Column("hash", String(_HASH), primary_key=True),
    Column("member", Integer, nullable=False),
)
"""SHA-256 of the secrets in members' links."""

grants = Table(
    "grants",
    metadata,
    Column("session", String(_HASH), primary_key=True),
    _of_table(),
    Column("member", Integer, primary_key=True, autoincrement=False),
)
"""Browsers, by SHA-256 of their cookies, and the members they may speak for."""

Index("grants_of_table", grants.c.table_id, grants.c.member)

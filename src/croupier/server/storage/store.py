"""The database, by SQLAlchemy: tables, their logs, who may speak for whom, and who is sent notices."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.core.languages.reading import ENGLISH_CODE
from croupier.server.base.runtime import Clock, Runtime, hashed
from croupier.server.storage.chat_lines import ChatLine, add_line, read_lines
from croupier.server.storage.circles import Circles
from croupier.server.storage.database import asynchronous
from croupier.server.storage.log import LogEvent, LogWriter, available
from croupier.server.storage.schema import events, grants, keys, pushes, tables, waits
from croupier.server.storage.waits import Waits

if TYPE_CHECKING:
    from croupier.server.storage.postgres_reports import PostgresReports

MOST_PUSHES = 5
"""Browsers of one person at one table; with another one the oldest goes."""


@dataclass(frozen=True)
class Subscription:
    """A browser that is sent notices.

    Attributes:
        endpoint: where the browser's push service takes them.
        p256dh: the browser's public key.
        auth: the browser's secret.
        language: the language in which it is told, by its code.
    """

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    language: str = ENGLISH_CODE


class Pushes:
    """Subscriptions in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, table: str, member: int, subscription: Subscription, at: int) -> None:
        """Keep a browser of a person."""
        key = hashed(subscription.endpoint)
        values = {
            "endpoint": subscription.endpoint,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "language": subscription.language,
            "at": at,
        }
        own = and_(pushes.c.table_id == table, pushes.c.member == member)
        with available():
            async with self._engine.begin() as connection:
                await connection.execute(delete(pushes).where(own, pushes.c.hash == key))
                await connection.execute(insert(pushes).values(table_id=table, member=member, hash=key, **values))
                query = select(pushes.c.hash).where(own).order_by(pushes.c.at.desc()).offset(MOST_PUSHES)
                old = list((await connection.execute(query)).scalars())
                if old:
                    await connection.execute(delete(pushes).where(own, pushes.c.hash.in_(old)))

    async def of(self, table: str, members: Collection[int]) -> list[tuple[int, Subscription]]:
        """The browsers of some people."""
        query = select(pushes).where(pushes.c.table_id == table, pushes.c.member.in_(list(members)))
        with available():
            async with self._engine.connect() as connection:
                rows = (await connection.execute(query)).all()
        return [(row.member, Subscription(row.endpoint, row.p256dh, row.auth, row.language)) for row in rows]

    async def remove(self, table: str, member: int, endpoint: str | None = None) -> None:
        """Forget a browser of a person, or all of them."""
        with available():
            async with self._engine.begin() as connection:
                await remove_pushes(connection, table, member, endpoint)

    async def dead(self, endpoint: str) -> None:
        """Forget a browser for all tables."""
        with available():
            async with self._engine.begin() as connection:
                await connection.execute(delete(pushes).where(pushes.c.hash == hashed(endpoint)))


async def remove_pushes(connection: AsyncConnection, table: str, member: int, endpoint: str | None = None) -> None:
    """Forget a browser of a person, or all of them, in a transaction."""
    where = and_(pushes.c.table_id == table, pushes.c.member == member)
    if endpoint is not None:
        where = and_(where, pushes.c.hash == hashed(endpoint))
    await connection.execute(delete(pushes).where(where))


class Store:
    """What a server keeps. Secrets come and go as hashes.

    Every method raises UnavailableError where what it asks for cannot be had now.

    Attributes:
        engine: the connections.
        log: writes the tables' events.
        circles: what is kept of circles.
        waits: whom tables wait for, and heartbeats.
        pushes: browsers that are sent notices.
        reports: how processes tell each other what is new; None with SQLite, which one process serves.
    """

    def __init__(self, database: URL, runtime: Runtime) -> None:
        """Connect when it is first asked."""
        self.engine: AsyncEngine = asynchronous(database)
        self.log = LogWriter(database, runtime)
        self.circles = Circles(self.engine)
        self.waits = Waits(self.engine)
        self.pushes = Pushes(self.engine)
        self.reports = _reports(database)
        self._clock: Clock = runtime

    def start(self) -> None:
        """Begin to write."""
        self.log.start()

    async def close(self) -> None:
        """Write what waits, and disconnect."""
        await self.log.close()
        await self.engine.dispose()

    # ---------------------------------------------------------------------------------------------------- tables

    async def create(
        self, table: str, game: str, first: LogEvent, *, join: str, members: Iterable[tuple[int, str, str]]
    ) -> None:
        """Make a table with its first event and its first members.

        Args:
            first: the event of number 1.
            members: of each the number, the hash of a key, and the hash of a browser's cookie; empty hashes are
                left out.
        """
        people = list(members)
        with available():
            async with self.engine.begin() as connection:
                await connection.execute(
                    insert(tables).values(id=table, game=game, created=first.at, join_hash=join)
                )
                await connection.execute(insert(events).values(first.row(table)))
                for member, key, session in people:
                    if key:
                        await connection.execute(insert(keys).values(table_id=table, hash=key, member=member))
                    if session:
                        values = {"session": session, "table_id": table, "member": member}
                        await connection.execute(insert(grants).values(values))

    async def delete(self, table: str) -> None:
        """Remove a table with all that is kept of it."""
        with available():
            async with self.engine.begin() as connection:
                await connection.execute(delete(tables).where(tables.c.id == table))

    async def forget(self, before: int) -> list[str]:
        """Remove the tables whose last event was before a time and whose clock does not run; returns their ids."""
        last = select(func.max(events.c.at)).where(events.c.table_id == tables.c.id).scalar_subquery()
        running = select(waits.c.table_id).where(waits.c.due.is_not(None))
        old = and_(last < before, tables.c.id.not_in(running))
        with available():
            async with self.engine.begin() as connection:
                deleted = await connection.execute(delete(tables).where(old).returning(tables.c.id))
                return list(deleted.scalars())

    async def append(self, table: str, event: LogEvent) -> None:
        """Add an event to a log; it is committed when this returns. See `LogWriter.append`."""
        await self.log.append(table, event)

    async def events(self, table: str, since: int = 0) -> list[LogEvent]:
        """The log of a table after some number, in order; empty where there is no such table."""
        query = select(events).where(events.c.table_id == table, events.c.number > since).order_by(events.c.number)
        with available():
            async with self.engine.connect() as connection:
                rows = (await connection.execute(query)).all()
        return [LogEvent.read(table, row) for row in rows]

    async def last_events(self, ids: Iterable[str]) -> dict[str, int]:
        """When something was last told to all at some tables, in milliseconds since 1970.

        A change of a sealed answer is not: nobody else may know that there was one, nor when.
        """
        changed = and_(events.c.kind == "seal", events.c.payload.contains('"changes":true'))  # see `LogEvent.row`
        query = (
            select(events.c.table_id, func.max(events.c.at).label("at"))
            .where(events.c.table_id.in_(list(ids)), ~changed)
            .group_by(events.c.table_id)
        )
        with available():
            async with self.engine.connect() as connection:
                return {row.table_id: row.at for row in (await connection.execute(query)).all()}

    async def say(self, table: str, line: ChatLine) -> None:
        """Add a line to a table's chat; it is committed when this returns. See `add_line`."""
        with available():
            await add_line(self.engine, table, line)

    async def said(self, table: str, since: int = 0) -> list[ChatLine]:
        """The lines of a table's chat after some number, in order."""
        with available():
            return await read_lines(self.engine, table, since)

    async def lease(self, table: str, process: str, milliseconds: int) -> bool:
        """Lease a table for a while, to be the process that asks a table's agents; whether that was granted."""
        at = self._clock.now()
        free = or_(tables.c.driver == process, tables.c.driver_until < at)
        lease = (
            update(tables)
            .where(and_(tables.c.id == table, free))
            .values(driver=process, driver_until=at + milliseconds)
        )
        with available():
            async with self.engine.begin() as connection:
                return (await connection.execute(lease)).rowcount == 1

    # ---------------------------------------------------------------------------------------------- links, people

    async def join_hash(self, table: str) -> str | None:
        """Hash of a table's join link; None where there is no such table."""
        with available():
            async with self.engine.connect() as connection:
                query = select(tables.c.join_hash).where(tables.c.id == table)
                found: str | None = (await connection.execute(query)).scalar()
                return found

    async def set_join_hash(self, table: str, join: str) -> None:
        """Give a table another join link; the old one dies."""
        with available():
            async with self.engine.begin() as connection:
                await connection.execute(update(tables).where(tables.c.id == table).values(join_hash=join))

    async def add_key(self, table: str, member: int, key: str) -> None:
        """Store the hash of another link of a member."""
        with available():
            async with self.engine.begin() as connection:
                await connection.execute(insert(keys).values(table_id=table, hash=key, member=member))

    async def key_member(self, table: str, key: str) -> int | None:
        """Whose link it is; None where it is nobody's."""
        query = select(keys.c.member).where(keys.c.table_id == table, keys.c.hash == key)
        with available():
            async with self.engine.connect() as connection:
                member: int | None = (await connection.execute(query)).scalar()
                return member

    async def hand_over(self, session: str, table: str, member: int) -> None:
        """Let all links and browsers of a member die, but one browser, which may speak for it from now on."""
        values = {"session": session, "table_id": table, "member": member}
        with available():
            async with self.engine.begin() as connection:
                for kept in (keys, grants):
                    await connection.execute(delete(kept).where(kept.c.table_id == table, kept.c.member == member))
                await remove_pushes(connection, table, member)
                await connection.execute(insert(grants).values(values))

    async def revoke(self, table: str, member: int) -> None:
        """Let all links and browsers of a member die."""
        with available():
            async with self.engine.begin() as connection:
                for kept in (keys, grants):
                    await connection.execute(delete(kept).where(kept.c.table_id == table, kept.c.member == member))
                await remove_pushes(connection, table, member)

    async def grant(self, session: str, table: str, member: int) -> None:
        """Let a browser speak for a member."""
        dialect = postgresql if self.engine.dialect.name == "postgresql" else sqlite
        values = {"session": session, "table_id": table, "member": member}
        with available():
            async with self.engine.begin() as connection:
                await connection.execute(dialect.insert(grants).values(values).on_conflict_do_nothing())

    async def granted(self, session: str, table: str) -> tuple[int, ...]:
        """The members of a table that a browser may speak for."""
        query = select(grants.c.member).where(grants.c.session == session, grants.c.table_id == table)
        with available():
            async with self.engine.connect() as connection:
                return tuple(sorted((await connection.execute(query)).scalars()))

    async def grants_of(self, table: str) -> list[tuple[str, int]]:
        """The browsers of a table with the members that each may speak for."""
        query = select(grants.c.session, grants.c.member).where(grants.c.table_id == table)
        with available():
            async with self.engine.connect() as connection:
                return [(row.session, row.member) for row in (await connection.execute(query)).all()]

    async def tables_of(self, session: str) -> dict[str, tuple[int, ...]]:
        """The tables at which a browser may speak for somebody, with those members."""
        query = select(grants.c.table_id, grants.c.member).where(grants.c.session == session)
        found: dict[str, tuple[int, ...]] = {}
        with available():
            async with self.engine.connect() as connection:
                for row in (await connection.execute(query)).all():
                    found[row.table_id] = (*found.get(row.table_id, ()), row.member)
        return found


def _reports(database: URL) -> PostgresReports | None:
    """The reports of a database; PostgreSQL's driver is imported where it is one of its own alone."""
    if not database.drivername.startswith("postgresql"):
        return None
    from croupier.server.storage.postgres_reports import PostgresReports

    return PostgresReports(database)

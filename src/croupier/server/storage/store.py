"""The database, by SQLAlchemy: tables, their logs, rights of browsers, and subscriptions to notices."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Delete, Insert, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import URL

from croupier.core.languages.reading import ENGLISH_CODE
from croupier.server.base.runtime import Runtime, hashed
from croupier.server.storage.chat_lines import ChatLines
from croupier.server.storage.circles import Circles
from croupier.server.storage.database import asynchronous
from croupier.server.storage.log import LogEvent, LogWriter, Queries
from croupier.server.storage.schema import events, grants, keys, pushes, tables, waits
from croupier.server.storage.waits import Waits

if TYPE_CHECKING:
    from croupier.server.storage.postgres_reports import PostgresReports

MOST_PUSHES = 5
"""Most browsers of one person at one table; the oldest is removed."""


@dataclass(frozen=True)
class Subscription:
    """A browser that gets notices."""

    endpoint: str = field(repr=False)  # address at its push service
    p256dh: str = field(repr=False)  # its public key
    auth: str = field(repr=False)  # its secret
    language: str = ENGLISH_CODE


class Pushes(Queries):
    """Subscriptions in the database."""

    async def add(self, table: str, member: int, subscription: Subscription, at: int) -> None:
        """Add a browser of a person."""
        key = hashed(subscription.endpoint)
        own = and_(pushes.c.table_id == table, pushes.c.member == member)
        new = insert(pushes).values(table_id=table, member=member, hash=key, at=at, **asdict(subscription))
        async with self.transaction() as connection:
            await connection.execute(delete(pushes).where(own, pushes.c.hash == key))
            await connection.execute(new)
            query = select(pushes.c.hash).where(own).order_by(pushes.c.at.desc()).offset(MOST_PUSHES)
            old = list((await connection.execute(query)).scalars())
            if old:
                await connection.execute(delete(pushes).where(own, pushes.c.hash.in_(old)))

    async def of(self, table: str, members: Collection[int]) -> list[tuple[int, Subscription]]:
        """The browsers of some people."""
        found = select(pushes).where(pushes.c.table_id == table, pushes.c.member.in_(list(members)))
        return [
            (row.member, Subscription(row.endpoint, row.p256dh, row.auth, row.language))
            for row in await self.rows(found)
        ]

    async def remove(self, table: str, member: int, endpoint: str | None = None) -> None:
        """Remove a browser of a person, or all of them."""
        removed = delete(pushes).where(pushes.c.table_id == table, pushes.c.member == member)
        await self.change(removed if endpoint is None else removed.where(pushes.c.hash == hashed(endpoint)))

    async def dead(self, endpoint: str) -> None:
        """Remove a browser from all tables."""
        await self.change(delete(pushes).where(pushes.c.hash == hashed(endpoint)))


class Store(ChatLines):
    """The stored tables and rights of browsers, with hashes in place of secrets."""

    def __init__(self, database: URL, runtime: Runtime) -> None:
        super().__init__(asynchronous(database))
        self.log = LogWriter(database, runtime)
        self.circles, self.waits, self.pushes = Circles(self.engine), Waits(self.engine), Pushes(self.engine)
        self.reports = _reports(database)  # None with SQLite, which one process serves
        self._runtime = runtime

    def start(self) -> None:
        """Start writing."""
        self.log.start()

    async def close(self) -> None:
        """Write waiting events, and disconnect."""
        await self.log.close()
        await self.engine.dispose()

    # ---------------------------------------------------------------------------------------------------- tables

    async def create(
        self, table: str, game: str, first: LogEvent, *, join: str, members: Iterable[tuple[int, str, str]]
    ) -> None:
        """Create a table with its first event and members: number, hash of a key, hash of a cookie."""
        made: list[Insert] = [
            insert(tables).values(id=table, game=game, created=first.at, join_hash=join),
            insert(events).values(first.row(table)),
        ]
        for member, key, session in members:
            made += [_key(table, member, key)] if key else []
            made += [insert(grants).values(session=session, table_id=table, member=member)] if session else []
        await self.change(*made)

    async def delete(self, table: str) -> None:
        """Delete a table with everything stored about it."""
        await self.change(delete(tables).where(tables.c.id == table))

    async def forget(self, before: int) -> list[str]:
        """Delete tables whose last event was before a time and whose clock does not run; returns their ids."""
        last = select(func.max(events.c.at)).where(events.c.table_id == tables.c.id).scalar_subquery()
        running = select(waits.c.table_id).where(waits.c.due.is_not(None))
        old = and_(last < before, tables.c.id.not_in(running))
        async with self.transaction() as connection:
            deleted = await connection.execute(delete(tables).where(old).returning(tables.c.id))
            return list(deleted.scalars())

    async def append(self, table: str, event: LogEvent) -> None:
        """Add an event to a log, which is committed when this returns; see `LogWriter.append`."""
        await self.log.append(table, event)

    async def events(self, table: str, since: int = 0) -> list[LogEvent]:
        """The events of a table after a number, in order; empty if there is no such table."""
        query = select(events).where(events.c.table_id == table, events.c.number > since).order_by(events.c.number)
        return [LogEvent.read(table, row) for row in await self.rows(query)]

    async def last_events(self, ids: Iterable[str]) -> dict[str, int]:
        """The time of the last public event of some tables, in milliseconds since 1970."""
        # A change of a sealed answer does not count, since nobody else may learn of it or its time.
        changed = and_(events.c.kind == "seal", events.c.payload.contains('"changes":true'))  # see `LogEvent.row`
        query = (
            select(events.c.table_id, func.max(events.c.at).label("at"))
            .where(events.c.table_id.in_(list(ids)), ~changed)
            .group_by(events.c.table_id)
        )
        return {row.table_id: row.at for row in await self.rows(query)}

    async def lease(self, table: str, process: str, milliseconds: int) -> bool:
        """Request the lease to ask a table's agents for a while; returns whether it was granted."""
        at = self._runtime.now()
        free = or_(tables.c.driver == process, tables.c.driver_until < at)
        lease = update(tables).where(tables.c.id == table, free)
        async with self.transaction() as connection:
            done = await connection.execute(lease.values(driver=process, driver_until=at + milliseconds))
            return done.rowcount == 1

    # ---------------------------------------------------------------------------------------------- links, people

    async def join_hash(self, table: str) -> str | None:
        """Hash of a table's join link; None if there is no such table."""
        found = await self.rows(select(tables.c.join_hash).where(tables.c.id == table))
        return found[0].join_hash if found else None

    async def set_join_hash(self, table: str, join: str) -> None:
        """Replace a table's join link."""
        await self.change(update(tables).where(tables.c.id == table).values(join_hash=join))

    async def add_key(self, table: str, member: int, key: str) -> None:
        """Store the hash of another link of a member."""
        await self.change(_key(table, member, key))

    async def key_member(self, table: str, key: str) -> int | None:
        """The member of a link; None for no such link."""
        found = await self.rows(select(keys.c.member).where(keys.c.table_id == table, keys.c.hash == key))
        return found[0].member if found else None

    async def hand_over(self, session: str, table: str, member: int) -> None:
        """Revoke all links and browsers of a member, except one browser, which may speak for them from now on."""
        new = insert(grants).values(session=session, table_id=table, member=member)
        await self.change(*_revoked(table, member), new)

    async def revoke(self, table: str, member: int) -> None:
        """Revoke all links and browsers of a member."""
        await self.change(*_revoked(table, member))

    async def grant(self, session: str, table: str, member: int) -> None:
        """Let a browser speak for a member."""
        new = self.put(grants).values(session=session, table_id=table, member=member)
        await self.change(new.on_conflict_do_nothing())

    async def granted(self, session: str, table: str) -> tuple[int, ...]:
        """The members of a table that a browser may speak for."""
        query = select(grants.c.member).where(grants.c.session == session, grants.c.table_id == table)
        return tuple(sorted(row.member for row in await self.rows(query)))

    async def grants_of(self, table: str) -> list[tuple[str, int]]:
        """The browsers of a table, with the members that each may speak for."""
        query = select(grants.c.session, grants.c.member).where(grants.c.table_id == table)
        return [(row.session, row.member) for row in await self.rows(query)]

    async def tables_of(self, session: str) -> dict[str, tuple[int, ...]]:
        """The tables at which a browser may speak for somebody, with those members."""
        found: dict[str, tuple[int, ...]] = {}
        for row in await self.rows(select(grants.c.table_id, grants.c.member).where(grants.c.session == session)):
            found[row.table_id] = (*found.get(row.table_id, ()), row.member)
        return found


def _key(table: str, member: int, key: str) -> Insert:
    return insert(keys).values(table_id=table, hash=key, member=member)


def _revoked(table: str, member: int) -> list[Delete]:
    """The statements that revoke all links and browsers of a member."""
    return [
        delete(each).where(each.c.table_id == table, each.c.member == member) for each in (keys, grants, pushes)
    ]


def _reports(database: URL) -> PostgresReports | None:
    """The reports of a database; PostgreSQL's driver is imported only if needed."""
    if not database.drivername.startswith("postgresql"):
        return None
    from croupier.server.storage.postgres_reports import PostgresReports

    return PostgresReports(database)

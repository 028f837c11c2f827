"""Subscriptions of browsers to notices, for one person at one table each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.core.languages.reading import ENGLISH_CODE
from croupier.server.base.runtime import hashed
from croupier.server.storage.log import available
from croupier.server.storage.schema import pushes

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

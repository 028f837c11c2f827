"""Waiting tables, and outages, in which their clocks stop.

While clocks run, every process records heartbeats. A gap between two heartbeats is an outage, and is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, literal, or_, select, update

from croupier.server.storage.log import Queries
from croupier.server.storage.schema import events, outages, pulses, tables, waits

HEARTBEAT_SECONDS = 10.0
"""Interval of heartbeats while a clock runs."""
GAP_SECONDS = 25.0
"""A longer time without any heartbeat is an outage."""
KEPT_MILLISECONDS = 40 * 24 * 3600 * 1000
_ONLY = 1


@dataclass(frozen=True)
class Outage:
    """A time that does not count for clocks, in milliseconds since 1970."""

    began: int
    ended: int


def lost(known: Sequence[Outage], since: int, until: int) -> int:
    """The end of a time that began at a moment and stops in outages."""
    for outage in sorted(known, key=lambda each: each.began):
        began = max(outage.began, since)
        if began < min(outage.ended, until):
            until += outage.ended - began
            since = outage.ended
    return until


@dataclass(frozen=True)
class Wait:
    """The people that a table waits for."""

    table: str
    number: int  # of the event before; 0 if unknown
    seats: tuple[int, ...] = ()  # seats of people who are asked
    due: int | None = None  # time of the next automatic event, in milliseconds since 1970; None for never


class Waits(Queries):
    """Waiting tables and heartbeats in the database."""

    async def note(self, wait: Wait) -> None:
        """Store the people that a table waits for, unless it was deleted."""
        values = {"number": wait.number, "seats": json.dumps(wait.seats), "due": wait.due}
        row = [literal(value, waits.c[name].type) for name, value in values.items()]
        there = select(tables.c.id, *row).where(tables.c.id == wait.table)
        put = self.put(waits).from_select(["table_id", *values], there.with_for_update(key_share=True, read=True))
        await self.change(put.on_conflict_do_update(index_elements=[waits.c.table_id], set_=values))

    async def of(self, tables: Iterable[str]) -> dict[str, Wait]:
        """The stored waits of some tables."""
        rows = await self.rows(select(waits).where(waits.c.table_id.in_(list(tables))))
        found = (Wait(row.table_id, row.number, tuple(json.loads(row.seats)), row.due) for row in rows)
        return {each.table: each for each in found}

    async def due(self, at: int | None) -> tuple[bool, tuple[str, ...]]:
        """Whether any table continues by itself, and those with something due (by an index) or unknown."""
        last = select(func.max(events.c.number)).where(events.c.table_id == waits.c.table_id).scalar_subquery()
        running = select(waits.c.table_id).where(waits.c.due.is_not(None))
        # a log longer than what was recorded is unknown
        query = running if at is None else running.where(or_(waits.c.due <= at, waits.c.number < last))
        async with self.transaction(reads=True) as connection:
            found = tuple((await connection.execute(query.order_by(waits.c.due))).scalars())
            return bool(found) or (await connection.execute(running.limit(1))).first() is not None, found

    async def heartbeat(self, at: int, gap: int) -> list[Outage]:
        """Record that a server is alive; more than `gap` milliseconds without a heartbeat are an outage."""
        async with self.transaction() as connection:
            query = select(pulses.c.at).where(pulses.c.id == _ONLY).with_for_update()  # SQLite has one process
            last: int | None = (await connection.execute(query)).scalar()
            if last is None:
                await connection.execute(insert(pulses).values(id=_ONLY, at=at))
            elif at > last:
                await connection.execute(update(pulses).where(pulses.c.id == _ONLY).values(at=at))
                if at - last > gap:
                    await connection.execute(insert(outages).values(began=last, ended=at))
            await connection.execute(delete(outages).where(outages.c.ended < at - KEPT_MILLISECONDS))
            rows = (await connection.execute(select(outages).order_by(outages.c.began))).all()
        return [Outage(row.began, row.ended) for row in rows]

"""Outages: times in which no server ran or the database did not answer, so that no clock of a table went on.

While clocks run, every process pulses: it notes in the database that it is there. A gap between two pulses is an
outage, and is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.server.storage.schema import outages, pulses

PULSE_SECONDS = 10.0
"""How often a process pulses while a clock runs."""
GAP_SECONDS = 25.0
"""A longer time without any pulse is an outage."""
KEPT_MILLISECONDS = 40 * 24 * 3600 * 1000
_ONLY = 1


@dataclass(frozen=True)
class Outage:
    """A time that counts for no clock, in milliseconds since 1970."""

    began: int
    ended: int


def lost(known: Sequence[Outage], since: int, until: int) -> int:
    """When a time ends that began at a moment, given that it stands still in outages."""
    for outage in sorted(known, key=lambda each: each.began):
        began = max(outage.began, since)
        if began < min(outage.ended, until):
            until += outage.ended - began
            since = outage.ended
    return until


async def pulse(engine: AsyncEngine, at: int, gap: int) -> list[Outage]:
    """Note that a server is there.

    Args:
        at: the time, in milliseconds since 1970.
        gap: milliseconds without a pulse from which on they are an outage.
    """
    async with engine.begin() as connection:
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

"""Clocks at tables that nobody watches, and heartbeats, so that outages do not count.

Every process runs this. Its lease decides which process then asks a table's agents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.storage.log import LOGGER, UnavailableError
from croupier.server.storage.waits import GAP_SECONDS, HEARTBEAT_SECONDS, Outage, Waits


class Heartbeats:
    """The outages known to this process."""

    def __init__(self, store: Waits, runtime: Runtime, *, alone: bool, changed: Callable[[], None]) -> None:
        self.outages: tuple[Outage, ...] = ()  # ascending
        self._store, self._runtime, self._changed = store, runtime, changed
        self._lock = asyncio.Lock()
        self._broken = alone
        self._begun = False

    def miss(self) -> None:
        """Record that the database does not answer: the time since the last heartbeat does not count."""
        self._broken = True

    async def begin(self) -> None:
        """Read the outages before this process began; without them a clock's end would be shown too early."""
        if not self._begun:
            await self.beat()

    async def beat(self) -> None:
        """Record that this process is alive, and update `outages`."""
        async with self._lock:
            gap = 0 if self._broken else round(1000 * GAP_SECONDS)
            try:
                found = tuple(await self._store.heartbeat(self._runtime.now(), gap))
            except UnavailableError:
                self.miss()
                raise
            self._broken, self._begun = False, True
        if found != self.outages:
            self.outages = found
            self._changed()


_LATER_SECONDS = 600.0


class TimeKeeper:
    """Wakes tables with something due."""

    def __init__(
        self, store: Waits, heartbeats: Heartbeats, runtime: Runtime, wake: Callable[[str], Awaitable[object]]
    ) -> None:
        self._store, self._heartbeats, self._runtime, self._wake = store, heartbeats, runtime, wake
        self._began = False
        self._later: dict[str, float] = {}  # tables that cannot continue, and when to retry

    async def run(self) -> None:
        """Check regularly; at the start, all tables with running clocks."""
        while True:
            try:
                running, due = await self._store.due(self._runtime.now() if self._began else None)
                if running:
                    await self._heartbeats.beat()
                for table in due:
                    await self._wake_one(table)
                self._began = True
            except UnavailableError:
                self._heartbeats.miss()  # due tables are found once the database answers
            await self._runtime.sleep(HEARTBEAT_SECONDS)

    async def _wake_one(self, table: str) -> None:
        now = self._runtime.monotonic()
        if self._later.get(table, now) > now:
            return
        try:
            await self._wake(table)
        except UnavailableError:
            raise
        except RefusalError as error:
            LOGGER.warning("table %s cannot go on by itself: %s", table, error.message)
            self._later[table] = now + _LATER_SECONDS
        else:
            self._later.pop(table, None)

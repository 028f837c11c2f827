"""Finds the tables at which something is due and nobody looks on, and pulses while clocks run.

Every process does so. Which of them then asks the agents of a table is decided by its claim.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.live.pulses import Pulses
from croupier.server.storage.log import LOGGER, DamagedLogError, UnavailableError
from croupier.server.storage.outages import PULSE_SECONDS
from croupier.server.storage.waits import Waits

_LATER_SECONDS = 600.0


class TimeKeeper:
    """Wakes tables."""

    def __init__(
        self, store: Waits, pulses: Pulses, runtime: Runtime, wake: Callable[[str], Awaitable[object]]
    ) -> None:
        """Begin with `run`."""
        self._store, self._pulses, self._runtime, self._wake = store, pulses, runtime, wake
        self._began = False
        self._later: dict[str, float] = {}  # tables that cannot go on, and when they are tried again

    async def run(self) -> None:
        """Look again and again; at the start all tables whose clocks run are looked at."""
        while True:
            try:
                due = await self._store.due(self._runtime.now() if self._began else None)
                if due.running:
                    await self._pulses.beat()
                for table in due.tables:
                    await self._wake_one(table)
                self._began = True
            except UnavailableError:
                self._pulses.miss()  # what is due is found once the database answers
            await self._runtime.sleep(PULSE_SECONDS)

    async def _wake_one(self, table: str) -> None:
        now = self._runtime.monotonic()
        if self._later.get(table, now) > now:
            return
        try:
            await self._wake(table)
        except RefusalError as error:
            if error.code == "unavailable" and not isinstance(error, DamagedLogError):
                raise UnavailableError(error.message) from error
            LOGGER.warning("table %s cannot go on by itself: %s", table, error.message)
            self._later[table] = now + _LATER_SECONDS
        else:
            self._later.pop(table, None)

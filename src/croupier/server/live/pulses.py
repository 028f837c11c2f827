"""Pulses: while clocks run this process notes that it is there, so that outages count for no clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from croupier.server.base.runtime import Clock
from croupier.server.storage.log import UnavailableError
from croupier.server.storage.outages import GAP_SECONDS, Outage
from croupier.server.storage.waits import Waits


class Pulses:
    """What this process knows of outages.

    Attributes:
        outages: those that are known, ascending.
    """

    def __init__(self, store: Waits, clock: Clock, *, alone: bool, changed: Callable[[], None]) -> None:
        """Know nothing yet."""
        self.outages: tuple[Outage, ...] = ()
        self._store, self._clock, self._changed = store, clock, changed
        self._lock = asyncio.Lock()
        self._broken = alone
        self._begun = False

    def miss(self) -> None:
        """The database does not answer: the time since the last pulse counts for no clock, however short it is."""
        self._broken = True

    async def begin(self) -> None:
        """Know the outages before this process began: until then a clock's end would be shown too early."""
        if not self._begun:
            await self.beat()

    async def beat(self) -> None:
        """Note that this process is there; `outages` are all that there are when this returns."""
        async with self._lock:
            gap = 0 if self._broken else round(1000 * GAP_SECONDS)
            try:
                found = tuple(await self._store.pulse(self._clock.now(), gap))
            except UnavailableError:
                self.miss()
                raise
            self._broken, self._begun = False, True
        if found != self.outages:
            self.outages = found
            self._changed()

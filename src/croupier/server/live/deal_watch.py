"""Watches over games that are about to begin: they do once all numbers are there, or time has passed."""

from __future__ import annotations

import asyncio
import contextlib
import weakref

from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.live.contracts import TableInUse
from croupier.server.people import fair_deal
from croupier.server.room.shared_deal import SharedDeal
from croupier.server.storage.log import LOGGER

PATIENCE_SECONDS = 10.0
"""How long a browser may take to commit to a number, and to show it."""
_RETRY_SECONDS = 1.0


class DealWatch:
    """Begins a game once everybody has shown a number, and leaves out who has not in time.

    The time begins anew in a process that has just read the table: after a restart, whoever was there comes back
    first. Where several processes have the table in memory, whichever is first is.
    """

    def __init__(self, live: TableInUse) -> None:
        self._table = weakref.ref(live)  # as for `Autoplay`
        self._runtime = live.hub.runtime
        self._began = self._runtime.now()
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed or not live.room.shuffling or live.room.game is None:
            self.stop()
        elif self._task is None or self._task.done():
            self._task = self._runtime.spawn(self._run(live))
        else:
            self._changed.set()

    def stop(self) -> None:
        """Stop waiting."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            self._task = None

    async def _run(self, live: TableInUse) -> None:
        while (shared := live.room.shared) is not None and live.room.shuffling and not live.closed:
            self._changed.clear()
            left = self._left(shared)
            if shared.silent and left > 0:
                with contextlib.suppress(TimeoutError):
                    async with self._runtime.timeout(left):
                        await self._changed.wait()
            else:
                await self._go_on(live, shared)

    def _left(self, shared: SharedDeal) -> float:
        """Seconds for which who is silent is still waited for."""
        since = max(shared.at, self._began)
        return PATIENCE_SECONDS - (self._runtime.now() - since) / 1000

    async def _go_on(self, live: TableInUse, shared: SharedDeal) -> None:
        """Let the game begin, or ask anew without who has kept silent."""
        try:
            if shared.silent:
                await live.do(lambda room: fair_deal.anew(room, shared.attempt, live.hub.secret()))
            else:
                await live.do(fair_deal.begin)
        except RefusalError as error:
            if error.code not in MOOT:
                LOGGER.warning("the game at table %s does not begin: %s", live.room.id, error.code)
            if error.code != "stale":  # the database does not answer: again in a moment
                await self._runtime.sleep(_RETRY_SECONDS)

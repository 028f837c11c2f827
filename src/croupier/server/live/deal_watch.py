"""Watches over games that are about to begin: they do once all numbers are there, or time has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.events import deal
from croupier.server.live.watch import RETRY_SECONDS, TableWatch
from croupier.server.room.shared_deal import SharedDeal
from croupier.server.storage.log import LOGGER

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable

PATIENCE_SECONDS = 10.0
"""How long a browser may take to commit to a number, and to show it."""


class DealWatch(TableWatch):
    """Begins a game once everybody has shown a number, and leaves out who has not in time.

    The time begins anew in a process that has just read the table: after a restart, whoever was there comes back
    first. Where several processes have the table in memory, whichever is first is.
    """

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self._began = self.runtime.now()

    def due(self, live: LiveTable) -> bool:
        """A game is about to begin, by rules that this server has."""
        return live.room.shuffling and live.room.game is not None

    async def run(self, live: LiveTable) -> None:
        """Wait for the numbers."""
        while (shared := live.room.shared) is not None and live.room.shuffling and not live.closed:
            self.changed.clear()
            left = self._left(shared)
            if shared.silent and left > 0:
                await self.pause(left)
            else:
                await self._go_on(live, shared)

    def _left(self, shared: SharedDeal) -> float:
        """Seconds for which who is silent is still waited for."""
        since = max(shared.at, self._began)
        return PATIENCE_SECONDS - (self.runtime.now() - since) / 1000

    async def _go_on(self, live: LiveTable, shared: SharedDeal) -> None:
        """Let the game begin, or ask anew without who has kept silent."""
        try:
            if shared.silent:
                await live.do(lambda room: deal.anew(room, shared.attempt, live.hub.secret()))
            else:
                await live.do(deal.begin)
        except RefusalError as error:
            if error.code not in MOOT:
                LOGGER.warning("the game at table %s does not begin: %s", live.room.id, error.code)
            if error.code != "stale":  # the database does not answer: again in a moment
                await self.runtime.sleep(RETRY_SECONDS)

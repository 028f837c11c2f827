"""Watches over announced deletions: a table is deleted when its time has come and all agree."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from croupier.server.base.refusal import RefusalError
from croupier.server.events.deletion import check_concluded, conclude, missing
from croupier.server.live.watch import RETRY_SECONDS, TableWatch
from croupier.server.room.room import Room

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable


class DeletionWatch(TableWatch):
    """Deletes a table when its time has come and all agree.

    The time begins anew in a process that has just read the table: after a restart, whoever was there comes back
    first.
    """

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self._began = self.runtime.now()

    def deleted_at(self, room: Room, pause: int) -> int | None:
        """When the table is deleted at the earliest, in milliseconds since 1970; None where it is not to be."""
        return None if room.deletion is None else max(room.deletion.at, self._began) + 1000 * pause

    def due(self, live: LiveTable) -> bool:
        """A deletion was announced."""
        return live.room.deletion is not None

    async def run(self, live: LiveTable) -> None:
        """Wait for the time, and for who has not agreed."""
        room, pause = live.room, live.hub.settings.delete_pause
        while (deleted_at := self.deleted_at(room, pause)) is not None and not live.closed:
            self.changed.clear()
            left = deleted_at - self.runtime.now()
            if left > 0:
                await self.runtime.sleep(left / 1000)
            elif missing(room, live.people, pause):
                await self.pause(RETRY_SECONDS)  # who has left is not waited for after a while
            else:
                with contextlib.suppress(RefusalError):  # somebody came, or the database does not answer
                    if room.deletion is not None and not room.deletion.final:
                        await live.do(lambda latest: conclude(latest, live.people, pause))
                    await live.hub.delete(room.id, check_concluded)
                    return
                await self.runtime.sleep(RETRY_SECONDS)

"""Watches over announced deletions: a table is deleted when its time has come and all agree."""

from __future__ import annotations

import asyncio
import contextlib
import weakref

from croupier.server.base.refusal import RefusalError
from croupier.server.live.contracts import TableInUse
from croupier.server.people.deletion import check_concluded, conclude, missing
from croupier.server.room.room import Room

_RETRY_SECONDS = 1.0


class DeletionWatch:
    """Deletes a table when its time has come and all agree.

    The time begins anew in a process that has just read the table: after a restart, whoever was there comes back
    first.
    """

    def __init__(self, live: TableInUse) -> None:
        self._table = weakref.ref(live)  # as for `Autoplay`
        self._runtime = live.hub.runtime
        self._began = self._runtime.now()
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def deleted_at(self, room: Room, pause: int) -> int | None:
        """When the table is deleted at the earliest, in milliseconds since 1970; None where it is not to be."""
        return None if room.deletion is None else max(room.deletion.at, self._began) + 1000 * pause

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed or live.room.deletion is None:
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
        room, pause = live.room, live.hub.settings.delete_pause
        while (deleted_at := self.deleted_at(room, pause)) is not None and not live.closed:
            self._changed.clear()
            left = deleted_at - self._runtime.now()
            if left > 0:
                await self._runtime.sleep(left / 1000)
            elif missing(room, live.people, pause):
                with contextlib.suppress(TimeoutError):  # who has left is not waited for after a while
                    async with self._runtime.timeout(_RETRY_SECONDS):
                        await self._changed.wait()
            else:
                with contextlib.suppress(RefusalError):  # somebody came, or the database does not answer
                    if room.deletion is not None and not room.deletion.final:
                        await live.do(lambda latest: conclude(latest, live.people, pause))
                    await live.hub.delete(room.id, check_concluded)
                    return
                await self._runtime.sleep(_RETRY_SECONDS)

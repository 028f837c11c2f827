"""Deleting a table: at once, or in a game of several people after all who are there have agreed."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from typing import TYPE_CHECKING

from croupier.server import lobby
from croupier.server.log import NewEvent, now
from croupier.server.refusal import RefusalError
from croupier.server.room import Room
from croupier.server.wire import People

if TYPE_CHECKING:
    from croupier.server.live import LiveTable

_RETRY_SECONDS = 1.0


def at_once(room: Room) -> bool:
    """Whether the host may delete a table at once: no game goes on, or nobody else plays it, or did."""
    others = any(chair.member not in (None, room.host) for chair in room.chairs)
    return room.status != "playing" or not (others or room.ousted)


def announce(room: Room, host: int, pause: int) -> NewEvent:
    """The host announces that a table in the middle of a game is to be deleted.

    Raises:
        RefusalError: another member asks, or it is announced already (``forbidden``).
    """
    lobby.check_host(room, host)
    if room.deletion is not None:
        raise RefusalError("forbidden", "that the table is to be deleted is announced already")
    return NewEvent("delete", None, {"by": host, "pause": pause})


def answer(room: Room, member: int, agrees: bool) -> NewEvent:
    """Somebody agrees that the table is deleted, or does not; the host takes it back.

    Raises:
        RefusalError: nothing is to be deleted, who answers has no seat, or has agreed already (``forbidden``).
    """
    pending = room.deletion
    if pending is None:
        raise RefusalError("forbidden", "nobody wants to delete this table")
    if room.seat_of(member) is None and member != pending.by:
        raise RefusalError("forbidden", "only who has a seat may do this")
    if not agrees:
        return NewEvent("keep", None, {"member": member})
    if member == pending.by or member in pending.assents:
        raise RefusalError("forbidden", "you agree already")
    return NewEvent("assent", None, {"member": member})


def gone(room: Room, people: People, pause: int) -> NewEvent:
    """The table is deleted, as was announced; see `missing`.

    Raises:
        RefusalError: somebody has not agreed, or it was said already (``forbidden``).
    """
    if room.deletion is not None and room.deletion.gone:
        raise RefusalError("forbidden", "that the table is deleted next was said already")
    if room.deletion is None or missing(room, people, pause):
        raise RefusalError("forbidden", "somebody who is here, or was a moment ago, has not agreed")
    return NewEvent("gone")


def missing(room: Room, people: People, pause: int) -> list[int]:
    """The members whose assent is waited for: who have a seat, and are here or left a moment ago.

    Args:
        room: the table.
        people: who is connected, and since when the others are not.
        pause: seconds after which who has left is not waited for: a page that is loaded anew comes back.
    """
    pending = room.deletion
    if pending is None:
        return []
    late = now() - 1000 * pause
    waited = {*people.here, *(member for member, since in people.away.items() if since > late)}
    seated = [chair.member for chair in room.chairs if chair.member in waited]
    return sorted(each for each in seated if each is not None and each not in (pending.by, *pending.assents))


class DeletionWatch:
    """Deletes a table when its time has come and all agree.

    The time begins anew in a process that has just read the table: after a restart, whoever was there comes back
    first.
    """

    def __init__(self, live: LiveTable) -> None:
        self._table = weakref.ref(live)  # as for `Driver`
        self._began = now()
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def until(self, room: Room, pause: int) -> int | None:
        """When the table is deleted at the earliest, in milliseconds since 1970; None where it is not to be."""
        return None if room.deletion is None else max(room.deletion.at, self._began) + 1000 * pause

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed or live.room.deletion is None:
            self.stop()
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(live))
        else:
            self._changed.set()

    def stop(self) -> None:
        """Stop waiting."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            self._task = None

    async def _run(self, live: LiveTable) -> None:
        room, pause = live.room, live.hub.settings.delete_pause
        while (until := self.until(room, pause)) is not None and not live.closed:
            self._changed.clear()
            left = until - now()
            if left > 0:
                await asyncio.sleep(left / 1000)
            elif missing(room, live.people, pause):
                with contextlib.suppress(TimeoutError):  # who has left is not waited for after a while
                    async with asyncio.timeout(_RETRY_SECONDS):
                        await self._changed.wait()
            else:
                with contextlib.suppress(RefusalError):  # somebody came, or the database does not answer
                    if room.deletion is not None and not room.deletion.gone:
                        await live.do(lambda latest: gone(latest, live.people, pause))
                    await live.hub.delete(room.id)
                    return
                await asyncio.sleep(_RETRY_SECONDS)

"""Watches over a table's clocks: when one ends, the agent that plays for who is away plays one decision."""

from __future__ import annotations

import asyncio
import contextlib
import weakref

from croupier.server.agents.allowed_agents import check_seatable
from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.live.claiming import claimed
from croupier.server.live.contracts import TableInUse
from croupier.server.people.clocks import asked_state, clock_move
from croupier.server.room.room_settings import RoomSettings
from croupier.server.room.waiting import clock_ends
from croupier.server.storage.log import LOGGER, UnavailableError

_RETRY_SECONDS = 1.0


class ClockWatch:
    """Ends the clocks of one table, in whichever process comes first."""

    def __init__(self, live: TableInUse) -> None:
        self._table = weakref.ref(live)  # as for `Autoplay`
        self._runtime = live.hub.runtime
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.ending = False

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed or not live.clocks:
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
        while not live.closed and live.clocks:
            self._changed.clear()
            seat, end = min(live.clocks.items(), key=lambda each: each[1])
            left = end - self._runtime.now()
            if left > 0:
                with contextlib.suppress(TimeoutError):
                    async with self._runtime.timeout(left / 1000):
                        await self._changed.wait()
                continue
            self.ending = True
            try:
                again = await self._end(live, seat)
            finally:
                self.ending = False
            if again:
                await self._runtime.sleep(_RETRY_SECONDS)

    async def _end(self, live: TableInUse, seat: int) -> bool:
        """End a clock; returns whether that has to be tried again in a moment."""
        try:
            await live.hub.pulses.beat()  # an outage may have given more time
            if live.clocks.get(seat, self._runtime.now() + 1) <= self._runtime.now():
                await self._play(live, seat)
        except RefusalError as error:
            if error.code not in MOOT:
                LOGGER.warning("no agent could play when a clock had ended: %s: %s", error.code, error.message)
            return error.code == "unavailable" or error.code not in MOOT
        except UnavailableError:
            return True
        except Exception as error:  # noqa: BLE001  # an agent may raise anything
            LOGGER.warning("when a clock had ended: %s: %s", type(error).__name__, error)
            return True
        return False

    async def _play(self, live: TableInUse, seat: int) -> None:
        hub, room = live.hub, live.room
        async with claimed(hub, room.id):
            asked, end = room.asked.get(seat), clock_ends(room, hub.pulses.outages).get(seat)
            if asked is None or room.table is None or end is None or end > self._runtime.now():
                return  # it has been answered meanwhile; another question's clock may run
            try:
                name = check_seatable(room.settings.stand_in, room.table.game, hub.settings.agents)
            except RefusalError:  # the owner has withdrawn it
                name = check_seatable(RoomSettings().stand_in, room.table.game, ())
            action = await hub.agent_desks.ask(name, asked_state(room, seat), room.id)
            await live.do(lambda now: clock_move(now, seat, asked, action))

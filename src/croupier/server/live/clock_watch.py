"""Watches over a table's clocks: when one ends, the agent that plays for who is away plays one decision."""

from __future__ import annotations

import asyncio
import contextlib
import weakref

from croupier.server.agents.allowed_agents import check_stand_in
from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.live.claiming import claimed
from croupier.server.live.contracts import TableInUse
from croupier.server.people.clocks import asked_state, clock_move
from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.waiting import clock_end, still_open
from croupier.server.storage.log import LOGGER, UnavailableError

_RETRY_SECONDS = 1.0


class ClockWatch:
    """Ends the clocks of one table, in whichever process comes first.

    Attributes:
        ending: the seat and decision for which an agent is asked, since the clock has ended; None for none.
    """

    def __init__(self, live: TableInUse) -> None:
        self._table = weakref.ref(live)  # as for `Autoplay`
        self._runtime = live.hub.runtime
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.ending: tuple[int, AwaitedSince] | None = None

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed:
            self.stop()
        elif self.ending is not None and still_open(live.room, *self.ending):
            pass  # whoever steps away when the time is up, and comes back, does not let the agent begin again
        elif not live.clocks:
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
            asked = live.room.asked[seat]
            self.ending = seat, asked
            try:
                again = await self._end(live, seat, asked)
            finally:
                self.ending = None
            if again:
                await self._runtime.sleep(_RETRY_SECONDS)

    async def _end(self, live: TableInUse, seat: int, asked: AwaitedSince) -> bool:
        """End a clock; returns whether that has to be tried again in a moment."""
        try:
            await live.hub.pulses.beat()  # an outage may have given more time
            if self._is_up(live, seat, asked):
                await self._play(live, seat, asked)
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

    def _is_up(self, live: TableInUse, seat: int, asked: AwaitedSince) -> bool:
        """Whether a decision is still open, and its time over; else another question's clock may run."""
        known = still_open(live.room, seat, asked)
        if known is None or live.room.settings.clock is None:
            return False
        return clock_end(live.room, known, live.hub.pulses.outages) <= self._runtime.now()

    async def _play(self, live: TableInUse, seat: int, asked: AwaitedSince) -> None:
        hub, room = live.hub, live.room
        async with claimed(hub, room.id):
            if room.table is None or not self._is_up(live, seat, asked):
                return  # it has been answered meanwhile
            name = check_stand_in(room.settings.stand_in, room.table.game, hub.settings.agents)
            action = await hub.agent_desks.ask(name, asked_state(room, seat), room.id)
            await live.do(lambda now: clock_move(now, seat, action, up=self._is_up(live, seat, asked)))

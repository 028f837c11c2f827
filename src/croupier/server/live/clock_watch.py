"""Watches over a table's clocks: when one ends, the agent that plays for who is away plays one decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.agents.allowed_agents import check_stand_in
from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.events.game import clock_move
from croupier.server.live.claiming import claimed
from croupier.server.live.watch import RETRY_SECONDS, TableWatch
from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.sealing import hint_state
from croupier.server.room.waiting import clock_end, still_open
from croupier.server.storage.log import LOGGER, UnavailableError

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable


class ClockWatch(TableWatch):
    """Ends the clocks of one table, in whichever process comes first.

    Attributes:
        ending: the seat and decision for which an agent is asked, since the clock has ended; None for none.
    """

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self.ending: tuple[int, AwaitedSince] | None = None

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed or self.ending is None or not still_open(live.room, *self.ending):
            super().nudge()  # else whoever steps away now and comes back would let the agent begin again

    def due(self, live: LiveTable) -> bool:
        """A clock runs."""
        return bool(live.clocks)

    async def run(self, live: LiveTable) -> None:
        """Wait for the end of the clock that ends first."""
        while not live.closed and live.clocks:
            self.changed.clear()
            seat, end = min(live.clocks.items(), key=lambda each: each[1])
            left = end - self.runtime.now()
            if left > 0:
                await self.pause(left / 1000)
                continue
            asked = live.room.asked[seat]
            self.ending = seat, asked
            try:
                again = await self._end(live, seat, asked)
            finally:
                self.ending = None
            if again:
                await self.runtime.sleep(RETRY_SECONDS)

    async def _end(self, live: LiveTable, seat: int, asked: AwaitedSince) -> bool:
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

    def _is_up(self, live: LiveTable, seat: int, asked: AwaitedSince) -> bool:
        """Whether a decision is still open, and its time over; else another question's clock may run."""
        known = still_open(live.room, seat, asked)
        if known is None or live.room.settings.clock is None:
            return False
        return clock_end(live.room, known, live.hub.pulses.outages) <= self.runtime.now()

    async def _play(self, live: LiveTable, seat: int, asked: AwaitedSince) -> None:
        hub, room = live.hub, live.room
        async with claimed(hub, room.id):
            if room.table is None or not self._is_up(live, seat, asked):
                return  # it has been answered meanwhile
            name = check_stand_in(room.settings.stand_in, room.table.game, hub.settings.agents)
            action = await hub.agent_desks.ask(name, hint_state(room, room.table, seat), room.id)
            await live.do(lambda now: clock_move(now, seat, action, up=self._is_up(live, seat, asked)))

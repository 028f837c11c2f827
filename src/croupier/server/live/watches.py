"""Automatic events of a table: clocks that end, games that begin, announced deletions, luck."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any

from croupier.core.base.kernel import compiled
from croupier.core.engine.game import State
from croupier.measure.costs.review import luck, share_of_win, total_lost
from croupier.server.agents.allowed_agents import check_stand_in
from croupier.server.agents.jobs import weigh_job
from croupier.server.agents.process_pool import WorkerError
from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.events import deal
from croupier.server.events.game import clock_move
from croupier.server.events.lobby import check_concluded, conclude, missing
from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.checks import hint_state
from croupier.server.room.room import PERSON, Room, SharedDeal
from croupier.server.room.waiting import clock_end, still_open
from croupier.server.storage.log import LOGGER, UnavailableError

if TYPE_CHECKING:
    from croupier.server.live.hub import Hub
    from croupier.server.live.live import LiveTable
    from croupier.table.table import Table

RETRY_SECONDS = 1.0


class AtTable:
    """Something that belongs to a table, with a weak reference so that forgotten tables are freed."""

    def __init__(self, live: LiveTable) -> None:
        self._table = weakref.ref(live)

    @property
    def live(self) -> LiveTable:
        """The table."""
        live = self._table()
        if live is None:
            raise ReferenceError("the table is forgotten, and nothing may happen there")
        return live


class TableWatch(AtTable):
    """Something that runs by itself at a table, in one task while it is due."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self.runtime: Runtime = live.hub.runtime
        # times start anew in a process that has just read the table: after a restart people reconnect first
        self.began = self.runtime.now()
        self.changed = asyncio.Event()  # set on any change while the task runs
        self._task: asyncio.Task[None] | None = None

    def due(self, live: LiveTable) -> bool:
        """Whether there is anything to watch."""
        raise NotImplementedError

    async def run(self, live: LiveTable) -> None:
        """Watch while it is due."""
        raise NotImplementedError

    def nudge(self) -> None:
        """Check again, after any change."""
        live = self._table()
        if live is None or live.closed or not self.due(live):
            self.stop()
        elif not self.goes_on:
            self.begin(self.run(live))
        else:
            self.changed.set()

    @property
    def goes_on(self) -> bool:
        """Whether the task is running."""
        return self._task is not None and not self._task.done()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run some work in the task."""
        self._task = self.runtime.spawn(work)

    def stop(self) -> None:
        """Cancel the task, unless it is the caller."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            self._task = None

    async def pause(self, seconds: float) -> None:
        """Wait for some seconds, or until any change."""
        with contextlib.suppress(TimeoutError):
            async with self.runtime.timeout(seconds):
                await self.changed.wait()


_LEASE_MILLISECONDS = 15_000
_RENEW_SECONDS = 5.0


@contextlib.asynccontextmanager
async def leased(hub: Hub, table: str) -> AsyncIterator[None]:
    """Hold the lease to ask a table's agents, however long an agent thinks."""
    while not await hub.lease(table, _LEASE_MILLISECONDS):
        await hub.runtime.sleep(RETRY_SECONDS)
    if hub.peers.alone:  # no other process needs a lease
        yield
        return
    renewing = hub.runtime.spawn(_renew(hub, table))
    try:
        yield
    finally:
        renewing.cancel()


async def _renew(hub: Hub, table: str) -> None:
    while True:
        await hub.runtime.sleep(_RENEW_SECONDS)
        with contextlib.suppress(UnavailableError):  # it is renewed again before it ends
            await hub.lease(table, _LEASE_MILLISECONDS)


class ClockWatch(TableWatch):
    """Ends the clocks of one table, in whichever process is first."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self.ending: tuple[int, AwaitedSince] | None = None  # seat whose clock has ended, and an agent is asked

    def nudge(self) -> None:
        """Check again, after any change."""
        live = self._table()
        if live is None or live.closed or self.ending is None or not still_open(live.room, *self.ending):
            super().nudge()  # otherwise leaving and coming back would restart the agent

    def due(self, live: LiveTable) -> bool:
        """A clock runs."""
        return bool(live.clocks)

    async def run(self, live: LiveTable) -> None:
        """Wait for the first clock to end."""
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
        """End a clock; returns whether it has to be retried soon."""
        try:
            await live.hub.heartbeats.beat()  # an outage may have given more time
            if self._is_up(live, seat, asked):
                await self._play(live, seat, asked)
        except RefusalError as error:
            if error.code not in MOOT:
                LOGGER.warning("no agent could play when a clock had ended: %s: %s", error.code, error.message)
            return error.code == "unavailable" or error.code not in MOOT
        except Exception as error:  # noqa: BLE001  # an agent may raise anything
            LOGGER.warning("when a clock had ended: %s: %s", type(error).__name__, error)
            return True
        return False

    def _is_up(self, live: LiveTable, seat: int, asked: AwaitedSince) -> bool:
        """Whether a decision is still open and its time is over; another question's clock may run."""
        known = still_open(live.room, seat, asked)
        if known is None or live.room.settings.clock is None:
            return False
        return clock_end(live.room, known, live.hub.heartbeats.outages) <= self.runtime.now()

    async def _play(self, live: LiveTable, seat: int, asked: AwaitedSince) -> None:
        hub, room = live.hub, live.room
        async with leased(hub, room.id):
            if room.table is None or not self._is_up(live, seat, asked):
                return  # it was answered meanwhile
            name = check_stand_in(room.settings.stand_in, room.table.game, hub.settings.agents)
            action = await hub.agent_queues.ask(name, hint_state(room, room.table, seat), room.id)
            await live.do(lambda now: clock_move(now, seat, action, up=self._is_up(live, seat, asked)))


PATIENCE_SECONDS = 10.0
"""Seconds for a browser to commit to a number, and to show it."""


class DealWatch(TableWatch):
    """Begins a game once everybody has shown a number, and leaves out people who have not in time."""

    # If several processes have the table in memory, the first one does it.

    def due(self, live: LiveTable) -> bool:
        """A game with known rules is about to begin."""
        return live.room.shuffling and live.room.game is not None

    async def run(self, live: LiveTable) -> None:
        """Wait for the numbers."""
        while (shared := live.room.shared) is not None and live.room.shuffling and not live.closed:
            self.changed.clear()
            left = PATIENCE_SECONDS - (self.runtime.now() - max(shared.at, self.began)) / 1000
            if shared.silent and left > 0:
                await self.pause(left)
            else:
                await self._go_on(live, shared)

    async def _go_on(self, live: LiveTable, shared: SharedDeal) -> None:
        """Begin the game, or ask again without the silent people."""
        try:
            if shared.silent:
                await live.do(lambda room: deal.deal_without_silent(room, shared.attempt, live.hub.secret()))
            else:
                await live.do(deal.begin)
        except RefusalError as error:
            if error.code not in MOOT:
                LOGGER.warning("the game at table %s does not begin: %s", live.room.id, error.code)
            if error.code != "stale":  # the database does not answer: retry soon
                await self.runtime.sleep(RETRY_SECONDS)


class DeletionWatch(TableWatch):
    """Deletes a table when its time has come and all agree."""

    def deleted_at(self, room: Room, pause: int) -> int | None:
        """The earliest time of the deletion, in milliseconds since 1970; None for no deletion."""
        return None if room.deletion is None else max(room.deletion.at, self.began) + 1000 * pause

    def due(self, live: LiveTable) -> bool:
        """A deletion was announced."""
        return live.room.deletion is not None

    async def run(self, live: LiveTable) -> None:
        """Wait for the time, and for everybody's agreement."""
        room, pause = live.room, live.hub.settings.delete_pause
        while (deleted_at := self.deleted_at(room, pause)) is not None and not live.closed:
            self.changed.clear()
            left = deleted_at - self.runtime.now()
            if left > 0:
                await self.runtime.sleep(left / 1000)
            elif missing(room, live.people, pause):
                await self.pause(RETRY_SECONDS)  # people who leave are not waited for after a while
            else:
                with contextlib.suppress(RefusalError):  # somebody came, or the database does not answer
                    if room.deletion is not None and not room.deletion.final:
                        await live.do(lambda latest: conclude(latest, live.people, pause))
                    await live.hub.delete(room.id, check_concluded)
                    return
                await self.runtime.sleep(RETRY_SECONDS)


# Results are secret until the end. The work has the lowest priority, one decision at a time, and uses what the
# seat could know. Results are only in memory, so a restarted server weighs again.

_JOB_SECONDS = 300.0
_PATIENCE_SECONDS = 2.0
"""Seconds for which a request at the end waits for the last decisions, before it is told what is known so far."""


class LuckWatch(TableWatch):
    """Costs of people's decisions so far, in chances to win."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self._weighed: tuple[int, ...] = ()  # actions of the game so far
        self._lost: list[tuple[int, float | None]] = []  # cost of each decision to its seat
        self._seats: frozenset[int] = frozenset()
        self._game: Table | None = None
        self._failed = False

    def due(self, live: LiveTable) -> bool:
        """People's decisions are not weighed yet, and the server's workers work ahead."""
        table, settings = live.room.table, live.hub.settings
        if table is None or not (settings.warm and live.hub.peers.alone and compiled()):
            return False
        self._follow(live.room, table)
        return bool(self._open) and not self._failed and len(self._weighed) < len(table.state.history)

    @property
    def _open(self) -> frozenset[int]:
        """Seats whose luck may become known: not after a mistake whose cost in chances to win is unknown."""
        return self._seats - {seat for seat, lost in self._lost if lost is None}

    def _follow(self, room: Room, table: Table) -> None:
        """Start over if another game began, a move was taken back, or another person plays."""
        seats = frozenset(seat for seat, name in enumerate(room.agents()) if name == PERSON)
        same = table is self._game and seats <= self._seats
        if same and tuple(table.state.history[: len(self._weighed)]) == self._weighed:
            return
        self._game, self._seats, self._weighed, self._lost, self._failed = table, seats, (), [], False

    async def run(self, live: LiveTable) -> None:
        """Weigh decisions one by one."""
        hub = live.hub
        await hub.ready_games.compiled(live.room.name)  # here, so that no worker compiles
        while self.due(live) and self._game is not None:
            game, sent = self._game, tuple(self._game.state.history)
            job = weigh_job(game.state, sorted(self._open), len(self._weighed))
            try:
                over = game.state.is_terminal()  # people wait for it, and do not while a game goes on
                answer = await hub.process_pool.run(job, timeout=_JOB_SECONDS, first=over)
            except (RefusalError, WorkerError):  # the pool has logged it; people can request a review
                self._failed = True
                return
            weighed = sent[: answer["to"]]
            if game is self._game and tuple(game.state.history[: answer["to"]]) == weighed:
                self._weighed = weighed
                self._lost += [(answer["seat"], answer["lost"])] if "seat" in answer else []

    async def told(self) -> dict[str, Any]:
        """Luck and costs of mistakes of each person in a finished game, and how much of the game is weighed."""
        live = self.live
        self.nudge()
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                async with self.runtime.timeout(_PATIENCE_SECONDS):
                    await asyncio.wait([self._task])
        if self._game is None or not self._game.state.is_terminal() or not self._seats or self._failed:
            return {"seats": None, "share": 1.0}
        state = self._game.state
        share = len(self._weighed) / len(state.history) if self._open else 1.0
        if share < 1.0 and not self.due(live):  # no longer weighed here
            return {"seats": None, "share": 1.0}
        return {"seats": [self._of(state, seat, share == 1.0) for seat in sorted(self._seats)], "share": share}

    def _of(self, state: State, seat: int, finished: bool) -> dict[str, Any]:
        """What is known of a seat: what its mistakes so far cost, and its luck when all are known."""
        lost = total_lost([lost for each, lost in self._lost if each == seat])
        found = luck(share_of_win(state, seat), state.game.num_players, lost) if finished else None
        return {"seat": seat, "luck": found, "chance_lost": lost}

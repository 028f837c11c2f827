"""The hub of a process: its tables, database, agents, and reports of other processes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from functools import partial

from croupier.core.base.errors import ConfigError
from croupier.core.engine.deal_secret import SECRET_BYTES, Deal, DealSecret
from croupier.core.engine.game import Game
from croupier.server.agents.agent_queues import AgentQueues, ReadyGames, forget_replies, warm
from croupier.server.agents.allowed_agents import version_of
from croupier.server.agents.process_pool import ProcessPool
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import GcPauses, ReplayThread, Runtime, new_id
from croupier.server.base.settings import ServerSettings
from croupier.server.events.coming import CreateEvent
from croupier.server.events.happening import read, rebuilt_room
from croupier.server.live.live import LiveTable, RoomCheck
from croupier.server.live.peers import Peers
from croupier.server.live.time_keeper import Heartbeats, TimeKeeper
from croupier.server.notices.notifier import Notifier
from croupier.server.room.room import Room
from croupier.server.room.waiting import AllAbsences, clock_runs
from croupier.server.storage.log import LOGGER, DamagedLogError, UnavailableError
from croupier.server.storage.store import Store

_IDLE_SECONDS = 60.0
_SWEEP_SECONDS = 15.0
_WAKE_MILLISECONDS = 15_000
_FORGET_SECONDS = 3600.0
_DAY_MILLISECONDS = 24 * 3600 * 1000
_LONG = 40
"""Events from which a log is replayed in a thread."""


class Hub:
    """Everything that lives as long as the process."""

    def __init__(self, settings: ServerSettings, store: Store, runtime: Runtime) -> None:
        self.settings = settings
        self.store = store
        self.runtime = runtime
        self.process_id = new_id(runtime)  # its name among the server's processes
        self.ready_games = ReadyGames(runtime)
        self.process_pool = ProcessPool(settings.thinkers, settings.waiting, runtime)
        self.agent_queues = AgentQueues(settings, self.process_pool, self.ready_games, runtime)
        self.replay_thread = ReplayThread(settings.waiting, runtime)
        self.peers = Peers(self, store.reports)
        self._tables: dict[str, asyncio.Future[LiveTable]] = {}
        self.sockets: Counter[str] = Counter()  # number of sockets by address
        self.snapshots = asyncio.Lock()  # held while a socket is sent everything again, as requested
        self.gc_pauses = GcPauses(runtime)
        self.absences = AllAbsences()  # since when people are away, at all tables
        self.notifier = Notifier(settings, store.pushes, runtime)
        self.heartbeats = Heartbeats(store.waits, runtime, alone=self.peers.alone, changed=self._outage_known)
        self._deals = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start serving."""
        self.store.start()
        await self.peers.start()
        self.ready_games.start()
        keeper = TimeKeeper(self.store.waits, self.heartbeats, self.runtime, self.wake)
        work = [self._sweep(), self._forget(), keeper.run()]
        if self.settings.warm:
            work.append(warm(self.ready_games, self.process_pool, self.settings.thinkers))
        self._tasks = [self.runtime.spawn(each) for each in work]

    async def close(self) -> None:
        """Stop serving: close sockets, write what waits, end processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.present():
            live.close()
        await self.peers.close()
        await self.notifier.close()
        self.agent_queues.close()
        self.replay_thread.close()
        await self.ready_games.close()
        await self.process_pool.close()
        await self.store.close()

    # ---------------------------------------------------------------------------------------------------- tables

    def present(self) -> list[LiveTable]:
        """The tables in memory."""
        return [live for table in self._tables if (live := self.in_memory(table)) is not None]

    def in_memory(self, table: str) -> LiveTable | None:
        """A table in memory; None if it was not read from its log, or could not be."""
        found = self._tables.get(table)
        if found is None or not found.done() or found.cancelled() or found.exception() is not None:
            return None
        return found.result()

    async def live(self, table: str) -> LiveTable:
        """A table, rebuilt from its log if it is not in memory."""
        # If other processes serve it too, their events are read first, so that access is not decided by an
        # outdated room.
        found = self._tables.get(table)
        if found is None:
            found = self.runtime.spawn(self._load(table))
            self._tables[table] = found
            found.add_done_callback(lambda done: self._drop_failed(table, done))
            live = await asyncio.shield(found)
        else:
            live = await asyncio.shield(found)
            if not self.peers.alone:
                await live.refresh()
        live.idle_since = self.runtime.monotonic()  # leaves time to attach a socket
        return live

    def _drop_failed(self, table: str, done: asyncio.Future[LiveTable]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._tables.get(table) is done:
            del self._tables[table]

    async def outline(self, table: str) -> Room | None:
        """A table's people, seats and status, without replaying a game that is not in memory; None for no such."""
        live = self.in_memory(table)
        if live is not None:
            return live.room
        log = await self.store.events(table)
        return rebuilt_room(table, log, None, given_seeds=self._given_seeds) if log else None

    async def _load(self, table: str) -> LiveTable:
        try:
            room = await self._rebuilt(table)
            if clock_runs(room):
                await self.heartbeats.begin()
            live = LiveTable(self, room)
            await live.take_up()
        except DamagedLogError as error:
            LOGGER.error("%s", error.why)
            raise
        return live

    async def _rebuilt(self, table: str) -> Room:
        """A table's room, from its log."""
        log = await self.store.events(table)
        if not log:
            raise RefusalError("not-found", say("no_table"))
        first = read(table, log[0]).event
        if not isinstance(first, CreateEvent):
            raise DamagedLogError(table, log[0].number, "a log begins with the making of its table")
        game = await self._game(first.game, first.version, first.options)
        rebuilt = partial(rebuilt_room, table, log, game, given_seeds=self._given_seeds)
        return rebuilt() if len(log) < _LONG else await self.runtime.in_thread(rebuilt)

    async def _game(self, name: str, version: int, options: dict[str, object]) -> Game | None:
        """A table's game; None if this server has another version of its rules."""
        if version_of(name) != version:
            return None
        try:
            return await self.ready_games.game(name, options)
        except ConfigError:
            return None

    async def delete(self, table: str, check: RoomCheck) -> None:
        """Delete a table with everything stored about it, and close its sockets."""
        live = await self.live(table)
        async with live.still(check):
            await self.store.delete(table)
        self.drop(table)
        await self.peers.say_deleted(table)
        await forget_replies(self.settings, [table], self.runtime)

    def drop(self, table: str) -> None:
        """Remove a table from memory and close its sockets."""
        live = self.in_memory(table)
        self._tables.pop(table, None)
        if live is not None:
            live.close()

    @property
    def _given_seeds(self) -> bool:
        return self.settings.seed is not None

    def deal(self) -> Deal:
        """The deal of a new game: from its own secret, or from the next seed if the server was given one."""
        if self.settings.seed is None:
            return self.secret()
        return (self.settings.seed + next(self._deals)) % 2**48

    def secret(self) -> DealSecret:
        """A secret for a single game."""
        return DealSecret(self.runtime.random_bytes(SECRET_BYTES))

    # ------------------------------------------------------------------------------------------- other processes

    async def lease(self, table: str, milliseconds: int) -> bool:
        """Whether this process gets the lease to ask a table's agents for a while."""
        return self.peers.alone or await self.store.lease(table, self.process_id, milliseconds)

    async def refresh(self, table: str, number: int) -> None:
        """Handle an event written by another process."""
        found = self._tables.get(table)
        if found is not None:
            with contextlib.suppress(RefusalError):  # it is read before the next event at the latest
                await (await asyncio.shield(found)).refresh(number)

    async def refresh_chat(self, table: str, number: int) -> None:
        """Handle a chat line written by another process."""
        live = self.in_memory(table)
        if live is not None:
            with contextlib.suppress(UnavailableError):  # it is read before the next line at the latest
                await live.chat.refresh(number)

    # ------------------------------------------------------------------------------------------------------ upkeep

    async def wake(self, table: str) -> None:
        """Let a table with something due continue, unless another process does."""
        if not await self.lease(table, _WAKE_MILLISECONDS):
            return
        live = await self.live(table)
        live.play_on()
        await live.note_wait(always=True)

    def _outage_known(self) -> None:
        """Report an outage to all clocks here."""
        for live in self.present():
            live.outage_known()

    async def _sweep(self) -> None:
        while True:
            await self.runtime.sleep(_SWEEP_SECONDS)
            await self._sweep_once()
            self.gc_pauses.tend(quiet=not any(live.connections for live in self.present()))

    async def _sweep_once(self) -> None:
        for live in self.sweep():  # not in the loop that waits, whose variable would keep the last table in memory
            if live.room.status == "playing":  # so that lists of tables show whose turn it is
                await live.note_wait(always=True)
        for live in [each for each in self.present() if each.unsettled]:
            with contextlib.suppress(RefusalError):  # it is tried again
                await live.refresh()
                await live.take_up()

    def sweep(self) -> list[LiveTable]:
        """Remove tables from memory that nobody has used for a while, and return them."""
        gone = []
        for live in self.present():
            idle = not live.connections and self.runtime.monotonic() - live.idle_since > _IDLE_SECONDS
            if idle and not live.working:
                self._tables.pop(live.room.id, None)
                live.rest()
                gone.append(live)
        return gone

    async def _forget(self) -> None:
        """Delete tables and circles past the owner's time limit, and circles announced for deletion."""
        while True:
            now, days = self.runtime.now(), self.settings.keep_days
            before = now - days * _DAY_MILLISECONDS if days else None
            with contextlib.suppress(UnavailableError):  # it is tried again in an hour
                await self.store.circles.forget(now, before)
                old = [] if before is None else await self.store.forget(before)
                await forget_replies(self.settings, old, self.runtime)
            await self.runtime.sleep(_FORGET_SECONDS)

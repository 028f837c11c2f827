"""A table in memory: its room, its sockets, and the one way in which anything happens.

An event is checked against the room, written to the log, and only then applied and sent. If another process was
first with that number, the log is read and the check repeated.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from croupier.core.base.sentence import Language, in_language
from croupier.server.base.english import say
from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.events import coming, waiting
from croupier.server.events.asking import Request
from croupier.server.events.game import EndEvent
from croupier.server.events.happening import apply, apply_stored
from croupier.server.live.autoplay import Autoplay
from croupier.server.live.chat import TableChat
from croupier.server.live.connection import GONE, REVOKED, Connection, connected
from croupier.server.live.results import keep_result
from croupier.server.live.watches import ClockWatch, DealWatch, DeletionWatch, LuckWatch
from croupier.server.room.event import E_co, Happened, RoomEvent
from croupier.server.room.messages import Countdown, People, SeatMessages, WireMessage, encode, message
from croupier.server.room.room import Room
from croupier.server.room.waiting import clock_ends, clock_runs, hosting_free, next_due
from croupier.server.storage.log import LOGGER, ConflictError, DamagedLogError, UnavailableError
from croupier.server.storage.waits import Wait

if TYPE_CHECKING:
    from croupier.server.live.hub import Hub

T = TypeVar("T")


async def to_its_end(work: Coroutine[Any, Any, T], runtime: Runtime) -> T:
    """Run work to its end, even if the caller is cancelled."""
    task = runtime.spawn(work)
    try:
        await asyncio.wait((task,))  # does not cancel the task
    except asyncio.CancelledError:
        task.add_done_callback(_note_unheard)
        raise
    return task.result()


def _note_unheard(task: asyncio.Task[Any]) -> None:
    """Retrieve the result of a task that nobody waits for."""
    # The table may have moved on: an agent is asked, the person comes back or takes the last move back, and the
    # answer is too late. That is no error.
    error = None if task.cancelled() else task.exception()
    if error is None or (isinstance(error, RefusalError) and error.code in MOOT):
        return
    if isinstance(error, RefusalError):
        LOGGER.warning("refused when nobody waited for it any more: %s: %s", error.code, error.message)
    else:
        LOGGER.error("failed when nobody waited for it any more", exc_info=error)


_TRIES = 8
RoomCheck = Callable[[Room], None]
"""Raises RefusalError if the room does not allow something."""


class LiveTable:
    """One table in this process, with its room as far as this process has read the log."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub, self.room = hub, room
        self.connections: dict[Connection, None] = {}  # in the order in which they came
        self.countdown: Countdown | None = None  # to an agent for a person who has left
        self.idle_since = hub.runtime.monotonic()  # when it was last requested, or the last socket was closed
        self.closed = False  # whether it was deleted or the server stops, so that nothing happens any more
        self.autoplay = Autoplay(self)
        self.chat = TableChat(self)
        self.clock = ClockWatch(self)
        self._absences = hub.absences.of(room.id)
        self._deletion = DeletionWatch(self)
        self._deals = DealWatch(self)
        self.luck = LuckWatch(self)
        self._watches = (self.autoplay, self.clock, self._deletion, self._deals, self.luck)
        self._lock = asyncio.Lock()
        self.joining = asyncio.Lock()  # held while people join, so that a browser's people are counted
        self._behind = False
        self._kept_result: str | None = None
        self._noted_due = False

    @property
    def working(self) -> bool:
        """Whether something is about to happen."""
        asks = self.autoplay.asks or self.clock.ending is not None
        begins = self.room.shuffling and self.room.game is not None
        return asks or begins or self._lock.locked() or self.room.deletion is not None

    @property
    def unsettled(self) -> bool:
        """Whether a write failed, so that the room may be behind its log, or its result is not stored."""
        table, ended = self.room.table, self.room.ended
        over = table is not None and table.over and ended is None
        return self._behind or over or (ended is not None and self._kept_result != self.room.circle)

    @property
    def clocks(self) -> dict[int, int]:
        """The end of the clock of each seat whose person is asked, in milliseconds since 1970."""
        return clock_ends(self.room, self.hub.heartbeats.outages)

    async def ask(self, request: Request, member: int | None, said: BaseModel) -> Happened[RoomEvent]:
        """Apply a browser's request in the name of a member; see `do`."""

        def event(room: Room) -> RoomEvent:
            known = {"room": room, "member": member}
            return request.event(said, lambda name: known[name] if name in known else self._known(name))

        return await self.do(event)

    def _known(self, name: str) -> Any:
        """A parameter of checks; see `croupier.server.events.asking.KNOWN`."""
        if name == "people":
            return self.people
        if name == "at":
            return self.hub.runtime.now()
        if name == "allowed":
            return self.hub.settings.agents
        return self.hub.deal() if name == "deal" else self.hub.heartbeats.outages

    async def do(self, request: Callable[[Room], E_co]) -> Happened[E_co]:
        """Apply an event: it is in the log when this returns."""
        return await to_its_end(self._do(request), self.hub.runtime)  # otherwise the room may stay behind the log

    async def _do(self, request: Callable[[Room], E_co]) -> Happened[E_co]:
        async with self._lock:
            for _ in range(_TRIES):
                if self.closed:
                    raise RefusalError("unavailable", say("closed"))
                await self._catch_up()
                event = Happened(request(self.room), self.room.number + 1, self.hub.runtime.now())
                try:
                    await self._note_begin(event)
                    await self._write(event)
                except ConflictError:
                    self._behind = True
                    continue
                await self._note_the_end()
                await self._note_result()
                await self.note_wait()
                return event
        raise RefusalError("busy", say("busy.table"))

    async def _write(self, event: Happened[RoomEvent]) -> None:
        """Commit an event, then apply it here."""
        try:
            await self.hub.store.append(self.room.id, event.row())
        except UnavailableError:
            self._behind = True  # it may have been committed
            raise
        asked = self.room.asked
        apply(self.room, event)
        if event.event.counts:
            await self._note_result()  # before anybody is told, so that the game can be found
        self._happened(event)
        if self.hub.notifier.key:
            self.hub.notifier.after(self.room, event.event, asked, self.people.here)

    async def take_up(self) -> None:
        """Read the chat, and finish the work of a killed server: store results, delete tables."""
        await self.chat.refresh()
        async with self._lock:
            await self._note_the_end()
            await self._note_result()
        for watch in (self._deletion, self._deals):  # the others start when somebody watches
            watch.nudge()

    async def _note_the_end(self) -> None:
        """Store the result of a game as soon as it is over."""
        room = self.room
        if room.table is None or not room.table.over or room.ended is not None:
            return
        data = room.table.data()
        end = EndEvent(**{name: data[name] for name in ("returns", "points", "forfeited")})
        try:
            await self._write(Happened(end, room.number + 1, self.hub.runtime.now()))
        except (ConflictError, RefusalError):
            self._behind = True  # another process stored it, or it is retried: see `unsettled`

    async def _note_result(self) -> None:
        """Store the result of a finished game in its circle; if it fails, it is retried (`unsettled`)."""
        room = self.room
        if room.circle is None or room.ended is None or self._kept_result == room.circle:
            return
        if await keep_result(room, self.hub.store):
            self._kept_result = room.circle

    async def _note_begin(self, event: Happened[RoomEvent]) -> None:
        """Before a clock may start, make the table known to a process that starts after this one was killed."""
        if self._noted_due or not event.event.begins_clock(self.room):
            return
        await self.hub.heartbeats.beat()
        await self.hub.store.waits.note(Wait(self.room.id, 0, (), event.at))
        self._noted_due = True

    async def note_wait(self, always: bool = False) -> None:
        """Store the people that the table waits for, and until when; always, or only with a clock."""
        due = next_due(self.room, self.clocks, self.hub.runtime.now()) if clock_runs(self.room) else None
        if due is None and not (always or self._noted_due):
            return
        try:
            await self.hub.store.waits.note(Wait(self.room.id, self.room.number, tuple(self.room.asked), due))
        except UnavailableError as error:
            LOGGER.warning("what table %s waits for is not noted yet: %s", self.room.id, error.message)
        else:
            self._noted_due = due is not None

    async def refresh(self, number: int | None = None) -> None:
        """Read events that other processes wrote to the log."""

        async def read() -> None:
            async with self._lock:
                self._behind = True
                await self._catch_up()

        if number is None or number > self.room.number:
            await to_its_end(read(), self.hub.runtime)

    async def _catch_up(self) -> None:
        if not self._behind:
            return
        try:
            for row in await self.hub.store.events(self.room.id, self.room.number):
                self._happened(apply_stored(self.room, row))
        except DamagedLogError as error:
            LOGGER.error("%s", error.why)
            self.hub.drop(self.room.id)
            raise
        self._behind = False

    def _happened(self, happened: Happened[RoomEvent]) -> None:
        """Send an applied event, and start what follows from it."""
        event = happened.event
        self._tell(happened)
        if (revoked := event.revokes()) is not None:
            for connection in self.connections:
                connection.also -= {revoked}
                if connection.member == revoked:
                    connection.close(REVOKED)
        for connection in list(self.connections):
            if event.shows_more_to(self.room, connection.member):
                self.show_again(connection)
        if event.moves_people:
            self.tell_people()
        self.nudge()

    def nudge(self) -> None:
        """Let all watches of the table check again, after any change."""
        for watch in self._watches:
            watch.nudge()

    @property
    def people(self) -> People:
        """The people connected, at any process, and those that the table waits for."""
        room, settings = self.room, self.hub.settings
        present = {*connected(self.connections), *self.hub.peers.elsewhere(room.id)} & set(room.members)
        at = self.hub.runtime.now()
        self._absences.look(room.members, present, at)
        absent_since = self._absences.since(self.hub.peers.absent_since(room.id))
        free, watcher_free = hosting_free(room, absent_since, settings.host_pause, settings.watcher_pause)
        deleted_at = self._deletion.deleted_at(room, settings.delete_pause)
        return People(
            at, tuple(sorted(present)), self.countdown, free, watcher_free, absent_since, deleted_at, self.clocks
        )

    def _tell(self, event: Happened[RoomEvent]) -> None:
        """Send an event to every socket; sockets with the same view share the work."""
        messages = SeatMessages(self.room, self.people)
        texts: dict[tuple[int | None, int, int, Language | None], str | None] = {}
        for connection in [each for each in self.connections if each.number < event.number]:  # not just shown it
            key = (connection.member, connection.turn, connection.number, connection.language)
            if key not in texts:
                told = messages.update(connection.member, event, connection.turn, connection.number)
                texts[key] = None if told is None else encode(in_language(told, connection.language))
            if (text := texts[key]) is not None:
                connection.send_text(text)
                self._record_sent(connection)

    def _record_sent(self, connection: Connection) -> None:
        """Record up to where a socket was told everything."""
        connection.turn, connection.number = self.room.turn_told(connection.member), self.room.number

    def attach(self, connection: Connection) -> None:
        """Let a socket follow the table; it gets everything it may know."""
        self.connections[connection] = None
        if self.closed:
            connection.close(GONE)
            return
        self.show_again(connection)
        self.tell_people(but=connection)
        self.play_on()

    def show_again(self, connection: Connection) -> None:
        """Send a socket everything it may know."""
        shown = SeatMessages(self.room, self.people).snapshot(connection.member)
        connection.send(shown | {"chat": self.chat.data()})
        self._record_sent(connection)

    def detach(self, connection: Connection) -> None:
        """Forget a closed socket."""
        self.connections.pop(connection, None)
        self.idle_since = self.hub.runtime.monotonic()
        self.tell_people()
        self.autoplay.nudge()

    def tell_people(self, but: Connection | None = None) -> None:
        """Send the list of connected people."""
        self.broadcast(message("people", **self.people.data()), but=but)
        self._deletion.nudge()

    def broadcast(self, told: WireMessage, but: Connection | None = None) -> None:
        """Send the same message to every socket."""
        texts: dict[Language | None, str] = {}  # encoded once per language
        for connection in [each for each in self.connections if each is not but]:
            if connection.language not in texts:
                texts[connection.language] = encode(in_language(told, connection.language))
            connection.send_text(texts[connection.language])

    @asynccontextmanager
    async def still(self, check: RoomCheck) -> AsyncIterator[None]:
        """Stop all events while the table is deleted; it continues if that fails."""
        async with self._lock:
            await self._catch_up()
            check(self.room)
            self.closed = True
            self.play_on()
            try:
                yield
            except BaseException:
                self.closed = False
                self.play_on()
                raise

    def close(self) -> None:
        """Close all sockets: the table was deleted, or the server stops."""
        self.closed = True
        for watch in self._watches:
            watch.stop()
        for connection in self.connections:
            connection.close(GONE)

    def rest(self) -> None:
        """Stop automatic events: the table leaves the memory of this process."""
        self.autoplay.stop()
        self.clock.stop()
        self.luck.stop()

    def play_on(self) -> None:
        """Let agents and clocks check again."""
        self.autoplay.nudge()
        self.clock.nudge()

    def outage_known(self) -> None:
        """Update displayed clocks, and start what is due by them."""
        if self.room.settings.clock is not None:
            for connection in list(self.connections):
                self.show_again(connection)
        self.play_on()

    # -------------------------------------------------------------------------------------------- what players do

    async def come_back(self, member: int | None, also: Iterable[int] = ()) -> None:
        """Give returned people their seats back from agents, and cancel the host's links for them."""
        # An agent at the person's own wish plays on until the same person ends it.
        for each in {*also, *(() if member is None else (member,))} & set(self.room.offers):
            await self.do(partial(coming.void, member=each))
        for each in (member, *sorted(also)):
            seat = self.room.seat_of(each)
            ends = ("absent", "idle") if each == member else ("absent",)
            if seat is None or self.room.status != "playing" or self.room.awaits_deal(seat):
                continue
            if self.room.chairs[seat].stand_in_cause in ends:
                await self.do(partial(waiting.back, member=each))

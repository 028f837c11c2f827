"""A server's hub without real time, threads or a database: time passes when a test says so."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from croupier.agents.names import AgentName
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.engine.state import State
from croupier.server.base.settings import ServerSettings
from croupier.server.live.connection import Connection
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.live.pulses import Pulses
from croupier.server.room.room_settings import RoomSettings
from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.circles import Circle, CircleGame
from croupier.server.storage.log import ConflictError, LogEvent, NewEvent, UnavailableError
from croupier.server.storage.outages import Outage
from croupier.server.storage.pushes import MOST_PUSHES, Subscription
from croupier.server.storage.reports import Reports
from croupier.server.storage.waits import DueTables, Wait

P = ParamSpec("P")
T = TypeVar("T")
_TURNS = 25
"""Turns of the event loop after which nothing moves any more before more time passes."""


class ManualRuntime:
    """Time that stands still until it is advanced; work of threads is done at once.

    Attributes:
        seconds: how much time has passed.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._order = itertools.count()
        self._timers: list[tuple[float, int, Callable[[], object]]] = []

    def now(self) -> int:
        return 1_000_000_000_000 + round(1000 * self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def random_bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        heapq.heappush(self._timers, (self.seconds + seconds, next(self._order), call))

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self.call_later(seconds, woken.set)
        await woken.wait()

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[object]:
        inside = True
        async with asyncio.timeout(None) as limit:

            def end() -> None:
                if inside:
                    limit.reschedule(asyncio.get_running_loop().time())

            self.call_later(seconds, end)
            try:
                yield limit
            finally:
                inside = False

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        return asyncio.create_task(work)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        return work(*args, **more)

    def threads(self, count: int, name: str) -> ManualRuntime:
        del count, name
        return self

    run = in_thread

    def close(self) -> None:
        """There are no threads."""

    async def settle(self) -> None:
        """Let everything happen that needs no more time."""
        for _ in range(_TURNS):
            await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        """Let time pass, moment by moment."""
        end = self.seconds + seconds
        await self.settle()
        while self._timers and self._timers[0][0] <= end:
            self.seconds, _, call = heapq.heappop(self._timers)
            call()
            await self.settle()
        self.seconds = end


class MemoryCircles:
    """Circles in memory."""

    def __init__(self) -> None:
        self.found: dict[str, Circle] = {}

    async def make(self, circle: str, name: str, at: int) -> None:
        self.found[circle] = Circle(name, at)

    async def read(self, circle: str) -> Circle | None:
        return self.found.get(circle)

    async def add(self, circle: str, game: CircleGame) -> bool:
        there = circle in self.found
        if there:
            known = self.found[circle]
            games = {each.table: each for each in (*known.games, game)}
            self.found[circle] = replace(known, last=game.at, games=tuple(games.values()))
        return there

    async def rename(self, circle: str, name: str, at: int) -> None:
        self.found[circle] = replace(self.found[circle], name=name, last=at)

    async def delete_at(self, circle: str, when: int | None, at: int) -> None:
        self.found[circle] = replace(self.found[circle], deleted_at=when, last=at)

    async def forget(self, now: int, before: int | None) -> None:
        self.found = {
            key: each
            for key, each in self.found.items()
            if (each.deleted_at is None or each.deleted_at > now) and (before is None or each.last >= before)
        }


class MemoryWaits:
    """Waiting tables in memory, and when a server was there."""

    def __init__(self, store: MemoryStore) -> None:
        self.noted: dict[str, Wait] = {}
        self.outages: list[Outage] = []
        self._store = store
        self._pulse: int | None = None

    async def note(self, wait: Wait) -> None:
        self._store.answer()
        self.noted[wait.table] = wait

    async def of(self, tables: Iterable[str]) -> dict[str, Wait]:
        return {table: self.noted[table] for table in tables if table in self.noted}

    async def due(self, at: int | None) -> DueTables:
        self._store.answer()
        running = {table: wait for table, wait in self.noted.items() if wait.due is not None}
        found = [
            table for table, wait in running.items()
            if at is None or (wait.due or 0) <= at or wait.number < self._store.logs[table][-1].number
        ]  # fmt: skip
        return DueTables(bool(running), tuple(found))

    async def pulse(self, at: int, gap: int) -> list[Outage]:
        self._store.answer()
        if self._pulse is not None and at - self._pulse > gap:
            self.outages.append(Outage(self._pulse, at))
        self._pulse = at
        return list(self.outages)


class MemoryPushes:
    """Browsers that are sent notices, in memory."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, int], list[Subscription]] = defaultdict(list)

    async def add(self, table: str, member: int, subscription: Subscription, at: int) -> None:
        del at
        self.found[table, member] = [*self.found[table, member], subscription][-MOST_PUSHES:]

    async def of(self, table: str, members: Collection[int]) -> list[tuple[int, Subscription]]:
        return [(member, each) for member in members for each in self.found[table, member]]

    async def remove(self, table: str, member: int, endpoint: str | None = None) -> None:
        kept = [each for each in self.found[table, member] if endpoint is not None and each.endpoint != endpoint]
        self.found[table, member] = kept

    async def dead(self, endpoint: str) -> None:
        for key, each in self.found.items():
            self.found[key] = [one for one in each if one.endpoint != endpoint]


class MemoryStore:
    """A database in memory.

    Attributes:
        logs: the events of each table.
        chats: what people have said at each.
        broken: whether it does not answer.
    """

    def __init__(self, runtime: ManualRuntime) -> None:
        self.logs: dict[str, list[LogEvent]] = {}
        self.chats: dict[str, list[ChatLine]] = defaultdict(list)
        self.broken = False
        self.reports: Reports | None = None
        self.circles = MemoryCircles()
        self.waits = MemoryWaits(self)
        self.pushes = MemoryPushes()
        self._runtime = runtime
        self._joins: dict[str, str] = {}
        self._keys: dict[tuple[str, str], int] = {}
        self._grants: dict[str, set[tuple[str, int]]] = defaultdict(set)
        self._claims: dict[str, tuple[str, int]] = {}

    def start(self) -> None:
        """There is nothing to begin."""

    async def close(self) -> None:
        """There is nothing to end."""

    async def create(
        self, table: str, game: str, first: LogEvent, *, join: str, members: Iterable[tuple[int, str, str]]
    ) -> None:
        del game
        self.logs[table], self._joins[table] = [first], join
        for member, key, session in members:
            self._keys |= {(table, key): member} if key else {}
            self._grants[table] |= {(session, member)} if session else set()

    async def delete(self, table: str) -> None:
        self.answer()
        self.logs.pop(table, None)
        self.chats.pop(table, None)
        self.waits.noted.pop(table, None)

    async def forget(self, before: int) -> list[str]:
        old = [
            table for table, log in self.logs.items()
            if log[-1].at < before and (table not in self.waits.noted or self.waits.noted[table].due is None)
        ]  # fmt: skip
        for table in old:
            await self.delete(table)
        return old

    async def append(self, table: str, event: LogEvent) -> None:
        self.answer()
        if event.number <= len(self.logs[table]):
            raise ConflictError
        json.dumps(event.row(table))
        self.logs[table].append(event)

    async def events(self, table: str, since: int = 0) -> list[LogEvent]:
        self.answer()
        return self.logs.get(table, [])[since:]

    async def last_events(self, ids: Iterable[str]) -> dict[str, int]:
        return {table: self.logs[table][-1].at for table in ids if table in self.logs}

    async def say(self, table: str, line: ChatLine) -> None:
        self.answer()
        if line.number <= len(self.chats[table]):
            raise ConflictError
        self.chats[table].append(line)

    async def said(self, table: str, since: int = 0) -> list[ChatLine]:
        self.answer()
        return self.chats[table][since:]

    async def claim(self, table: str, process: str, milliseconds: int) -> bool:
        holder, until = self._claims.get(table, (process, 0))
        if holder != process and until >= self._runtime.now():
            return False
        self._claims[table] = process, self._runtime.now() + milliseconds
        return True

    async def join_hash(self, table: str) -> str | None:
        return self._joins.get(table)

    async def set_join_hash(self, table: str, join: str) -> None:
        self._joins[table] = join

    async def add_key(self, table: str, member: int, key: str) -> None:
        self._keys[table, key] = member

    async def key_member(self, table: str, key: str) -> int | None:
        return self._keys.get((table, key))

    async def hand_over(self, session: str, table: str, member: int) -> None:
        await self.revoke(table, member)
        await self.grant(session, table, member)

    async def revoke(self, table: str, member: int) -> None:
        self._keys = {key: who for key, who in self._keys.items() if (key[0], who) != (table, member)}
        self._grants[table] = {(session, who) for session, who in self._grants[table] if who != member}

    async def grant(self, session: str, table: str, member: int) -> None:
        self._grants[table].add((session, member))

    async def granted(self, session: str, table: str) -> tuple[int, ...]:
        return tuple(sorted(who for each, who in self._grants[table] if each == session))

    async def grants_of(self, table: str) -> list[tuple[str, int]]:
        return sorted(self._grants[table])

    async def tables_of(self, session: str) -> dict[str, tuple[int, ...]]:
        return {table: who for table in self.logs if (who := await self.granted(session, table))}

    def answer(self) -> None:
        """Fail where it does not answer."""
        if self.broken:
            raise UnavailableError("it is switched off")


class _ReadyGames:
    """Games that nothing is compiled for ahead of time."""

    def start(self) -> None:
        """There is nothing to begin."""

    async def close(self) -> None:
        """There is nothing to end."""

    async def game(self, name: str, options: Mapping[str, Any]) -> Game:
        return make(name, **options)


class _Socket:
    """A browser's socket that reads at once."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed: int | None = None

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, code: int) -> None:
        self.closed = code


class _QuietPeers:
    """The other process, which says nothing: what it writes is found in the database."""

    async def start(self) -> None:
        """There is nothing to listen to."""

    close = start

    async def say_deleted(self, table: str) -> None:
        """Nobody listens."""

    async def say_skip(self, table: str, seat: int | None) -> None:
        """Nobody listens."""

    def elsewhere(self, table: str) -> tuple[int, ...]:
        del table
        return ()

    def absent_since(self, table: str) -> dict[int, int]:
        del table
        return {}


class Simulated:
    """One process's hub, and a table at which Ann, who hosts, and Bob sit, or more people and agents.

    Attributes:
        runtime: its time.
        store: its database.
        hub: the hub.
        asked: the hubs that have asked agents, one entry a question.
        sockets: what Ann's and Bob's browsers have heard.
    """

    def __init__(self, **settings: Any) -> None:
        self.runtime = ManualRuntime()
        self.store = MemoryStore(self.runtime)
        self.asked: list[Hub] = []
        self._settings = settings
        self.hub = self.another_hub()
        self.sockets: dict[int, _Socket] = {}
        self._connections: dict[int, Connection] = {}
        self._live: LiveTable | None = None

    @property
    def live(self) -> LiveTable:
        """The table."""
        assert self._live is not None
        return self._live

    def another_hub(self, *, twin: bool = False) -> Hub:
        """The hub of another process, or of the same after a restart; a twin serves beside others."""
        database = "postgresql+psycopg://none" if twin else "sqlite+aiosqlite://"
        known = ServerSettings(database=database, **{"seed": 1, **self._settings})
        hub = Hub(known, self.store, self.runtime)
        if twin:
            hub._peers = _QuietPeers()  # type: ignore[assignment]
            hub.pulses = Pulses(self.store.waits, self.runtime, alone=False, changed=hub._outage_known)
        hub.ready_games = _ReadyGames()  # type: ignore[assignment]  # no other process compiles

        async def ask(agent: AgentName, state: State, name: str) -> int:
            del agent, name
            self.asked.append(hub)
            return int(state.legal_actions()[0])

        hub.agent_desks.ask = ask  # type: ignore[method-assign]  # no agent is compiled
        return hub

    async def gather(self, game: Game | None = None, seats: Sequence[int | str] = (0, 1), **settings: Any) -> None:
        """Start the hub and make the table, with all people there.

        Args:
            game: Pig Dice unless told otherwise.
            seats: the people by their numbers, and agents by their names.
        """
        await self.hub.start()
        game = make("pig") if game is None else game
        who = [each for each in seats if isinstance(each, int)]
        people = [{"number": number, "name": ("Ann", "Bob", "Cid", "Dora")[number]} for number in who]
        taken = [{"member": each, "agent": None} if isinstance(each, int) else {"member": None, "agent": each}
                 for each in seats]  # fmt: skip
        first = {
            "game": game.name, "version": game.spec.version, "options": dict(game.options), "host": 0,
            "members": people, "seats": taken,
            "settings": RoomSettings(pace="instant", **settings).model_dump(),
        }  # fmt: skip
        event = NewEvent("create", None, first).numbered(1, self.runtime.now())
        await self.store.create("t", game.name, event, join="", members=[])
        self._live = await self.hub.live("t")
        for member in who:
            await self.come(member)

    async def begin(self, game: Game | None = None, seats: Sequence[int | str] = (0, 1), **settings: Any) -> None:
        """The same, and start the game; see `gather`."""
        await self.gather(game, seats, **settings)
        await self.live.do(lambda _: NewEvent("start", None, {"seed": 1, "fill": None}))

    async def come(self, member: int) -> None:
        """Somebody opens the table's page."""
        self.sockets[member] = socket = _Socket()
        self._connections[member] = connection = Connection(socket, member, self.runtime)  # type: ignore[arg-type]  # sends alone
        connection.start()
        self.live.attach(connection)
        await self.runtime.settle()

    async def leave(self, member: int) -> None:
        """Somebody closes the page."""
        self.live.detach(self._connections[member])
        await self.runtime.settle()

"""A server's hub without real time or threads, on a database in memory: time passes when a test says so."""

from __future__ import annotations

import functools
import inspect
import json
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from croupier.agents.names import AgentName
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.server.base.settings import ServerSettings
from croupier.server.events.deal import StartEvent
from croupier.server.live import time_keeper
from croupier.server.live.connection import Connection
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.room.chairs import RoomSettings
from croupier.server.storage.log import LogEvent
from croupier.server.storage.waits import HEARTBEAT_SECONDS
from tests.simulator.process import SimulatedProcess
from tests.simulator.servers import PlainGames
from tests.simulator.store import Disk, SimulatedStore
from tests.simulator.world import World, run, this_world


def simulate(
    scenario: Callable[[Simulated], Coroutine[Any, Any, None]],
    *,
    within: float = 30.0,
    heartbeat: float = HEARTBEAT_SECONDS,
    **settings: Any,
) -> None:
    """Let something happen at a hub of which the time is the test's; the processor's time stays within a bound.

    Args:
        heartbeat: seconds between two heartbeats: where days pass, fewer of them are enough.
    """

    async def main() -> None:
        simulated = Simulated(**settings)
        try:
            await scenario(simulated)
        finally:
            await simulated.hub.close()

    began = time.process_time()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time_keeper, "HEARTBEAT_SECONDS", heartbeat)
        patch.setattr(time_keeper, "GAP_SECONDS", 2.5 * heartbeat)
        run(World(0, instant=True), main())
    assert time.process_time() - began < within  # minutes have passed in it


def in_an_instant(**settings: Any) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Callable[..., None]]:
    """Let a test happen at such a hub, its first argument; others are fixtures and parameters."""

    def decorated(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
        @functools.wraps(test)
        def happen(**given: Any) -> None:
            simulate(lambda simulated: test(simulated, **given), **settings)

        _, *given = inspect.signature(test).parameters.values()
        happen.__signature__ = inspect.Signature(given)  # type: ignore[attr-defined]  # what pytest gives
        return happen

    return decorated


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

    alone = False

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
        database: what is committed.
        store: its connection to that.
        hub: the hub.
        asked: the hubs that have asked agents, one entry a question.
        sockets: what Ann's and Bob's browsers have heard.
    """

    def __init__(self, **settings: Any) -> None:
        self.runtime = SimulatedProcess(this_world(), "server")
        self.database = Disk(this_world())
        self.store = SimulatedStore(self.database, self.runtime)
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
        database = make_url("postgresql+psycopg://none" if twin else "sqlite+aiosqlite://")
        known = ServerSettings(database=database, **{"seed": 1, **self._settings})
        store = SimulatedStore(self.database, self.runtime, shared=True) if twin else self.store
        hub = Hub(known, store, self.runtime)
        if twin:
            hub.peers = _QuietPeers()  # type: ignore[assignment]
        hub.ready_games = PlainGames()  # type: ignore[assignment]  # no other process compiles

        async def ask(agent: AgentName, state: State, name: str) -> int:
            del agent, name
            self.asked.append(hub)
            return int(state.legal_actions()[0])

        hub.agent_queues.ask = ask  # type: ignore[method-assign]  # no agent is compiled
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
        event = LogEvent("create", None, first, 1, self.runtime.now())
        await self.store.create("t", game.name, event, join="", members=[])
        self._live = await self.hub.live("t")
        for member in who:
            await self.come(member)

    async def begin(self, game: Game | None = None, seats: Sequence[int | str] = (0, 1), **settings: Any) -> None:
        """The same, and start the game; see `gather`."""
        await self.gather(game, seats, **settings)
        await self.live.do(lambda _: StartEvent(seed=1, fill=None))

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

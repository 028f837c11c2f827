"""The servers of a world: the real application on one database; each can be lost and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from fastapi import FastAPI
from sqlalchemy.engine import URL

from croupier.core.base.tiers import at_a_table
from croupier.core.engine.game import Game
from croupier.server.agents.jobs import JobData
from croupier.server.agents.process_pool import JobAnswer, ProcessPool
from croupier.server.base.settings import ServerSettings
from croupier.server.live.hub import Hub
from croupier.server.process.app import make_app
from tests.simulator.process import SimulatedProcess
from tests.simulator.redealing import Redeal, game_of
from tests.simulator.store import Disk, SimulatedStore
from tests.simulator.world import World

ALONE, SHARED = URL.create("sqlite+aiosqlite"), URL.create("postgresql+psycopg", host="none")
"""Addresses of databases: of one server alone, and of several."""
_made = lru_cache(maxsize=64)(lambda name, options, redeal: game_of(name, dict(options), redeal))


class PlainGames:
    """Games that nothing is compiled for ahead of time, in place of `croupier.server.agents.agent_queues`."""

    preparing: ClassVar[list[str]] = []

    def __init__(self, redeal: Redeal | None = None) -> None:
        """Play games in which something is dealt anew, or nothing."""
        self._redeal = redeal

    def start(self) -> None:
        """Play them as Python."""
        at_a_table()

    async def close(self) -> None:
        """There is nothing to end."""

    async def compiled(self, name: str) -> None:
        """There is nothing to wait for."""

    def must_compile(self, name: str) -> bool:
        """There is nothing to compile."""
        del name
        return False

    async def game(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game with some options."""
        found: Game = _made(name, tuple(sorted(options.items())), self._redeal)
        return found


class _Thinkers(ProcessPool):
    """Thinkers that think for a while, and find nothing."""

    async def run(self, job: JobData, **_: Any) -> JobAnswer:
        """Let it take a while."""
        del job
        await self._runtime.sleep(1.0)
        return {"actions": []}


def hub_on(
    disk: Disk, settings: ServerSettings, process: SimulatedProcess, thinkers: ProcessPool, games: PlainGames,
    *, shared: bool,
) -> Hub:  # fmt: skip
    """What a process holds that serves the tables of a disk."""
    hub = Hub(settings, SimulatedStore(disk, process, shared=shared), process)
    hub.ready_games = hub.agent_queues._ready_games = games  # type: ignore[assignment]  # nothing is compiled
    hub.process_pool = hub.agent_queues._pool = thinkers
    return hub


class SimulatedServer:
    """One of the servers on a database, and its processes one after the other."""

    def __init__(self, world: World, disk: Disk, name: str, *, shared: bool, redeal: Redeal | None = None) -> None:
        """Start nothing yet; `shared` where another server serves the same tables."""
        self.name = name  # what it is called
        self.process: SimulatedProcess | None = None  # the process that serves; None while none does
        self.down: list[tuple[float, float]] = []  # the times in which none ran, in seconds of the world
        self._lost_at = 0.0
        self._world, self._disk, self._shared, self._redeal = world, disk, shared, redeal
        self._starts = 0
        self._settings = ServerSettings(database=SHARED if shared else ALONE, thinkers=1)
        self._clock = SimulatedProcess(world, f"{name} clock")
        self.app: FastAPI = make_app(self._settings, runtime=self._clock)  # its application
        self._hub: Hub | None = None

    async def start(self) -> None:
        """Begin to serve with a new process."""
        self._starts += 1
        process = SimulatedProcess(self._world, f"{self.name}.{self._starts}")
        games, thinkers = PlainGames(self._redeal), _Thinkers(1, 1, process)
        self._hub = hub_on(self._disk, self._settings, process, thinkers, games, shared=self._shared)
        self.app.state.hub = self._hub
        self.app.middleware_stack = None  # with what it remembers of addresses
        self._world.note(f"{process.name} starts")
        self.down.append((self._lost_at, self._world.seconds))
        await process.spawn(self._hub.start())
        self.process = process

    async def kill(self) -> None:
        """Lose the process between two steps."""
        process, self.process = self.process, None
        if process is not None:
            self._lost_at = self._world.seconds
            await process.kill("is lost")

    async def stop(self) -> None:
        """Let the process end as it does when its owner stops it."""
        process, self.process = self.process, None
        if process is not None and self._hub is not None:
            self._world.note(f"{process.name} is to stop")
            await process.spawn(self._hub.close())
            self._lost_at = self._world.seconds
            await process.kill("has stopped")


def watch(task: asyncio.Task[Any], world: World, what: str) -> None:
    """Let the world know of an error that nobody has foreseen."""

    def note(done: asyncio.Task[Any]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            world.errors.append(f"{what}: {type(error).__name__}: {error}")

    task.add_done_callback(note)

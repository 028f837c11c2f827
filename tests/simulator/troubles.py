"""Troubles of an evening: servers that are lost, one or all; a database that is slow, fails or does not answer.

Each goes on by itself, so that one comes in the middle of another one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from typing import Any

from tests.simulator.process import SimulatedProcess
from tests.simulator.servers import SimulatedServer
from tests.simulator.store import Disk
from tests.simulator.world import World

_SLOW = 20.0
_FAILS = 0.1
_LONGEST_LOSS = 90.0
_LONGEST_OUTAGE = 60.0
_LOST_AGAIN = 0.15
"""How often a server is lost again as soon as it has started."""


class Troubles:
    """What goes wrong in an evening."""

    def __init__(
        self, world: World, runtime: SimulatedProcess, servers: Sequence[SimulatedServer], disk: Disk
    ) -> None:
        """Let nothing go wrong yet."""
        self.crashes = 0  # processes that were lost
        self._world, self._runtime, self._servers, self._disk = world, runtime, servers, disk
        self._healed = asyncio.Event()
        self._lost: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, seconds: float) -> None:
        """Let something go wrong again and again, so many seconds after each other on average."""
        self._spawn(self._go_on(seconds))

    async def heal(self) -> None:
        """Let nothing go wrong any more: all servers are there, and the database answers, when this returns."""
        self._healed.set()
        await asyncio.gather(*self._tasks)
        self._disk.slow, self._disk.fails = 1.0, 0.0
        self._world.note("nothing is in trouble any more")

    def lose(self, server: SimulatedServer) -> None:
        """Lose a server now, or stop it, and start it again after a while."""
        if server.name not in self._lost and not self._healed.is_set():
            self._lost.add(server.name)
            self._spawn(self._lose(server))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(self._runtime.spawn(work))

    async def _pause(self, seconds: float) -> None:
        """Let some time pass, or what is left of it until nothing may go wrong any more."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._healed.wait()

    async def _go_on(self, seconds: float) -> None:
        draw = self._world.random
        while True:
            await self._pause(2 * seconds * draw.random())
            if self._healed.is_set():
                return
            self._begin_one(draw.random())

    def _begin_one(self, kind: float) -> None:
        disk = self._disk
        if kind < 0.5:
            self.lose(self._servers[int(self._world.random.random() * len(self._servers))])
        elif kind < 0.6:
            self._world.note("all servers are lost")
            for server in self._servers:
                self.lose(server)
        elif kind < 0.7:
            disk.slow = 1.0 if disk.slow > 1.0 else _SLOW
            disk.slowest = max(disk.slowest, disk.slow)
            self._world.note(f"the database takes {disk.slow:g} times as long as usual")
        elif kind < 0.8:
            disk.fails = 0.0 if disk.fails else _FAILS
            self._world.note(f"of the writes {disk.fails:.0%} fail")
        elif kind < 0.9:
            self._world.note("connections by which reports come break")
            disk.lose_listeners()
        else:
            self.silence()

    def silence(self) -> None:
        """Let the database not answer for a while."""
        if not self._disk.broken:
            self._spawn(self._silence())

    async def _silence(self) -> None:
        disk = self._disk
        disk.switch_off()
        await self._pause(_LONGEST_OUTAGE * self._world.random.random() ** 3)
        disk.switch_on()

    async def _lose(self, server: SimulatedServer) -> None:
        draw = self._world.random
        while True:
            if draw.random() < 0.85:
                self.crashes += 1
                await server.kill()
            else:
                await server.stop()
            await self._pause(_LONGEST_LOSS * draw.random() ** 4)
            await server.start()
            if draw.random() > _LOST_AGAIN:
                break
            await self._pause(0.05 * draw.random())
            if self._healed.is_set():
                break
        self._lost.discard(server.name)

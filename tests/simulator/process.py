"""A process in a simulated world: its runtime, and its end between any two steps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import Any, ParamSpec, TypeVar

from croupier.server.base.runtime import Runtime, ThreadPool
from tests.simulator.world import World

P = ParamSpec("P")
T = TypeVar("T")
_LATE_SECONDS = 0.002
"""How much later than it is due something may be woken."""


class LostProcess(asyncio.CancelledError):  # no error: nothing may catch it as one
    """The process is lost: nothing that it still asks for happens."""


class SimulatedProcess(Runtime, ThreadPool):
    """Time, tasks, threads and random bytes of a process; see `croupier.server.base.runtime.Runtime`."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world  # where it is
        self.name = name  # what it is called in the trace
        self.alive = True  # whether it is not lost
        self._random = Random(f"{world.seed} {name}")
        self._tasks: dict[asyncio.Task[Any], None] = {}

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.world.now()

    def monotonic(self) -> float:
        """Seconds since the world's beginning."""
        return self.world.seconds

    def random_bytes(self, count: int) -> bytes:
        """Bytes that the seed decides."""
        return self._random.randbytes(count)

    async def sleep(self, seconds: float) -> None:
        """Let some time pass."""
        woken = self.future()
        late = 0.0 if self.world.instant else _LATE_SECONDS * self.world.random.random()
        self.world.at(self.world.seconds + max(0.0, seconds) + late, lambda: settle(woken, None), "")
        await woken

    async def advance(self, seconds: float) -> None:
        """Let some time pass, and all happen that does until then."""
        woken = self.future()
        self.world.at(self.world.seconds + seconds, lambda: settle(woken, None), "", last=True)
        await woken

    async def settle(self) -> None:
        """Let everything happen that needs no more time."""
        await self.advance(0.0)

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """A block that is left by TimeoutError when it takes longer."""
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call something after a while."""
        self.world.at(self.world.seconds + seconds, lambda: call() if self.alive else None, "")

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task; it ends with the process."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._forget)
        if not self.alive:
            task.cancel()
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        """Forget a task that is done; that one has failed somebody must hear, where the process is not lost."""
        self._tasks.pop(task, None)
        if not task.cancelled() and self.alive:
            self.world.note_task(task, self.name)
        elif not task.cancelled():
            task.exception()

    async def in_thread(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do something in a thread: nobody knows when it is done."""
        return await self.outside("thread", lambda: work(*args, **more))

    def threads(self, count: int, name: str) -> SimulatedProcess:
        """Threads of one's own, which are as fast as all others."""
        del count, name
        return self

    run = in_thread

    def close(self) -> None:
        """Stop the threads: there are none."""

    async def outside(self, what: str, work: Callable[[], T]) -> T:
        """Let something happen outside of the event loop, and wait for what it comes to."""
        if self.world.instant:
            return work()
        done = self.future()

        def happen() -> None:
            if self.alive:
                try:
                    settle(done, work())
                except Exception as error:  # noqa: BLE001  # whatever it raises belongs to who waits
                    fail(done, error)

        self.world.soon(happen, f"{self.name} {what}")
        found: T = await done
        return found

    def future(self) -> asyncio.Future[Any]:
        """Something that is waited for; LostProcess where the process is lost."""
        if not self.alive:
            raise LostProcess
        return asyncio.get_running_loop().create_future()

    async def kill(self, why: str) -> None:
        """End the process, whatever it is doing: its tasks end, and nothing of them reaches anybody."""
        self.alive = False
        self.world.note(f"{self.name} {why}")
        while self._tasks:
            lost = list(self._tasks)
            for task in lost:
                task.cancel()
            await asyncio.wait(lost)


def settle(future: asyncio.Future[Any], found: object) -> None:
    """Give what somebody waits for, unless nobody does any more."""
    if not future.done():
        future.set_result(found)


def fail(future: asyncio.Future[Any], error: BaseException) -> None:
    """Let somebody who waits hear of an error, unless nobody does any more."""
    if not future.done():
        future.set_exception(error)

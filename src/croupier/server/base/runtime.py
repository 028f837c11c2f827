"""Time, tasks, threads and random bytes of a server's process, as one argument: a simulator can put its own there.

Nothing else that serves tables reads a clock, waits, draws what nobody can guess, or begins a task or a thread.
Not so Uvicorn's connections (`croupier.server.process.tcp`), the thread that keeps the application's start apart
(`croupier.server.process.app`), the keys by which notices are encrypted, and the processes that prepare games or
think.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Clock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Milliseconds since 1970, for what is stored or shown."""

    def monotonic(self) -> float:
        """Seconds from some moment on, to measure how long something takes."""


class RandomBytes(Protocol):
    """What nobody can guess."""

    def random_bytes(self, count: int) -> bytes:
        """So many bytes that nobody can guess."""


class ThreadPool(Protocol):
    """Threads that do one job after the other."""

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do something in one of them, once it is free."""

    def close(self) -> None:
        """Drop the jobs that have not begun, and stop; nobody waits for those that have."""


class Runtime(Clock, RandomBytes, Protocol):
    """All by which a process waits, does several things at a time, or draws what nobody can guess."""

    async def sleep(self, seconds: float) -> None:
        """Let some time pass."""

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """A block that is left by TimeoutError when it takes longer."""

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call something after a while."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task in the background. Who begins it keeps it: it ends where nobody refers to it."""

    async def in_thread(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do something that takes long in a thread, so that everything else goes on."""

    def threads(self, count: int, name: str) -> ThreadPool:
        """Threads of one's own."""


class AsyncioRuntime:
    """The real time, the tasks and threads of asyncio, and the system's random bytes."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds since the machine was started."""
        return time.monotonic()

    def random_bytes(self, count: int) -> bytes:
        """Bytes of the system's generator."""
        return secrets.token_bytes(count)

    async def sleep(self, seconds: float) -> None:
        """Let some time pass."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """A block that is left by TimeoutError when it takes longer."""
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call something after a while."""
        asyncio.get_running_loop().call_later(seconds, call)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task in the background."""
        return asyncio.create_task(work)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do something in a thread of asyncio's."""
        return await asyncio.to_thread(work, *args, **more)

    def threads(self, count: int, name: str) -> ThreadPool:
        """A pool of threads."""
        return _AsyncioThreadPool(count, name)


class _AsyncioThreadPool:
    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, name)

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args, **more))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

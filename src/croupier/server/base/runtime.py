"""Time, tasks, threads and random bytes as one argument, which a simulator replaces.

Nothing else that serves tables reads a clock, waits, draws random bytes, or starts a task or thread. Exceptions
are Uvicorn's connections (`croupier.server.process.tcp`), the thread for the application's start
(`croupier.server.process.app`), the encryption keys of notices, and the worker processes.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any, ParamSpec, TypeVar

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError

P = ParamSpec("P")
T = TypeVar("T")


class ThreadPool:
    """Threads that run one job each at a time."""

    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, name)

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Run a function in one of the threads, once it is free."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args, **more))

    def close(self) -> None:
        """Drop jobs that have not begun, and stop without waiting for running ones."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Runtime:
    """A process's source of time, tasks and random bytes."""

    def now(self) -> int:
        """Milliseconds since 1970, for stored and displayed times."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds from an arbitrary moment, for measuring durations."""
        return time.monotonic()

    def random_bytes(self, count: int) -> bytes:
        """Random bytes that nobody can guess."""
        return secrets.token_bytes(count)

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """A context that raises TimeoutError when it takes longer."""
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call a function after some seconds."""
        asyncio.get_running_loop().call_later(seconds, call)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a background task, which may end unless the caller keeps a reference."""
        return asyncio.create_task(work)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Run a slow function in a thread, so that the event loop continues."""
        return await asyncio.to_thread(work, *args, **more)

    def threads(self, count: int, name: str) -> ThreadPool:
        """A separate pool of threads."""
        return ThreadPool(count, name)


TOKEN_BYTES = 16
TOKEN_LENGTH = 22
"""Characters of a token: 128 random bits in base64 for URLs."""


def new_token(source: Runtime) -> str:
    """A token of 128 random bits, of which only the hash is stored."""
    return base64.urlsafe_b64encode(source.random_bytes(TOKEN_BYTES)).rstrip(b"=").decode()


def hashed(token: str) -> str:
    """SHA-256 of a token, in hexadecimal; tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id(source: Runtime) -> str:
    """A unique name of a table or process: 48 random bits, not secret."""
    return source.random_bytes(6).hex()


class ReplayThread:
    """A single thread with a bounded queue."""

    def __init__(self, waiting: int, runtime: Runtime) -> None:
        self._thread = runtime.threads(1, "croupier-replays")
        self._most, self._jobs = waiting, 0

    def close(self) -> None:
        """Stop after the current job."""
        self._thread.close()

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Run a function in the thread."""
        if self._jobs >= self._most:
            raise RefusalError("busy", say("busy.replays", people=self._jobs))
        self._jobs += 1
        try:
            return await self._thread.run(work, *args, **more)
        finally:
            self._jobs -= 1


# Python frees nearly all that a server makes as soon as nothing refers to it; the collector looks for what refers
# to itself. At 1,000 tables its middle generation stopped all of them for some 80 ms every few seconds, and found
# nothing. So it looks through new objects alone, a few at a time, and through all of them when nobody is
# connected, and otherwise after many sockets, of which each leaves some 25 kB that refer to themselves, or after
# an hour.

_YOUNG = 700
"""New objects before a collection of the youngest generation, about 2 ms at 1,000 tables."""
_NEVER = 1_000_000_000
_WORTH_IT = 10
"""Collections of the youngest generation between full ones."""
_MOST_SECONDS = 3600.0
_MOST_SOCKETS = 4_000


class GcPauses:
    """Schedules full garbage collections, which pause the process."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.closed = 0  # sockets closed since the last one; counted by whoever closes them
        self._last = self._runtime.monotonic()

    def tend(self, *, quiet: bool) -> bool:
        """Run a full collection if it is due."""
        long_ago = self._runtime.monotonic() - self._last >= _MOST_SECONDS or self.closed >= _MOST_SOCKETS
        if not (quiet or long_ago) or gc.get_count()[1] < _WORTH_IT:
            return False
        gc.collect()
        self.closed, self._last = 0, self._runtime.monotonic()
        return True


def keep_pauses_short() -> None:
    """Restrict automatic collection in this process to the youngest generation."""
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)

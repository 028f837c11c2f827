"""Run a coroutine to its end from ordinary code, even inside a running event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, TypeVar

Result = TypeVar("Result")


class Coroutines:
    """Runs coroutines one after another in one event loop, until it is closed."""

    # The loop runs in this thread. If this thread already runs one, as in a notebook's cell, it gets its own
    # thread.

    def __init__(self) -> None:
        """Start no loop yet."""
        self._runner = asyncio.Runner()
        self._task: asyncio.Task[Any] | None = None
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self._thread = None
        else:
            self._thread = ThreadPoolExecutor(1, "croupier-coroutines")

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine to its end; Ctrl-C cancels it."""
        if self._thread is None:
            return self._runner.run(coroutine)
        job = self._thread.submit(self._runner.run, self._cancellable(coroutine))
        try:
            return job.result()
        except KeyboardInterrupt:
            if self._task is not None and not job.done():
                self._runner.get_loop().call_soon_threadsafe(self._task.cancel)
                job.exception()
            raise

    async def _cancellable(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """The same coroutine, as a task that the other thread can cancel."""
        self._task = asyncio.current_task()
        return await coroutine

    def close(self) -> None:
        """Close the loop and its thread."""
        if self._thread is None:
            self._runner.close()
            return
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


async def at_once(count: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let this many workers share some work; the first error ends it."""
    try:
        async with asyncio.TaskGroup() as workers:
            for _ in range(count):
                workers.create_task(work())
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None


def run_coroutine(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run one coroutine to its end; see `Coroutines.run`."""
    with closing(Coroutines()) as coroutines:
        return coroutines.run(coroutine)

"""A thread for work that takes seconds, so that neither the event loop nor quick requests wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from croupier.server.base.refusal import RefusalError

P = ParamSpec("P")
T = TypeVar("T")


class WorkerThread:
    """One thread, and those who wait for it."""

    def __init__(self, waiting: int) -> None:
        """Start nothing yet.

        Args:
            waiting: most jobs at a time; one more is refused.
        """
        self._thread = ThreadPoolExecutor(1, "croupier-replays")
        self._most, self._jobs = waiting, 0

    def close(self) -> None:
        """Stop, once the present job is done."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do something in the thread.

        Raises:
            RefusalError: too many wait (``busy``).
        """
        if self._jobs >= self._most:
            raise RefusalError("busy", f"{self._jobs} others look at replays already; try again in a moment")
        self._jobs += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: work(*args, **more))
        finally:
            self._jobs -= 1

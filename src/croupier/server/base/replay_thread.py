"""The thread of replays: steps that take seconds, so that neither the event loop nor quick requests wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime

P = ParamSpec("P")
T = TypeVar("T")


class ReplayThread:
    """One thread, and those who wait for it."""

    def __init__(self, waiting: int, runtime: Runtime) -> None:
        """Start nothing yet."""
        self._thread = runtime.threads(1, "croupier-replays")
        self._most, self._jobs = waiting, 0

    def close(self) -> None:
        """Stop, once the present job is done."""
        self._thread.close()

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do something in the thread."""
        if self._jobs >= self._most:
            raise RefusalError("busy", say("busy.replays", people=self._jobs))
        self._jobs += 1
        try:
            return await self._thread.run(work, *args, **more)
        finally:
            self._jobs -= 1

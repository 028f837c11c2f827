"""The bases of what belongs to a table and of what watches it, which does what is due after a change."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from croupier.server.base.runtime import Runtime

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable

RETRY_SECONDS = 1.0


class AtTable:
    """Something that belongs to a table; with two references, one that is forgotten would stay in memory."""

    def __init__(self, live: LiveTable) -> None:
        self._table = weakref.ref(live)

    @property
    def live(self) -> LiveTable:
        """The table."""
        live = self._table()
        if live is None:
            raise ReferenceError("the table is forgotten, and nothing may happen there")
        return live


class TableWatch(AtTable):
    """Something that goes on by itself at a table, in one task while it is due.

    Attributes:
        runtime: time and tasks.
        changed: set when anything has changed while the task goes on.
    """

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self.runtime: Runtime = live.hub.runtime
        self.changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def due(self, live: LiveTable) -> bool:
        """Whether there is anything to watch."""
        raise NotImplementedError

    async def run(self, live: LiveTable) -> None:
        """Watch, while it is due."""
        raise NotImplementedError

    def nudge(self) -> None:
        """Look again, after anything has changed."""
        live = self._table()
        if live is None or live.closed or not self.due(live):
            self.stop()
        elif not self.goes_on:
            self.begin(self.run(live))
        else:
            self.changed.set()

    @property
    def goes_on(self) -> bool:
        """Whether the task does."""
        return self._task is not None and not self._task.done()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something be done in the task."""
        self._task = self.runtime.spawn(work)

    def stop(self) -> None:
        """Stop what goes on, unless it is the task itself that says so."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            self._task = None

    async def pause(self, seconds: float) -> None:
        """Wait for so long, or until anything has changed."""
        with contextlib.suppress(TimeoutError):
            async with self.runtime.timeout(seconds):
                await self.changed.wait()

"""An event loop in which doors run that wait, made when the first one runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class EventLoop:
    """A loop that goes on between calls, until `end`."""

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None
        self._tasks: list[asyncio.Task[Any]] = []

    def _made(self) -> asyncio.Runner:
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner

    def run(self, waiting: Coroutine[Any, Any, Any]) -> Any:
        """What comes of something that waits."""
        return self._made().run(waiting)

    def begin(self, running: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on while others run."""
        self._tasks.append(self._made().get_loop().create_task(running))
        return self._tasks[-1]

    def end(self) -> None:
        """Cancel what goes on."""
        if self._runner is not None:
            self._runner.close()
        self._runner, self._tasks = None, []

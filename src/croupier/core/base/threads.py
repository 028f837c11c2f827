"""Thread pools that survive a fork."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class ForkSafeThreads(ThreadPoolExecutor):
    """A thread pool that starts anew in a forked child, which has none of its parent's threads."""

    def __init__(self, count: int, name: str = "croupier") -> None:
        super().__init__(count, name)
        self._process, self._count, self._name = os.getpid(), count, name

    def submit(self, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> Future[R]:
        """Run a function in one of the threads."""
        if self._process != os.getpid():
            ForkSafeThreads.__init__(self, self._count, self._name)
        return super().submit(work, *arguments, **named)

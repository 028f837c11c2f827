"""A world in which time is simulated and one seed decides what happens next: the event loop of a simulation.

What processes and people wait for is a *point*: it becomes ready at a moment that the seed has drawn. The points
come one after the other, each followed by all that it leads to; sometimes the next one comes while that still goes
on, as in a process that is busy. The order in which asyncio calls what is ready is its own: first in, first out.
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import itertools
import selectors
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
EPOCH = 1_000_000_000_000
"""When a world begins, in milliseconds since 1970."""
LONGEST_DELAY = 0.8
"""Seconds that something takes at most, where nothing is slower than usual."""
_BUSY_SECONDS = 0.005
"""How long what is ready may take, while the next point comes."""
_BUSY_SHARE = 0.25


class StuckError(Exception):
    """Nothing can happen any more, and something is still waited for."""


class World:
    """Simulated time, and what may happen next."""

    def __init__(self, seed: int, trace: Callable[[str], object] | None = None, *, instant: bool = False) -> None:
        self.seed = seed
        self.seconds = 0.0  # how much time has passed
        self.random = Random(seed)  # draws everything
        # whether nothing takes time but what is told to: for tests that move the time themselves
        self.instant = instant
        self.trace = trace  # is told what happens, a line each; None where nobody reads it
        self.points = 0  # how many points have come
        self.calls: dict[int, Callable[[], object]] = {}  # what is called once so many have
        self.errors: list[str] = []  # what went wrong that nobody has foreseen
        self.ended: list[Callable[[], object]] = []  # what is called when the world has ended
        self._failed: list[tuple[str, asyncio.Task[Any]]] = []
        self._order = itertools.count()
        self._points: list[tuple[float, bool, int, str, Callable[[], object]]] = []

    def now(self) -> int:
        """Milliseconds since 1970."""
        return EPOCH + round(1000 * self.seconds)

    def note(self, what: str) -> None:
        """Tell who reads the trace."""
        if self.trace is not None:
            self.trace(f"{self.seconds:14.6f} {what}")

    def note_task(self, task: asyncio.Task[Any], whose: str) -> None:
        """Keep a task that is done and has failed: whoever waits for it may still hear of that."""
        if task._log_traceback:  # asyncio's own word for it, which asking for the exception ends
            self._failed.append((whose, task))

    def note_unheard(self) -> None:
        """Let it be an error where a task has failed and nobody has heard of it."""
        for whose, task in self._failed:
            if task._log_traceback:
                error = task.exception()
                self.errors.append(f"{whose}, nobody hears of it: {type(error).__name__}: {error}")
        self._failed.clear()

    def at(self, seconds: float, call: Callable[[], object], what: str, *, last: bool = False) -> None:
        """Let something happen at a moment, noted unless `what` is empty; `last` after all else of that moment."""
        heapq.heappush(self._points, (seconds, last, next(self._order), what, call))

    def soon(self, call: Callable[[], object], what: str, slow: float = 1.0) -> None:
        """Let something happen after a while that is drawn, up to so many times longer than usual."""
        self.at(self.seconds + slow * self.delay(), call, what)

    def delay(self) -> float:
        """Seconds that something takes: mostly little, now and then long."""
        if self.instant:
            return 0.0
        kind, share = self.random.random(), self.random.random()
        if kind < 0.8:
            return 0.0001 + 0.002 * share
        return 0.04 * share if kind < 0.98 else LONGEST_DELAY * share

    def step(self, timeout: float | None) -> None:
        """Let the next point come; the loop goes on by itself after `timeout`: 0 where it is busy."""
        if timeout is not None and timeout <= 0.0:
            if self._comes_between():
                self._come()
        elif self._points and (timeout is None or self._points[0][0] <= self.seconds + timeout):
            self._come()
        elif timeout is None:
            raise StuckError("nothing can happen any more")
        else:
            self.seconds += timeout

    def _comes_between(self) -> bool:
        """Whether the next point comes while the loop is busy."""
        if self.instant or not self._points or self._points[0][0] > self.seconds + _BUSY_SECONDS:
            return False
        return self.random.random() < _BUSY_SHARE

    def _come(self) -> None:
        seconds, _, _, what, call = heapq.heappop(self._points)
        self.seconds = max(self.seconds, seconds)
        if what:
            self.note(what)
        call()
        self.points += 1
        if self.points in self.calls:
            self.calls[self.points]()


class _Points(selectors.SelectSelector):
    """Where an event loop would wait for the system, it waits for the world."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the next point come."""
        self._world.step(timeout)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop in a world."""

    def __init__(self, world: World) -> None:
        self.world = world  # the world
        super().__init__(_Points(world))
        self.set_exception_handler(self._note)

    def _note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Let it be an error of the world where something that is called fails."""
        self.world.errors.append(f"{context['message']}: {context.get('exception')!r}")
        loop.default_exception_handler(context)

    def time(self) -> float:
        """The seconds that have passed there."""
        return self.world.seconds

    async def subprocess_exec(self, *command: Any, **_: Any) -> NoReturn:
        """Refuse: what another process says would never be heard here."""
        raise AssertionError(f"no process is started in a world: {command[1:]}")


def run(world: World, main: Coroutine[Any, Any, T]) -> T:
    """Let something happen in a world; what goes out of use is collected afterwards, never in between."""
    collects = gc.isenabled()
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=lambda: SimulatedLoop(world)) as runner:
            return runner.run(main)
    finally:
        for end in world.ended:
            end()
        if collects:
            gc.enable()

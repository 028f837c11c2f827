"""The process pool: workers that search, give hints and review games, so that the server does not wait.

A pipe that is open when the server stops keeps its event loop from closing.

Each process runs `croupier.server.agents.worker` and exchanges lines of JSON. A process is killed if it takes too
long, or nobody waits for its answer any more; the next job starts another. Agents at tables come first, then
hints; reviews, which may take minutes, leave one process free. One more process, of the lowest priority, weighs
decisions of games in progress.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from croupier.core.base.sentence import unpacked
from croupier.server.agents.jobs import ACT, HINT, REVIEW, WEIGH, JobData
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.storage.log import LOGGER

T = TypeVar("T")


async def start_process(runtime: Runtime, *command: str, **pipes: Any) -> asyncio.subprocess.Process:
    """Start a process, and stop it again if the caller is cancelled meanwhile."""
    # in its own session: Ctrl-C at the terminal goes to the server, which then stops it
    starting = runtime.spawn(asyncio.create_subprocess_exec(*command, start_new_session=True, **pipes))
    try:
        return await to_the_end(starting)
    except asyncio.CancelledError:
        if starting.exception() is None:
            await stop_process(runtime, starting.result())
        raise


async def stop_process(runtime: Runtime, process: asyncio.subprocess.Process) -> None:
    """Kill a process, and wait until it has ended and its pipes are closed, even if the caller is cancelled."""
    await to_the_end(runtime.spawn(_stop(process)))


async def _stop(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
        with contextlib.suppress(OSError):  # unwritten data is no longer needed
            await process.stdin.wait_closed()
    await process.communicate()


async def to_the_end(task: asyncio.Task[T]) -> T:
    """Wait for a task that ends by itself, however often the caller is cancelled."""
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
    return task.result()


LOW = "low"
"""Argument of the weighing process, which only uses idle processor time."""
_LONGEST_LINE = 64 * 1024 * 1024
JobAnswer = dict[str, Any]


class WorkerError(Exception):
    """A job failed; the message contains no secrets."""


class ProcessPool:
    """A bounded pool of workers; see the module."""

    def __init__(self, size: int, waiting: int, runtime: Runtime) -> None:
        self._runtime = runtime
        self._size = size  # most processes, without the weighing one
        self._most_waiting = waiting  # most waiting jobs of people
        self._queues: dict[str, list[asyncio.Future[None]]] = {ACT: [], HINT: [], REVIEW: [], WEIGH: []}
        self._running = dict.fromkeys(self._queues, 0)
        self._owners: set[str] = set()
        self._idle: list[asyncio.subprocess.Process] = []
        self._weighers: list[asyncio.subprocess.Process] = []  # idle weighing processes
        self._jobs: set[asyncio.Task[JobAnswer]] = set()

    async def close(self) -> None:
        """Cancel the jobs, waiting ones first, and stop all processes."""
        for turn in itertools.chain.from_iterable(self._queues.values()):
            turn.cancel()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        for idle in (self._idle, self._weighers):
            while idle:
                await stop_process(self._runtime, idle.pop())

    async def run(
        self,
        job: JobData,
        *,
        timeout: float,
        owner: str = "",
        first: bool = False,
        on_progress: Callable[[float], None] | None = None,
    ) -> JobAnswer:
        """Run a job in a process; raises WorkerError if it fails or takes too long, not counting the wait."""
        # People's jobs are refused if too many wait, or the owner has one already; agents of tables always wait.
        async with self._place(job["do"], owner, first):
            task = self._runtime.spawn(self._answer(job, timeout, on_progress))
            self._jobs.add(task)
            task.add_done_callback(self._jobs.discard)
            answer = await task
        if "error" in answer:
            # what an agent raises may name the deal's seed, or the hand
            LOGGER.warning("%s by %s: %s", job["do"], job.get("agent", "the search"), answer["error"])
            raise WorkerError(say("thinker.log"))
        return answer

    async def _answer(
        self, job: JobData, timeout: float, on_progress: Callable[[float], None] | None
    ) -> JobAnswer:
        """Give a process a job, and stop it if it fails or takes too long (WorkerError), or nobody waits."""
        low = job["do"] == WEIGH
        idle = self._weighers if low else self._idle
        process = idle.pop() if idle else await _started(self._runtime, *([LOW] if low else []))
        finished = False
        try:
            async with self._runtime.timeout(timeout):
                answer = await _ask(process, job, on_progress)
            finished = True
        except TimeoutError:
            raise WorkerError(say("thinker.long", seconds=f"{timeout:g}")) from None
        except (EOFError, OSError, ValueError) as error:
            LOGGER.warning("a worker has failed: %r", error)
            raise WorkerError(say("thinker.failed")) from error
        finally:
            if finished:
                idle.append(process)
            else:
                await stop_process(self._runtime, process)
        return answer

    @contextlib.asynccontextmanager
    async def _place(self, kind: str, owner: str, first: bool = False) -> AsyncIterator[None]:
        """A place in the pool, once one is free; `first`: before the waiting jobs of this kind."""
        if owner and owner in self._owners:
            raise RefusalError("busy", say("busy.owner"))
        if kind in (HINT, REVIEW) and not self._may_start(kind):
            people = len(self._queues[HINT]) + len(self._queues[REVIEW])
            if people >= self._most_waiting:
                raise RefusalError("busy", say("busy.waiting", people=people))
        self._owners.add(owner)
        try:
            await self._turn(kind, first)
            try:
                yield
            finally:
                self._running[kind] -= 1
                self._start_next()
        finally:
            self._owners.discard(owner)

    async def _turn(self, kind: str, first: bool) -> None:
        """Wait until a job of a kind may start."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues[kind].insert(0 if first else len(self._queues[kind]), turn)
        self._start_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._queues[kind].remove(turn)
            else:  # its turn came at the same moment
                self._running[kind] -= 1
                self._start_next()
            raise

    def _may_start(self, kind: str) -> bool:
        """Whether a job of a kind may start now; reviews leave one process free, and one job weighs."""
        if kind == WEIGH:
            return not self._running[WEIGH]
        reviews = kind != REVIEW or self._running[kind] < max(1, self._size - 1)
        return reviews and sum(self._running.values()) - self._running[WEIGH] < self._size

    def _start_next(self) -> None:
        """Start waiting jobs that may start: agents first, since tables wait for them, and reviews last."""
        for kind, queue in self._queues.items():
            waiting = [turn for turn in queue if not turn.done()]
            for turn in waiting:
                if not self._may_start(kind):
                    break
                queue.remove(turn)
                self._running[kind] += 1
                turn.set_result(None)


async def _started(runtime: Runtime, *arguments: str) -> asyncio.subprocess.Process:
    return await start_process(
        runtime, sys.executable, "-P", "-m", "croupier.server.agents.worker", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST_LINE,
    )  # fmt: skip


async def _ask(
    process: asyncio.subprocess.Process, job: JobData, on_progress: Callable[[float], None] | None
) -> JobAnswer:
    """Give a process a job and wait for its answer."""
    if process.stdin is None or process.stdout is None:
        raise AssertionError("it was started with pipes")
    process.stdin.write(json.dumps(job).encode() + b"\n")
    await process.stdin.drain()
    while True:
        line = await process.stdout.readline()
        if not line:
            raise EOFError("it has ended")
        answer: JobAnswer = unpacked(json.loads(line))
        if "progress" not in answer:
            return answer
        if on_progress is not None:
            on_progress(answer["progress"])

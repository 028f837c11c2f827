"""The pool of thinkers: who comes first, and how many may wait."""

import asyncio
import sys
import warnings
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop

from croupier.server.agents import process_pool
from croupier.server.agents.process_pool import ProcessPool, start_process
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from tests.amounts import daily


class Pool(ProcessPool):
    """A pool of which the jobs end when the test says so.

    Attributes:
        begun: kinds of the jobs that have started, in order.
    """

    def __init__(self, size: int, waiting: int = 8) -> None:
        super().__init__(size, waiting, Runtime())
        self.begun: list[str] = []
        self.go: list[asyncio.Event] = []

    async def job(self, kind: str, owner: str = "", first: bool = False) -> None:
        """Hold a place until the test lets it go."""
        async with self._place(kind, owner, first):
            self.begun.append(f"{kind} first" if first else kind)
            self.go.append(asyncio.Event())
            await self.go[-1].wait()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_one_job_weighs_and_takes_nobodys_place() -> None:
    async def work() -> None:
        pool = Pool(1, waiting=1)
        tasks = [asyncio.create_task(pool.job(kind)) for kind in ("weigh", "weigh", "act", "hint")]
        await settle()
        tasks.append(asyncio.create_task(pool.job("weigh", first=True)))  # of a game that is over
        await settle()
        assert pool.begun == ["weigh", "act"]
        for place in range(5):
            await settle()
            pool.go[place].set()
        await asyncio.gather(*tasks)
        assert [kind for kind in pool.begun if "weigh" in kind] == ["weigh", "weigh first", "weigh"]
        assert [kind for kind in pool.begun if "weigh" not in kind] == ["act", "hint"]

    run(work())


def test_agents_come_first_then_hints_then_reviews() -> None:
    async def work() -> None:
        pool = Pool(1)
        tasks = [asyncio.create_task(pool.job("hint"))]
        await settle()
        tasks += [asyncio.create_task(pool.job(kind)) for kind in ("review", "hint", "act", "act")]
        for place in range(5):
            await settle()
            pool.go[place].set()
        await asyncio.gather(*tasks)
        assert pool.begun == ["hint", "act", "act", "hint", "review"]

    run(work())


def test_reviews_leave_a_process_to_agents() -> None:
    async def work() -> None:
        pool = Pool(2)
        tasks = [asyncio.create_task(pool.job("review")) for _ in range(3)]
        await settle()
        assert pool.begun == ["review"]
        tasks.append(asyncio.create_task(pool.job("act")))
        await settle()
        assert pool.begun == ["review", "act"]
        for place in range(4):
            await settle()
            pool.go[place].set()
        await asyncio.gather(*tasks)

    run(work())


def test_an_owner_has_one_job_at_a_time_and_too_many_are_told_to_wait() -> None:
    async def work() -> None:
        pool = Pool(1, waiting=1)
        first = asyncio.create_task(pool.job("review", "ann"))
        await settle()
        with pytest.raises(RefusalError, match="already being made for you"):
            await pool.job("review", "ann")
        waiting = asyncio.create_task(pool.job("review", "bob"))
        await settle()
        with pytest.raises(RefusalError, match="1 others are waiting"):
            await pool.job("hint", "eve")
        waiting.cancel()  # who goes away makes room
        await settle()
        third = asyncio.create_task(pool.job("hint", "bob"))
        await settle()
        first.cancel()
        await settle()
        assert pool.begun == ["review", "hint"]
        pool.go[-1].set()
        await third
        assert sum(pool._running.values()) == 0

    run(work())


@pytest.mark.parametrize("steps", daily([0, 3, 200, 1, 2, 5, 8, 13], 3))
def test_a_pool_that_is_closed_leaves_nothing_open(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = []

    async def never_answers(runtime: Runtime) -> asyncio.subprocess.Process:
        process = await start_process(
            runtime, sys.executable, "-S", "-c", "import time; time.sleep(60)",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        pids.append(process.pid)
        return process

    async def work() -> None:
        pool = ProcessPool(2, 8, Runtime())
        asks = [asyncio.create_task(pool.run({"do": "act"}, timeout=60)) for _ in range(3)]
        for _ in range(steps):
            await asyncio.sleep(0.001)
        asks[0].cancel()  # whose table was closed a moment before
        await pool.close()

    monkeypatch.setattr(process_pool, "_started", never_answers)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(work())
    assert [str(each.message) for each in found] == []
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []
    assert pids or steps < 8

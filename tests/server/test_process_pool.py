"""The pool of thinkers: who comes first, and how many may wait."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from croupier.server.agents.process_pool import ProcessPool
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import AsyncioRuntime


class Pool(ProcessPool):
    """A pool of which the jobs end when the test says so.

    Attributes:
        begun: kinds of the jobs that have started, in order.
    """

    def __init__(self, size: int, waiting: int = 8) -> None:
        super().__init__(size, waiting, AsyncioRuntime())
        self.begun: list[str] = []
        self.go: list[asyncio.Event] = []

    async def job(self, kind: str, owner: str = "") -> None:
        """Hold a place until the test lets it go."""
        async with self._place(kind, owner):
            self.begun.append(kind)
            self.go.append(asyncio.Event())
            await self.go[-1].wait()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


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
        with pytest.raises(RefusalError, match="for you already"):
            await pool.job("review", "ann")
        waiting = asyncio.create_task(pool.job("review", "bob"))
        await settle()
        with pytest.raises(RefusalError, match="1 others wait"):
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

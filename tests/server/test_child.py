"""Processes that the server starts: whenever it stops, none is left, and its event loop can be closed."""

import asyncio
import os
import sys
import warnings

import pytest
import uvloop

from croupier.server.agents.process_pool import start_process
from croupier.server.base.runtime import Runtime

PIPES = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.DEVNULL, "stderr": asyncio.subprocess.PIPE}


@pytest.mark.parametrize("steps", range(6))
def test_a_start_that_is_cancelled_leaves_nothing_open(steps: int) -> None:
    async def work() -> None:
        starting = asyncio.create_task(
            start_process(Runtime(), sys.executable, "-S", "-c", "import time; time.sleep(60)", **PIPES)
        )
        for _ in range(steps):
            await asyncio.sleep(0)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(work())
    assert [str(each.message) for each in found] == []


def test_what_cannot_be_started_is_told() -> None:
    with pytest.raises(FileNotFoundError):
        asyncio.run(start_process(Runtime(), "/nowhere/at/all"))


def test_ctrl_c_at_the_terminal_reaches_the_server_alone() -> None:
    async def work() -> bytes:
        code = "import os; print(os.getpgrp())"
        child = await start_process(Runtime(), sys.executable, "-S", "-c", code, stdout=asyncio.subprocess.PIPE)
        said, _ = await child.communicate()
        return said

    for loop in (uvloop.new_event_loop, asyncio.new_event_loop):
        with asyncio.Runner(loop_factory=loop) as runner:
            assert int(runner.run(work())) != os.getpgrp()

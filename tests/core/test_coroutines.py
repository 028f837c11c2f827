"""Coroutines run to their end, with and without a running loop."""

import asyncio
import os
import re
import signal
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from croupier.core.base.coroutines import Coroutines, run_coroutine

SOURCE = Path(__file__).parents[2] / "src"


async def where() -> threading.Thread:
    await asyncio.sleep(0)
    return threading.current_thread()


async def failing() -> None:
    raise ValueError("as it is")


def test_without_a_loop_it_runs_in_this_thread() -> None:
    assert run_coroutine(where()) is threading.current_thread()


def test_in_a_loop_it_runs_in_a_thread_of_its_own_that_ends() -> None:
    async def cell() -> threading.Thread:
        with closing(Coroutines()) as coroutines:
            first, second = coroutines.run(where()), coroutines.run(where())
            assert first is second
        with pytest.raises(ValueError, match="as it is"):
            run_coroutine(failing())
        return first

    used = asyncio.run(cell())
    assert used is not threading.current_thread()
    assert not used.is_alive()


def test_ctrl_c_in_a_notebook_ends_what_runs_in_the_thread() -> None:
    ended = []

    async def long() -> None:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def cell() -> None:
        with pytest.raises(KeyboardInterrupt):
            run_coroutine(long())

    begun = time.monotonic()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    loop = asyncio.new_event_loop()  # asyncio.run keeps the first Ctrl-C to itself; a notebook does not
    try:
        loop.run_until_complete(cell())
    finally:
        loop.close()
        signal.signal(signal.SIGINT, before)
    assert ended == [True]
    assert time.monotonic() - begun < 10


def test_no_other_module_runs_a_loop_that_a_notebook_forbids() -> None:
    running = re.compile(r"asyncio\.(run|Runner)\(|run_until_complete")
    found = {file.name for file in SOURCE.rglob("*.py") if running.search(file.read_text())}
    assert found == {"coroutines.py"}

"""Processes that the server starts: none is left when whoever asked for it is gone, nor a pipe to one.

A pipe that is open when the server stops keeps its event loop from being closed.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, TypeVar

from croupier.server.base.runtime import Runtime

T = TypeVar("T")


async def start_process(runtime: Runtime, *command: str, **pipes: Any) -> asyncio.subprocess.Process:
    """Start a process, to the end: where the caller is cancelled meanwhile, it is started, and stopped again."""
    # in a session of its own: Ctrl-C at the terminal is for the server, which then stops it
    starting = runtime.spawn(asyncio.create_subprocess_exec(*command, start_new_session=True, **pipes))
    try:
        return await to_the_end(starting)
    except asyncio.CancelledError:
        if starting.exception() is None:
            await stop_process(runtime, starting.result())
        raise


async def stop_process(runtime: Runtime, process: asyncio.subprocess.Process) -> None:
    """Kill a process, and wait until it has ended and its pipes are closed, also where the caller is cancelled."""
    await to_the_end(runtime.spawn(_stop(process)))


async def _stop(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
        with contextlib.suppress(OSError):  # what was not yet written is not wanted any more
            await process.stdin.wait_closed()
    await process.communicate()


async def to_the_end(task: asyncio.Task[T]) -> T:
    """Wait for a task that must end by itself, however often the caller is cancelled meanwhile."""
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
    return task.result()

"""Processes that the server starts: none is left when whoever asked for it is gone, not even while it starts."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from croupier.server.base.runtime import Runtime


async def start_process(runtime: Runtime, *command: str, **pipes: Any) -> asyncio.subprocess.Process:
    """Start a process, to the end: where the caller is cancelled meanwhile, it is started, and stopped again.

    A start that is left half-done leaves pipes open, with which the event loop cannot be closed.

    Args:
        runtime: its tasks.
        command: the program and its arguments.
        pipes: as `asyncio.create_subprocess_exec` takes them.

    Returns:
        It, running.

    Raises:
        OSError: it cannot be started.
    """
    starting = runtime.spawn(asyncio.create_subprocess_exec(*command, **pipes))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with contextlib.suppress(OSError):
            await stop_process(await starting)
        raise


async def stop_process(process: asyncio.subprocess.Process) -> None:
    """Kill a process and wait until it has ended.

    Args:
        process: it; may have ended.
    """
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()

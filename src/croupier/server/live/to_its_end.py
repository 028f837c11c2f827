"""Work that is done to its end, even where nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.storage.log import LOGGER

T = TypeVar("T")


async def to_its_end(work: Coroutine[Any, Any, T], runtime: Runtime) -> T:
    """Do something to its end, even where nobody waits for it any more."""
    task = runtime.spawn(work)
    try:
        await asyncio.wait((task,))  # which leaves it alone when this is cancelled
    except asyncio.CancelledError:
        task.add_done_callback(_note_unheard)
        raise
    return task.result()


def _note_unheard(task: asyncio.Task[Any]) -> None:
    """Look at the outcome of what nobody waits for any more.

    The table may have gone on without it: an agent is asked, the person comes back or takes the last move back,
    and the answer is too late. That is no error.
    """
    error = None if task.cancelled() else task.exception()
    if error is None or (isinstance(error, RefusalError) and error.code in MOOT):
        return
    if isinstance(error, RefusalError):
        LOGGER.warning("refused when nobody waited for it any more: %s: %s", error.code, error.message)
    else:
        LOGGER.error("failed when nobody waited for it any more", exc_info=error)

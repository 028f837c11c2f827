"""Replies of language models and programs at tables in the browser: what is kept of them goes with the table.

Each table has a folder of its own under `ServerSettings.replies`, which goes with the table. Nobody at the table
can read it: it holds what the models saw of their hands.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from croupier.server.base.runtime import Runtime
from croupier.server.base.settings import ServerSettings
from croupier.server.storage.log import LOGGER

_PAUSE_SECONDS = 0.1


async def forget_replies(settings: ServerSettings, tables: Iterable[str], runtime: Runtime) -> None:
    """Remove what is kept of models at tables that were deleted. What cannot be removed is told to the owner."""
    for table in tables if settings.replies else ():
        for last in (False, False, True):  # a process that was just killed may have written once more
            if await runtime.in_thread(_removed, Path(settings.replies) / table, last):
                break
            await runtime.sleep(_PAUSE_SECONDS)


def _removed(folder: Path, last: bool) -> bool:
    """Remove a folder; True where there was none any more. What stands in the way is told the last time."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return True
    except OSError as error:
        if last:
            LOGGER.warning("%s cannot be removed: %s", error.filename or folder, error.strerror)
    return False

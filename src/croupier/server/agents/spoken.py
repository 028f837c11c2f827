"""Language models and programs at tables in the browser: how they are asked, and what is kept of it.

Each table has a folder of its own under `ServerSettings.replies`, which goes with the table. Nobody at the table
can read it: it holds what the models saw of their hands.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.agents.registry import speaks_by_name
from croupier.server.base.settings import ServerSettings
from croupier.server.storage.log import LOGGER

_PAUSE_SECONDS = 0.1


def job_of_speech(settings: ServerSettings, agent: str, table: str) -> dict[str, Any]:
    """What a thinker is told beside the position, where an agent answers in words; nothing of other agents.

    Args:
        settings: those of the server.
        agent: the agent's name.
        table: the table's id.
    """
    if not speaks_by_name(agent):
        return {}
    folder = str(Path(settings.replies) / table) if settings.replies else ""
    return {"llm_url": settings.llm_url, "llm_settings": settings.llm_settings, "replies": folder}


async def forget_replies(settings: ServerSettings, tables: Iterable[str]) -> None:
    """Remove what is kept of models at tables that were deleted. What cannot be removed is told to the owner."""
    if settings.replies:
        await asyncio.to_thread(_remove, Path(settings.replies), list(tables))


def _remove(folder: Path, tables: list[str]) -> None:
    for table in tables:
        for last in (False, False, True):  # a process that was just killed may have written once more
            try:
                shutil.rmtree(folder / table)
            except FileNotFoundError:
                break
            except OSError as error:
                if last:
                    LOGGER.warning("%s cannot be removed: %s", error.filename or folder / table, error.strerror)
            time.sleep(_PAUSE_SECONDS)

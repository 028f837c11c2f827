"""Being the one process that asks a table's agents."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from croupier.server.storage.log import UnavailableError

if TYPE_CHECKING:
    from croupier.server.live.hub import Hub

_CLAIM_MILLISECONDS = 15_000
_RENEW_SECONDS = 5.0
_RETRY_SECONDS = 1.0


@contextlib.asynccontextmanager
async def claimed(hub: Hub, table: str) -> AsyncIterator[None]:
    """Be the one process that asks a table's agents, however long an agent thinks."""
    while not await hub.claim(table, _CLAIM_MILLISECONDS):
        await hub.runtime.sleep(_RETRY_SECONDS)
    if hub.serves_alone:  # there is nobody to claim it from
        yield
        return
    renewing = hub.runtime.spawn(_renew(hub, table))
    try:
        yield
    finally:
        renewing.cancel()


async def _renew(hub: Hub, table: str) -> None:
    while True:
        await hub.runtime.sleep(_RENEW_SECONDS)
        with contextlib.suppress(UnavailableError):  # the next time comes before the claim ends
            await hub.claim(table, _CLAIM_MILLISECONDS)

"""Reports: how processes that serve the same tables tell each other what is new, by way of the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

CHANNEL = "croupier"
"""PostgreSQL's channel for reports."""


class LostReportsError(Exception):
    """The connection by which reports come or go is lost, or was never made."""


class Reports(Protocol):
    """The way from one process to all, itself among them.

    Every event that is committed is reported too, as a list of pairs of a table and a number, and every line of
    chat, by ``chat`` and ``number``; the rest is what processes say.
    """

    async def say(self, report: object) -> None:
        """Tell all processes that listen."""

    def listening(self) -> AbstractAsyncContextManager[AsyncIterator[Any]]:
        """A block in which everything is heard that is said from its beginning on."""

    async def close(self) -> None:
        """Say nothing any more."""

"""Protocol of the database: tables, their logs, and who may speak for whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.circles import CircleStore
from croupier.server.storage.log import LogEvent
from croupier.server.storage.pushes import PushStore
from croupier.server.storage.reports import Reports
from croupier.server.storage.waits import WaitStore


class TableStore(Protocol):
    """What a server keeps. Secrets come and go as hashes. `croupier.server.storage.store.Store` is the real one.

    Every method raises UnavailableError where what it asks for cannot be had now.

    Attributes:
        circles: what it keeps beside tables: the games of circles.
        waits: whom tables wait for and until when, and pulses.
        pushes: browsers that are sent notices.
        reports: how processes tell each other what is new; None where one process alone serves these tables.
    """

    @property
    def circles(self) -> CircleStore:
        """Circles and their games."""

    @property
    def waits(self) -> WaitStore:
        """Waiting tables."""

    @property
    def pushes(self) -> PushStore:
        """Browsers that are sent notices."""

    @property
    def reports(self) -> Reports | None:
        """How processes tell each other what is new."""

    def start(self) -> None:
        """Begin to write."""

    async def close(self) -> None:
        """Write what waits, and disconnect."""

    async def create(
        self, table: str, game: str, first: LogEvent, *, join: str, members: Iterable[tuple[int, str, str]]
    ) -> None:
        """Make a table with its first event and its first members, each with hashes of a key and of a cookie."""

    async def delete(self, table: str) -> None:
        """Remove a table with all that is kept of it."""

    async def forget(self, before: int) -> list[str]:
        """Remove the tables whose last event was before a time and whose clock does not run; returns their ids."""

    async def append(self, table: str, event: LogEvent) -> None:
        """Add an event to a log; raises ConflictError where there is one of its number."""

    async def events(self, table: str, since: int = 0) -> list[LogEvent]:
        """The log of a table after some number, in order; raises DamagedLogError where a row cannot be read."""

    async def last_events(self, ids: Iterable[str]) -> dict[str, int]:
        """When something was last told to all at some tables, in milliseconds since 1970.

        A change of a sealed answer is not: nobody else may know that there was one, nor when.
        """

    async def say(self, table: str, line: ChatLine) -> None:
        """Add a line to a table's chat; raises ConflictError where there is one of its number."""

    async def said(self, table: str, since: int = 0) -> list[ChatLine]:
        """The lines of a table's chat after some number, in order; only the last ones are kept."""

    async def claim(self, table: str, process: str, milliseconds: int) -> bool:
        """Claim for a while to be the process that asks a table's agents; whether that was granted."""

    async def join_hash(self, table: str) -> str | None:
        """Hash of a table's join link; None where there is no such table."""

    async def set_join_hash(self, table: str, join: str) -> None:
        """Give a table another join link; the old one dies."""

    async def add_key(self, table: str, member: int, key: str) -> None:
        """Store the hash of another link of a member."""

    async def key_member(self, table: str, key: str) -> int | None:
        """Whose link it is; None where it is nobody's."""

    async def hand_over(self, session: str, table: str, member: int) -> None:
        """Let all links and browsers of a member die, but one browser, which may speak for it from now on."""

    async def revoke(self, table: str, member: int) -> None:
        """Let all links and browsers of a member die."""

    async def grant(self, session: str, table: str, member: int) -> None:
        """Let a browser speak for a member."""

    async def granted(self, session: str, table: str) -> tuple[int, ...]:
        """The members of a table that a browser may speak for."""

    async def grants_of(self, table: str) -> list[tuple[str, int]]:
        """The browsers of a table with the members that each may speak for."""

    async def tables_of(self, session: str) -> dict[str, tuple[int, ...]]:
        """The tables at which a browser may speak for somebody, with those members."""

"""Peers, the other processes of a server: news of logs and chats, and people connected there.

They communicate through the database (`croupier.server.storage.log`). No single report is needed: an event that a
process has missed is found when it writes the next one, and after a lost connection all tables in memory are read
again.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from croupier.server.live.connection import connected
from croupier.server.storage.log import LOGGER, LostReportsError

if TYPE_CHECKING:
    from croupier.server.live.hub import Hub
    from croupier.server.storage.postgres_reports import PostgresReports

_Said = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Members connected at a process, and since when it has seen others away."""
_NOBODY: _Said = ((), ())

_EVERYTHING = 2**31
_SAY_SECONDS = 5.0
_FORGOTTEN_SECONDS = 16.0
_RETRY_SECONDS = 1.0


class Peers:
    """Reports from and to the other processes, if there are any."""

    def __init__(self, hub: Hub, reports: PostgresReports | None) -> None:
        self._hub = hub
        self._runtime = hub.runtime
        self._reports = reports
        self._elsewhere: dict[str, dict[str, tuple[float, _Said]]] = {}
        self._said: dict[str, _Said] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start to listen and to report the people here."""
        if self._reports is not None:
            listening = self._runtime.spawn(self._listen(self._reports))
            self._tasks = [listening, self._runtime.spawn(self._say_people())]

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._reports is not None:
            await self._reports.close()

    @property
    def alone(self) -> bool:
        """Whether no other process can serve these tables."""
        return self._reports is None

    def elsewhere(self, table: str) -> tuple[int, ...]:
        """Members connected to a table at other processes."""
        alive = self._runtime.monotonic() - _FORGOTTEN_SECONDS
        found = self._elsewhere.get(table, {}).values()
        return tuple(member for at, (members, _) in found if at > alive for member in members)

    def absent_since(self, table: str) -> dict[int, int]:
        """Since when members have been away, by the process that has known it longest."""
        alive = self._runtime.monotonic() - _FORGOTTEN_SECONDS
        found = self._elsewhere.get(table, {}).values()
        known = [pair for at, (_, absent) in found if at > alive for pair in absent]
        return {member: min(at for each, at in known if each == member) for member, _ in known}

    async def say_deleted(self, table: str) -> None:
        """Report the deletion of a table."""
        await self._say({"deleted": table, "process": self._hub.process_id})

    async def say_skip(self, table: str, seat: int | None) -> None:
        """Report that somebody wishes agents to answer at once."""
        await self._say({"skip": table, "seat": seat, "process": self._hub.process_id})

    async def _say(self, report: object) -> None:
        if self._reports is not None:
            with contextlib.suppress(LostReportsError):  # it is reported again soon
                await self._reports.say(report)

    async def _say_people(self) -> None:
        """Report the people connected here: on changes, and regularly."""
        told_at = 0.0
        while True:
            await self._runtime.sleep(0.5)
            present = {
                live.room.id: (connected(live.connections), tuple(live.people.absent_since.items()))
                for live in self._hub.present()
                if live.connections
            }
            due = self._runtime.monotonic() - told_at > _SAY_SECONDS
            for table in present | self._said:
                members, absent = present.get(table, _NOBODY)
                if due or (members, absent) != self._said.get(table, _NOBODY):
                    await self._say(
                        {"table": table, "process": self._hub.process_id, "here": members, "away": absent}
                    )
            self._said = present
            if due:
                told_at = self._runtime.monotonic()
                self._forget_silent()

    def _forget_silent(self) -> None:
        """Forget the reports of silent processes."""
        alive = self._runtime.monotonic() - _FORGOTTEN_SECONDS
        for table, said in list(self._elsewhere.items()):
            silent = [process for process, (at, _) in said.items() if at <= alive]
            for process in silent:
                del said[process]
            if not said:
                del self._elsewhere[table]
            if silent:
                self._people_changed(table)

    async def _listen(self, reports: PostgresReports) -> None:
        while True:
            try:
                async with reports.listening() as heard:
                    await self._read_everything()
                    async for report in heard:
                        await self._hear(report)
            except LostReportsError:
                self._hub.absences.clear()  # changes elsewhere are not heard now
                await self._runtime.sleep(_RETRY_SECONDS)
            except Exception:  # noqa: BLE001  # a process that hears nothing would show outdated tables
                LOGGER.exception("a report of another process could not be followed")
                await self._runtime.sleep(_RETRY_SECONDS)

    async def _read_everything(self) -> None:
        """Read all tables in memory again, since reports may have been missed."""
        self._hub.absences.clear()
        for live in self._hub.present():
            await self._hub.refresh(live.room.id, _EVERYTHING)
            await self._hub.refresh_chat(live.room.id, _EVERYTHING)

    async def _hear(self, report: Any) -> None:
        if isinstance(report, list):
            for table, number in report:
                await self._hub.refresh(table, number)
        elif "chat" in report:
            await self._hub.refresh_chat(report["chat"], report["number"])
        elif report["process"] != self._hub.process_id:
            if "deleted" in report:
                self._hub.drop(report["deleted"])
            elif "skip" in report:
                if (live := self._hub.in_memory(report["skip"])) is not None:
                    live.autoplay.skip(report["seat"])
            else:
                told = self._elsewhere.setdefault(report["table"], {})
                before = told.get(report["process"], (0.0, _NOBODY))[1]
                said = (tuple(report["here"]), tuple((member, at) for member, at in report["away"]))
                self._hub.absences.forget(report["table"], said[0])
                told[report["process"]] = (self._runtime.monotonic(), said)
                if said != before:
                    self._people_changed(report["table"])

    def _people_changed(self, table: str) -> None:
        if (live := self._hub.in_memory(table)) is not None:
            live.tell_people()
            live.autoplay.nudge()

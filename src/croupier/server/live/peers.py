"""Notices between the processes of one server: what is new in the log, and who is connected where.

They go through PostgreSQL's LISTEN and NOTIFY. Nothing depends on one of them alone: an event that a process has
not heard of is found when it writes the next one, and after a break of the connection all tables in memory are
read again.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy.engine import make_url

from croupier.server.room.messages import here
from croupier.server.storage.log import CHANNEL, LOGGER

if TYPE_CHECKING:
    from croupier.server.live.hub import Hub
    from croupier.server.live.live import LiveTable

_Said = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Members that are connected at a process; and since when it has seen others away."""
_NOBODY: _Said = ((), ())

_EVERYTHING = 2**31
_SAY_SECONDS = 5.0
_FORGOTTEN_SECONDS = 16.0
_RETRY_SECONDS = 1.0


class Peers:
    """What this process hears from the others, and says."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        url = make_url(hub.settings.database).set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._elsewhere: dict[str, dict[str, tuple[float, _Said]]] = {}
        self._said: dict[str, _Said] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._speaker: psycopg.AsyncConnection[Any] | None = None

    async def start(self) -> None:
        """Begin to listen and to say who is here."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._say_people())]

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._speaker is not None:
            await self._speaker.close()

    def elsewhere(self, table: str) -> tuple[int, ...]:
        """Members that are connected to a table at other processes."""
        alive = time.monotonic() - _FORGOTTEN_SECONDS
        found = self._elsewhere.get(table, {}).values()
        return tuple(member for at, (members, _) in found if at > alive for member in members)

    def away(self, table: str) -> dict[int, int]:
        """Since when members have been away, by the process that has known it the longest."""
        alive = time.monotonic() - _FORGOTTEN_SECONDS
        found = self._elsewhere.get(table, {}).values()
        known = [pair for at, (_, away) in found if at > alive for pair in away]
        return {member: min(at for each, at in known if each == member) for member, _ in known}

    async def say_deleted(self, table: str) -> None:
        """Tell the others that a table was deleted."""
        await self._say({"deleted": table, "process": self._hub.process})

    async def say_skip(self, table: str, seat: int | None) -> None:
        """Tell the others that somebody wishes agents to answer at once."""
        await self._say({"skip": table, "seat": seat, "process": self._hub.process})

    async def _say(self, notice: object) -> None:
        try:
            if self._speaker is None or self._speaker.closed:
                self._speaker = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
            await self._speaker.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(notice)))
        except psycopg.Error:
            self._speaker = None  # it is said again in a moment

    async def _say_people(self) -> None:
        """Say who is connected here: when that changes, and now and then."""
        told_at = 0.0
        while True:
            await asyncio.sleep(0.5)
            present = {
                live.room.id: (here(each.member for each in live.connections), tuple(live.people.away.items()))
                for live in self._hub.present()
                if live.connections
            }
            due = time.monotonic() - told_at > _SAY_SECONDS
            for table in {*present, *self._said}:
                members, away = present.get(table, _NOBODY)
                if due or (members, away) != self._said.get(table, _NOBODY):
                    await self._say({"table": table, "process": self._hub.process, "here": members, "away": away})
            self._said = present
            if due:
                told_at = time.monotonic()
                self._look_who_is_gone()

    def _look_who_is_gone(self) -> None:
        """Forget what processes have said that are silent."""
        alive = time.monotonic() - _FORGOTTEN_SECONDS
        for table, said in list(self._elsewhere.items()):
            gone = [process for process, (at, _) in said.items() if at <= alive]
            for process in gone:
                del said[process]
            if not said:
                del self._elsewhere[table]
            if gone:
                self._people_changed(table)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._read_everything()
                    async for notice in connection.notifies():
                        await self._hear(json.loads(notice.payload))
            except (psycopg.Error, OSError):
                self._hub.absences.clear()  # who comes and goes elsewhere is not heard now
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:  # noqa: BLE001  # who hears nothing any more would show old tables for good
                LOGGER.exception("a notice of another process could not be followed")
                await asyncio.sleep(_RETRY_SECONDS)

    async def _read_everything(self) -> None:
        """Read all tables in memory again: something may have happened while nobody listened."""
        self._hub.absences.clear()
        for live in self._hub.present():
            await self._hub.refresh(live.room.id, _EVERYTHING)

    async def _hear(self, notice: Any) -> None:
        if isinstance(notice, list):
            for table, number in notice:
                await self._hub.refresh(table, number)
        elif notice["process"] != self._hub.process:
            if "deleted" in notice:
                self._hub.drop(notice["deleted"])
            elif "skip" in notice:
                for live in self._at(notice["skip"]):
                    live.driver.skip(notice["seat"])
            else:
                told = self._elsewhere.setdefault(notice["table"], {})
                before = told.get(notice["process"], (0.0, _NOBODY))[1]
                said = (tuple(notice["here"]), tuple((member, at) for member, at in notice["away"]))
                self._hub.absences.here(notice["table"], said[0])
                told[notice["process"]] = (time.monotonic(), said)
                if said != before:
                    self._people_changed(notice["table"])

    def _people_changed(self, table: str) -> None:
        for live in self._at(table):
            live.tell_people()
            live.driver.nudge()

    def _at(self, table: str) -> list[LiveTable]:
        """A table, where it is in memory."""
        return [live for live in self._hub.present() if live.room.id == table]

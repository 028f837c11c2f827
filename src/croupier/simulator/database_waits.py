"""Waiting tables, pulses and outages of a model database."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.server.storage.outages import KEPT_MILLISECONDS, Outage
from croupier.server.storage.waits import DueTables, Wait
from croupier.simulator.database_tables import ModelTables


class ModelWaits:
    """See `croupier.server.storage.waits.WaitStore`."""

    def __init__(self, database: ModelTables) -> None:
        self._database = database
        self._pulse: int | None = None
        self._outages: dict[int, Outage] = {}

    def note(self, wait: Wait) -> None:
        """Keep whom a table waits for."""
        self._database.table(wait.table).wait = wait

    def of(self, tables: Iterable[str]) -> dict[str, Wait]:
        """What is kept of some tables."""
        known = self._database.tables
        return {name: wait for name in tables if name in known and (wait := known[name].wait) is not None}

    def due(self, at: int | None) -> DueTables:
        """The tables at which something is due."""
        running = [
            (wait.due, name, wait.number < max(each.events))
            for name, each in self._database.tables.items()
            if (wait := each.wait) is not None and wait.due is not None
        ]
        found = [name for due, name, longer in sorted(running) if at is None or due <= at or longer]
        return DueTables(bool(running), tuple(found))

    def pulse(self, at: int, gap: int) -> list[Outage]:
        """Note that a server is there."""
        last = self._pulse
        if last is None or at > last:
            self._pulse = at
        if last is not None and at > last and at - last > gap:
            self._outages[last] = Outage(last, at)
        kept = {each.began: each for each in self._outages.values() if each.ended >= at - KEPT_MILLISECONDS}
        self._outages = dict(sorted(kept.items()))
        return list(self._outages.values())

"""A database as a model: tables, their logs and all that stands beside them, in memory.

It answers as SQLite and PostgreSQL do through `croupier.server.storage.store.Store`: a test compares the three.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from types import SimpleNamespace

from croupier.server.storage.chat_lines import MOST_LINES, ChatLine
from croupier.server.storage.log import ConflictError, LogEvent, UnavailableError
from croupier.simulator.database_circles import ModelCircles
from croupier.simulator.database_pushes import ModelPushes
from croupier.simulator.database_tables import ModelTable
from croupier.simulator.database_waits import ModelWaits


class ModelDatabase:
    """What is committed. Every method is one transaction; see `croupier.server.storage.table_store.TableStore`.

    Attributes:
        tables: by their ids.
        circles: circles and their games.
        waits: whom tables wait for, and pulses.
        pushes: browsers that are sent notices.
        broken: whether it does not answer.
        report: called with each report of a commit.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.tables: dict[str, ModelTable] = {}
        self.circles = ModelCircles()
        self.waits = ModelWaits(self)
        self.pushes = ModelPushes(self)
        self.broken = False
        self.report: Callable[[object], None] = lambda _: None
        self._now = now

    def table(self, table: str) -> ModelTable:
        """A table, for a row that names it.

        Raises:
            UnavailableError: there is none: the row is refused.
        """
        if table not in self.tables:
            raise UnavailableError("the database: no such table")
        return self.tables[table]

    def log(self, table: str) -> list[LogEvent]:
        """The events of a table; empty where there is none."""
        return self.events(table)

    def create(
        self, table: str, game: str, first: LogEvent, *, join: str, members: Iterable[tuple[int, str, str]]
    ) -> None:
        """Make a table."""
        del game
        if table in self.tables:
            raise UnavailableError("the database: there is such a table")
        made = ModelTable(join)
        made.events[first.number] = first.row(table)
        for member, key, session in members:
            if key in made.keys or (session, member) in made.grants:
                raise UnavailableError("the database: there is such a row")
            made.keys |= {key: member} if key else {}
            made.grants |= {(session, member): None} if session else {}
        self.tables[table] = made

    def delete(self, table: str) -> None:
        """Remove a table."""
        self.tables.pop(table, None)

    def forget(self, before: int) -> list[str]:
        """Remove tables at which nothing has happened since, and whose clock does not run."""
        old = [
            name for name, each in self.tables.items()
            if each.last < before and (each.wait is None or each.wait.due is None)
        ]  # fmt: skip
        for name in old:
            del self.tables[name]
        return old

    def append(self, table: str, event: LogEvent) -> None:
        """Add an event."""
        rows = self.tables[table].events if table in self.tables else {}
        if event.number in rows:
            raise ConflictError
        self.table(table).events[event.number] = event.row(table)
        self.report([[table, event.number]])

    def events(self, table: str, since: int = 0) -> list[LogEvent]:
        """The log after some number."""
        rows = self.tables[table].events if table in self.tables else {}
        return [LogEvent.read(table, SimpleNamespace(**rows[each])) for each in sorted(rows) if each > since]

    def last_events(self, ids: Iterable[str]) -> dict[str, int]:
        """When something was last told to all."""
        found: dict[str, int] = {}
        for name in (each for each in ids if each in self.tables):
            rows = self.tables[name].events.values()
            told = [row["at"] for row in rows if not json.loads(row["payload"]).get("changes")]
            found |= {name: max(told)} if told else {}
        return found

    def say(self, table: str, line: ChatLine) -> None:
        """Add a line to a chat."""
        chat = self.table(table).chat
        if line.number in chat:
            raise ConflictError
        chat[line.number] = line
        for number in [each for each in chat if each <= line.number - MOST_LINES]:
            del chat[number]
        self.report({"chat": table, "number": line.number})

    def said(self, table: str, since: int = 0) -> list[ChatLine]:
        """The lines of a chat after some number."""
        chat = self.tables[table].chat if table in self.tables else {}
        return [chat[number] for number in sorted(chat) if number > since]

    def claim(self, table: str, process: str, milliseconds: int) -> bool:
        """Claim to be the process that asks the agents."""
        found, at = self.tables.get(table), self._now()
        if found is None or (found.driver[0] != process and found.driver[1] >= at):
            return False
        found.driver = process, at + milliseconds
        return True

    # ---------------------------------------------------------------------------------------------- links, people

    def join_hash(self, table: str) -> str | None:
        """Hash of the join link."""
        return self.tables[table].join if table in self.tables else None

    def set_join_hash(self, table: str, join: str) -> None:
        """Another join link."""
        if table in self.tables:
            self.tables[table].join = join

    def add_key(self, table: str, member: int, key: str) -> None:
        """Another link of a member."""
        if key in self.table(table).keys:
            raise UnavailableError("the database: there is such a row")
        self.tables[table].keys[key] = member

    def key_member(self, table: str, key: str) -> int | None:
        """Whose link it is."""
        return self.tables[table].keys.get(key) if table in self.tables else None

    def hand_over(self, session: str, table: str, member: int) -> None:
        """Let one browser alone speak for a member."""
        self.table(table)
        self.revoke(table, member)
        self.grant(session, table, member)

    def revoke(self, table: str, member: int) -> None:
        """Let all links and browsers of a member die."""
        if table in self.tables:
            found = self.tables[table]
            found.keys = {key: who for key, who in found.keys.items() if who != member}
            found.grants = {each: None for each in found.grants if each[1] != member}
            found.pushes = {key: each for key, each in found.pushes.items() if key[0] != member}

    def grant(self, session: str, table: str, member: int) -> None:
        """Let a browser speak for a member."""
        self.table(table).grants[session, member] = None

    def granted(self, session: str, table: str) -> tuple[int, ...]:
        """The members for whom a browser may speak."""
        return tuple(sorted(who for each, who in self.grants_of(table) if each == session))

    def grants_of(self, table: str) -> list[tuple[str, int]]:
        """The browsers of a table."""
        return list(self.tables[table].grants) if table in self.tables else []

    def tables_of(self, session: str) -> dict[str, tuple[int, ...]]:
        """The tables of a browser."""
        return {table: who for table in self.tables if (who := self.granted(session, table))}

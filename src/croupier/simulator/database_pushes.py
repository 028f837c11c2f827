"""Browsers that are sent notices, of a model database."""

from __future__ import annotations

from collections.abc import Collection

from croupier.server.base.secret import hashed
from croupier.server.storage.pushes import MOST_PUSHES, Subscription
from croupier.simulator.database_tables import ModelTables


class ModelPushes:
    """See `croupier.server.storage.pushes.PushStore`."""

    def __init__(self, database: ModelTables) -> None:
        self._database = database

    def add(self, table: str, member: int, subscription: Subscription, at: int) -> None:
        """Keep a browser of a person."""
        kept = self._database.table(table).pushes
        kept[member, hashed(subscription.endpoint)] = at, subscription
        own = sorted((-made, key) for key, (made, _) in kept.items() if key[0] == member)
        for _, key in own[MOST_PUSHES:]:
            del kept[key]

    def of(self, table: str, members: Collection[int]) -> list[tuple[int, Subscription]]:
        """The browsers of some people."""
        tables = self._database.tables
        kept = tables[table].pushes if table in tables else {}
        return [(member, each) for (member, _), (_, each) in kept.items() if member in members]

    def remove(self, table: str, member: int, endpoint: str | None = None) -> None:
        """Forget a browser of a person, or all of them."""
        if table not in self._database.tables:
            return
        kept = self._database.table(table).pushes
        for key, (_, each) in list(kept.items()):
            if key[0] == member and endpoint in (None, each.endpoint):
                del kept[key]

    def dead(self, endpoint: str) -> None:
        """Forget a browser for all tables."""
        for each in self._database.tables.values():
            each.pushes = {key: kept for key, kept in each.pushes.items() if kept[1].endpoint != endpoint}

"""Tables of a model database, each with all that goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.pushes import Subscription
from croupier.server.storage.waits import Wait


@dataclass
class ModelTable:
    """A table, with all that goes with it when it is deleted.

    Attributes:
        join: hash of the join link.
        events: rows of the log by their numbers.
        chat: what was said, by number.
        keys: members by the hashes of their links.
        grants: browsers, and the member for whom each may speak, in the order in which they got that.
        driver: the process that asks the agents, and until when.
        wait: whom the table waits for.
        pushes: subscriptions of browsers, with when each was made.
    """

    join: str | None
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    chat: dict[int, ChatLine] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    grants: dict[tuple[str, int], None] = field(default_factory=dict)
    driver: tuple[str | None, int] = (None, 0)
    wait: Wait | None = None
    pushes: dict[tuple[int, str], tuple[int, Subscription]] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """When something last happened."""
        last: int = max(row["at"] for row in self.events.values())
        return last


class ModelTables(Protocol):
    """The tables, for what stands beside them: `croupier.simulator.database.ModelDatabase`."""

    @property
    def tables(self) -> Mapping[str, ModelTable]:
        """By their ids."""

    def table(self, table: str) -> ModelTable:
        """A table, for a row that names it; raises UnavailableError where there is none."""

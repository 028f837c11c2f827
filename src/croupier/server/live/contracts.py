"""What the parts of a table in use need of each other: protocols, so that no part imports what uses it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from croupier.core.engine.deal_secret import DealSecret
from croupier.server.agents.agent_desks import AgentDesks
from croupier.server.base.runtime import Runtime
from croupier.server.base.settings import ServerSettings
from croupier.server.live.connection import Connection
from croupier.server.live.pulses import Pulses
from croupier.server.notices.notifier import Notifier
from croupier.server.room.absences import AllAbsences
from croupier.server.room.messages import Countdown, People, WireMessage
from croupier.server.room.room import Room
from croupier.server.storage.log import LogEvent, NewEvent
from croupier.server.storage.table_store import TableStore

EventRequest = Callable[[Room], NewEvent]
"""Says which event is asked for, as the room stands; or raises RefusalError."""
DeletionCheck = Callable[[Room], None]
"""Raises RefusalError where something may not be done, as the room stands."""


class TableHub(Protocol):
    """What a table needs of the process that it lives in: `croupier.server.live.hub.Hub`."""

    @property
    def settings(self) -> ServerSettings:
        """What the server was started with."""

    @property
    def runtime(self) -> Runtime:
        """Time, tasks and threads."""

    @property
    def store(self) -> TableStore:
        """The database."""

    @property
    def agent_desks(self) -> AgentDesks:
        """Where agents are asked."""

    @property
    def notifier(self) -> Notifier:
        """Tells people who are not there."""

    @property
    def pulses(self) -> Pulses:
        """Times that count for no clock."""

    @property
    def absences(self) -> AllAbsences:
        """Since when people are away, at all tables."""

    @property
    def serves_alone(self) -> bool:
        """Whether no other process can serve these tables."""

    def secret(self) -> DealSecret:
        """A secret that no other game is dealt from."""

    async def claim(self, table: str, milliseconds: int) -> bool:
        """Whether this process may ask a table's agents for a while."""

    def absent_elsewhere(self, table: str) -> dict[int, int]:
        """Since when members have been away, as far as other processes say so."""

    def elsewhere(self, table: str) -> tuple[int, ...]:
        """Members that are connected to a table at other processes."""

    def drop(self, table: str) -> None:
        """Forget a table in memory and close its sockets."""

    async def delete(self, table: str, check: DeletionCheck) -> None:
        """Delete a table with all that is kept of it, if that may be done when nothing else happens there."""


class TableInUse(Protocol):
    """What the automatic parts of a table need of it: `croupier.server.live.live.LiveTable`.

    Attributes:
        countdown: to an agent for somebody who has left; None where nobody is waited for.
    """

    countdown: Countdown | None

    @property
    def hub(self) -> TableHub:
        """The hub of the process that it lives in."""

    @property
    def room(self) -> Room:
        """How things stand."""

    @property
    def connections(self) -> Collection[Connection]:
        """The sockets of this process."""

    @property
    def closed(self) -> bool:
        """Whether nothing happens here any more."""

    @property
    def clocks(self) -> dict[int, int]:
        """When the clock of each seat ends whose person is asked, in milliseconds since 1970."""

    @property
    def people(self) -> People:
        """Who is connected, at any process, and whom the table waits for."""

    async def do(self, request: EventRequest) -> LogEvent:
        """Let something happen: it is in the log when this returns."""

    def tell_people(self) -> None:
        """Tell everybody who is connected."""

    def broadcast(self, told: WireMessage) -> None:
        """Tell every socket the same."""

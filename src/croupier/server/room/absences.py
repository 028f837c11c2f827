"""Since when people at a table have had no socket, as far as this process knows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping

from croupier.server.room.room import Room
from croupier.server.room.waiting import has_long_clock

_MOST_TABLES = 10_000
"""Tables whose absences are remembered; of those that were looked at the longest ago they begin anew."""


class Absences:
    """Since when each member of one table has been away.

    Only what this process has seen itself counts, and nothing is stored: after a restart all begin anew.
    """

    def __init__(self) -> None:
        self._since: dict[int, int] = {}

    def look(self, members: Iterable[int], here: Collection[int], at: int) -> None:
        """Note who is away now, and who is not.

        Args:
            at: the time, in milliseconds since 1970.
        """
        self._since = {member: self._since.get(member, at) for member in members if member not in here}

    def forget(self, members: Iterable[int]) -> None:
        """Forget the absence of members who are connected at another process."""
        for member in members:
            self._since.pop(member, None)

    def clear(self) -> None:
        """Forget all: somebody may have come and gone unseen."""
        self._since.clear()

    def since(self, elsewhere: Mapping[int, int]) -> dict[int, int]:
        """Since when each absent member has been away, in milliseconds since 1970."""
        return {member: min(at, elsewhere.get(member, at)) for member, at in self._since.items()}


def hosting_free(
    room: Room, absent_since: Mapping[int, int], host_pause: int, watcher_pause: int
) -> tuple[int | None, int | None]:
    """When others may take hosting over: those who have a seat, and those who have none.

    Args:
        host_pause: seconds for which the host must have been away.
        watcher_pause: seconds for which, for the second, all must have been away who have a seat; the host, where
            nobody has one.

    Returns:
        Both in milliseconds since 1970; None while the host is here, or for the second anybody who has a seat;
        and in games that last days.
    """
    since = absent_since.get(room.host)
    if since is None or (has_long_clock(room) and room.status == "playing"):
        return None, None
    free = max(since, room.host_at) + 1000 * host_pause
    seated = [absent_since.get(chair.member) for chair in room.chairs if chair.member is not None] or [since]
    if None in seated:
        return free, None
    return free, max([free, *(at + 1000 * watcher_pause for at in seated if at is not None)])


class AllAbsences:
    """The absences at all tables, those that are not in memory included."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Absences] = OrderedDict()

    def of(self, table: str) -> Absences:
        """Those of a table, which are remembered from now on."""
        found = self._tables.setdefault(table, Absences())
        self._tables.move_to_end(table)
        if len(self._tables) > _MOST_TABLES:
            self._tables.popitem(last=False)
        return found

    def forget(self, table: str, members: Iterable[int]) -> None:
        """Forget the absence of members of a table who are connected at another process."""
        if table in self._tables:
            self._tables[table].forget(members)

    def clear(self) -> None:
        """Forget all, after a time in which other processes were not heard."""
        for each in self._tables.values():
            each.clear()

"""The people that a table waits for, since when, and absences; clocks are derived from these alone.

A clock runs for each person who is asked, for several at once in a sealed phase. It stops in outages, while no
server runs or the database does not answer.

The rest of a clock stays with the seat while its decision is open, that is at one position of the game, after the
same moves. It stops while the seat is not asked: while an agent plays there, or the move before is taken back. But
a decision ends at twice its clock after it was first asked, so nobody can hold up a game this way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from croupier.server.room.chairs import AwaitedSince, NextDue, OpenDecisions, StandingMove
from croupier.server.room.room import Room
from croupier.server.storage.waits import Outage, lost
from croupier.table import Table

LONG_CLOCK = 3600
"""Seconds of a clock from which a game may take days, so that nobody is replaced for being away."""
MOST_PAUSES = 100
"""Most pauses of a decision, and times without a clock, that are recorded. Beyond this number the clock keeps
running.
"""


def note_awaited(room: Room, at: int) -> None:
    """Record what is due and the people waited for after an event."""
    table = room.table
    if table is None:
        return
    before, paused = room.asked, room.decisions.paused
    room.rest = None if room.rest is None else room.rest.at(table.number, agents=room.has_agents)
    room.due, room.asked = _due(room, table), {}
    for seat in room.due.people:
        known = before.get(seat)
        if known is None:
            known = _again(*paused.pop(seat), at) if seat in paused else None
        room.asked[seat] = _given(room, known or AwaitedSince(0 if table.sealing else table.number, at), at)
    paused |= {seat: (asked, at) for seat, asked in before.items() if seat not in room.asked}


def _due(room: Room, table: Table) -> NextDue:
    if table.over:
        return NextDue()
    seat = table.state.current_player()
    claimed = None if room.rest is None else room.rest.next_card(table)
    if claimed is not None:
        return NextDue(seat, room.player(seat), (), claimed)
    asked = [each for each in table.sealing if each not in table.sealed] if table.sealing else [seat]
    people = tuple(each for each in asked if room.player(each) is None)
    return NextDue(seat, room.player(seat), people, None if people else table.sealed.get(seat))


def moves_left(room: Room, table: Table, seat: int | None) -> int:
    """Number of decisions in the tricks that the person in a seat may claim now; 0 for none."""
    if seat is None or table.over or seat != room.due.seat or table.game.spec.claims is None:
        return 0
    return table.game.spec.claims().left(table.state.records[0])


def _again(asked: AwaitedSince, since: int, at: int) -> AwaitedSince:
    """A decision that is asked again, after a pause since a moment."""
    if at <= since or len(asked.pauses) >= MOST_PAUSES:
        return asked
    return replace(asked, pauses=(*asked.pauses, Outage(since, at)))


def _given(room: Room, asked: AwaitedSince, at: int) -> AwaitedSince:
    """A decision with the time of the table's clock; a shorter clock does not shorten it."""
    if room.settings.clock is None:
        return asked
    clock = 1000 * room.settings.clock
    return replace(asked, given=max(clock, min(asked.given, at - asked.since + clock)))


def note_move(room: Room, mover: int, action: int, at: int) -> OpenDecisions:
    """Move on to the position after a move; in a continuing sealed phase the others' decisions stay open."""
    before = room.decisions
    asked, room.asked = room.asked, {}
    room.decisions = before.undone.pop(action, OpenDecisions())
    if room.table is not None and room.table.sealing:
        room.asked = {seat: each for seat, each in asked.items() if seat != mover}
        room.decisions.paused |= {seat: each for seat, each in before.paused.items() if seat != mover}
    before.paused |= {seat: (each, at) for seat, each in asked.items()}
    return before


def note_undo(room: Room, move: StandingMove, at: int) -> None:
    """Return to the position before a move."""
    room.decisions.paused |= {seat: (each, at) for seat, each in room.asked.items()}
    move.decisions.undone[move.action] = room.decisions
    room.decisions, room.asked = move.decisions, {}


def note_clock(room: Room, before: int | None, at: int) -> None:
    """Record since when a table has no clock, or that it has one again."""
    if before is None and room.settings.clock is not None:
        room.clockless = (*room.clockless, Outage(room.clockless_since, at))[-MOST_PAUSES:]
    elif before is not None and room.settings.clock is None:
        room.clockless_since = at


def time_is_up(room: Room, move: StandingMove, outages: Sequence[Outage], at: int) -> bool:
    """Whether the clock would be used up for the decision of a move taken back at a moment."""
    asked = move.decisions.paused.get(move.seat)
    if asked is None or room.settings.clock is None:
        return False
    return clock_end(room, _given(room, _again(*asked, at), at), outages) <= at


def still_open(room: Room, seat: int, asked: AwaitedSince) -> AwaitedSince | None:
    """A person's open decision, even if an agent plays in the seat; None once it was made."""
    known = room.asked.get(seat) or room.decisions.paused.get(seat, (None, 0))[0]
    if known is None or not known.same(asked) or room.table is None or seat in room.table.sealed:
        return None
    return None if room.chairs[seat].member is None else known


def has_long_clock(room: Room) -> bool:
    """Whether the table's clock gives hours or days."""
    return room.settings.clock is not None and room.settings.clock >= LONG_CLOCK


def clock_runs(room: Room) -> bool:
    """Whether the table continues by itself: it has a clock, and people play."""
    plays = room.table is not None and room.status == "playing" and room.people > 0
    return plays and room.settings.clock is not None


def next_due(room: Room, ends: dict[int, int], at: int) -> int | None:
    """The time of the next automatic event: now (`at`) if an agent is to move; None for never."""
    due = room.due
    if due.seat is None or not clock_runs(room):
        return None
    if due.answer is not None or (due.agent is not None and room.settings.pace != "paused"):
        return at
    return min(ends.values(), default=None)


def clock_ends(room: Room, outages: Sequence[Outage]) -> dict[int, int]:
    """The end of the clock of each seat that is asked, in milliseconds since 1970; empty without a clock."""
    if room.settings.clock is None or not clock_runs(room):
        return {}
    return {seat: clock_end(room, asked, outages) for seat, asked in room.asked.items()}


def clock_end(room: Room, asked: AwaitedSince, outages: Sequence[Outage]) -> int:
    """The end of a decision's clock, in milliseconds since 1970; see `clock_ends`."""
    still = (*outages, *room.clockless)
    ends = lost((*still, *asked.pauses), asked.at, asked.at + asked.given)
    return min(ends, lost(still, asked.at, asked.at + 2 * asked.given))


_MOST_TABLES = 10_000
"""Most tables with recorded absences; those used longest ago are forgotten."""


class Absences:
    """Since when each member of one table has been away, as this process has seen it."""

    # Nothing is stored: after a restart all begin anew.

    def __init__(self) -> None:
        self._since: dict[int, int] = {}

    def look(self, members: Iterable[int], here: Collection[int], at: int) -> None:
        """Record who is away now, and who is not."""
        self._since = {member: self._since.get(member, at) for member in members if member not in here}

    def forget(self, members: Iterable[int]) -> None:
        """Forget the absence of members connected at another process."""
        for member in members:
            self._since.pop(member, None)

    def clear(self) -> None:
        """Forget all, since somebody may have come and gone unseen."""
        self._since.clear()

    def since(self, elsewhere: Mapping[int, int]) -> dict[int, int]:
        """Since when each absent member has been away, in milliseconds since 1970."""
        return {member: min(at, elsewhere.get(member, at)) for member, at in self._since.items()}


def hosting_free(
    room: Room, absent_since: Mapping[int, int], host_pause: int, watcher_pause: int
) -> tuple[int | None, int | None]:
    """When others may take over hosting, after the host has left: people with a seat, and without; or None."""
    # The second also waits until some seconds after all people with a seat have left. None while these are here,
    # and in games that take days.
    since = absent_since.get(room.host)
    if since is None or (has_long_clock(room) and room.status == "playing"):
        return None, None
    free = max(since, room.host_at) + 1000 * host_pause
    seated = [absent_since.get(chair.member) for chair in room.chairs if chair.member is not None] or [since]
    if None in seated:
        return free, None
    return free, max([free, *(at + 1000 * watcher_pause for at in seated if at is not None)])


class AllAbsences:
    """The absences at all tables, including those not in memory."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Absences] = OrderedDict()

    def of(self, table: str) -> Absences:
        """The absences of a table, recorded from now on."""
        found = self._tables.setdefault(table, Absences())
        self._tables.move_to_end(table)
        if len(self._tables) > _MOST_TABLES:
            self._tables.popitem(last=False)
        return found

    def forget(self, table: str, members: Iterable[int]) -> None:
        """Forget the absence of a table's members connected at another process."""
        if table in self._tables:
            self._tables[table].forget(members)

    def clear(self) -> None:
        """Forget all, after reports of other processes were missed."""
        for each in self._tables.values():
            each.clear()

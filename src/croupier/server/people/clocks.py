"""The end of a clock: an agent plays one decision for who has not, and the person goes on with the next."""

from __future__ import annotations

from croupier.core.engine.state import State
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room import play
from croupier.server.room.room import Room
from croupier.server.room.sealing import due_answer, hint_state, seal
from croupier.server.room.waiting import clock_runs
from croupier.server.storage.log import NewEvent

CLOCK = "clock"
"""Who has chosen such a decision, in the log."""


def next_due(room: Room, ends: dict[int, int], at: int) -> int | None:
    """When something happens by itself at a table, whoever looks on.

    Args:
        ends: when its clocks end; see `croupier.server.room.waiting.clock_ends`.
        at: the time, in milliseconds since 1970.

    Returns:
        The moment: `at` where an agent is to move; None for never.
    """
    seat = room.due_seat()
    if seat is None or not clock_runs(room):
        return None
    if due_answer(room) is not None or (room.player(seat) is not None and room.settings.pace != "paused"):
        return at
    return min(ends.values(), default=None)


def asked_state(room: Room, seat: int) -> State:
    """The game as the agent of a seat whose clock has ended is to answer in it."""
    return hint_state(room, play.game_of(room), seat)


def clock_move(room: Room, seat: int, action: int, *, up: bool) -> NewEvent:
    """An agent plays one decision of a person whose time is up; in a sealed phase it seals the answer.

    Args:
        up: whether the question is still open, and its time up.

    Raises:
        RefusalError: that question was answered meanwhile (``stale``), or the agent's action is refused.
    """
    table = play.game_of(room)
    if not up:
        raise RefusalError("stale", say("has_played"))
    if table.sealing:
        event = seal(room, table, seat, table.number, action)
        return NewEvent(event.kind, event.seat, {**event.payload, "by": CLOCK})
    return play.seat_move(room, seat, table.number, action, CLOCK)

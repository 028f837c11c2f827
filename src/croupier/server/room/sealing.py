"""Sealed answers at a table: who is waited for, what each person is told of them, and when they are played.

Everybody learns who has answered, and nothing else: a change of an answer is an event of the log that only its own
person is told of, and that the numbers of messages do not count.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from croupier.core.engine.state import State
from croupier.core.spec.seat_view import ActionView, SeatView
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.room import Room
from croupier.table import Table


def shown_number(room: Room, number: int) -> int:
    """The number of an event as it is told: events that are told to one person alone are not counted."""
    return number - bisect_right(room.changes, number)


def hint_state(room: Room, table: Table, seat: int) -> State:
    """The game as a seat answers in it; what others have sealed is not in it."""
    if seat in table.sealing:
        return table.asked(seat)
    if seat != room.due.seat:
        raise RefusalError("not-your-turn", say("hints.turn"))
    return table.state


def seat_view(table: Table, seat: int | None) -> SeatView:
    """The table as a seat sees it; in a sealed phase with the actions of a seat that has not answered yet."""
    view = table.view(seat)
    if seat in table.sealing:
        view["actions"] = [] if seat in table.sealed else _actions(table, seat)
    return view


def _actions(table: Table, seat: int | None) -> list[ActionView]:
    return [] if seat is None else table.asked(seat).view(seat)["actions"]


def sealed_data(room: Room, seat: int | None) -> dict[str, Any] | None:
    """What is told of a sealed phase: who has answered, and to a seat its own answer; None in other phases.

    Args:
        seat: who is told; None for who sees what spectators see.
    """
    table = room.table
    if table is None or not table.sealing:
        return None
    own = None if seat is None else table.sealed.get(seat)
    may_change = seat is not None and own is not None and room.player(seat) is None
    return {
        "done": sorted(table.sealed),
        "open": sorted(set(table.sealing) - set(table.sealed)),
        "answer": own,
        "actions": _actions(table, seat) if may_change else [],
    }

"""Sealed answers at a table: who is waited for, what each person is told of them, and when they are played.

Everybody learns who has answered, and nothing else: a change of an answer is an event of the log that only its own
person is told of, and that the numbers of messages do not count.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from croupier.core.base.errors import AnswerError
from croupier.core.engine.state import State
from croupier.core.spec.seat_view import ActionView, SeatView
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import heard_by
from croupier.server.room.room import MOST_MOVES, Room
from croupier.server.storage.log import NewEvent
from croupier.table import Table

MOST_CHANGES = 100
"""Changes of a seat's sealed answer in one phase, all of which are kept in the table's log."""


def shown_number(room: Room, number: int) -> int:
    """The number of an event as it is told: events that are told to one person alone are not counted."""
    return number - bisect_right(room.changes, number)


def awaited(room: Room) -> tuple[int, ...]:
    """The seats whose people the table waits for, in the order of the game; an agent is asked by who runs it."""
    seat, table = room.due_seat(), room.table
    if seat is None or table is None:
        return ()
    asked = [each for each in table.sealing if each not in table.sealed] if table.sealing else [seat]
    return tuple(each for each in asked if room.player(each) is None)


def seal(room: Room, table: Table, seat: int, turn: int, action: int) -> NewEvent:
    """A person's answer in a sealed phase, or another one in its place.

    Args:
        turn: number of any turn since the phase began.

    Raises:
        RefusalError: ``stale`` (also where this very answer is sealed), ``not-your-turn`` (it was played),
            ``illegal-action``, or ``too-large`` (the seat has changed its answer too often).
    """
    try:
        table.check_seal(seat, action, turn)
    except AnswerError as error:
        raise RefusalError(error.code, str(error)) from error
    if table.number > MOST_MOVES:
        raise RefusalError("too-large", say("moves", most=MOST_MOVES))
    changes = seat in table.sealed
    if changes and room.changed[seat] >= MOST_CHANGES:
        raise RefusalError("too-large", say("sealed.changes", most=MOST_CHANGES))
    text = table.state.action_to_string(action)
    return NewEvent("seal", seat, {"turn": turn, "action": action, "text": text, "changes": changes})


def due_answer(room: Room) -> int | None:
    """The sealed answer that is to be played next; None while a person is waited for, or an agent is to move."""
    seat, table = room.due_seat(), room.table
    if seat is None or table is None or awaited(room):
        return None
    return table.sealed.get(seat)


def reveal(room: Room, turn: int) -> NewEvent:
    """The next sealed answer is played: all are in.

    Args:
        turn: number of the turn, `Table.number`.

    Raises:
        RefusalError: none is due in this turn (``stale``).
    """
    action, table, seat = due_answer(room), room.table, room.due_seat()
    if action is None or table is None or table.number != turn:
        raise RefusalError("stale", say("sealed.none"))
    heard = heard_by(table.state, table.game.num_players)
    text = table.state.action_to_string(action)
    played = {"turn": turn, "by": "person", "action": action, "text": text, "heard": heard, "sealed": True}
    return NewEvent("move", seat, played)


def hint_state(room: Room, table: Table, seat: int) -> State:
    """The game as a seat answers in it; what others have sealed is not in it.

    Raises:
        RefusalError: it is another's turn (``not-your-turn``).
    """
    if seat in table.sealing:
        return table.asked(seat)
    if seat != room.due_seat():
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

"""The rest of the tricks, which somebody claims who leads: whether that goes on, and what is told of it.

What the seat may know decides (`croupier.core.spec.spec.Claims`), or else all others, who are shown its hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.server.room.chairs import Rest
from croupier.server.room.room import Room
from croupier.table import Table


def rest_after(room: Room, rest: Rest | None, number: int) -> Rest | None:
    """A claim at a turn: until its tricks are over, or something is played; an agent that is asked refuses."""
    if rest is None or number >= rest.turn + (rest.moves if rest.settled else 1):
        return None
    asks_agents = not rest.settled and any(room.player(seat) is not None for seat in range(len(room.chairs)))
    return replace(rest, refused=True) if asks_agents else rest


def next_card(room: Room, table: Table) -> int | None:
    """What is played next of tricks that are claimed; None where there are none."""
    if room.rest is None or not room.rest.settled or table.game.spec.claims is None:
        return None
    part, state = table.game.spec.claims(), table.state
    return part.next(state.records[0], room.rest.seat, state.legal_actions())


def moves_left(room: Room, table: Table, seat: int | None) -> int:
    """How many decisions the tricks have that the person in a seat may claim now; 0 for none."""
    if seat is None or table.over or seat != room.due.seat or table.game.spec.claims is None:
        return 0
    return table.game.spec.claims().left(table.state.records[0])


def rest_data(room: Room, seat: int | None) -> dict[str, Any]:
    """What a seat is told: a claim; that it may claim, by a seat that is null; or nothing."""
    table, rest = room.table, room.rest
    if table is None:
        return {}
    if rest is None:
        may = moves_left(room, table, seat) and seat in room.due.people
        return {"rest": {"seat": None}} if may else {}
    if rest.refused:
        return {}
    shown = {"seat": rest.seat, "hand": list(rest.hand), "agreed": sorted(rest.agreed), "settled": rest.settled}
    return {"rest": shown}

"""Positions as links at a table: what a seat may take away, and for whom no position is analysed."""

from __future__ import annotations

from croupier.core.engine.position_links import position_link
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.checks import game_of, own_seat
from croupier.server.room.room import Room


def seat_link(room: Room, member: int, seed: int) -> str:
    """A link to the present position as a member's seat may know it; to the true one once the game is over."""
    seat, table = own_seat(room, member), game_of(room)
    state = table.asked(seat) if seat in table.sealing else table.state
    return position_link(state, seat=seat, seed=seed)


def check_may_analyse(room: Room, members: tuple[int, ...]) -> None:
    """Refuse an analysis to who is at a game without hints: the position could be of that game.

    People without a seat see the open cards and talk to those who play, so they count too.
    """
    if room.status != "playing" or room.hints:
        return
    if any(each in room.members for each in members):
        raise RefusalError("forbidden", say("positions.hints_off"))

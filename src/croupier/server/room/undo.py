"""When a move can be taken back: as long as nothing was learned by it that cannot be unlearned.

A move cannot be taken back once anything random has happened, anything hidden was revealed, or another player has
acted. What a seat learns is found by its determinizations: a move reveals nothing to a seat if, in every full deal
that the seat holds possible, the same move is legal and leads to what the seat sees now.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.server.base.english import say
from croupier.server.room.room import Room
from croupier.table.events import Move

WORLDS = 12
"""Full deals that are sampled for a seat."""


def random_event(move: Move) -> bool:
    """Whether anything random has happened by a move."""
    return bool((move.before.rngs != move.after.rngs).any())


def reveals(move: Move, seat: int) -> bool:
    """Whether a move has shown a seat anything that it could not know before."""
    if move.before.game.facts.information == "open":
        return False
    seen = move.after.view(seat)
    for seed in range(WORLDS):
        world = move.before.resample_hidden(seat, seed)
        if not world.legal_actions_mask()[move.action]:
            return True
        world.rngs[:] = move.before.rngs
        world.apply_action(move.action)
        if world.view(seat) != seen:
            return True
    return False


def why_final(move: Move, seats: Iterable[int]) -> str:
    """Why a move cannot be taken back; empty where it can be."""
    if random_event(move):
        return say("undo.random")
    if any(reveals(move, seat) for seat in seats):
        return say("undo.shown")
    return ""


def may_undo(room: Room, member: int | None) -> bool:
    """Whether a member may ask for the last move to be taken back; what it has revealed is not looked at."""
    seat, table = room.sees(member), room.table
    if seat is None or table is None or not room.moves or room.again is not None or not room.settings.undo:
        return False
    if table.over or table.sealed or room.moves[-1].sealed or room.rest is not None:  # a replay shows all hands
        return False
    last = room.moves[-1]
    return last.seat == seat and last.by_person and not random_event(table.moves[-1])

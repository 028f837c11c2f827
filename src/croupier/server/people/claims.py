"""Leaving a seat in the middle of a game, and taking it back: it is its person's until the host gives it away.

Who has left stays a member of the table and watches. Who takes the seat back has it at once, as all that was seen
meanwhile is what all players see; where that may not be so, from the next deal on
(`croupier.server.room.next_deal`).
"""

from __future__ import annotations

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room import lobby
from croupier.server.room.room import Room
from croupier.server.storage.log import NewEvent


def depart(room: Room, asks: int, member: int) -> NewEvent:
    """A person leaves the table, or the host removes one; who leaves a seat of a game may take it back.

    Args:
        asks: who asks for it.
        member: who goes.

    Raises:
        RefusalError: there is no such member, another one than the host asks, or the host leaves (``forbidden``).
    """
    gone = lobby.remove(room, asks, member)
    seat = room.seat_of(member)
    if asks != member or seat is None or room.status != "playing":
        return gone
    return NewEvent("leave", seat, {"member": member})


def claim(room: Room, member: int) -> NewEvent:
    """Who has left a seat takes it back.

    Whoever may have seen all hands meanwhile, as spectators with a delay do, waits for the next deal.

    Raises:
        RefusalError: the game is over (``over``), the member has left no seat, or the host has given it to
            another person (``forbidden``).
    """
    lobby.member_of(room, member)
    if room.status == "over":
        raise RefusalError("over", say("claim.over"))
    lobby.check_playable(room)
    seat = room.claimed_by(member)
    claimed = None if seat is None else room.chairs[seat].claim
    if claimed is None:
        raise RefusalError("forbidden", say("claim.none"))
    late = claimed.awaits_deal or room.settings.spectators == "delayed"
    return NewEvent("claim", seat, {"member": member, "late": late})

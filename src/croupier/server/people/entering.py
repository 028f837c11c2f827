"""Seats that change hands: links by which somebody speaks for a member, and seats that the host gives away.

Who comes by an own link has the seat at once. Whoever comes by a link that the host made, or by the host's gift,
plays and sees what the seat holds from the next deal on (`croupier.server.room.next_deal`); until then an agent
plays.
"""

from __future__ import annotations

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError, in_words
from croupier.server.room import lobby
from croupier.server.room.messages import People
from croupier.server.room.room import Room
from croupier.server.storage.log import NewEvent


def offer(room: Room, host: int, whom: int, key: str, people: People, pause: int) -> NewEvent:
    """The host makes a link for a member who is away; the member's own links stay valid until it is opened.

    Args:
        host: who asks for it.
        key: hash of the link's token.
        people: who is connected, and since when the others are not.
        pause: seconds for which the member must have been away.

    Raises:
        RefusalError: another member asks, there is no such member, or it has not been away for long (``not-yet``).
    """
    lobby.check_host(room, host)
    name = lobby.member_of(room, whom).name
    since = people.absent_since.get(whom)
    if since is None:
        raise RefusalError("not-yet", say("offer.here", name=name, time=in_words(pause)))
    left = since + 1000 * pause - people.at
    if left > 0:
        raise RefusalError("not-yet", say("offer.soon", name=name, time=in_words(left / 1000)))
    return NewEvent("offer", None, {"member": whom, "by": host, "key": key})


def void(room: Room, member: int) -> NewEvent:
    """A member is back before the host's link was opened.

    Raises:
        RefusalError: there is no such link (``forbidden``).
    """
    if member not in room.offers:
        raise RefusalError("forbidden", say("link.none"))
    return NewEvent("void", None, {"member": member})


def offered(room: Room, key: str) -> int | None:
    """For which member a host's link is; None for none."""
    return next((member for member, each in room.offers.items() if each.key == key), None)


def enter(room: Room, key: str, people: People) -> NewEvent:
    """Somebody opens a link that the host has made.

    Raises:
        RefusalError: there is none such, or whose seat it is has come back (``forbidden``).
    """
    member = offered(room, key)
    if member is None:
        raise RefusalError("forbidden", say("link.ask"))
    if member in people.here:
        raise RefusalError("forbidden", say("link.back", name=room.members[member].name))
    return NewEvent("enter", room.seat_of(member), {"member": member})


def give(room: Room, host: int, whom: int, seat: int) -> NewEvent:
    """The host gives an agent's seat to somebody who watches.

    Raises:
        RefusalError: another member asks, the game does not go on, the seat is a person's (``taken``), or the
            member has a seat.
    """
    lobby.check_host(room, host)
    chair = lobby.chair_of(room, seat)
    name = lobby.member_of(room, whom).name
    if room.status != "playing":
        raise RefusalError("forbidden", say("give.lobby"))
    lobby.check_playable(room)
    lobby.check_free(room, chair)
    if room.seat_of(whom) is not None:
        raise RefusalError("forbidden", say("give.seated", name=name))
    if chair.claim is not None and chair.claim.member == whom:
        raise RefusalError("forbidden", say("give.claimed", name=name))
    return NewEvent("give", seat, {"member": whom, "by": host})

"""Who may do something at a table: what most requests have to pass."""

from __future__ import annotations

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import Chair, Member
from croupier.server.room.next_deal import deals_again
from croupier.server.room.room import Room
from croupier.table import Table


def member_of(room: Room, member: int) -> Member:
    """A member by its number; refused where there is none (``not-found``)."""
    if member not in room.members:
        raise RefusalError("not-found", say("no_member", member=member))
    return room.members[member]


def name_of(room: Room, member: int | None) -> str:
    """What a member is called; of who is gone, or none, what the host is."""
    found = None if member is None else room.members.get(member)
    return say("told.the_host") if found is None else found.name


def chair_of(room: Room, seat: int) -> Chair:
    """A chair by its seat; refused where there is none (``not-found``)."""
    if not 0 <= seat < len(room.chairs):
        raise RefusalError("not-found", say("no_seat", last=len(room.chairs) - 1, seat=seat))
    return room.chairs[seat]


def check_free(room: Room, chair: Chair) -> None:
    """Let a seat pass in which no person sits; another is ``taken``."""
    if chair.member is not None:
        raise RefusalError("taken", say("taken", name=room.members[chair.member].name))


def check_host(room: Room, member: int) -> None:
    """Let nobody but the host pass (``forbidden``)."""
    if member != room.host:
        raise RefusalError("forbidden", say("host_only"))


def check_lobby(room: Room) -> None:
    """Let nobody pass once the game has begun, or is about to, and what it is dealt from is being settled."""
    if room.shuffling:
        raise RefusalError("not-yet", say("shuffling"))
    if room.status != "lobby":
        raise RefusalError("over" if room.status == "over" else "forbidden", say("begun"))


def check_playable(room: Room) -> None:
    """Let nobody play on at a table of another version of the game's rules (``other-version``)."""
    if room.game is None:
        raise RefusalError("other-version", say("other_version", version=room.version, game=room.name))


def game_of(room: Room) -> Table:
    """The game in progress; refused before it has begun (``forbidden``), or where it is of other rules."""
    if room.status == "lobby":
        raise RefusalError("forbidden", say("not_begun"))
    check_playable(room)
    if room.table is None:
        raise AssertionError("a game that has begun has a table")
    return room.table


def seat_of_member(room: Room, member: int | None) -> int:
    """The seat of a member, also of one that is this person's from the next deal on; ``forbidden`` for none."""
    seat = room.seat_of(member)
    if seat is None:
        raise RefusalError("forbidden", say("seat_only"))
    return seat


def own_seat(room: Room, member: int | None) -> int:
    """The seat of the person who asks; ``forbidden`` for none, ``not-yet`` before the next deal."""
    seat = seat_of_member(room, member)
    if room.awaits_deal(seat):
        deals = room.game is None or deals_again(room.game)
        raise RefusalError("not-yet", say("not_yet.deal") if deals else say("not_yet.game"))
    return seat


def may_skip(room: Room, member: int | None) -> int | None:
    """The seat of who wishes that agents answer at once, if any; ``forbidden`` to watchers but the host."""
    seat = room.sees(member)
    watched = all(chair.member is None for chair in room.chairs)
    if seat is None and not watched and (member is None or member != room.host):
        raise RefusalError("forbidden", say("seat_only"))
    return seat

"""Who may do what at a table.

A move cannot be taken back after anything random, after a hidden thing was revealed, or after another player has
acted. What a seat learns is found by determinization: a move reveals nothing to a seat if, in every full deal
consistent with what the seat knows, the same move is legal and leads to what the seat sees now.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.engine.game import State
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import Chair, Member
from croupier.server.room.room import Room, deals_again, random_event
from croupier.table import Table
from croupier.table.events import Move

WORLDS = 12
"""Full deals sampled per seat."""


def reveals(move: Move, seat: int) -> bool:
    """Whether a move revealed anything new to a seat."""
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
    """Why a move cannot be taken back; empty if it can."""
    if random_event(move):
        return say("undo.random")
    if any(reveals(move, seat) for seat in seats):
        return say("undo.shown")
    return ""


def may_undo(room: Room, member: int | None) -> bool:
    """Whether a member may ask to take the last move back, without checking what it revealed."""
    seat, table = room.sees(member), room.table
    if seat is None or table is None or not room.moves or room.again is not None or not room.settings.undo:
        return False
    if table.over or table.sealed or room.moves[-1].sealed or room.rest is not None:  # a replay shows all hands
        return False
    last = room.moves[-1]
    return last.seat == seat and last.by_person and not random_event(table.moves[-1])


def member_of(room: Room, member: int) -> Member:
    """A member by number (``not-found``)."""
    if member not in room.members:
        raise RefusalError("not-found", say("no_member", member=member))
    return room.members[member]


def name_of(room: Room, member: int | None) -> str:
    """The name of a member; for a removed one, or None, the host's."""
    found = None if member is None else room.members.get(member)
    return say("told.the_host") if found is None else found.name


def person_in(room: Room, seat: int) -> str:
    """The name of a seat's person; see `name_of`."""
    return name_of(room, room.chairs[seat].member)


def chair_of(room: Room, seat: int) -> Chair:
    """A chair by seat (``not-found``)."""
    if not 0 <= seat < len(room.chairs):
        raise RefusalError("not-found", say("no_seat", last=len(room.chairs) - 1, seat=seat))
    return room.chairs[seat]


def check_free(room: Room, chair: Chair) -> None:
    """Check that no person sits in a seat (``taken``)."""
    if chair.member is not None:
        raise RefusalError("taken", say("taken", name=room.members[chair.member].name))


def check_host(room: Room, member: int) -> None:
    """Check that a member is the host (``forbidden``)."""
    if member != room.host:
        raise RefusalError("forbidden", say("host_only"))


def check_lobby(room: Room) -> None:
    """Check that the game has not begun, and its deal is not being settled."""
    if room.shuffling:
        raise RefusalError("not-yet", say("shuffling"))
    if room.status != "lobby":
        raise RefusalError("over" if room.status == "over" else "forbidden", say("begun"))


def check_playable(room: Room) -> None:
    """Check that the table has this version of the game's rules (``other-version``)."""
    if room.game is None:
        raise RefusalError("other-version", say("other_version", version=room.version, game=room.name))


def game_of(room: Room) -> Table:
    """The game in progress; refused before it has begun (``forbidden``), or with other rules."""
    if room.status == "lobby":
        raise RefusalError("forbidden", say("not_begun"))
    check_playable(room)
    if room.table is None:
        raise AssertionError("a game that has begun has a table")
    return room.table


def seat_of_member(room: Room, member: int | None) -> int:
    """The seat of a member, even if it is theirs only from the next deal on; ``forbidden`` for none."""
    seat = room.seat_of(member)
    if seat is None:
        raise RefusalError("forbidden", say("seat_only"))
    return seat


def own_seat(room: Room, member: int | None) -> int:
    """The seat of the person who asks; ``forbidden`` for none, ``not-yet`` before the next deal."""
    seat = seat_of_member(room, member)
    if room.awaits_deal(seat):
        deals = room.game is None or deals_again(room.game)
        raise RefusalError("not-yet", say("not_yet.deal" if deals else "not_yet.game"))
    return seat


def may_skip(room: Room, member: int | None) -> int | None:
    """The seat, if any, of a member who may let agents answer at once; ``forbidden`` to most spectators."""
    seat = room.sees(member)
    if seat is None and room.people and (member is None or member != room.host):
        raise RefusalError("forbidden", say("seat_only"))
    return seat


def hint_state(room: Room, table: Table, seat: int) -> State:
    """The game in which a seat answers, without the sealed answers of others."""
    if seat in table.sealing:
        return table.asked(seat)
    if seat != room.due.seat:
        raise RefusalError("not-your-turn", say("hints.turn"))
    return table.state


def check_may_analyse(room: Room, members: tuple[int, ...]) -> None:
    """Refuse an analysis to people at a game without hints, since the position could be of that game."""
    # People without a seat see the open cards and talk to players, so they count too.
    if room.status != "playing" or room.hints:
        return
    if any(each in room.members for each in members):
        raise RefusalError("forbidden", say("positions.hints_off"))

"""What people may do with a table beside playing: who comes, sits, hosts and goes, and the game's beginning."""

from __future__ import annotations

import re
from collections.abc import Collection

from croupier.core.engine.deal_secret import Deal, deal_data
from croupier.server.base.english import say
from croupier.server.base.plain_text import look_alike, one_line, skeleton
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import Chair, Member
from croupier.server.room.room import Room
from croupier.server.room.room_settings import RoomSettings
from croupier.server.storage.log import NewEvent

LONGEST_NAME = 24
_SEAT_NAMES = re.compile(rf"({'|'.join(map(skeleton, ('player', 'spieler', 'joueur', 'jugador')))})\s*[\dlo]+")
"""What seats are called, as they look: 0 and 1 like letters."""
MOST_MEMBERS = 32
"""People at one table, those who only watch included."""
MOST_OF_BROWSER = 8
"""Of them those for whom one browser speaks: as many as the largest game has seats."""


def clean_name(text: str) -> str:
    """A person's name: one line without control characters, of a sensible length.

    Raises:
        RefusalError: nothing is left of it, it is too long, or it is what a seat is called (``malformed``).
    """
    name = clean_label(text, LONGEST_NAME, "name.length")
    if any(_SEAT_NAMES.fullmatch(skeleton(each).casefold()) for each in (name, name.casefold())):
        raise RefusalError("malformed", say("name.seat", name=name))
    return name


def _new_name(room: Room, text: str, member: int | None = None) -> str:
    """A name for somebody who comes, or for a member, which looks like that of nobody else at the table.

    Raises:
        RefusalError: it is no name (``malformed``), or looks like another's (``taken``).
    """
    name = clean_name(text)
    for each in room.members.values():
        if each.number != member and look_alike(each.name, name):
            raise RefusalError("taken", say("name.taken", name=each.name))
    return name


def clean_label(text: str, longest: int, wrong: str) -> str:
    """One line without control characters, of a sensible length.

    Args:
        text: what somebody has written.
        longest: most characters.
        wrong: key of the refusal where it has another length.

    Raises:
        RefusalError: nothing is left of it, or it is too long (``malformed``).
    """
    line = one_line(text)
    if not 1 <= len(line) <= longest:
        raise RefusalError("malformed", say(wrong, longest=longest))
    return line


def check_browser(room: Room, brought: Collection[int]) -> None:
    """Let a browser pass that speaks for few members as yet.

    Raises:
        RefusalError: it speaks for `MOST_OF_BROWSER` already (``forbidden``).
    """
    if len(set(brought) & set(room.members)) >= MOST_OF_BROWSER:
        raise RefusalError("forbidden", say("people.browser", most=MOST_OF_BROWSER))


def check_no_circle(room: Room) -> None:
    """Let nobody pass where a circle keeps the table's games.

    Raises:
        RefusalError: one does (``taken``).
    """
    if room.circle is not None:
        raise RefusalError("taken", say("circle.kept"))


def member_of(room: Room, member: int) -> Member:
    """A member by its number.

    Raises:
        RefusalError: there is none (``not-found``).
    """
    if member not in room.members:
        raise RefusalError("not-found", say("no_member", member=member))
    return room.members[member]


def chair_of(room: Room, seat: int) -> Chair:
    """A chair by its seat.

    Raises:
        RefusalError: there is none (``not-found``).
    """
    if not 0 <= seat < len(room.chairs):
        raise RefusalError("not-found", say("no_seat", last=len(room.chairs) - 1, seat=seat))
    return room.chairs[seat]


def check_free(room: Room, chair: Chair) -> None:
    """Let a seat pass in which no person sits.

    Raises:
        RefusalError: somebody does (``taken``).
    """
    if chair.member is not None:
        raise RefusalError("taken", say("taken", name=room.members[chair.member].name))


def check_host(room: Room, member: int) -> None:
    """Let nobody but the host pass.

    Raises:
        RefusalError: it is another member (``forbidden``).
    """
    if member != room.host:
        raise RefusalError("forbidden", say("host_only"))


def check_lobby(room: Room) -> None:
    """Let nobody pass once the game has begun.

    Raises:
        RefusalError: it has begun (``over`` where it has ended too, else ``forbidden``), or is about to, and what
            it is dealt from is being settled (``not-yet``).
    """
    if room.shuffling:
        raise RefusalError("not-yet", say("shuffling"))
    if room.status != "lobby":
        raise RefusalError("over" if room.status == "over" else "forbidden", say("begun"))


def join(room: Room, name: str) -> NewEvent:
    """Somebody comes to the table; before the game begins, to the first free seat."""
    if len(room.members) >= MOST_MEMBERS:
        raise RefusalError("forbidden", say("people", most=MOST_MEMBERS))
    free = [seat for seat, chair in enumerate(room.chairs) if chair.member is None and chair.agent is None]
    seat = free[0] if free and room.status == "lobby" and not room.shuffling else None
    return NewEvent("member", seat, {"member": room.next_member, "name": _new_name(room, name)})


def rename(room: Room, member: int, name: str) -> NewEvent:
    """A member is called something else."""
    member_of(room, member)
    return NewEvent("name", None, {"member": member, "name": _new_name(room, name, member)})


def sit(room: Room, member: int, seat: int | None) -> NewEvent:
    """Before the game begins a member takes a free seat, changes to it, or leaves its own.

    Raises:
        RefusalError: there is no such seat, somebody is in it (``taken``), or the game has begun.
    """
    member_of(room, member)
    if seat is None:
        check_lobby(room)
        return NewEvent("sit", None, {"member": member})
    chair = chair_of(room, seat)
    check_free(room, chair)
    if room.status != "lobby":
        raise RefusalError("forbidden", say("begun.give"))
    check_lobby(room)
    if chair.agent is not None and member != room.host:
        raise RefusalError("taken", say("taken.agent", agent=chair.agent))
    return NewEvent("sit", seat, {"member": member})


def seat_agent(room: Room, host: int, seat: int, agent: str | None) -> NewEvent:
    """The host puts an agent into a seat, or frees it; in a game that goes on, agents only make way for agents.

    Args:
        host: who asks for it.
        agent: the agent, which has been checked; None to free the seat.

    Raises:
        RefusalError: a person is in the seat (``taken``), or a seat would be empty in a game.
    """
    check_host(room, host)
    chair = chair_of(room, seat)
    check_free(room, chair)
    if room.status == "over" or room.shuffling or (agent is None and room.status != "lobby"):
        check_lobby(room)
    return NewEvent("agent", seat, {"agent": agent})


def set_host(room: Room, host: int, member: int) -> NewEvent:
    """The host hands on hosting."""
    check_host(room, host)
    return NewEvent("host", None, {"member": member_of(room, member).number})


def remove(room: Room, host: int, member: int) -> NewEvent:
    """The host removes a person, or a person who is not the host leaves."""
    member_of(room, member)
    if host != member:
        check_host(room, host)
    elif member == room.host:
        raise RefusalError("forbidden", say("host_leaves"))
    return NewEvent("remove", None, {"member": member, "by": host})


def change_settings(room: Room, host: int, settings: RoomSettings) -> NewEvent:
    """The host changes what was chosen for the table.

    Raises:
        RefusalError: who may watch is changed in a game that goes on (``forbidden``): its players rely on it.
    """
    check_host(room, host)
    if room.status == "playing" and settings.spectators != room.settings.spectators:
        raise RefusalError("forbidden", say("watching_settled"))
    return NewEvent("settings", None, settings.model_dump())


def start(room: Room, host: int, deal: Deal, fill: str | None) -> NewEvent:
    """The host begins the game.

    Args:
        host: who asks for it.
        deal: what the game is dealt from.
        fill: agent for the seats that are free; None where none may be.

    Raises:
        RefusalError: seats are free (``forbidden``), the game has begun, or this server has not its rules.
    """
    check_host(room, host)
    check_lobby(room)
    check_playable(room)
    free = [seat for seat, chair in enumerate(room.chairs) if chair.member is None and chair.agent is None]
    if free and fill is None:
        raise RefusalError("forbidden", say("seats_free", count=len(free)))
    return NewEvent("start", None, {**deal_data(deal), "fill": fill})


def check_playable(room: Room) -> None:
    """Let nobody play on at a table of other rules.

    Raises:
        RefusalError: the table is of another version of the game's rules (``other-version``).
    """
    if room.game is None:
        raise RefusalError("other-version", say("other_version", version=room.version, game=room.name))

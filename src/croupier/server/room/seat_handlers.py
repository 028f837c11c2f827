"""What events do to a room by which a seat of a game that goes on gets another person, or its own one back.

`croupier.server.people.entering` and `croupier.server.people.claims` check what people ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.engine.making import make
from croupier.server.room.chairs import Chair, Claim
from croupier.server.room.next_deal import dealt_anew, stretch_start
from croupier.server.room.room import Room


def enter(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """Somebody opens the host's link; in a game that goes on, an agent plays until the next deal."""
    del at
    member = payload["member"]
    del room.offers[member]
    if seat is not None:
        _seat_newcomer(room, seat, member)
    left = room.claimed_by(member)
    claimed = None if left is None else room.chairs[left].claim
    if claimed is not None:  # whoever takes the seat back now may be another person
        claimed.awaits_deal = True
        _note_stretch(room)


def give(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """The host gives an agent's seat to a member who has watched; nobody else can take it back any more."""
    del at
    drop_claims(room, payload["member"])
    _seat_newcomer(room, _some(seat), payload["member"])


def leave(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A person leaves the seat in the middle of a game: an agent plays on, until the person takes it back."""
    del at
    chair = room.chairs[_some(seat)]
    claimed = Claim(payload["member"], awaits_deal=chair.awaits_deal, sees_from=chair.sees_from)
    room.chairs[_some(seat)] = Chair(agent=room.settings.stand_in, claim=claimed)


def claim(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """A person takes the seat back, at once or from the next deal on."""
    del at
    claimed = room.chairs[_some(seat)].claim
    if claimed is None:
        raise ValueError(f"nobody has left seat {seat}")
    if payload["late"]:
        _seat_newcomer(room, _some(seat), payload["member"])
    else:
        room.chairs[_some(seat)] = Chair(payload["member"], sees_from=claimed.sees_from)


def rules(room: Room, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
    """Before the game its options are changed, and with them the seats: which are kept, and which are new."""
    del seat, at
    kept = payload["seats"]
    if any(each is not None and not 0 <= each < len(room.chairs) for each in kept):
        raise ValueError(f"of {len(room.chairs)} seats not {kept} can be kept")
    set_game(room, payload["options"], [Chair() if each is None else room.chairs[each] for each in kept])


def set_game(room: Room, options: Mapping[str, Any], chairs: list[Chair]) -> None:
    """Give a table other options and seats.

    Raises:
        ValueError: the game has begun, or has another number of seats.
        ConfigError: the options are not valid.
    """
    if room.status != "lobby":
        raise ValueError("the options of a game that has begun are settled")
    room.options, room.chairs = dict(options), chairs
    if room.game is not None:
        room.game = make(room.name, **room.options)
        if room.game.num_players != len(chairs):
            raise ValueError(f"{room.name} has {room.game.num_players} seats, not {len(chairs)}")


def drop_claims(room: Room, member: int) -> None:
    """Let a member take no seat back any more."""
    for chair in room.chairs:
        if chair.claim is not None and chair.claim.member == member:
            chair.claim = None


def dealt_in(room: Room) -> list[int]:
    """Let people see and play their seats who have waited for the deal that the last event has made.

    Returns:
        Who sits there; those who have left and may come back are not among them.
    """
    waiting = [chair for chair in room.chairs if chair.awaits_deal]
    claims = [chair.claim for chair in room.chairs if chair.claim is not None and chair.claim.awaits_deal]
    if not (waiting or claims) or room.stretch is None or room.table is None or not room.table.moves:
        return []
    if not dealt_anew(room.stretch, room.table):
        return []
    room.stretch, room.last_deal_in = None, room.number
    changed: list[Chair | Claim] = [*waiting, *claims]
    for each in changed:
        each.awaits_deal, each.sees_from = False, room.table.number
    return [_some(chair.member) for chair in waiting]


def _seat_newcomer(room: Room, seat: int, member: int) -> None:
    room.chairs[seat] = Chair(member, awaits_deal=room.status == "playing")
    _note_stretch(room)


def _note_stretch(room: Room) -> None:
    """Note where the present stretch has begun, so that its end is seen."""
    if room.status == "playing" and room.table is not None:
        room.stretch = stretch_start(room.table)


def _some(number: int | None) -> int:
    if number is None:
        raise ValueError("this kind of event belongs to a seat and its person")
    return number

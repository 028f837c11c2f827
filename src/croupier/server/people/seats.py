"""How many seats a table has and what its game's options are: both can be changed until the game begins.

A game says by an option `players` that it is played by several numbers of people.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room import lobby
from croupier.server.room.room import Room
from croupier.server.room.told import PLAYERS
from croupier.server.storage.log import NewEvent


def with_seats(room: Room, count: int) -> Game | None:
    """A table's game for so many players; None where it is not played so."""
    if room.game is None or PLAYERS not in room.options:
        return None
    try:
        game = make(room.name, **{**room.options, PLAYERS: count})
    except ConfigError:
        return None
    return game if game.num_players == count else None


def join(room: Room, name: str) -> NewEvent:
    """Somebody comes to the table: before the game to the first free seat, or to one that is added."""
    came = lobby.join(room, name)
    grows = room.status == "lobby" and not room.shuffling and came.seat is None
    grown = with_seats(room, len(room.chairs) + 1) if grows else None
    if grown is None:
        return came
    return NewEvent("member", len(room.chairs), {**came.payload, "options": dict(grown.options)})


def add(room: Room, host: int) -> NewEvent:
    """The host adds a seat.

    Raises:
        RefusalError: another member asks, the game has begun, or is not played by so many (``forbidden``).
    """
    _check(room, host)
    grown = with_seats(room, len(room.chairs) + 1)
    if grown is None:
        raise RefusalError("forbidden", say("seats.more", seats=len(room.chairs)))
    return _rules(host, grown, [*range(len(room.chairs)), None])


def drop(room: Room, host: int, seat: int) -> NewEvent:
    """The host removes a seat in which no person is.

    Raises:
        RefusalError: another member asks, the game has begun, or is not played by so few; or a person is in the
            seat (``taken``).
    """
    _check(room, host)
    chair = lobby.chair_of(room, seat)
    lobby.check_free(room, chair)
    smaller = with_seats(room, len(room.chairs) - 1)
    if smaller is None:
        raise RefusalError("forbidden", say("seats.fewer", seats=len(room.chairs)))
    return _rules(host, smaller, [each for each in range(len(room.chairs)) if each != seat])


def change_options(room: Room, host: int, options: Mapping[str, Any]) -> NewEvent:
    """The host changes the game's options; seats are added, or free ones and those of agents removed.

    Args:
        host: who asks for it.
        options: all of them, checked.

    Raises:
        RefusalError: another member asks, the game has begun, or more people sit here than could play
            (``taken``).
    """
    _check(room, host)
    game = make(room.name, **options)
    count = game.num_players
    # of those that go the free ones go first, the last before the others
    order = sorted(range(len(room.chairs)), key=lambda seat: (_weight(room, seat), seat), reverse=True)
    gone = order[: max(0, len(order) - count)]
    sitting = [seat for seat in gone if room.chairs[seat].member is not None]
    if sitting:
        raise RefusalError("taken", say("seats.people", seats=count))
    kept: list[int | None] = [seat for seat in range(len(room.chairs)) if seat not in gone]
    return _rules(host, game, kept + [None] * (count - len(kept)))


def _weight(room: Room, seat: int) -> int:
    """What kind of seat it is: a person's, an agent's, or free, which is the first to go."""
    chair = room.chairs[seat]
    return 0 if chair.member is not None else 1 if chair.agent is not None else 2


def _check(room: Room, host: int) -> None:
    lobby.check_host(room, host)
    lobby.check_lobby(room)
    lobby.check_playable(room)


def _rules(host: int, game: Game, seats: list[int | None]) -> NewEvent:
    return NewEvent("rules", None, {"by": host, "options": dict(game.options), "seats": seats})

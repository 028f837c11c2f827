"""Reminding who is due, and letting an agent play for somebody who is there and does not play."""

from __future__ import annotations

from collections.abc import Collection

from croupier.server.base.refusal import RefusalError
from croupier.server.room import play
from croupier.server.room.lobby import chair_of, member_of
from croupier.server.room.room import Room
from croupier.server.room.time_words import TIME_WORDS, span
from croupier.server.room.waiting import has_long_clock
from croupier.server.storage.log import NewEvent

IDLE_SECONDS = 60
"""After so long somebody who is there and does not play is no longer waited for, if the host wishes it."""
FIRST_NUDGE_SECONDS, LATER_NUDGE_SECONDS, LONG_NUDGE_SECONDS = 10, 60, 3600
"""From the question to a first nudge, and from one to the next; the last where games last days."""


def nudge(room: Room, member: int, seat: int, at: int) -> NewEvent:
    """Somebody who has a seat reminds the person in another that the table waits.

    Args:
        member: who nudges.
        seat: whom.
        at: the time, in milliseconds since 1970.

    Raises:
        RefusalError: who asks has no seat, or it is the own one (``forbidden``); the table does not wait for that
            person (``not-your-turn``), or has not for long, or there was a nudge just now (``too-fast``).
    """
    member_of(room, member)
    play.game_of(room)
    own = room.seat_of(member)
    if own is None:
        raise RefusalError("forbidden", TIME_WORDS.say("nudge-seat"))
    chair = chair_of(room, seat)
    if own == seat:
        raise RefusalError("forbidden", TIME_WORDS.say("nudge-self"))
    asked = room.asked.get(seat)
    if asked is None or chair.member is None:
        raise RefusalError("not-your-turn", TIME_WORDS.say("nudge-not-due"))
    pause = LONG_NUDGE_SECONDS if has_long_clock(room) else LATER_NUDGE_SECONDS
    nudged = room.nudged.get(seat, 0)
    for key, since, seconds in (("nudge-soon", asked.since, FIRST_NUDGE_SECONDS), ("nudge-again", nudged, pause)):
        left = seconds - (at - since) / 1000
        if left > 0:
            words = TIME_WORDS.say(key, member=room.members[chair.member].name, span=span(left))
            raise RefusalError("too-fast", words)
    return NewEvent("nudge", seat, {"by": member})


def stand_in(room: Room, member: int, seat: int, here: Collection[int], at: int) -> NewEvent:
    """An agent plays for somebody who is away, or there and has not played for a while.

    The host wishes it; for the host somebody else who has a seat.

    Args:
        member: who wishes it.
        seat: the seat.
        here: the members that are connected.
        at: the time, in milliseconds since 1970.

    Raises:
        RefusalError: the person plays, or has not been waited for long enough (``not-yet``), an agent plays
            already, or who asks may not wish it.
    """
    chair = chair_of(room, seat)
    if chair.member is None or chair.member == member:
        return play.stand_in(room, member, seat, here)
    play.game_of(room)
    if has_long_clock(room):
        raise RefusalError("forbidden", TIME_WORDS.say("long-clock"))
    slow_host = chair.member == room.host and room.seat_of(member) is not None
    if chair.member not in here or not (slow_host or member == room.host):
        return play.stand_in(room, member, seat, here)
    _check_idle(room, seat, room.members[chair.member].name, at)
    event = play.stand_in(room, None, seat)
    return NewEvent(event.kind, event.seat, {**event.payload, "idle": member})


def _check_idle(room: Room, seat: int, name: str, at: int) -> None:
    """Let nobody pass whose table has not waited long enough for a person who is there."""
    if not room.settings.away_after:
        raise RefusalError("forbidden", TIME_WORDS.say("here-never", member=name))
    asked = room.asked.get(seat)
    left = IDLE_SECONDS if asked is None else IDLE_SECONDS - (at - asked.since) / 1000
    if left > 0:
        raise RefusalError("not-yet", TIME_WORDS.say("here", member=name, span=span(IDLE_SECONDS)))

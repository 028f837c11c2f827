"""People that the table waits for: reminders, waiting without a countdown, agents for absent people."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from croupier.core.base.sentence import Sentence
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError, span
from croupier.server.events.asking import posted, said
from croupier.server.room.checks import chair_of, check_host, game_of, member_of, name_of, own_seat, person_in
from croupier.server.room.event import SeatEvent
from croupier.server.room.messages import People
from croupier.server.room.room import Room
from croupier.server.room.waiting import has_long_clock

IDLE_SECONDS = 60
"""Seconds after which a person who is present but does not play may be replaced, if the host wishes."""
FIRST_NUDGE_SECONDS, LATER_NUDGE_SECONDS, LONG_NUDGE_SECONDS = 10, 60, 3600
"""Seconds from the question to a first reminder, and between reminders; the last for games that take days."""


class NudgeEvent(SeatEvent):
    """Somebody reminds the person in a seat that the table waits."""

    kind = "nudge"
    by: int

    def apply(self, room: Room, at: int) -> None:
        room.nudged[self.seat] = at

    def words(self, room: Room) -> Sentence:
        return say("time.nudge", by=name_of(room, self.by), member=person_in(room, self.seat))

    def notices(self, room: Room) -> Mapping[int, Sentence]:
        member = room.chairs[self.seat].member
        return {} if member is None else {member: say("notice.nudge", name=room.members[self.by].name)}


@posted("nudge")
def nudge(room: Room, member: int, seat: int, at: int) -> NudgeEvent:
    """Remind the person in another seat, once the table has waited for a while."""
    member_of(room, member)
    game_of(room)
    own = room.seat_of(member)
    if own is None:
        raise RefusalError("forbidden", say("time.nudge-seat"))
    chair = chair_of(room, seat)
    if own == seat:
        raise RefusalError("forbidden", say("time.nudge-self"))
    asked = room.asked.get(seat)
    if asked is None or chair.member is None:
        raise RefusalError("not-your-turn", say("time.nudge-not-due"))
    pause = LONG_NUDGE_SECONDS if has_long_clock(room) else LATER_NUDGE_SECONDS
    nudged = room.nudged.get(seat, 0)
    soon, again = ("time.nudge-soon", asked.since, FIRST_NUDGE_SECONDS), ("time.nudge-again", nudged, pause)
    for key, since, seconds in (soon, again):
        left = seconds - (at - since) / 1000
        if left > 0:
            words = say(key, member=room.members[chair.member].name, span=span(left))
            raise RefusalError("too-fast", words)
    return NudgeEvent(seat=seat, by=member)


class WaitEvent(SeatEvent):
    """The host lets the table wait for a person, without a countdown."""

    kind = "wait"
    turn: int

    def apply(self, room: Room, at: int) -> None:
        same = (each for each in room.patient_with if each[0] == self.turn)
        room.patient_with = frozenset({*same, (self.turn, self.seat)})


@posted("wait")
def wait(room: Room, member: int, seat: int) -> WaitEvent:
    """The host lets the table wait for who is in a seat."""
    check_host(room, member)
    chair_of(room, seat)
    table = game_of(room)
    if seat not in room.due.people:
        raise RefusalError("not-your-turn", say("not_to_move", seat=seat))
    return WaitEvent(seat=seat, turn=table.number)


class AwayEvent(SeatEvent):
    """An agent plays for a person."""

    kind = "away"
    by: int | None = None  # None for the server, after the pause, and in older logs
    idle: int | None = None  # who lets an agent play for a person who is present

    def apply(self, room: Room, at: int) -> None:
        chair = room.chairs[self.seat]
        chair.stand_in = True
        wished = self.by is not None and self.by == chair.member
        chair.stand_in_cause = "idle" if self.idle is not None else "wish" if wished else "absent"

    def words(self, room: Room) -> Sentence:
        person = room.chairs[self.seat].member
        if self.idle is not None:
            return say("time.idle", by=name_of(room, self.idle), member=person_in(room, self.seat))
        own = person is not None and self.by == person
        return say("told.lets_play" if own else "told.played_for", name=name_of(room, person))


def stand_in(room: Room, member: int | None, seat: int | None = None, here: Collection[int] = ()) -> AwayEvent:
    """An agent takes a person's seat, at the wish of that person, or of the host for an absent one.

    `member` is None if the server asks, after the pause. `seat` is None for the seat of the member.
    """
    table = game_of(room)
    chosen = own_seat(room, member) if seat is None else seat
    chair = chair_of(room, chosen)
    if member is not None and chair.member != member:
        check_host(room, member)
    if chair.member is None or room.player(chosen) is not None or table.over:
        too_late = member is None  # the person is back, or another process was first
        raise RefusalError("stale" if too_late else "forbidden", say("stand_in.nobody"))
    if member is not None and chair.member != member and chair.member in here:
        raise RefusalError("forbidden", say("stand_in.here", name=room.members[chair.member].name))
    return AwayEvent(seat=chosen, by=member)


@said("away")
def leave(room: Room, member: int | None) -> AwayEvent:
    """Let an agent play for oneself."""
    return stand_in(room, member)


@posted("stand-in")
def replace(room: Room, member: int, seat: int, people: People) -> AwayEvent:
    """An agent plays for somebody who is away, or there and has not played for a while.

    The host wishes it; for the host somebody else who has a seat.
    """
    chair = chair_of(room, seat)
    if chair.member is None or chair.member == member:
        return stand_in(room, member, seat, people.here)
    game_of(room)
    if has_long_clock(room):
        raise RefusalError("forbidden", say("time.long-clock"))
    slow_host = chair.member == room.host and room.seat_of(member) is not None
    if chair.member not in people.here or not (slow_host or member == room.host):
        return stand_in(room, member, seat, people.here)
    _check_idle(room, seat, room.members[chair.member].name, people.at)
    return stand_in(room, None, seat).model_copy(update={"idle": member})


def _check_idle(room: Room, seat: int, name: str, at: int) -> None:
    """Check that the table has waited long enough for a person who is present."""
    if not room.settings.away_after:
        raise RefusalError("forbidden", say("time.here-never", member=name))
    asked = room.asked.get(seat)
    left = IDLE_SECONDS if asked is None else IDLE_SECONDS - (at - asked.since) / 1000
    if left > 0:
        raise RefusalError("not-yet", say("time.here", member=name, span=span(IDLE_SECONDS)))


class BackEvent(SeatEvent):
    """A person plays again."""

    kind = "back"

    def apply(self, room: Room, at: int) -> None:
        chair = room.chairs[self.seat]
        chair.stand_in, chair.stand_in_cause = False, ""

    def words(self, room: Room) -> Sentence:
        return say("told.plays_again", name=person_in(room, self.seat))


@said("back")
def back(room: Room, member: int | None) -> BackEvent:
    """Play again in one's seat, in which an agent does."""
    seat = own_seat(room, member)
    if not room.chairs[seat].stand_in:
        raise RefusalError("forbidden", say("stand_in.none"))
    return BackEvent(seat=seat)

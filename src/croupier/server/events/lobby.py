"""Everything around the game: seats, hosts, options (also in words), the end of a table, and its deletion.

Seats and options can be changed until the game begins. An option `players` says that a game is for several numbers
of players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.base.sentence import Sentence, joined
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.options import Value
from croupier.core.spec.spec import GameSpec
from croupier.server.agents.allowed_agents import check_seatable, checked_options
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError, in_words, span
from croupier.server.events.asking import AgentText, posted
from croupier.server.room.chairs import Chair, Deletion, RoomSettings
from croupier.server.room.checks import (
    chair_of,
    check_free,
    check_host,
    check_lobby,
    check_playable,
    member_of,
    name_of,
)
from croupier.server.room.event import RoomEvent, SeatEvent
from croupier.server.room.messages import People
from croupier.server.room.room import Room
from croupier.server.room.waiting import note_clock


def option_words(spec: GameSpec, options: Mapping[str, Value]) -> list[Sentence]:
    """The values of some options as sentences without full stops."""
    known = {option.name: option for option in spec.options}
    found = []
    for name, value in options.items():
        if isinstance(value, bool):
            told: str = say("told.rules.on") if value else say("told.rules.off")
        else:
            told = known[name].value_called(value)
        found.append(say("told.rules.option", option=known[name].called, value=told))
    return found


PLAYERS = "players"
"""The option for the number of players."""

# ---------------------------------------------------------------------------------------------------------- seats


class SitEvent(RoomEvent):
    """A member takes a seat, or leaves their seat if none is named."""

    kind = "sit"
    member: int

    def apply(self, room: Room, at: int) -> None:
        old = room.seat_of(self.member)
        if old is not None:
            room.chairs[old] = Chair()
        if self.seat is not None:
            room.chairs[self.seat] = Chair(self.member)


@posted("seat")
def sit(room: Room, member: int, seat: int | None) -> SitEvent:
    """Before the game take a free seat, change to it, or leave one's own."""
    member_of(room, member)
    if seat is None:
        check_lobby(room)
        return SitEvent(member=member)
    chair = chair_of(room, seat)
    check_free(room, chair)
    if room.status != "lobby":
        raise RefusalError("forbidden", say("begun.give"))
    check_lobby(room)
    if chair.agent is not None and member != room.host:
        raise RefusalError("taken", say("taken.agent", agent=chair.agent))
    return SitEvent(seat=seat, member=member)


class AgentEvent(SeatEvent):
    """An agent takes a seat, or frees it if none is named."""

    kind = "agent"
    agent: str | None

    def apply(self, room: Room, at: int) -> None:
        """The person who left the seat can still take it back."""
        room.chairs[self.seat] = Chair(agent=self.agent, leaver=room.chairs[self.seat].leaver)


@posted("agent")
def seat_agent(room: Room, member: int, seat: int, agent: AgentText | None, allowed: Sequence[str]) -> AgentEvent:
    """The host puts an agent into a seat, or frees it; in a game that goes on, agents only make way for agents."""
    if agent is not None:
        check_playable(room)
        check_agent(room, agent, allowed)
    check_host(room, member)
    chair = chair_of(room, seat)
    check_free(room, chair)
    if room.status == "over" or room.shuffling or (agent is None and room.status != "lobby"):
        check_lobby(room)
    return AgentEvent(seat=seat, agent=agent)


def check_agent(room: Room, agent: str, allowed: Sequence[str]) -> None:
    """Check that an agent may be seated."""
    if room.game is not None:
        check_seatable(agent, room.game, allowed)


# -------------------------------------------------------------------------------------------------------- hosting


class HostEvent(RoomEvent):
    """Somebody becomes the host; an announced deletion is cancelled."""

    kind = "host"
    moves_people = True
    member: int

    def apply(self, room: Room, at: int) -> None:
        room.host, room.host_at, room.deletion = self.member, at, None

    def words(self, room: Room) -> Sentence:
        return say("told.host", name=name_of(room, self.member))


@posted("host")
def hand_on(room: Room, member: int, whom: int) -> HostEvent:
    """The host hands on hosting."""
    check_host(room, member)
    return HostEvent(member=member_of(room, whom).number)


@posted("take-over")
def take_over(room: Room, member: int, people: People) -> HostEvent:
    """Become the host in place of one who has vanished: after a pause, and after a longer one without a seat."""
    member_of(room, member)
    if member == room.host:
        raise RefusalError("forbidden", say("host.already"))
    if people.host_free is None and room.host in people.absent_since:
        raise RefusalError("forbidden", say("time.long-clock-host"))
    if people.host_free is None:
        raise RefusalError("forbidden", say("host.here", name=room.members[room.host].name))
    seated = room.seat_of(member) is not None
    free = people.host_free if seated else people.watcher_free
    if free is None:
        raise RefusalError("forbidden", say("host.watcher"))
    left = free - people.at
    if left > 0:
        key = "host.soon" if seated else "host.soon.seated"
        raise RefusalError("not-yet", say(key, time=in_words(left / 1000)))
    return HostEvent(member=member)


# -------------------------------------------------------------------------------------------------------- options


class RulesEvent(RoomEvent):
    """The host has changed the game's options, and with them the seats: old seats that stay, None for new ones."""

    kind = "rules"
    by: int
    options: dict[str, Any]
    seats: list[int | None]

    def apply(self, room: Room, at: int) -> None:
        if any(each is not None and not 0 <= each < len(room.chairs) for each in self.seats):
            raise ValueError(f"of {len(room.chairs)} seats not {self.seats} can be kept")
        chairs = [Chair() if each is None else room.chairs[each] for each in self.seats]
        set_game(room, self.options, chairs)

    def words(self, room: Room) -> Sentence:
        """The changes."""
        name, before, after = name_of(room, self.by), len(room.chairs), len(self.seats)
        told = [] if before == after else [say("told.rules.seats", count=after)]
        if room.game is not None:
            wished = {option: value for option, value in self.options.items() if option != PLAYERS}
            changed = {option: value for option, value in wished.items() if room.options.get(option) != value}
            told += option_words(room.game.spec, changed)
        if told:
            return say("told.rules", name=name, changes=joined("; ", told))
        return say("told.rules.same", name=name)


def set_game(room: Room, options: Mapping[str, Any], chairs: list[Chair]) -> None:
    """Give a table other options and seats."""
    if room.status != "lobby":
        raise ValueError("the options of a game that has begun are settled")
    room.options, room.chairs = dict(options), chairs
    if room.game is not None:
        room.game = make(room.name, **room.options)
        if room.game.num_players != len(chairs):
            raise ValueError(f"{room.name} has {room.game.num_players} seats, not {len(chairs)}")


def with_seats(room: Room, count: int) -> Game | None:
    """A table's game for a number of players; None if it does not allow this number."""
    if room.game is None or PLAYERS not in room.options:
        return None
    try:
        game = make(room.name, **{**room.options, PLAYERS: count})
    except ConfigError:
        return None
    return game if game.num_players == count else None


@posted("add-seat")
def add_seat(room: Room, member: int) -> RulesEvent:
    """Before the game the host adds a seat."""
    _check_may_change(room, member)
    grown = with_seats(room, len(room.chairs) + 1)
    if grown is None:
        raise RefusalError("forbidden", say("seats.more", seats=len(room.chairs)))
    return RulesEvent(by=member, options=dict(grown.options), seats=[*range(len(room.chairs)), None])


@posted("drop-seat")
def drop_seat(room: Room, member: int, seat: int) -> RulesEvent:
    """Before the game the host removes a seat in which no person is."""
    _check_may_change(room, member)
    chair = chair_of(room, seat)
    check_free(room, chair)
    smaller = with_seats(room, len(room.chairs) - 1)
    if smaller is None:
        raise RefusalError("forbidden", say("seats.fewer", seats=len(room.chairs)))
    kept: list[int | None] = [each for each in range(len(room.chairs)) if each != seat]
    return RulesEvent(by=member, options=dict(smaller.options), seats=kept)


@posted("options")
def change_options(room: Room, member: int, options: dict[str, int | bool | str]) -> RulesEvent:
    """Before the game the host changes its options; those that are not named have their defaults.

    Seats are added, or free ones and those of agents removed: the free ones go first, the last before the others.
    """
    check_host(room, member)
    check_playable(room)
    complete = checked_options(room.name, options)
    check_lobby(room)
    game = make(room.name, **complete)
    count = game.num_players
    order = sorted(range(len(room.chairs)), key=lambda seat: (_weight(room, seat), seat), reverse=True)
    gone = order[: max(0, len(order) - count)]
    if any(room.chairs[seat].member is not None for seat in gone):
        raise RefusalError("taken", say("seats.people", seats=count))
    kept: list[int | None] = [seat for seat in range(len(room.chairs)) if seat not in gone]
    return RulesEvent(by=member, options=dict(game.options), seats=kept + [None] * (count - len(kept)))


def _weight(room: Room, seat: int) -> int:
    """Kind of a seat: a person's, an agent's, or free; free ones are removed first."""
    chair = room.chairs[seat]
    return 0 if chair.member is not None else 1 if chair.agent is not None else 2


def _check_may_change(room: Room, member: int) -> None:
    check_host(room, member)
    check_lobby(room)
    check_playable(room)


# ------------------------------------------------------------------------------------------------------- settings


class SettingsEvent(RoomEvent, RoomSettings):
    """The host has chosen other settings."""

    kind = "settings"

    def apply(self, room: Room, at: int) -> None:
        before, room.settings = room.settings.clock, RoomSettings(**self.payload())
        note_clock(room, before, at)

    def words(self, room: Room) -> Sentence | None:
        """A sentence about a new clock; other settings are not announced."""
        if self.clock == room.settings.clock:
            return None
        by = name_of(room, room.host)
        if self.clock is None:
            return say("time.clock-off", by=by)
        return say("time.clock-on", by=by, span=span(self.clock))

    def shows_more_to(self, room: Room, member: int | None) -> bool:
        """People without a seat may be allowed to watch."""
        return room.sees(member) is None

    def begins_clock(self, room: Room) -> bool:
        return self.clock is not None


@posted("settings")
def change_settings(room: Room, member: int, settings: RoomSettings, allowed: Sequence[str]) -> SettingsEvent:
    """The host changes what was chosen; not who may watch a game that goes on: its players rely on it."""
    check_agent(room, settings.stand_in, allowed)
    check_host(room, member)
    if room.status == "playing" and settings.spectators != room.settings.spectators:
        raise RefusalError("forbidden", say("watching_settled"))
    return SettingsEvent(**settings.model_dump())


class CircleEvent(RoomEvent):
    """The results of the table's games are kept in a circle; `circle` is the secret of its link."""

    kind = "circle"
    counts = True
    member: int
    circle: str

    def apply(self, room: Room, at: int) -> None:
        room.circle = self.circle

    def words(self, room: Room) -> Sentence:
        return say("told.circle", name=name_of(room, self.member))


def check_no_circle(room: Room) -> None:
    """Check that no circle keeps the table's games (``taken``)."""
    if room.circle is not None:
        raise RefusalError("taken", say("circle.kept"))


class AgainEvent(RoomEvent):
    """The same people continue at another table."""

    kind = "again"
    table: str

    def apply(self, room: Room, at: int) -> None:
        room.again = self.table


def check_again(room: Room, member: int) -> None:
    """Check that the game is over, the member is the host or has played, and there is no next table yet."""
    if room.seat_of(member) is None and room.seat_left_by(member) is None:
        check_host(room, member)
    check_playable(room)
    if room.status != "over":
        raise RefusalError("forbidden", say("not_over"))
    if room.again is not None:
        raise RefusalError("over", say("again"))


def at_once(room: Room) -> bool:
    """Whether the host may delete a table at once: no game is in progress, or nobody else plays it."""
    others = any(chair.member not in (None, room.host) for chair in room.chairs)
    return room.status != "playing" or not (others or room.ousted)


def check_at_once(room: Room, host: int) -> None:
    """Check, before a deletion, that the member is a host who may delete the table at once."""
    check_host(room, host)
    if not at_once(room):
        raise RefusalError("forbidden", say("delete.others"))


class DeleteEvent(RoomEvent):
    """The host announces that the table will be deleted, after at least `pause` seconds."""

    kind = "delete"
    moves_people = True
    by: int
    pause: int

    def apply(self, room: Room, at: int) -> None:
        room.deletion = Deletion(self.by, at)

    def words(self, room: Room) -> Sentence:
        return say("told.delete", by=name_of(room, self.by), pause=self.pause)


def announce(room: Room, host: int, pause: int) -> DeleteEvent:
    """The host announces the deletion of a table with a game in progress."""
    check_host(room, host)
    if room.deletion is not None:
        raise RefusalError("forbidden", say("delete.announced"))
    return DeleteEvent(by=host, pause=pause)


class AssentEvent(RoomEvent):
    """Somebody agrees."""

    kind = "assent"
    moves_people = True
    member: int

    def apply(self, room: Room, at: int) -> None:
        if room.deletion is not None:
            room.deletion = replace(room.deletion, assents=room.deletion.assents | {self.member})

    def words(self, room: Room) -> Sentence:
        return say("told.assent", name=name_of(room, self.member))


class KeepEvent(RoomEvent):
    """Somebody disagrees, or the host cancels it."""

    kind = "keep"
    moves_people = True
    member: int

    def apply(self, room: Room, at: int) -> None:
        room.deletion = None

    def words(self, room: Room) -> Sentence:
        own = room.deletion is not None and room.deletion.by == self.member
        return say("told.keep.by" if own else "told.keep", name=name_of(room, self.member))


@posted("assent")
def answer(room: Room, member: int, agrees: bool) -> AssentEvent | KeepEvent:
    """Agree that the table is deleted, or not: then it is kept."""
    pending = room.deletion
    if pending is None:
        raise RefusalError("forbidden", say("delete.nobody"))
    if room.seat_of(member) is None and member != pending.by:
        raise RefusalError("forbidden", say("seat_only"))
    if not agrees:
        return KeepEvent(member=member)
    if member == pending.by or member in pending.assents:
        raise RefusalError("forbidden", say("delete.agreed"))
    return AssentEvent(member=member)


class GoneEvent(RoomEvent):
    """All agree: the table is deleted next."""

    kind = "gone"

    def apply(self, room: Room, at: int) -> None:
        if room.deletion is not None:
            room.deletion = replace(room.deletion, final=True)

    def words(self, room: Room) -> Sentence:
        return say("told.gone")


def conclude(room: Room, people: People, pause: int) -> GoneEvent:
    """The table is deleted as announced, once everybody has agreed."""
    if room.deletion is not None and room.deletion.final:
        raise RefusalError("forbidden", say("delete.said"))
    if room.deletion is None or missing(room, people, pause):
        raise RefusalError("forbidden", say("delete.missing"))
    return GoneEvent()


def check_concluded(room: Room) -> None:
    """Check that the table was announced to be deleted next."""
    if room.deletion is None or not room.deletion.final:
        raise RefusalError("forbidden", say("delete.kept"))


def missing(room: Room, people: People, pause: int) -> list[int]:
    """The members with a seat whose agreement is missing, present or gone for less than `pause` seconds."""
    pending = room.deletion
    if pending is None:
        return []
    late = people.at - 1000 * pause  # a page that is being reloaded comes back
    waited = {*people.here, *(member for member, since in people.absent_since.items() if since > late)}
    seated = [chair.member for chair in room.chairs if chair.member in waited]
    return sorted(each for each in seated if each is not None and each not in (pending.by, *pending.assents))

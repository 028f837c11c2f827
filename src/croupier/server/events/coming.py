"""People who come, go or change names; links to seats, and seats that change hands.

A person with the seat's own link has the seat at once, and so has a person who takes back a seat left earlier: all
they saw meanwhile is what all players see. A person with a link or gift from the host, or who returns to a table
whose spectators see all hands, plays and sees the hand from the next deal on. Until then an agent plays.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pydantic import with_config
from typing_extensions import TypedDict

from croupier.core.base.sentence import Sentence
from croupier.server.base.english import say
from croupier.server.base.plain_text import clean_name, look_alike
from croupier.server.base.refusal import RefusalError, in_words
from croupier.server.events.asking import posted
from croupier.server.events.lobby import set_game, with_seats
from croupier.server.room.chairs import Chair, Leaver, Member, Offer, RoomSettings
from croupier.server.room.checks import chair_of, check_free, check_host, check_playable, member_of, name_of
from croupier.server.room.event import RoomEvent, SeatEvent
from croupier.server.room.messages import People
from croupier.server.room.room import Room, deals_again, next_round_dealt, round_start

MOST_MEMBERS = 32
"""Most people at one table, including spectators."""
MOST_OF_BROWSER = 8
"""Most of them that one browser speaks for: the seats of the largest game."""


@with_config(strict=True)
class _Member(TypedDict):
    number: int
    name: str


@with_config(strict=True)
class NewSeat(TypedDict):
    """Who sits in a seat of a new table: a member, an agent, or nobody yet."""

    member: int | None
    agent: str | None


class CreateEvent(RoomEvent):
    """A table is created with its first people."""

    kind = "create"
    game: str
    version: int
    options: dict[str, Any]
    host: int
    members: list[_Member]
    seats: list[NewSeat]
    settings: dict[str, Any]
    circle: str | None = None  # missing in logs older than circles

    def apply(self, room: Room, at: int) -> None:
        room.name, room.version, room.options = self.game, self.version, dict(self.options)
        room.settings = RoomSettings.model_validate(self.settings)
        room.members = {each["number"]: Member(each["number"], each["name"]) for each in self.members}
        room.chairs = [Chair(each["member"], each["agent"]) for each in self.seats]
        room.host, room.next_member = self.host, max(room.members) + 1
        room.host_at, room.circle = at, self.circle


# --------------------------------------------------------------------------------------------------------- people


class MemberEvent(RoomEvent):
    """A person comes, to a seat or to watch; `options` if a seat was added for them."""

    kind = "member"
    member: int
    name: str
    options: dict[str, Any] | None = None

    def apply(self, room: Room, at: int) -> None:
        room.members[self.member] = Member(self.member, self.name)
        room.next_member = max(room.next_member, self.member + 1)
        if self.options is not None:
            set_game(room, self.options, [*room.chairs, Chair()])
        if self.seat is not None:
            room.chairs[self.seat] = Chair(self.member)

    def words(self, room: Room) -> Sentence:
        if self.options is not None:
            return say("told.come.seat", name=self.name)
        watches = self.seat is None and room.status != "lobby"
        return say("told.come.watch" if watches else "told.come", name=self.name)


def join(room: Room, name: str) -> MemberEvent:
    """A person comes to the table: before the game, to the first free seat or to an added one."""
    if len(room.members) >= MOST_MEMBERS:
        raise RefusalError("forbidden", say("people", most=MOST_MEMBERS))
    open_to_all = room.status == "lobby" and not room.shuffling
    free = room.free_seats
    number, name = room.next_member, _new_name(room, name)
    if not open_to_all or free:
        return MemberEvent(seat=free[0] if open_to_all else None, member=number, name=name)
    grown = with_seats(room, len(room.chairs) + 1)
    if grown is None:
        return MemberEvent(member=number, name=name)
    return MemberEvent(seat=len(room.chairs), member=number, name=name, options=dict(grown.options))


def check_browser(room: Room, brought: Collection[int]) -> None:
    """Check that a browser speaks for few members; others are ``forbidden``."""
    if len(set(brought) & set(room.members)) >= MOST_OF_BROWSER:
        raise RefusalError("forbidden", say("people.browser", most=MOST_OF_BROWSER))


class NameEvent(RoomEvent):
    """A member's new name."""

    kind = "name"
    member: int
    name: str

    def apply(self, room: Room, at: int) -> None:
        room.members[self.member].name = self.name

    def words(self, room: Room) -> Sentence | None:
        """The new name, if there is anybody to tell."""
        old = name_of(room, self.member)
        if old == self.name or len(room.members) < 2:
            return None
        return say("told.name", old=old, new=self.name)


def rename(room: Room, member: int, name: str) -> NameEvent:
    """A member's new name; a name that looks like another's is ``taken``."""
    member_of(room, member)
    return NameEvent(member=member, name=_new_name(room, name, member))


def _new_name(room: Room, text: str, member: int | None = None) -> str:
    name = clean_name(text)
    for each in room.members.values():
        if each.number != member and look_alike(each.name, name):
            raise RefusalError("taken", say("name.taken", name=each.name))
    return name


class RemoveEvent(RoomEvent):
    """A member leaves or is removed; in a game in progress, an agent takes over the seat."""

    kind = "remove"
    member: int
    by: int | None = None

    def apply(self, room: Room, at: int) -> None:
        member, playing = self.member, room.status == "playing"
        old = room.seat_of(member)
        if old is not None:
            room.chairs[old] = Chair(agent=room.settings.stand_in if playing else None)
            room.ousted |= playing and self.by is not None and self.by != member
            if room.shuffling:
                room.shared = None  # its secret is used up
        _drop_leaver(room, member)
        room.offers.pop(member, None)
        del room.members[member]

    def words(self, room: Room) -> Sentence:
        told = self._left(room)
        if room.shuffling and room.seat_of(self.member) is not None:
            return say("told.broken_off", removed=told)
        return told

    def _left(self, room: Room) -> Sentence:
        plays_on = room.status == "playing" and room.seat_of(self.member) is not None
        name = name_of(room, self.member)
        if self.by is None or self.by == self.member:
            return say("told.leaves.agent" if plays_on else "told.leaves", name=name)
        return say("told.removed.agent" if plays_on else "told.removed", by=name_of(room, self.by), name=name)

    def revokes(self) -> int:
        return self.member


class LeaveEvent(SeatEvent):
    """A person leaves the seat during a game; an agent plays until the person takes it back."""

    kind = "leave"
    member: int

    def apply(self, room: Room, at: int) -> None:
        chair = room.chairs[self.seat]
        left = Leaver(self.member, awaits_deal=chair.awaits_deal, sees_from=chair.sees_from)
        room.chairs[self.seat] = Chair(agent=room.settings.stand_in, leaver=left)

    def words(self, room: Room) -> Sentence:
        return say("told.leave", name=name_of(room, self.member))


def depart(room: Room, member: int, whom: int) -> RemoveEvent | LeaveEvent:
    """A person leaves the table, or the host removes one; a seat left during a game can be taken back."""
    member_of(room, whom)
    if member != whom:
        check_host(room, member)
    elif whom == room.host:
        raise RefusalError("forbidden", say("host_leaves"))
    seat = room.seat_of(whom)
    if member != whom or seat is None or room.status != "playing":
        return RemoveEvent(member=whom, by=member)
    return LeaveEvent(seat=seat, member=whom)


class ClaimEvent(SeatEvent):
    """A person takes a seat back that they left, at once or (`late`) from the next deal on."""

    kind = "claim"
    member: int
    late: bool

    def apply(self, room: Room, at: int) -> None:
        left = room.chairs[self.seat].leaver
        if left is None:
            raise ValueError(f"nobody has left seat {self.seat}")
        if self.late:
            _seat_newcomer(room, self.seat, self.member)
        else:
            room.chairs[self.seat] = Chair(self.member, sees_from=left.sees_from)

    def words(self, room: Room) -> Sentence:
        name = name_of(room, self.member)
        if self.late:
            return say("told.claim.late", name=name, then=_from_then_on(room))
        return say("told.claim", name=name)

    def shows_more_to(self, room: Room, member: int | None) -> bool:
        """The person who is back sees the hand."""
        return member == self.member


@posted("claim")
def claim(room: Room, member: int) -> ClaimEvent:
    """Take a seat back that one has left in the middle of a game; later where one may have seen all hands."""
    member_of(room, member)
    if room.status == "over":
        raise RefusalError("over", say("claim.over"))
    check_playable(room)
    seat = room.seat_left_by(member)
    left = None if seat is None else room.chairs[seat].leaver
    if seat is None or left is None:
        raise RefusalError("forbidden", say("claim.none"))
    late = left.awaits_deal or room.settings.spectators == "delayed"
    return ClaimEvent(seat=seat, member=member, late=late)


# ---------------------------------------------------------------------------------------------------------- links


class LinkEvent(RoomEvent):
    """A member gets a new link; the sockets of the old one are closed."""

    kind = "link"
    member: int

    def apply(self, room: Room, at: int) -> None:
        """The table does not change."""

    def revokes(self) -> int:
        return self.member


class OfferEvent(RoomEvent):
    """The host has made a link to another person's seat; `key` is the hash of its token."""

    kind = "offer"
    member: int
    by: int
    key: str

    def apply(self, room: Room, at: int) -> None:
        room.offers[self.member] = Offer(self.by, self.key)

    def words(self, room: Room) -> Sentence:
        whom = self.member
        known = {"by": name_of(room, self.by), "place": _place(room, whom), "name": name_of(room, whom)}
        if room.status == "playing" and room.seat_of(whom) is not None:
            return say("told.offer.late", **known, then=_from_then_on(room))
        return say("told.offer", **known)


def offer(room: Room, member: int, whom: int, key: str, people: People, pause: int) -> OfferEvent:
    """The host makes a link for a member who has been away for long; the member's own links stay valid."""
    check_host(room, member)
    name = member_of(room, whom).name
    since = people.absent_since.get(whom)
    if since is None:
        raise RefusalError("not-yet", say("offer.here", name=name, time=in_words(pause)))
    left = since + 1000 * pause - people.at
    if left > 0:
        raise RefusalError("not-yet", say("offer.soon", name=name, time=in_words(left / 1000)))
    return OfferEvent(member=whom, by=member, key=key)


class VoidEvent(RoomEvent):
    """The owner of a seat is back before the host's link was used."""

    kind = "void"
    member: int

    def apply(self, room: Room, at: int) -> None:
        room.offers.pop(self.member, None)

    def words(self, room: Room) -> Sentence:
        return say("told.void", name=name_of(room, self.member), place=_place(room, self.member))


def void(room: Room, member: int) -> VoidEvent:
    """A member is back before the host's link was used."""
    if member not in room.offers:
        raise RefusalError("forbidden", say("link.none"))
    return VoidEvent(member=member)


class EnterEvent(RoomEvent):
    """Somebody opens the host's link; in a game in progress, an agent plays until the next deal."""

    kind = "enter"
    member: int

    def apply(self, room: Room, at: int) -> None:
        del room.offers[self.member]
        if self.seat is not None:
            _seat_newcomer(room, self.seat, self.member)
        seat = room.seat_left_by(self.member)
        left = None if seat is None else room.chairs[seat].leaver
        if left is not None:  # the person who takes the seat back may be another one
            left.awaits_deal = True
            _record_round_start(room)

    def words(self, room: Room) -> Sentence:
        member = self.member
        made = {"by": name_of(room, room.offers[member].by), "place": _place(room, member)}
        if self.seat is not None and room.status == "playing":
            return say("told.enter.late", **made, then=_from_then_on(room))
        key = "told.enter" if room.seat_left_by(member) is None else "told.enter.claim"
        return say(key, **made, name=name_of(room, member))


def offered(room: Room, key: str) -> int | None:
    """The member that a host's link is for; None for no such link."""
    return next((member for member, each in room.offers.items() if each.key == key), None)


def enter(room: Room, key: str, people: People) -> EnterEvent:
    """Somebody opens a link made by the host, unless the owner of the seat is back."""
    member = offered(room, key)
    if member is None:
        raise RefusalError("forbidden", say("link.ask"))
    if member in people.here:
        raise RefusalError("forbidden", say("link.back", name=room.members[member].name))
    return EnterEvent(seat=room.seat_of(member), member=member)


class GiveEvent(SeatEvent):
    """The host gives an agent's seat to a spectator; nobody else can take it back afterwards."""

    kind = "give"
    member: int
    by: int

    def apply(self, room: Room, at: int) -> None:
        _drop_leaver(room, self.member)
        _seat_newcomer(room, self.seat, self.member)

    def words(self, room: Room) -> Sentence:
        chair = room.chairs[self.seat]
        given = {"by": name_of(room, self.by), "name": name_of(room, self.member), "then": _from_then_on(room)}
        if chair.leaver is None:
            return say("told.give", **given, agent=chair.agent)
        return say("told.give.left", **given, left=name_of(room, chair.leaver.member))


@posted("give")
def give(room: Room, member: int, whom: int, seat: int) -> GiveEvent:
    """The host gives an agent's seat to somebody who watches."""
    check_host(room, member)
    chair = chair_of(room, seat)
    name = member_of(room, whom).name
    if room.status != "playing":
        raise RefusalError("forbidden", say("give.lobby"))
    check_playable(room)
    check_free(room, chair)
    if room.seat_of(whom) is not None:
        raise RefusalError("forbidden", say("give.seated", name=name))
    if chair.leaver is not None and chair.leaver.member == whom:
        raise RefusalError("forbidden", say("give.claimed", name=name))
    return GiveEvent(seat=seat, member=whom, by=member)


# ------------------------------------------------------------------------------------------------------ newcomers


def dealt_in(room: Room) -> list[int]:
    """Let people see and play their seats who waited for the deal of the last event."""
    waiting = [chair for chair in room.chairs if chair.awaits_deal]
    leavers = [chair.leaver for chair in room.chairs if chair.leaver is not None and chair.leaver.awaits_deal]
    if not (waiting or leavers) or room.round_start is None or room.table is None or not room.table.moves:
        return []
    if not next_round_dealt(room.round_start, room.table):
        return []
    room.round_start, room.last_deal_in = None, room.number
    changed: list[Chair | Leaver] = [*waiting, *leavers]
    for each in changed:
        each.awaits_deal, each.sees_from = False, room.table.number
    return [chair.member for chair in waiting if chair.member is not None]


def _seat_newcomer(room: Room, seat: int, member: int) -> None:
    room.chairs[seat] = Chair(member, awaits_deal=room.status == "playing")
    _record_round_start(room)


def _record_round_start(room: Room) -> None:
    """Record where the current round began, so that its end is noticed."""
    if room.status == "playing" and room.table is not None:
        room.round_start = round_start(room.table)


def _drop_leaver(room: Room, member: int) -> None:
    for chair in room.chairs:
        if chair.leaver is not None and chair.leaver.member == member:
            chair.leaver = None


def _place(room: Room, member: int | None) -> str:
    """The owner of a link or seat."""
    name = name_of(room, member)
    return name if room.seat_of(member) is None else say("told.seat_of", name=name)


def _from_then_on(room: Room) -> Sentence:
    """From when a newcomer plays and sees the hand."""
    again = room.game is None or deals_again(room.game)
    return say("told.from_deal") if again else say("told.from_game")

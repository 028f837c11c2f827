"""The start of a game: from a seed, or from the server's secret and a number from each person's browser.

A person who does not answer in time is left out, and all others are asked again with another secret. So a person
who sees the numbers of others and stays silent cannot influence the deal. Everybody is told.
`croupier.server.room.room` explains the numbers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pydantic import Field

from croupier.core.base.sentence import Sentence
from croupier.core.engine.deal_secret import SECRET_BYTES, Deal, DealSecret, deal_data, read_deal
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.events.asking import AgentText, Count, Digits, posted, said
from croupier.server.events.lobby import check_agent
from croupier.server.room.checks import check_host, check_lobby, check_playable, name_of
from croupier.server.room.event import RoomEvent
from croupier.server.room.messages import People
from croupier.server.room.room import Room, SharedDeal, is_digits
from croupier.table import Table
from croupier.table.deal_check import fingerprint


class PrepareEvent(RoomEvent):
    """A secret is drawn, and numbers are requested, except from `without`, who were silent last time."""

    kind = "prepare"
    secret: str = Field(repr=False)
    fill: str | None
    members: list[int]
    without: list[int]
    attempt: int

    def apply(self, room: Room, at: int) -> None:
        if room.status != "lobby":
            raise ValueError("numbers are asked for before the game begins")
        if not is_digits(self.secret):
            raise ValueError("a secret is 32 bytes in hexadecimal")
        members = tuple(self.members)
        if set(members) - set(room.members) or len(set(members)) < len(members):
            raise ValueError(f"of members {sorted(room.members)} {members} cannot be asked")
        room.shared = SharedDeal(bytes.fromhex(self.secret), self.fill, members, self.attempt, at)
        room.attempts = self.attempt

    def words(self, room: Room) -> Sentence | None:
        silent = self.without
        if not silent:
            return None
        told = say("told.silent", count=len(silent), names=", ".join(name_of(room, each) for each in silent))
        return told if self.members else say("told.nobody", silent=told)


class CommitEvent(RoomEvent):
    """A browser commits to a number."""

    kind = "commit"
    member: int
    commitment: str

    def apply(self, room: Room, at: int) -> None:
        shared = _waits_for(room, self.member)
        if not is_digits(self.commitment):
            raise ValueError("a commitment is SHA-256 in hexadecimal")
        known = {**shared.commitments, self.member: self.commitment}
        done = len(known) == len(shared.members)
        room.shared = replace(shared, commitments=known, at=at if done else shared.at)
        room.commitments = room.commitments | {self.commitment}


@said("commit", member=Count)
def commit(room: Room, member: int, hash: Digits, commitment: Digits) -> CommitEvent:  # noqa: A002  # as it is sent
    """A browser commits to a number by its SHA-256; `hash` is that of the secret, as everybody was shown."""
    _check_digits("number.commitment", commitment)
    shared = _asked(room, member, hash)
    if member in shared.commitments:
        raise RefusalError("taken", say("number.committed"))
    if commitment in room.commitments:
        raise RefusalError("taken", say("number.used"))
    return CommitEvent(member=member, commitment=commitment)


class RevealEvent(RoomEvent):
    """A browser shows the number that it committed to."""

    kind = "reveal"
    member: int
    number: str

    def apply(self, room: Room, at: int) -> None:
        shared = _waits_for(room, self.member)
        if not is_digits(self.number):
            raise ValueError("a number is 32 bytes in hexadecimal")
        room.shared = replace(shared, numbers={**shared.numbers, self.member: self.number})


@said("reveal", member=Count)
def reveal(room: Room, member: int, hash: Digits, number: Digits) -> RevealEvent:  # noqa: A002  # as it is sent
    """A browser shows its number, once all have committed to theirs."""
    _check_digits("number.digits", number)
    shared = _asked(room, member, hash)
    if not shared.all_committed:
        raise RefusalError("not-yet", say("number.early"))
    if member in shared.numbers:
        raise RefusalError("taken", say("number.shown"))
    if fingerprint(bytes.fromhex(number)) != shared.commitments[member]:
        raise RefusalError("malformed", say("number.other"))
    return RevealEvent(member=member, number=number)


class StartEvent(RoomEvent):
    """The game begins, and free seats get the named agent."""

    kind = "start"
    seed: int | None  # in old logs, which have no secrets
    secret: str | None = Field(default=None, repr=False)
    contributions: list[str] = Field(default=[], repr=False)
    fill: str | None

    def apply(self, room: Room, at: int) -> None:
        room.people_at_start = room.people
        for seat in room.free_seats:
            room.chairs[seat].agent = self.fill
        room.deal = read_deal(self.model_dump())
        if room.game is not None:
            room.table = Table(room.game.new_initial_state(room.deal), names=room.agents(), boards=False)

    def begins_clock(self, room: Room) -> bool:
        """The clock in the table's settings."""
        return room.settings.clock is not None


def deal_game(
    room: Room, member: int, deal: Deal, fill: str | None, here: Collection[int]
) -> PrepareEvent | StartEvent:
    """The host begins the game, at once if nobody can be asked for a number; an agent may fill free seats."""
    check_host(room, member)
    check_lobby(room)
    check_playable(room)
    if room.free_seats and fill is None:
        raise RefusalError("forbidden", say("seats_free", count=len(room.free_seats)))
    asked = [chair.member for chair in room.chairs if chair.member is not None and chair.member in here]
    if asked and isinstance(deal, DealSecret):
        return _prepared(deal, fill, asked, [], room.attempts + 1)
    return StartEvent(**deal_data(deal), fill=fill)


@posted("start")
def start(
    room: Room, member: int, deal: Deal, people: People, allowed: Collection[str], fill: AgentText | None = None
) -> PrepareEvent | StartEvent:
    """The host begins the game, once the pages of all who are here have shown their numbers."""
    if fill is not None:
        check_agent(room, fill, tuple(allowed))
    return deal_game(room, member, deal, fill, people.here)


def deal_without_silent(room: Room, attempt: int, deal: DealSecret) -> PrepareEvent:
    """Leave out people who did not answer an attempt in time, and ask all others with another secret."""
    shared = room.shared
    if shared is None or not room.shuffling or shared.attempt != attempt or not shared.silent:
        raise RefusalError("stale", say("number.nobody"))
    left = [each for each in shared.members if each not in shared.silent]
    return _prepared(deal, shared.fill, left, list(shared.silent), attempt + 1)


def begin(room: Room) -> StartEvent:
    """The game begins, since all numbers are known."""
    check_playable(room)
    shared = room.shared
    if shared is None or not room.shuffling or shared.silent:
        raise RefusalError("stale", say("number.waited"))
    return StartEvent(**deal_data(shared.deal()), fill=shared.fill)


def _prepared(
    deal: DealSecret, fill: str | None, asked: list[int], without: list[int], attempt: int
) -> PrepareEvent:
    return PrepareEvent(secret=deal.secret.hex(), fill=fill, members=asked, without=without, attempt=attempt)


def _check_digits(wrong: str, digits: str) -> None:
    if not is_digits(digits):
        raise RefusalError("malformed", say(wrong, digits=2 * SECRET_BYTES))


def _asked(room: Room, member: int, secret: str) -> SharedDeal:
    """The deal that a member's number is needed for; ``stale`` for none, ``forbidden`` for another's."""
    shared = room.shared
    if shared is None or not room.shuffling or secret != shared.hash:
        raise RefusalError("stale", say("number.stale"))
    if member not in shared.members:
        raise RefusalError("forbidden", say("number.next"))
    return shared


def _waits_for(room: Room, member: int) -> SharedDeal:
    if room.shared is None or member not in room.shared.members:
        raise ValueError(f"no number is asked of member {member}")
    return room.shared

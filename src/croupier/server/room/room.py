"""A room: people, seats and the game at one table, rebuilt from the table's log.

A room says how things stand. `croupier.server.events` checks what people ask for, and lets it happen.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from croupier.core.engine.deal_secret import SECRET_BYTES, Deal, DealSecret, deal_data
from croupier.core.engine.game import Game, State
from croupier.core.spec.search import never
from croupier.server.room.chairs import (
    AwaitedSince,
    Chair,
    Deletion,
    Member,
    NextDue,
    Notice,
    Offer,
    OpenDecisions,
    Rest,
    RoomSettings,
    Spectators,
    StandingMove,
)
from croupier.server.storage.waits import Outage
from croupier.table import Table
from croupier.table.events import Move
from croupier.table.game_file import FORMAT, round_over


@dataclass
class Delay:
    """The moves of a game by rounds, for spectators who see all hands with a delay."""

    began: list[int] = field(default_factory=lambda: [0])  # how many moves came before each round
    turns: list[int] = field(default_factory=list)  # number of the turn after each move that stands

    def move(self, turn: int, ended: bool) -> None:
        """A move was made."""
        self.turns.append(turn)
        if ended:
            self.began.append(len(self.turns))

    def undo(self) -> None:
        """The last move was taken back."""
        self.turns.pop()
        while self.began[-1] > len(self.turns):
            self.began.pop()

    @property
    def shown(self) -> int | None:
        """After how many moves spectators see the game; None while they see nothing."""
        if len(self.began) < 2:
            return None
        first, after = self.began[-2:]
        return min(first + len(self.turns) - after, after - 1)  # after its last move the next round is dealt

    @property
    def shown_turn(self) -> int:
        """Number of the turn up to which they are told what has happened; 0 while they see nothing."""
        return self.turns[self.shown - 1] if self.shown else 0


def random_event(move: Move) -> bool:
    """Whether anything random has happened by a move."""
    return bool((move.before.rngs != move.after.rngs).any())


# A game says so by its `search` part: hidden things stay what they are within a round
# (`croupier.core.spec.search.Search`). A game without one, or of one round, deals at its beginning alone.


def deals_again(game: Game) -> bool:
    """Whether a game deals anew after its beginning."""
    search = game.spec.search
    return search is not None and search().horizon is not never


def round_start(table: Table) -> State:
    """The position at which the present round of a game began."""
    if not table.moves:
        return table.state.clone()
    start = table.moves[0].before
    for move in table.moves:
        if not move.after.is_terminal() and round_over(start, move.after):
            start = move.after
    return start


def round_ended(start: State, table: Table) -> bool:
    """Whether the last move has ended a round, and the game goes on."""
    return not table.over and round_over(start, table.state)


def next_round_dealt(start: State, table: Table) -> bool:
    """Whether the last move has ended a round, and chance has dealt the next one; see `round_ended`."""
    return round_ended(start, table) and random_event(table.moves[-1])


# First everybody is shown SHA-256 of the secret. Then each browser commits to a random number by its SHA-256, and
# once all have committed, all show their numbers: they are the contributions of the deal
# (`croupier.core.engine.deal_secret`), in the order of the seats. `croupier.server.events.deal` checks what
# browsers say.

_DIGITS = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")


def is_digits(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal, as secrets, numbers and commitments are told."""
    return _DIGITS.fullmatch(text) is not None


def fingerprint(data: bytes) -> str:
    """SHA-256 in hexadecimal: what a secret or a number is committed to by."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class SharedDeal:
    """A secret, and the numbers that people's browsers add to it."""

    secret: bytes = field(repr=False)  # used for no other game, nor again when the numbers are asked for anew
    fill: str | None  # the agent that free seats get; None where none is free
    members: tuple[int, ...]  # whose numbers it takes, in the order of the seats
    attempt: int  # counted up from 1 whenever the numbers are asked for anew
    at: int  # when the last step began that all are waited for: committing, or showing the numbers
    commitments: Mapping[int, str] = field(default_factory=dict)  # SHA-256 of each number, by the member
    numbers: Mapping[int, str] = field(default_factory=dict)  # those that were shown, in hexadecimal

    @property
    def hash(self) -> str:
        """SHA-256 of the secret."""
        return fingerprint(self.secret)

    @property
    def silent(self) -> tuple[int, ...]:
        """Who is waited for: to commit, or to show the number once all have committed."""
        missing = tuple(each for each in self.members if each not in self.commitments)
        return missing or tuple(each for each in self.members if each not in self.numbers)

    @property
    def all_committed(self) -> bool:
        """Whether the numbers may be shown."""
        return len(self.commitments) == len(self.members)

    def deal(self) -> DealSecret:
        """What the game is dealt from, once nobody is waited for."""
        return DealSecret(self.secret, tuple(bytes.fromhex(self.numbers[each]) for each in self.members))


MOST_MOVES = 10_000
"""Moves at a table, with those taken back: some games go on without end, and all of it is kept in memory."""
PERSON = "human"
"""Who sits in a person's seat, in a game's file."""


@dataclass
class Room:
    """How things stand at a table; times are in milliseconds since 1970."""

    id: str
    game: Game | None  # None where the table is of another version of its rules
    number: int = 0  # of the last event
    at: int = 0  # when something last happened

    # the table
    name: str = ""  # of the game
    version: int = 0  # of the rules
    options: dict[str, Any] = field(default_factory=dict)
    settings: RoomSettings = field(default_factory=RoomSettings)
    again: str | None = None  # the table at which the same people play on
    circle: str | None = field(default=None, repr=False)  # secret of the link of the circle that keeps its games
    deletion: Deletion | None = None
    notices: list[Notice] = field(default_factory=list)  # the last `MOST_NOTICES`

    # people
    members: dict[int, Member] = field(default_factory=dict)  # who was removed is not among them
    next_member: int = 0
    chairs: list[Chair] = field(default_factory=list)
    host: int = 0
    host_at: int = 0  # since when
    offers: dict[int, Offer] = field(default_factory=dict)  # links that nobody has opened, by the member
    ousted: bool = False  # whether a host has removed somebody from the game that goes on

    # the deal
    given_seeds: bool = False  # whether this server deals from seeds that a person gave
    deal: Deal | None = field(default=None, repr=False)  # it tells all that is hidden
    shared: SharedDeal | None = field(default=None, repr=False)
    attempts: int = 0  # how many secrets numbers were asked for
    commitments: frozenset[str] = frozenset()  # all that were ever made at this table
    people_at_start: int | None = None

    # the game
    table: Table | None = None  # None before it has begun, and at tables of another version
    moves: list[StandingMove] = field(default_factory=list)
    hinted: frozenset[tuple[int, int]] = frozenset()  # turns, and members who have taken a hint in them
    rest: Rest | None = None
    changes: list[int] = field(default_factory=list)  # events by which a sealed answer was changed, ascending
    changed: Counter[int] = field(default_factory=Counter)  # how often, by the seat, in this phase
    sealed_at: int = 0  # when an answer last came from a seat that had given none
    delay: Delay = field(default_factory=Delay)
    last_deal_in: int = 0  # number of the last event by which somebody who waited for a deal was dealt in
    round_start: State | None = None  # of the present round, while somebody waits for the next deal
    ended: Mapping[str, Any] | None = None  # what the game came to, once that stands in the log

    # whom it waits for, see `croupier.server.room.waiting`
    due: NextDue = field(default_factory=NextDue)  # found once after each event
    asked: dict[int, AwaitedSince] = field(default_factory=dict)  # by seat
    decisions: OpenDecisions = field(default_factory=OpenDecisions, repr=False)
    patient_with: frozenset[tuple[int, int]] = frozenset()  # turns and seats for which there is no countdown
    nudged: dict[int, int] = field(default_factory=dict)  # when somebody last nudged the person in a seat
    clockless: tuple[Outage, ...] = ()  # the last times without a clock, but the one that goes on
    clockless_since: int = 0  # of no meaning while it has a clock

    @property
    def status(self) -> Literal["lobby", "playing", "over"]:
        """Where the table stands."""
        if self.deal is None:
            return "lobby"
        over = self.ended is not None if self.table is None else self.table.over
        return "over" if over else "playing"

    @property
    def people(self) -> int:
        """How many seats are people's."""
        return sum(chair.member is not None for chair in self.chairs)

    @property
    def names(self) -> list[str | None]:
        """What the person in each seat is called; None for an agent."""
        return [None if chair.member is None else self.members[chair.member].name for chair in self.chairs]

    @property
    def free_seats(self) -> list[int]:
        """The seats in which nobody is, neither a person nor an agent."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.member is None and chair.agent is None]

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints: as the host has chosen, or else where one person plays alone."""
        chosen = self.settings.hints
        alone = (self.people if self.people_at_start is None else self.people_at_start) < 2
        return alone if chosen is None else chosen

    @property
    def shuffling(self) -> bool:
        """Whether the game begins as soon as people's browsers have shown their numbers."""
        return self.shared is not None and self.deal is None

    @property
    def seeded(self) -> bool:
        """Whether the game is, or would be, dealt from a seed: who knows it knows what is hidden."""
        return self.given_seeds if self.deal is None else isinstance(self.deal, int)

    def seat_of(self, member: int | None) -> int | None:
        """The seat of a member, if it has one."""
        for seat, chair in enumerate(self.chairs):
            if member is not None and chair.member == member:
                return seat
        return None

    def awaits_deal(self, seat: int) -> bool:
        """Whether the person in a seat has to wait for the next deal; see `Chair`. At the end all is open."""
        return self.chairs[seat].awaits_deal and self.status != "over"

    def sees(self, member: int | None) -> int | None:
        """The seat whose hidden things a member may see; None for who sees what spectators see."""
        seat = self.seat_of(member)
        return None if seat is None or self.awaits_deal(seat) else seat

    def seat_left_by(self, member: int | None) -> int | None:
        """The seat that a member has left and may take back; None for none."""
        for seat, chair in enumerate(self.chairs):
            if chair.leaver is not None and chair.leaver.member == member:
                return seat
        return None

    def watched(self, member: int | None) -> Spectators:
        """What somebody sees who sees no seat's hidden things; members may see what all players see."""
        kind = self.settings.spectators
        return "open" if kind == "none" and member is not None and self.settings.members_watch else kind

    def delayed(self, member: int | None) -> bool:
        """Whether somebody sees all hands a whole round later."""
        return self.sees(member) is None and self.watched(member) == "delayed" and self.status != "over"

    def turn_told(self, member: int | None) -> int:
        """The turn up to which a member is told everything now."""
        if self.table is None:
            return 0
        return self.delay.shown_turn if self.delayed(member) else self.table.number

    @property
    def unattended(self) -> bool:
        """Whether no person sits in a seat, or may take one back: agents play among themselves."""
        return all(chair.member is None and chair.leaver is None for chair in self.chairs)

    def shows_hands(self, member: int | None) -> bool:
        """Whether somebody who may watch sees all hands at once: nobody sits here who could be told of them.

        Whoever gets a seat later waits for the next deal, as ever, and from then on the hands are closed.
        """
        return self.status == "playing" and self.unattended and self.watched(member) == "open"

    def player(self, seat: int) -> str | None:
        """The agent that answers for a seat now; None where its person does."""
        chair = self.chairs[seat]
        return self.settings.stand_in if chair.stand_in or chair.awaits_deal else chair.agent

    @property
    def has_agents(self) -> bool:
        """Whether an agent answers for any seat now."""
        return any(self.player(seat) is not None for seat in range(len(self.chairs)))

    def state_at(self, moves: int) -> State:
        """The game as it stood after some moves."""
        if self.table is None:
            raise ValueError("no game is in progress")
        return self.table.state if moves == len(self.table.moves) else self.table.moves[moves].before

    def agents(self) -> list[str]:
        """Who sits in each seat, for the game's file."""
        return [chair.agent or PERSON for chair in self.chairs]

    def game_file(self) -> dict[str, Any]:
        """The finished game as its file holds it, of whatever version of its rules."""
        if self.status != "over" or self.deal is None:
            raise ValueError("the game is not finished")
        if self.table is not None:
            return {**self.table.data(), "agents": self.agents(), "names": self.names}
        return {
            "format": FORMAT, "game": self.name, "version": self.version, "options": self.options,
            **deal_data(self.deal), "start": "", "agents": self.agents(), "names": self.names,
            "actions": [move.action for move in self.moves], "finished": True, "forfeited": None,
            **(self.ended or {}),
        }  # fmt: skip

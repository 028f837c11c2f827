"""A room: people, seats and the game at one table, rebuilt from the table's log.

A room is a table's state. `croupier.server.events` checks requests and applies events.
"""

from __future__ import annotations

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
from croupier.table.deal_check import fingerprint
from croupier.table.events import Move
from croupier.table.game_file import FORMAT, round_over


@dataclass
class Delay:
    """The moves of a game by rounds, for spectators who see all hands with a delay."""

    began: list[int] = field(default_factory=lambda: [0])  # moves before each round
    turns: list[int] = field(default_factory=list)  # number of the turn after each move that was not taken back

    def move(self, turn: int, ended: bool) -> None:
        """Record a move."""
        self.turns.append(turn)
        if ended:
            self.began.append(len(self.turns))

    def undo(self) -> None:
        """Remove the last move."""
        self.turns.pop()
        while self.began[-1] > len(self.turns):
            self.began.pop()

    @property
    def shown(self) -> int | None:
        """Number of moves that spectators see; None while they see nothing."""
        if len(self.began) < 2:
            return None
        first, after = self.began[-2:]
        return min(first + len(self.turns) - after, after - 1)  # its last move deals the next round

    @property
    def shown_turn(self) -> int:
        """Number of the turn up to which spectators are told events; 0 while they see nothing."""
        return self.turns[self.shown - 1] if self.shown else 0


def random_event(move: Move) -> bool:
    """Whether a move had a random outcome."""
    return bool((move.before.rngs != move.after.rngs).any())


# The game's `search` part decides: hidden things do not change within a round
# (`croupier.core.spec.search.Search`). A game without this part, or of one round, only deals at its start.


def deals_again(game: Game) -> bool:
    """Whether a game deals again after its start."""
    search = game.spec.search
    return search is not None and search().horizon is not never


def round_start(table: Table) -> State:
    """The position at which the current round began."""
    if not table.moves:
        return table.state.clone()
    start = table.moves[0].before
    for move in table.moves:
        if not move.after.is_terminal() and round_over(start, move.after):
            start = move.after
    return start


def round_ended(start: State, table: Table) -> bool:
    """Whether the last move ended a round, and the game goes on."""
    return not table.over and round_over(start, table.state)


def next_round_dealt(start: State, table: Table) -> bool:
    """Whether the last move ended a round, and chance has dealt the next one; see `round_ended`."""
    return round_ended(start, table) and random_event(table.moves[-1])


# First everybody is shown SHA-256 of the secret. Then each browser commits to a random number by its SHA-256. Once
# all have committed, all show their numbers, which are the contributions of the deal
# (`croupier.core.engine.deal_secret`), in the order of the seats. `croupier.server.events.deal` checks the
# messages of browsers.

_DIGITS = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")


def is_digits(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal, the form of secrets, numbers and commitments."""
    return _DIGITS.fullmatch(text) is not None


@dataclass(frozen=True)
class SharedDeal:
    """A secret, and the numbers that people's browsers add to it."""

    secret: bytes = field(repr=False)  # used for one game and one attempt only
    fill: str | None  # agent for free seats; None if there are none
    members: tuple[int, ...]  # people whose numbers it takes, in the order of the seats
    attempt: int  # from 1, counted up when numbers are requested again
    at: int  # start of the last step: committing, or showing the numbers
    commitments: Mapping[int, str] = field(default_factory=dict)  # SHA-256 of each number, by member
    numbers: Mapping[int, str] = field(default_factory=dict)  # numbers shown so far, in hexadecimal

    @property
    def hash(self) -> str:
        """SHA-256 of the secret."""
        return fingerprint(self.secret)

    @property
    def silent(self) -> tuple[int, ...]:
        """People still to commit, or to show their number once all have committed."""
        missing = tuple(each for each in self.members if each not in self.commitments)
        return missing or tuple(each for each in self.members if each not in self.numbers)

    @property
    def all_committed(self) -> bool:
        """Whether the numbers may be shown."""
        return len(self.commitments) == len(self.members)

    def deal(self) -> DealSecret:
        """The deal of the game, once nobody is missing."""
        return DealSecret(self.secret, tuple(bytes.fromhex(self.numbers[each]) for each in self.members))


MOST_MOVES = 10_000
"""Most moves at a table, including those taken back, since some games do not end and all are in memory."""
PERSON = "human"
"""Name of a person in a game's file."""


@dataclass
class Room:
    """The state of a table; times are in milliseconds since 1970."""

    id: str
    game: Game | None  # None for a table with another version of its rules
    number: int = 0  # of the last event
    at: int = 0  # time of the last event

    # the table
    name: str = ""  # of the game
    version: int = 0  # of the rules
    options: dict[str, Any] = field(default_factory=dict)
    settings: RoomSettings = field(default_factory=RoomSettings)
    again: str | None = None  # the table at which the same people play on
    circle: str | None = field(default=None, repr=False)  # secret of the link of its circle
    deletion: Deletion | None = None
    notices: list[Notice] = field(default_factory=list)  # the last `MOST_NOTICES`

    # people
    members: dict[int, Member] = field(default_factory=dict)  # without removed ones
    next_member: int = 0
    chairs: list[Chair] = field(default_factory=list)
    host: int = 0
    host_at: int = 0  # since when
    offers: dict[int, Offer] = field(default_factory=dict)  # unopened links, by member
    ousted: bool = False  # whether a host has removed somebody from the game in progress

    # the deal
    given_seeds: bool = False  # whether the server deals from seeds that a person gave
    deal: Deal | None = field(default=None, repr=False)  # it reveals all hidden cards
    shared: SharedDeal | None = field(default=None, repr=False)
    attempts: int = 0  # attempts to collect numbers
    commitments: frozenset[str] = frozenset()  # all ever made at this table
    people_at_start: int | None = None

    # the game
    table: Table | None = None  # None before the game, and with another version of the rules
    moves: list[StandingMove] = field(default_factory=list)
    hinted: frozenset[tuple[int, int]] = frozenset()  # turns, with members who took a hint in them
    rest: Rest | None = None
    changes: list[int] = field(default_factory=list)  # events that changed a sealed answer, ascending
    changed: Counter[int] = field(default_factory=Counter)  # number of changes in this phase, by seat
    sealed_at: int = 0  # when a seat last sealed its first answer
    delay: Delay = field(default_factory=Delay)
    last_deal_in: int = 0  # last event that dealt in somebody who waited for a deal
    round_start: State | None = None  # of the current round, while somebody waits for the next deal
    ended: Mapping[str, Any] | None = None  # result of the game, once it is in the log

    # whom it waits for, see `croupier.server.room.waiting`
    due: NextDue = field(default_factory=NextDue)  # computed once after each event
    asked: dict[int, AwaitedSince] = field(default_factory=dict)  # by seat
    decisions: OpenDecisions = field(default_factory=OpenDecisions, repr=False)
    patient_with: frozenset[tuple[int, int]] = frozenset()  # turns and seats without a countdown
    nudged: dict[int, int] = field(default_factory=dict)  # last reminder of the person in a seat
    clockless: tuple[Outage, ...] = ()  # last times without a clock, except the current one
    clockless_since: int = 0  # unused while it has a clock

    @property
    def status(self) -> Literal["lobby", "playing", "over"]:
        """The status of the table."""
        if self.deal is None:
            return "lobby"
        over = self.ended is not None if self.table is None else self.table.over
        return "over" if over else "playing"

    @property
    def people(self) -> int:
        """The number of people's seats."""
        return sum(chair.member is not None for chair in self.chairs)

    @property
    def names(self) -> list[str | None]:
        """The name of the person in each seat; None for an agent."""
        return [None if chair.member is None else self.members[chair.member].name for chair in self.chairs]

    @property
    def free_seats(self) -> list[int]:
        """The seats without a person or agent."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.member is None and chair.agent is None]

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints: as the host chose, otherwise if one person plays alone."""
        chosen = self.settings.hints
        alone = (self.people if self.people_at_start is None else self.people_at_start) < 2
        return alone if chosen is None else chosen

    @property
    def shuffling(self) -> bool:
        """Whether the game begins as soon as people's browsers have shown their numbers."""
        return self.shared is not None and self.deal is None

    @property
    def seeded(self) -> bool:
        """Whether the game is, or would be, dealt from a seed, which reveals what is hidden."""
        return self.given_seeds if self.deal is None else isinstance(self.deal, int)

    def seat_of(self, member: int | None) -> int | None:
        """The seat of a member, if it has one."""
        for seat, chair in enumerate(self.chairs):
            if member is not None and chair.member == member:
                return seat
        return None

    def awaits_deal(self, seat: int) -> bool:
        """Whether the person in a seat of a game in progress has to wait for the next deal; see `Chair`."""
        return self.chairs[seat].awaits_deal and self.status != "over"

    def sees(self, member: int | None) -> int | None:
        """The seat whose hidden cards a member may see; None for the view of spectators."""
        seat = self.seat_of(member)
        return None if seat is None or self.awaits_deal(seat) else seat

    def seat_left_by(self, member: int | None) -> int | None:
        """The seat that a member has left and may take back; None for none."""
        for seat, chair in enumerate(self.chairs):
            if chair.leaver is not None and chair.leaver.member == member:
                return seat
        return None

    def watched(self, member: int | None) -> Spectators:
        """What a person without a seat's view sees; members may see what all players see."""
        kind = self.settings.spectators
        return "open" if kind == "none" and member is not None and self.settings.members_watch else kind

    def delayed(self, member: int | None) -> bool:
        """Whether a person sees all hands a whole round later."""
        return self.sees(member) is None and self.watched(member) == "delayed" and self.status != "over"

    def turn_told(self, member: int | None) -> int:
        """The turn up to which a member is told everything now."""
        if self.table is None:
            return 0
        return self.delay.shown_turn if self.delayed(member) else self.table.number

    @property
    def unattended(self) -> bool:
        """Whether only agents play: no person sits in a seat, or may take one back."""
        return all(chair.member is None and chair.leaver is None for chair in self.chairs)

    def shows_hands(self, member: int | None) -> bool:
        """Whether a spectator sees all hands at once, since no player could be told of them."""
        # A person who gets a seat later waits for the next deal, as always, and the hands are closed from then on.
        return self.status == "playing" and self.unattended and self.watched(member) == "open"

    def player(self, seat: int) -> str | None:
        """The agent that answers for a seat now; None for its person."""
        chair = self.chairs[seat]
        return self.settings.stand_in if chair.stand_in or chair.awaits_deal else chair.agent

    @property
    def has_agents(self) -> bool:
        """Whether an agent answers for any seat now."""
        return any(self.player(seat) is not None for seat in range(len(self.chairs)))

    def state_at(self, moves: int) -> State:
        """The game after some moves."""
        if self.table is None:
            raise ValueError("no game is in progress")
        return self.table.state if moves == len(self.table.moves) else self.table.moves[moves].before

    def agents(self) -> list[str]:
        """The players' names for the game's file."""
        return [chair.agent or PERSON for chair in self.chairs]

    def game_file(self) -> dict[str, Any]:
        """The finished game as in its file, with any version of its rules."""
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

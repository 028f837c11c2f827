"""A room: people, seats and the game at one table, rebuilt from the table's log.

A room does nothing by itself: it takes events, and says how things stand. `croupier.server.lobby` and
`croupier.server.play` check what people ask for and say which event that would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from croupier.core.deal_secret import Deal, deal_data, read_deal
from croupier.core.game import Game
from croupier.core.state import State
from croupier.server.delay import Delay
from croupier.server.log import DamagedLogError, Event
from croupier.table import Table
from croupier.table.game_file import FORMAT
from croupier.table.narration import open_to

Spectators = Literal["none", "open", "delayed"]
Pace = Literal["instant", "quick", "normal", "slow"]
PACES: dict[Pace, float] = {"instant": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5}
"""Seconds for which a table stands as it is before an agent's move is shown."""
MOST_MOVES = 10_000
"""Moves at a table, with those taken back: some games go on without end, and all of it is kept in memory."""
PERSON = "human"
"""Who sits in a person's seat, in a game's file."""


class RoomSettings(BaseModel):
    """What the host chooses for a table beside the game.

    Attributes:
        pace: how fast agents play.
        spectators: who may watch without a seat: nobody; everybody, what all players see; or everybody, all hands
            a whole round later (`croupier.server.delay`).
        take_back: seconds for which agents wait after a person's move, so that it can be taken back.
        undo: whether moves can be taken back.
        hints: whether players may ask for hints.
        away_after: seconds after which an agent plays for someone who has left; 0 for never.
        stand_in: that agent.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    pace: Pace = "normal"
    spectators: Spectators = "none"
    take_back: float = Field(default=2.0, ge=0.0, le=10.0)
    undo: bool = True
    hints: bool = True
    away_after: int = Field(default=60, ge=0, le=3600)
    stand_in: str = Field(default="bot", min_length=1, max_length=100)


@dataclass
class Member:
    """Somebody who is at a table: in a seat, or watching.

    Attributes:
        number: 0 for who made the table, then counted up.
        name: what the person is called.
    """

    number: int
    name: str


@dataclass
class Chair:
    """A seat and who is in it.

    Attributes:
        member: number of the person.
        agent: name of the agent; where both are None the seat is free.
        stand_in: whether an agent plays for the person, who is away.
    """

    member: int | None = None
    agent: str | None = None
    stand_in: bool = False


@dataclass(frozen=True)
class Played:
    """A move that stands.

    Attributes:
        seat: who made it.
        by_person: whether the person in the seat chose it.
        action: what was played.
        text: the action in words.
        heard: the seats that know what was played; None for everybody.
        at: when, in milliseconds since 1970.
    """

    seat: int
    by_person: bool
    action: int
    text: str
    heard: tuple[int, ...] | None
    at: int


@dataclass
class Room:
    """How things stand at a table.

    Attributes:
        id: the table's id.
        game: the game with its options, of the present version of its rules; None where the table is of another.
        number: number of the last event.
        name: the game's name.
        version: version of the rules that the table was made for.
        options: the game's options.
        settings: what the host has chosen.
        members: the people by number; who was removed is not among them.
        chairs: the seats.
        host: number of the host.
        deal: what the game was dealt from; None before it has begun. It tells all that is hidden.
        given_seeds: whether this server deals from seeds that a person gave.
        table: the game in progress; None before it has begun, and at tables of another version.
        moves: the moves that stand.
        again: id of the table at which the same people play on.
        patient_with: the turn, and the seat, for which the host lets the table wait without a countdown.
        delay: what spectators see who see all hands with a delay.
        at: when something last happened, in milliseconds since 1970.
        next_member: number of the next member.
        ended: what the game came to, once that stands in the log.
    """

    id: str
    game: Game | None
    number: int = 0
    name: str = ""
    version: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    settings: RoomSettings = field(default_factory=RoomSettings)
    members: dict[int, Member] = field(default_factory=dict)
    chairs: list[Chair] = field(default_factory=list)
    host: int = 0
    deal: Deal | None = field(default=None, repr=False)
    given_seeds: bool = False
    table: Table | None = None
    moves: list[Played] = field(default_factory=list)
    again: str | None = None
    patient_with: tuple[int, int] | None = None
    delay: Delay = field(default_factory=Delay)
    at: int = 0
    next_member: int = 0
    ended: Mapping[str, Any] | None = None

    @classmethod
    def rebuilt(cls, table: str, log: Iterable[Event], game: Game | None, *, given_seeds: bool = False) -> Room:
        """Play a table's log again.

        Args:
            table: the table's id.
            log: its events from the first on.
            game: see `Room.game`.
            given_seeds: see `Room.given_seeds`.

        Raises:
            DamagedLogError: an event cannot have happened.
        """
        room = cls(table, game, given_seeds=given_seeds)
        for event in log:
            room.take_stored(event)
        return room

    # ------------------------------------------------------------------------------------------------- how it is

    @property
    def status(self) -> Literal["lobby", "playing", "over"]:
        """Where the table stands."""
        if self.deal is None:
            return "lobby"
        over = self.ended is not None if self.table is None else self.table.over
        return "over" if over else "playing"

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

    def player(self, seat: int) -> str | None:
        """The agent that answers for a seat now; None where its person does."""
        chair = self.chairs[seat]
        return self.settings.stand_in if chair.stand_in else chair.agent

    def due_seat(self) -> int | None:
        """The seat to move; None where nobody is."""
        if self.table is None or self.table.over:
            return None
        return self.table.state.current_player()

    def state_at(self, moves: int) -> State:
        """The game as it stood after some moves.

        Raises:
            ValueError: no game is in progress.
        """
        if self.table is None:
            raise ValueError("no game is in progress")
        return self.table.state if moves == len(self.table.moves) else self.table.moves[moves].before

    def agents(self) -> list[str]:
        """Who sits in each seat, for the game's file."""
        return [chair.agent or PERSON for chair in self.chairs]

    def game_file(self) -> dict[str, Any]:
        """The finished game as its file holds it, of whatever version of its rules.

        Raises:
            ValueError: it is not finished.
        """
        if self.status != "over" or self.deal is None:
            raise ValueError("the game is not finished")
        if self.table is not None:
            return {**self.table.data(), "agents": self.agents()}
        return {
            "format": FORMAT, "game": self.name, "version": self.version, "options": self.options,
            **deal_data(self.deal), "start": "", "agents": self.agents(),
            "actions": [move.action for move in self.moves], "finished": True, "forfeited": None,
            **(self.ended or {}),
        }  # fmt: skip

    # ------------------------------------------------------------------------------------------------ what happens

    def take_stored(self, event: Event) -> None:
        """Let an event happen that the database has kept.

        Raises:
            DamagedLogError: it cannot have happened; the room is of no use any more.
        """
        try:
            self.take(event)
            self._check_people()
        except Exception as error:  # what is wrong with a row shows anywhere in what it does
            raise DamagedLogError(self.id, event.number, error) from error

    def _check_people(self) -> None:
        """Check that only members host and sit.

        Raises:
            ValueError: somebody else does.
        """
        sitting = [chair.member for chair in self.chairs if chair.member is not None]
        strangers = {self.host, *sitting} - set(self.members)
        if strangers or len(set(sitting)) < len(sitting):
            raise ValueError(f"of members {sorted(self.members)} {self.host} hosts, and {sitting} sit")

    def take(self, event: Event) -> None:
        """Let an event of the log happen.

        Raises:
            ValueError: it is not the next one.
        """
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number} of table {self.id}")
        _HAPPENS[event.kind](self, event.seat, event.payload, event.at)
        self.number, self.at = event.number, event.at

    def _create(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat, at
        self.name, self.version, self.options = payload["game"], payload["version"], dict(payload["options"])
        self.settings = RoomSettings.model_validate(payload["settings"])
        self.members = {each["number"]: Member(each["number"], each["name"]) for each in payload["members"]}
        self.chairs = [Chair(each["member"], each["agent"]) for each in payload["seats"]]
        self.host, self.next_member = payload["host"], max(self.members) + 1

    def _member(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del at
        number = payload["member"]
        self.members[number] = Member(number, payload["name"])
        self.next_member = max(self.next_member, number + 1)
        if seat is not None:
            self.chairs[seat] = Chair(number)

    def _name(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat, at
        self.members[payload["member"]].name = payload["name"]

    def _sit(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """A member takes a seat, or leaves its seat where none is named."""
        del at
        old = self.seat_of(payload["member"])
        if old is not None:
            self.chairs[old] = Chair()
        if seat is not None:
            self.chairs[seat] = Chair(payload["member"])

    def _agent(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """An agent takes a seat, or leaves it free where none is named."""
        del at
        self.chairs[_some(seat)] = Chair(agent=payload["agent"])

    def _host(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat, at
        self.host = payload["member"]

    def _remove(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """A member is removed; in a game that goes on, an agent plays on in the seat."""
        del seat, at
        old = self.seat_of(payload["member"])
        if old is not None:
            self.chairs[old] = Chair(agent=self.settings.stand_in if self.status == "playing" else None)
        del self.members[payload["member"]]

    def _settings(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat, at
        self.settings = RoomSettings.model_validate(payload)

    def _start(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """The game begins; seats that are free get the agent that is named."""
        del seat, at
        for chair in self.chairs:
            if chair.member is None and chair.agent is None:
                chair.agent = payload["fill"]
        self.deal = read_deal(payload)
        if self.game is not None:
            dealt = self.game.new_initial_state(self.deal)
            self.table = Table(dealt, names=self.agents(), boards=False)

    def _move(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        mover, heard = _some(seat), payload["heard"]
        known = None if heard is None else tuple(heard)
        self.moves.append(Played(mover, payload["by"] == "person", payload["action"], payload["text"], known, at))
        if self.table is not None:
            self.table.submit(mover, payload["action"], self.table.number)
            if self.settings.spectators == "delayed":
                self.delay.move(self.table.number, self._round_ended(self.table))

    def _round_ended(self, table: Table) -> bool:
        """Whether the last move has ended a round, in a game that has rounds."""
        search = table.game.spec.search
        if search is None or table.over:
            return False
        start = self.state_at(self.delay.began[-1])
        return bool(search().horizon(start.records[0], table.state.records[0]))

    def _undo(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """The last move is taken back."""
        del seat, payload, at
        self.moves.pop()
        self.ended = None
        if self.table is not None:
            self.table.undo(self.table.number)
            if self.delay.turns:
                self.delay.undo()

    def _end(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """The game is over; what it came to is kept for croupiers that no longer play this version."""
        del seat, at
        self.ended = dict(payload)

    def _away(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del payload, at
        self.chairs[_some(seat)].stand_in = True

    def _back(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del payload, at
        self.chairs[_some(seat)].stand_in = False

    def _wait(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del at
        self.patient_with = payload["turn"], _some(seat)

    def _link(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """A member has a new link; the sockets of the old one are closed by who has them."""

    def _again(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat, at
        self.again = payload["table"]


_HAPPENS: dict[str, Callable[[Room, int | None, Mapping[str, Any], int], None]] = {
    "create": Room._create,
    "member": Room._member,
    "name": Room._name,
    "sit": Room._sit,
    "agent": Room._agent,
    "host": Room._host,
    "remove": Room._remove,
    "settings": Room._settings,
    "start": Room._start,
    "move": Room._move,
    "undo": Room._undo,
    "end": Room._end,
    "away": Room._away,
    "back": Room._back,
    "wait": Room._wait,
    "link": Room._link,
    "again": Room._again,
}
"""What each kind of event does."""


def _some(seat: int | None) -> int:
    if seat is None:
        raise ValueError("this kind of event belongs to a seat")
    return seat


def heard_by(state: State, players: int) -> tuple[int, ...] | None:
    """The seats that know what the player to move answers; None for everybody."""
    heard = tuple(seat for seat in range(players) if open_to(state, seat))
    return None if len(heard) == players else heard

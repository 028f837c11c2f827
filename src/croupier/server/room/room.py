"""A room: people, seats and the game at one table, rebuilt from the table's log.

A room does nothing by itself: it takes events, and says how things stand. `croupier.server.room.lobby` and
`croupier.server.room.play` check what people ask for and say which event that would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from croupier.core.engine.deal_secret import Deal, deal_data, read_deal
from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.server.room.chairs import MOST_NOTICES, Chair, Deletion, Member, Notice, Offer, StandingMove
from croupier.server.room.delay import Delay
from croupier.server.room.next_deal import dealt_anew, stretch_ended, stretch_start
from croupier.server.room.room_settings import RoomSettings
from croupier.server.room.told import dealt_in, sentence
from croupier.server.storage.log import DamagedLogError, LogEvent
from croupier.table import Table
from croupier.table.game_file import FORMAT

MOST_MOVES = 10_000
"""Moves at a table, with those taken back: some games go on without end, and all of it is kept in memory."""
PERSON = "human"
"""Who sits in a person's seat, in a game's file."""


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
        host_at: since when that is the host, in milliseconds since 1970.
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
        offers: links to members' seats that the host has made and nobody has opened, by the member.
        deletion: that the table is to be deleted; None where it is not.
        ousted: whether a host has removed somebody from the game that goes on.
        notices: what everybody was told of what happened beside the game, the last `MOST_NOTICES`.
        dealt_in: number of the last event by which somebody who waited for a deal was dealt in; 0 for none.
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
    host_at: int = 0
    deal: Deal | None = field(default=None, repr=False)
    given_seeds: bool = False
    table: Table | None = None
    moves: list[StandingMove] = field(default_factory=list)
    again: str | None = None
    patient_with: tuple[int, int] | None = None
    delay: Delay = field(default_factory=Delay)
    at: int = 0
    next_member: int = 0
    ended: Mapping[str, Any] | None = None
    offers: dict[int, Offer] = field(default_factory=dict)
    deletion: Deletion | None = None
    ousted: bool = False
    notices: list[Notice] = field(default_factory=list)
    dealt_in: int = 0
    _stretch: State | None = None

    @classmethod
    def rebuilt(cls, table: str, log: Iterable[LogEvent], game: Game | None, *, given_seeds: bool = False) -> Room:
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

    def awaits_deal(self, seat: int) -> bool:
        """Whether the person in a seat has to wait for the next deal; see `Chair`. At the end all is open."""
        return self.chairs[seat].awaits_deal and self.status != "over"

    def sees(self, member: int | None) -> int | None:
        """The seat whose hidden things a member may see; None for who sees what spectators see."""
        seat = self.seat_of(member)
        return None if seat is None or self.awaits_deal(seat) else seat

    def player(self, seat: int) -> str | None:
        """The agent that answers for a seat now; None where its person does."""
        chair = self.chairs[seat]
        return self.settings.stand_in if chair.stand_in or chair.awaits_deal else chair.agent

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

    def take_stored(self, event: LogEvent) -> None:
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

    def take(self, event: LogEvent) -> None:
        """Let an event of the log happen.

        Raises:
            ValueError: it is not the next one.
        """
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number} of table {self.id}")
        said = sentence(self, event)
        _HAPPENS[event.kind](self, event.seat, event.payload, event.at)
        self.number, self.at = event.number, event.at
        if said is not None:
            self._notice(said)
        self._deal_in()

    def _notice(self, text: str) -> None:
        turn = 0 if self.table is None else self.table.number
        self.notices = [*self.notices, Notice(self.number, turn, text)][-MOST_NOTICES:]

    def _create(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat
        self.name, self.version, self.options = payload["game"], payload["version"], dict(payload["options"])
        self.settings = RoomSettings.model_validate(payload["settings"])
        self.members = {each["number"]: Member(each["number"], each["name"]) for each in payload["members"]}
        self.chairs = [Chair(each["member"], each["agent"]) for each in payload["seats"]]
        self.host, self.next_member = payload["host"], max(self.members) + 1
        self.host_at = at

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
        del seat
        self.host, self.host_at, self.deletion = payload["member"], at, None

    def _remove(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """A member is removed; in a game that goes on, an agent plays on in the seat."""
        del seat, at
        member, playing = payload["member"], self.status == "playing"
        old = self.seat_of(member)
        if old is not None:
            self.chairs[old] = Chair(agent=self.settings.stand_in if playing else None)
            self.ousted |= playing and payload.get("by", member) != member
        self.offers.pop(member, None)
        del self.members[member]

    def _offer(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """The host has made a link to another's seat."""
        del seat, at
        self.offers[payload["member"]] = Offer(payload["by"], payload["key"])

    def _void(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """Whose seat it is has come back before the host's link was opened."""
        del seat, at
        self.offers.pop(payload["member"], None)

    def _enter(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """Somebody opens the host's link; in a game that goes on, an agent plays until the next deal."""
        del at
        del self.offers[payload["member"]]
        if seat is not None:
            self._seat_newcomer(seat, payload["member"])

    def _give(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """The host gives an agent's seat to a member who has watched."""
        del at
        self._seat_newcomer(_some(seat), payload["member"])

    def _seat_newcomer(self, seat: int, member: int) -> None:
        playing = self.status == "playing"
        self.chairs[seat] = Chair(member, awaits_deal=playing)
        if playing and self.table is not None:
            self._stretch = stretch_start(self.table)

    def _deal_in(self) -> None:
        """Let people see and play their seats who have waited for the deal that the last event has made."""
        waiting = [chair for chair in self.chairs if chair.awaits_deal]
        if not waiting or self._stretch is None or self.table is None or not self.table.moves:
            return
        if dealt_anew(self._stretch, self.table):
            self._stretch, self.dealt_in = None, self.number
            for chair in waiting:
                chair.awaits_deal, chair.dealt_in = False, self.table.number
                self._notice(dealt_in(self.members[_some(chair.member)].name))

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
        self.moves.append(
            StandingMove(mover, payload["by"] == "person", payload["action"], payload["text"], known, at)
        )
        if self.table is not None:
            self.table.submit(mover, payload["action"], self.table.number)
            if self.settings.spectators == "delayed":
                self.delay.move(self.table.number, self._round_ended(self.table))

    def _round_ended(self, table: Table) -> bool:
        """Whether the last move has ended a round, in a game that has rounds."""
        return stretch_ended(self.state_at(self.delay.began[-1]), table)

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

    def _delete(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """The host announces that the table is to be deleted."""
        del seat
        self.deletion = Deletion(payload["by"], at)

    def _assent(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        del seat, at
        if self.deletion is not None:
            self.deletion = replace(self.deletion, assents=self.deletion.assents | {payload["member"]})

    def _keep(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """Somebody does not agree, or the host thinks better of it."""
        del seat, payload, at
        self.deletion = None

    def _gone(self, seat: int | None, payload: Mapping[str, Any], at: int) -> None:
        """All agree: the table is deleted next."""
        del seat, payload, at
        if self.deletion is not None:
            self.deletion = replace(self.deletion, gone=True)

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
    "offer": Room._offer,
    "void": Room._void,
    "enter": Room._enter,
    "give": Room._give,
    "delete": Room._delete,
    "assent": Room._assent,
    "keep": Room._keep,
    "gone": Room._gone,
    "again": Room._again,
}
"""What each kind of event does."""


def _some(number: int | None) -> int:
    if number is None:
        raise ValueError("this kind of event belongs to a seat and its person")
    return number

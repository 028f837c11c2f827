"""People, seats, moves and settings of a table, as parts of its room."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from croupier.core.engine.game import State
from croupier.server.base.english import say
from croupier.server.base.refusal import span
from croupier.server.storage.waits import Outage
from croupier.table import Table
from croupier.table.narration import open_to

Spectators = Literal["none", "open", "delayed"]
Pace = Literal["instant", "quick", "normal", "slow", "paused"]
PACES: dict[Pace, float | None] = {"instant": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5, "paused": None}
"""Seconds before an agent's move is shown; None waits until somebody asks."""

LEAST_CLOCK, MOST_CLOCK = 10, 14 * 24 * 3600
"""Allowed seconds of a clock for a decision."""


class RoomSettings(BaseModel):
    """What the host chooses for a table beside the game.

    Attributes:
        pace: how fast agents play.
        spectators: who may watch without a seat: nobody; everybody, what all players see; or everybody, all hands
            a whole round later (`croupier.server.room.room`).
        members_watch: whether people who came by a link and have no seat see what all players see, also where
            nobody else may watch.
        take_back: seconds for which agents wait after a person's move, so that it can be taken back.
        undo: whether moves can be taken back.
        hints: whether players may ask for hints; None leaves it to how many people sit down (`Room.hints`).
        chat: whether people may write to each other and react; it may be changed at any time.
        clock: seconds that each person has for a decision; then the agent plays it. None for no clock.
        away_after: seconds after which an agent plays for someone who has left; 0 for never.
        stand_in: that agent.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    pace: Pace = "normal"
    spectators: Spectators = "none"
    members_watch: bool = True
    take_back: float = Field(default=2.0, ge=0.0, le=10.0)
    undo: bool = True
    hints: bool | None = None
    chat: bool = True
    clock: int | None = None
    away_after: int = Field(default=60, ge=0, le=3600)
    stand_in: str = Field(default="bot", min_length=1, max_length=100)

    @field_validator("clock")
    @classmethod
    def _check_clock(cls, clock: int | None) -> int | None:
        """Refuse clocks that are too short to play or too long to end."""
        if clock is None or LEAST_CLOCK <= clock <= MOST_CLOCK:
            return clock
        words = say("time.clock-bounds", low=span(LEAST_CLOCK), high=span(MOST_CLOCK))
        raise PydanticCustomError("clock", "{words}", {"words": words})


MOST_NOTICES = 300
"""Most notices kept for a table, as many as its page shows."""


@dataclass
class Member:
    """A person at a table, in a seat or watching."""

    number: int  # 0 for the maker of the table, then counted up
    name: str


@dataclass
class Leaver:
    """A person who left a seat during a game, watches, and may take it back."""

    member: int
    awaits_deal: bool = False  # whether they could play only from the next deal on
    sees_from: int = 0  # see `Chair`


@dataclass
class Chair:
    """A seat and its occupant; it is free without a member and an agent."""

    member: int | None = None
    agent: str | None = None
    stand_in: bool = False  # whether an agent plays for the person
    stand_in_cause: str = ""  # ``absent``, ``idle`` if present, or ``wish`` of the person
    # whether the person came by another's link or by the host's gift: an agent plays until the next deal, and the
    # person sees what spectators see
    awaits_deal: bool = False
    sees_from: int = 0  # turn from which such a person is told what the seat is told; 0 for others
    leaver: Leaver | None = None


@dataclass(frozen=True)
class Offer:
    """A link to another person's seat that the host (`by`) has made and nobody has opened."""

    by: int
    key: str  # hash of its token


@dataclass(frozen=True)
class Deletion:
    """A deletion of the table announced by the host (`by`)."""

    by: int
    at: int  # milliseconds since 1970, as all times here
    assents: frozenset[int] = frozenset()
    final: bool = False  # whether everybody was told that it comes next


@dataclass(frozen=True)
class Rest:
    """A claim of the rest of the tricks by a seat, in a turn."""

    # It is decided by what the seat may know (`croupier.core.spec.spec.Claims`), or else by all others, who are
    # shown its hand.

    seat: int
    turn: int
    moves: int  # decisions in these tricks
    hand: tuple[str, ...] = ()  # cards shown to ask the others; empty if it is proven
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    settled: bool = False  # whether the moves are played automatically

    def at(self, turn: int, *, agents: bool) -> Rest | None:
        """The claim at a turn, until its tricks end or something is played; agents that are asked reject it."""
        if turn >= self.turn + (self.moves if self.settled else 1):
            return None
        return replace(self, refused=True) if agents and not self.settled else self

    def next_card(self, table: Table) -> int | None:
        """The next action of its tricks; None while it is not settled."""
        if not self.settled or table.game.spec.claims is None:
            return None
        return table.game.spec.claims().next(table.state.records[0], self.seat, table.state.legal_actions())

    def data(self) -> dict[str, Any]:
        """The claim as sent."""
        return {"seat": self.seat, "hand": list(self.hand), "agreed": sorted(self.agreed), "settled": self.settled}


@dataclass(frozen=True)
class NextDue:
    """What happens next in a game."""

    seat: int | None = None  # to move; None for no seat
    agent: str | None = None  # that answers for it; None for its person
    people: tuple[int, ...] = ()  # seats of people that the table waits for, in the game's order
    answer: int | None = None  # to be played: a sealed answer, or the next card of claimed tricks


@dataclass(frozen=True)
class AwaitedSince:
    """The wait for the person in a seat: for one decision, which may come back."""

    turn: int  # turn in which it was first asked (`Table.number`); 0 in a sealed phase
    at: int  # when it was first asked
    given: int = 0  # milliseconds given by a clock; 0 if none has run
    pauses: tuple[Outage, ...] = ()  # times in which it was not asked

    def same(self, other: AwaitedSince) -> bool:
        """Whether this is the same decision of a seat, even if it came back meanwhile."""
        return (self.turn, self.at) == (other.turn, other.at)

    @property
    def since(self) -> int:
        """When it was first asked, plus the time in which it was not asked."""
        return self.at + sum(each.ended - each.began for each in self.pauses)


@dataclass(eq=False)
class OpenDecisions:
    """Decisions at one position of the game that are not asked now, and may come back."""

    paused: dict[int, tuple[AwaitedSince, int]] = field(default_factory=dict)  # by seat, with the time since when
    undone: dict[int, OpenDecisions] = field(default_factory=dict)  # by action, those after a move taken back


@dataclass(frozen=True)
class Notice:
    """A sentence about an event at the table, for everybody there, with the numbers of event and turn."""

    number: int
    turn: int  # 0 before the game
    text: str


@dataclass(frozen=True)
class StandingMove:
    """A move that was not taken back."""

    seat: int
    by_person: bool
    action: int
    text: str
    heard: tuple[int, ...] | None  # seats that know the action; None for everybody
    at: int
    sealed: bool = False  # whether it was a sealed answer, which is final once shown with the others
    decisions: OpenDecisions = field(default_factory=OpenDecisions, repr=False)  # of the position before it


def heard_by(state: State, players: int) -> tuple[int, ...] | None:
    """The seats that know the answer of the player to move; None for everybody."""
    heard = tuple(seat for seat in range(players) if open_to(state, seat))
    return None if len(heard) == players else heard

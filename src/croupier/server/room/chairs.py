"""People, seats, moves and settings of a table, as its room holds them."""

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
"""Seconds for which a table stands as it is before an agent's move is shown; None until somebody asks for it."""

LEAST_CLOCK, MOST_CLOCK = 10, 14 * 24 * 3600
"""Seconds that a clock may give for a decision."""


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
        """Refuse a clock that leaves nobody time to play, or none an end."""
        if clock is None or LEAST_CLOCK <= clock <= MOST_CLOCK:
            return clock
        words = say("time.clock-bounds", low=span(LEAST_CLOCK), high=span(MOST_CLOCK))
        raise PydanticCustomError("clock", "{words}", {"words": words})


MOST_NOTICES = 300
"""Notices that are kept of a table, as many as its page shows of the log."""


@dataclass
class Member:
    """Somebody who is at a table: in a seat, or watching."""

    number: int  # 0 for who made the table, then counted up
    name: str


@dataclass
class Leaver:
    """The person who has left a seat in the middle of a game, watches meanwhile, and may take it back."""

    member: int
    awaits_deal: bool = False  # whether that would be from the next deal on
    sees_from: int = 0  # see `Chair`


@dataclass
class Chair:
    """A seat and who is in it; where nobody is, neither a member nor an agent, it is free."""

    member: int | None = None
    agent: str | None = None
    stand_in: bool = False  # whether an agent plays for the person
    stand_in_cause: str = ""  # the person was ``absent``, or there and ``idle``, or has wished it (``wish``)
    # whether the person came by a link that another made, or by the host's gift: an agent plays until the next
    # deal, and the person sees what spectators see
    awaits_deal: bool = False
    sees_from: int = 0  # the turn from which on such a person is told what the seat is told; for others 0
    leaver: Leaver | None = None


@dataclass(frozen=True)
class Offer:
    """A link to another's seat that the host (`by`) has made, and that nobody has opened yet."""

    by: int
    key: str  # hash of its token


@dataclass(frozen=True)
class Deletion:
    """That the table is to be deleted, as the host (`by`) has announced."""

    by: int
    at: int  # milliseconds since 1970, as all times here
    assents: frozenset[int] = frozenset()
    final: bool = False  # whether everybody was told that it is deleted next


@dataclass(frozen=True)
class Rest:
    """That a seat takes the rest of the tricks, as it said in a turn.

    What the seat may know decides (`croupier.core.spec.spec.Claims`), or else all others, who are shown its hand.
    """

    seat: int
    turn: int
    moves: int  # how many decisions these tricks have
    hand: tuple[str, ...] = ()  # its cards, which it has shown to ask the others; empty where it is proven
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    settled: bool = False  # whether the moves are played by themselves

    def at(self, turn: int, *, agents: bool) -> Rest | None:
        """The claim at a turn, until its tricks are over or something is played; agents that are asked refuse."""
        if turn >= self.turn + (self.moves if self.settled else 1):
            return None
        return replace(self, refused=True) if agents and not self.settled else self

    def next_card(self, table: Table) -> int | None:
        """What is played next of its tricks; None while it is not settled."""
        if not self.settled or table.game.spec.claims is None:
            return None
        return table.game.spec.claims().next(table.state.records[0], self.seat, table.state.legal_actions())

    def data(self) -> dict[str, Any]:
        """As it is sent."""
        return {"seat": self.seat, "hand": list(self.hand), "agreed": sorted(self.agreed), "settled": self.settled}


@dataclass(frozen=True)
class NextDue:
    """What is to happen next in a game."""

    seat: int | None = None  # to move; None where nobody is
    agent: str | None = None  # that answers for it; None where its person does
    people: tuple[int, ...] = ()  # the seats whose people the table waits for, in the order of the game
    answer: int | None = None  # to be played: a sealed answer, or the next card of tricks that are claimed


@dataclass(frozen=True)
class AwaitedSince:
    """That the table waits for the person in a seat: for one decision, which may come back."""

    turn: int  # in which it was first asked, `Table.number`; 0 in a sealed phase
    at: int  # when it was first asked
    given: int = 0  # milliseconds that a clock gives for it; 0 where none has run
    pauses: tuple[Outage, ...] = ()  # the times in which it was not asked

    def same(self, other: AwaitedSince) -> bool:
        """Whether this is the same decision of a seat, though it may have come back meanwhile."""
        return (self.turn, self.at) == (other.turn, other.at)

    @property
    def since(self) -> int:
        """When it was first asked, and so much later as it was not asked since."""
        return self.at + sum(each.ended - each.began for each in self.pauses)


@dataclass(eq=False)
class OpenDecisions:
    """Decisions at one position of the game that nobody is asked for, and that may come back."""

    paused: dict[int, tuple[AwaitedSince, int]] = field(default_factory=dict)  # by seat, and since when
    undone: dict[int, OpenDecisions] = field(default_factory=dict)  # by action, those after a move taken back


@dataclass(frozen=True)
class Notice:
    """A sentence about what happened at the table, for everybody there, with the numbers of event and turn."""

    number: int
    turn: int  # 0 before the game
    text: str


@dataclass(frozen=True)
class StandingMove:
    """A move that stands."""

    seat: int
    by_person: bool
    action: int
    text: str
    heard: tuple[int, ...] | None  # the seats that know what was played; None for everybody
    at: int
    sealed: bool = False  # whether it was a sealed answer, which is shown with the others' and final
    decisions: OpenDecisions = field(default_factory=OpenDecisions, repr=False)  # of the position before it


def heard_by(state: State, players: int) -> tuple[int, ...] | None:
    """The seats that know what the player to move answers; None for everybody."""
    heard = tuple(seat for seat in range(players) if open_to(state, seat))
    return None if len(heard) == players else heard

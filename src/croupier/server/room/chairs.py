"""People, seats, moves and settings of a table, as its room holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from croupier.core.engine.game import State
from croupier.server.base.english import say
from croupier.server.base.refusal import span
from croupier.server.storage.waits import Outage
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
    """Somebody who is at a table: in a seat, or watching.

    Attributes:
        number: 0 for who made the table, then counted up.
        name: what the person is called.
    """

    number: int
    name: str


@dataclass
class Leaver:
    """A seat that its person has left in the middle of a game, and may take back.

    Attributes:
        member: number of that person, who watches meanwhile.
        awaits_deal: whether that would be from the next deal on; see `Chair`.
        sees_from: see `Chair`.
    """

    member: int
    awaits_deal: bool = False
    sees_from: int = 0


@dataclass
class Chair:
    """A seat and who is in it.

    Attributes:
        member: number of the person.
        agent: name of the agent; where both are None the seat is free.
        stand_in: whether an agent plays for the person.
        stand_in_cause: why: the person was ``absent``, or there and ``idle``, or has wished it (``wish``); empty
            while no agent plays for the person.
        awaits_deal: whether the person came by a link that another made, or by the host's gift, and has to wait
            for the next deal: an agent plays until then, and the person sees what spectators see.
        sees_from: number of the turn, `Table.number`, from which on such a person is told what the seat is told; 0
            for who has had the seat from the beginning.
        leaver: the person who has left this seat, in which an agent plays, and may take it back; None for nobody.
    """

    member: int | None = None
    agent: str | None = None
    stand_in: bool = False
    stand_in_cause: str = ""
    awaits_deal: bool = False
    sees_from: int = 0
    leaver: Leaver | None = None


@dataclass(frozen=True)
class Offer:
    """A link to another's seat that the host has made, and that nobody has opened yet.

    Attributes:
        by: number of the host who made it.
        key: hash of its token.
    """

    by: int
    key: str


@dataclass(frozen=True)
class Deletion:
    """That the table is to be deleted, as it was announced.

    Attributes:
        by: number of the host who asked for it.
        at: when, in milliseconds since 1970.
        assents: numbers of the members who have agreed.
        final: whether everybody was told that it is deleted next.
    """

    by: int
    at: int
    assents: frozenset[int] = frozenset()
    final: bool = False


@dataclass(frozen=True)
class Rest:
    """That a seat takes the rest of the tricks, as it says.

    Attributes:
        seat: the seat.
        turn: the turn in which it has said so, `Table.number`.
        moves: how many decisions these tricks have.
        hand: names of its cards, which it has shown to ask the others; empty where it is proven.
        agreed: the seats that have agreed.
        refused: whether one has not.
        settled: whether the moves are played by themselves.
    """

    seat: int
    turn: int
    moves: int
    hand: tuple[str, ...] = ()
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    settled: bool = False


@dataclass(frozen=True)
class NextDue:
    """What is to happen next in a game.

    Attributes:
        seat: the seat to move; None where nobody is.
        agent: the agent that answers for it; None where its person does.
        people: the seats whose people the table waits for, in the order of the game.
        answer: what is to be played, a sealed answer or the next card of tricks that are claimed; None while a
            person is waited for, or an agent is to move.
    """

    seat: int | None = None
    agent: str | None = None
    people: tuple[int, ...] = ()
    answer: int | None = None


@dataclass(frozen=True)
class AwaitedSince:
    """That the table waits for the person in a seat: for one decision, which may come back.

    Attributes:
        turn: the turn in which it was first asked, `Table.number`; 0 in a sealed phase.
        at: when it was first asked, in milliseconds since 1970.
        given: milliseconds that a clock gives for it; 0 where none has run.
        pauses: the times in which it was not asked.
    """

    turn: int
    at: int
    given: int = 0
    pauses: tuple[Outage, ...] = ()

    def same(self, other: AwaitedSince) -> bool:
        """Whether this is the same decision of a seat, though it may have come back meanwhile."""
        return (self.turn, self.at) == (other.turn, other.at)

    @property
    def since(self) -> int:
        """When it was first asked, and so much later as it was not asked since."""
        return self.at + sum(each.ended - each.began for each in self.pauses)


@dataclass(eq=False)
class OpenDecisions:
    """Decisions at one position of the game that nobody is asked for, and that may come back.

    Attributes:
        paused: by seat the decision, and since when it is not asked.
        undone: by action what is kept of the position after it, where that move was taken back.
    """

    paused: dict[int, tuple[AwaitedSince, int]] = field(default_factory=dict)
    undone: dict[int, OpenDecisions] = field(default_factory=dict)


@dataclass(frozen=True)
class Notice:
    """A sentence about what happened at the table, for everybody there.

    Attributes:
        number: number of the event.
        turn: number of the turn at that time, `Table.number`; 0 before the game.
        text: the sentence.
    """

    number: int
    turn: int
    text: str


@dataclass(frozen=True)
class StandingMove:
    """A move that stands.

    Attributes:
        seat: who made it.
        by_person: whether the person in the seat chose it.
        action: what was played.
        text: the action in words.
        heard: the seats that know what was played; None for everybody.
        at: when, in milliseconds since 1970.
        sealed: whether it was a sealed answer, which is shown with the others' and final.
        decisions: what is kept of the position before it.
    """

    seat: int
    by_person: bool
    action: int
    text: str
    heard: tuple[int, ...] | None
    at: int
    sealed: bool = False
    decisions: OpenDecisions = field(default_factory=OpenDecisions, repr=False)


def heard_by(state: State, players: int) -> tuple[int, ...] | None:
    """The seats that know what the player to move answers; None for everybody."""
    heard = tuple(seat for seat in range(players) if open_to(state, seat))
    return None if len(heard) == players else heard

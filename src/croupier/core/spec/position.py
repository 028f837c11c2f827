"""A game and a position of it, as given to words: names, sizes, whose turn it is, what each seat may see."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeAlias, TypedDict

from croupier.core.base.types import Records
from croupier.core.spec.options import Block, Head, Phase, Value


class GameShape(Protocol):
    """What words and parts of a game may ask of the game; `croupier.core.engine.game.Game` answers it.

    They are fields of the spec, and a `Game` stands on its spec: so they are typed by this protocol.
    """

    @property
    def name(self) -> str:
        """Name in the registry."""
        ...

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option by name."""
        ...

    @property
    def num_players(self) -> int:
        """Number of seats."""
        ...

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Kinds of decision."""
        ...

    @property
    def heads(self) -> tuple[Head, ...]:
        """The distinct slices of the actions."""
        ...

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Named parts of the observation."""
        ...

    @property
    def block_slices(self) -> Mapping[str, slice]:
        """Where each block lies in the observation."""
        ...

    @property
    def num_actions(self) -> int:
        """Size of the flat action space."""
        ...

    @property
    def observation_size(self) -> int:
        """Number of float32 features."""
        ...

    def new_records(self, count: int = 1) -> Records:
        """Empty tables with the game's options, before any chance event; shape (count,)."""
        ...


TableView: TypeAlias = Mapping[str, Any]
"""The game's own part of a view: what stands under ``table``."""


class ActionView(TypedDict):
    """A legal action, as a view lists it: its number, and its text as it is typed."""

    action: int
    text: str


class SeatView(TypedDict):
    """The table as one seat, or a spectator, may see it: plain data, ready for JSON.

    `croupier.core.engine.record_position` makes it, and `croupier.core.engine.view` describes it by a schema;
    docs/views.md shows it.
    """

    game: str
    seat: int | None
    player: int | None
    phase: str | None
    over: bool
    points: list[float]
    returns: list[float] | None
    actions: list[ActionView]
    table: dict[str, Any]


@dataclass(frozen=True)
class SeatScore:
    """What one player made of a round.

    Attributes:
        seat: number of the seat.
        points: points of the round.
        total: points of all rounds so far.
        bid: tricks bid, as they count; None in a game without bids.
        won: tricks won; None as above.
        captured: points captured, which a game may count under conditions only; None in a game without captures.
    """

    seat: int
    points: int
    total: int
    bid: int | None = None
    won: int | None = None
    captured: int | None = None


@dataclass(frozen=True)
class EndedRound:
    """A round that has ended; every seat may know all of it.

    Attributes:
        round: number of the round, from 1.
        seats: the scores of those who score, in the order of the seats.
    """

    round: int
    seats: tuple[SeatScore, ...]

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {"round": self.round, "seats": [asdict(seat) for seat in self.seats]}


@dataclass(frozen=True)
class WonTrick:
    """A trick that somebody has won, open to every seat.

    Attributes:
        winner: number of the seat.
        cards: the seats and their cards, named as in views, in the order of play.
        points: what it has brought or cost its winner; None in a game without captures and penalties.
        worth: the best trick of a game is the one with the most, compared from the left.
    """

    winner: int
    cards: tuple[tuple[int, str], ...]
    points: int | None
    worth: tuple[int, ...]

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        plays = [{"seat": seat, "card": card} for seat, card in self.cards]
        return {"winner": self.winner, "plays": plays, "points": self.points}


class Position(Protocol):
    """What a game's words may ask of a game that is played.

    It has no record: what is hidden reaches words only through the view of a seat that may see it. A
    `croupier.core.engine.game.State` answers it.
    """

    @property
    def game(self) -> GameShape:
        """The game with its options."""
        ...

    @property
    def phase(self) -> str:
        """Name of the phase, like ``BIDDING``."""
        ...

    def current_player(self) -> int:
        """The seat to move; negative where a random event is due and when the game is over."""
        ...

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        ...

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty where nobody is to move."""
        ...

    def table(self, seat: int | None) -> TableView:
        """The table as a seat sees it: what the game's own `view` gives, not to be changed.

        Args:
            seat: who looks; None is a spectator, who knows only what every seat may know.
        """
        ...

    def view(self, seat: int | None) -> SeatView:
        """All that may be seen: the `table`, points, and the legal actions of a seat that is to move."""
        ...

    def action_to_string(self, action: int) -> str:
        """Short text of an action, by the game's own words."""
        ...

    def observation_string(self, seat: int) -> str:
        """What a seat may know, as text, by the game's own words."""
        ...

    def played(self, action: int) -> Position:
        """The position right after a legal action, before any random event that is due then.

        The next deal wipes away what a decision has led to; here it still lies on the table.
        """
        ...


# A stretch of sealed decisions ends where the phase changes, where a random event is due, and where a seat would
# be asked again.

SealedTurns = dict[int, tuple[int, ...]]
"""The legal actions of each seat that is still to answer, in the order in which the game asks them."""


def is_sealed(position: Position) -> bool:
    """Whether what is due now is a sealed decision; see `croupier.core.spec.options.Phase`."""
    if position.current_player() < 0:
        return False
    return any(phase.sealed and phase.name == position.phase for phase in position.game.phases)


def sealed_turns(position: Position, asked: Collection[int] = ()) -> SealedTurns:
    """Which seats are still to answer in this stretch of sealed decisions, the seat to move included.

    They do not depend on what is answered: `croupier.testing.check_game` tests that.
    """
    turns: SealedTurns = {}
    phase = position.phase
    while is_sealed(position) and position.phase == phase:
        seat, legal = position.current_player(), position.legal_actions()
        if seat in turns or seat in asked:
            break
        turns[seat] = tuple(legal)
        position = position.played(legal[0])
    return turns

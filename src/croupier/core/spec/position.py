"""A game and a position of it, as given to words: names, sizes, the seat to move, and the views of seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeAlias, TypedDict

from croupier.core.base.types import Records
from croupier.core.spec.options import Block, Head, Phase, Value


class GameShape(Protocol):
    """What words and parts of a game may read of the game; `croupier.core.engine.game.Game` implements it.

    It is a protocol because these parts are fields of the spec, on which `Game` depends.
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
        """The slice of each block in the observation."""
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
"""The game's own part of a view, under ``table``."""


class ActionView(TypedDict):
    """A legal action in a view: its number, and its text as it is typed."""

    action: int
    text: str


class SeatView(TypedDict):
    """The table as one seat, or a spectator, may see it: plain data for JSON.

    `croupier.core.engine.record_position` makes it, `croupier.core.engine.view` gives its schema, and
    docs/views.md shows examples.
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
    """One player's score of a round.

    Attributes:
        seat: number of the seat.
        points: points of the round.
        total: points of all rounds so far.
        bid: tricks bid, as they count; None in a game without bids.
        won: tricks won; None in a game without bids.
        captured: points captured, which may count only under conditions; None in a game without captures.
    """

    seat: int
    points: int
    total: int
    bid: int | None = None
    won: int | None = None
    captured: int | None = None


@dataclass(frozen=True)
class EndedRound:
    """The public result of a finished round.

    Attributes:
        round: number of the round, from 1.
        seats: the scores of the seats that score, in order.
    """

    round: int
    seats: tuple[SeatScore, ...]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"round": self.round, "seats": [asdict(seat) for seat in self.seats]}


@dataclass(frozen=True)
class WonTrick:
    """A trick that somebody has won, open to every seat.

    Attributes:
        winner: number of the seat.
        cards: the seats and their cards, named as in views, in the order of play.
        points: what it has brought or cost its winner; None in a game without captures and penalties.
        worth: sort key: the trick with the greatest tuple is the best of the game.
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
    """A position as given to a game's words; `croupier.core.engine.game.State` implements it.

    It has no record: words see hidden information only through the view of a seat that may see it.
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
        """The seat to move; negative if a chance event is due or the game is over."""
        ...

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        ...

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty if nobody is to move."""
        ...

    def table(self, seat: int | None) -> TableView:
        """The table as a seat sees it, from the game's own `view`; do not change it.

        Args:
            seat: the seat; None is a spectator, who sees only what every seat may see.
        """
        ...

    def view(self, seat: int | None) -> SeatView:
        """The whole view of a seat: the `table`, points, and the legal actions if the seat is to move."""
        ...

    def action_to_string(self, action: int) -> str:
        """Short text of an action."""
        ...

    def observation_string(self, seat: int) -> str:
        """The observation of a seat as text."""
        ...

    def played(self, action: int) -> Position:
        """The position right after a legal action, before any chance event.

        It still shows the result of the decision, which the next deal would remove.
        """
        ...


# A run of sealed decisions ends if the phase changes, a chance event is due, or a seat would be asked again.

SealedTurns = dict[int, tuple[int, ...]]
"""The legal actions of each seat that still has to answer, in the order in which the game asks."""


def is_sealed(position: Position) -> bool:
    """Whether the decision now due is sealed; see `croupier.core.spec.options.Phase`."""
    if position.current_player() < 0:
        return False
    return any(phase.sealed and phase.name == position.phase for phase in position.game.phases)


def sealed_turns(position: Position, asked: Collection[int] = ()) -> SealedTurns:
    """The seats that still have to answer in this run of sealed decisions, including the seat to move."""
    # They do not depend on the answers: `croupier.testing.check_game` tests that.
    turns: SealedTurns = {}
    phase = position.phase
    while is_sealed(position) and position.phase == phase:
        seat, legal = position.current_player(), position.legal_actions()
        if seat in turns or seat in asked:
            break
        turns[seat] = tuple(legal)
        position = position.played(legal[0])
    return turns

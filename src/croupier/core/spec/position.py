"""A game at one moment, for words: whose turn it is, and what each seat may see."""

from __future__ import annotations

from typing import Protocol

from croupier.core.spec.seat_view import SeatView, TableView
from croupier.core.spec.shape import GameShape


class Position(Protocol):
    """What a game's words may ask of a game that is played.

    It has no record: what is hidden reaches words only through the view of a seat that may see it. A
    `croupier.core.engine.state.State` answers it.
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

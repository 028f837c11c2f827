"""The delay of spectators who see all hands: a whole round.

While a round is played they see the round before it, move by move: with the first move its first, and so on, then
its last position until the round has ended. So what they see is over for everybody. In the first round they see
nothing, and in a game without rounds nothing until it is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Delay:
    """The moves of a game by rounds.

    Attributes:
        began: how many moves had been made when each round began, the present one last.
        turns: number of the turn after each move that stands, `Table.number`.
    """

    began: list[int] = field(default_factory=lambda: [0])
    turns: list[int] = field(default_factory=list)

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

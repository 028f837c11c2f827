"""Pig Dice as its rules page says it, in plain Python: slow, readable, and driven by given die faces.

It shares nothing with the kernels and is written from docs/rules/pig.md alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class PigGame:
    """One game at the table.

    Attributes:
        winning_score: points that win (PIG-6).
        max_turns: turns, or actions, until the higher score wins (PIG-6).
        turn_unit: what the limit counts (PIG-5).
        scores: banked points.
        player: whose turn it is; after the last turn, whose it would be.
        turn_total: points of the present turn.
        turns: turns finished.
        actions: actions accepted.
        winner: the seat that has won.
        drawn: whether the game ended with equal scores.
    """

    winning_score: int = 100
    max_turns: int = 500
    turn_unit: str = "turn"
    scores: list[int] = field(default_factory=lambda: [0, 0])
    player: int = 0
    turn_total: int = 0
    turns: int = 0
    actions: int = 0
    winner: int | None = None
    drawn: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.drawn or self.winner is not None

    @property
    def finished(self) -> int:
        """What the limit counts, so far (PIG-5)."""
        return self.turns if self.turn_unit == "turn" else self.actions

    def roll(self, face: int) -> None:
        """PIG-2: the player rolls and the die shows a face."""
        assert not self.over
        self.actions += 1
        if face == 1:
            self._end_turn()
        else:
            self.turn_total += face
        self._look_at_the_limit()

    def hold(self) -> None:
        """PIG-3: the player banks the turn total."""
        assert not self.over
        self.actions += 1
        player = self.player
        self.scores[player] += self.turn_total
        self._end_turn()
        if self.scores[player] >= self.winning_score:  # PIG-4; before the limit (PIG-5)
            self.winner = player
        else:
            self._look_at_the_limit()

    def _end_turn(self) -> None:
        self.turns += 1
        self.turn_total = 0
        self.player = 1 - self.player

    def _look_at_the_limit(self) -> None:
        """PIG-5: at the limit the higher score wins, and equal scores draw."""
        if self.finished >= self.max_turns:
            if self.scores[0] == self.scores[1]:
                self.drawn = True
            else:
                self.winner = 0 if self.scores[0] > self.scores[1] else 1

    @property
    def utilities(self) -> list[float]:
        """PIG-7; zeros while the game goes on."""
        if self.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

"""Leduc poker as its rules page says it, in plain Python: slow, readable, and driven by given cards.

It shares nothing with the kernels and is written from docs/rules/leduc-and-liars-dice.md alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DECK = tuple(rank + suit for rank in "JQK" for suit in "sh")


@dataclass
class LeducGame:
    """One game at the table.

    Attributes:
        hands: the card of each player (LED-1).
        table: the card that lies face up; empty in the first round (LED-4).
        pot: what each has put in (LED-1, LED-3).
        rounds: the answers of each round that has begun.
        folder: who has folded (LED-5).
        finished: whether the second round has ended.
    """

    hands: tuple[str, str]
    table: str = ""
    pot: list[int] = field(default_factory=lambda: [1, 1])
    rounds: list[list[str]] = field(default_factory=lambda: [[]])
    folder: int | None = None
    finished: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.finished or self.folder is not None

    @property
    def awaits_card(self) -> bool:
        """Whether the first round has ended and no card lies on the table yet (LED-4)."""
        return not self.over and not self.table and self._ended(self.rounds[0])

    @staticmethod
    def _ended(answers: list[str]) -> bool:
        """LED-4: a call after a raise, or two calls."""
        return len(answers) >= 2 and answers[-1] == "call"

    @property
    def player(self) -> int:
        """LED-2: Player 0 is first, then they take turns."""
        return len(self.rounds[-1]) % 2

    @property
    def answers(self) -> list[str]:
        """LED-2, LED-3: what may be answered."""
        if self.over or self.awaits_card:
            return []
        owed = self.pot[1 - self.player] > self.pot[self.player]
        raised = self.rounds[-1].count("raise")
        return (["fold"] if owed else []) + ["call"] + (["raise"] if raised < 2 else [])

    def answer(self, word: str) -> None:
        """LED-2 to LED-5: one answer of the player whose turn it is."""
        assert word in self.answers
        player = self.player
        self.rounds[-1].append(word)
        if word == "fold":
            self.folder = player
            return
        self.pot[player] = self.pot[1 - player]
        if word == "raise":
            self.pot[player] += 4 if self.table else 2
        if self.table and self._ended(self.rounds[-1]):
            self.finished = True

    def turn_up(self, card: str) -> None:
        """LED-4: a card for the table."""
        assert self.awaits_card
        assert card not in self.hands
        self.table = card
        self.rounds.append([])

    def _value(self, player: int) -> tuple[bool, int]:
        """LED-6: a pair first, then the rank."""
        rank = self.hands[player][0]
        return rank == self.table[0], "JQK".index(rank)

    @property
    def won(self) -> list[float]:
        """LED-5, LED-6: chips won by each player; zeros while the game goes on."""
        if self.folder is not None:
            loser = self.folder
        elif self.finished and self.hands[0][0] != self.hands[1][0]:
            loser = 0 if self._value(0) < self._value(1) else 1
        else:
            return [0.0, 0.0]
        lost = float(self.pot[loser])
        return [-lost, lost] if loser == 0 else [lost, -lost]

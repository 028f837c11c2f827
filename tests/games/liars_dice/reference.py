"""Liar's Dice as its rules page says it, in plain Python: slow, readable, and driven by given dice.

It shares nothing with the kernels and is written from docs/rules/leduc-and-liars-dice.md alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Bid = tuple[int, int]
"""A quantity and a face."""


@dataclass
class LiarsGame:
    """One round.

    Attributes:
        cups: the dice of each player (LD-1).
        faces: the highest face, which is wild (LD-3).
        bids: all bids in their order (LD-2).
        caller: who has called liar; None while nobody has.
    """

    cups: list[list[int]]
    faces: int = 6
    bids: list[Bid] = field(default_factory=list)
    caller: int | None = None

    @property
    def player(self) -> int:
        """LD-1, LD-2: whose turn it is; the caller's when it is over."""
        return len(self.bids) % len(self.cups)

    @property
    def total(self) -> int:
        return sum(len(cup) for cup in self.cups)

    def possible(self) -> list[Bid | None]:
        """LD-2: what may be said, bids in order; None is the call."""
        if self.caller is not None:
            return []
        bids = [(quantity, face) for quantity in range(1, self.total + 1) for face in range(1, self.faces + 1)]
        higher: list[Bid | None] = [bid for bid in bids if not self.bids or self.is_higher(bid, self.bids[-1])]
        return [*higher, None] if self.bids else higher

    @staticmethod
    def is_higher(bid: Bid, last: Bid) -> bool:
        """LD-2: more dice of any face, or as many of a higher face."""
        return bid[0] > last[0] or (bid[0] == last[0] and bid[1] > last[1])

    def say(self, what: Bid | None) -> None:
        """A bid or, as None, the call."""
        assert what in self.possible()
        if what is None:
            self.caller = self.player
        else:
            self.bids.append(what)

    def is_true(self) -> bool:
        """LD-3: whether the last bid is."""
        quantity, face = self.bids[-1]
        dice = [die for cup in self.cups for die in cup]
        return sum(1 for die in dice if die in (face, self.faces)) >= quantity

    @property
    def utilities(self) -> list[float]:
        """LD-4; zeros while the game goes on."""
        values = [0.0] * len(self.cups)
        if self.caller is not None:
            bidder = (self.caller - 1) % len(self.cups)
            winner, loser = (bidder, self.caller) if self.is_true() else (self.caller, bidder)
            values[winner], values[loser] = 1.0, -1.0
        return values

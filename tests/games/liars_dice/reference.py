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


class LostDice:
    """Round after round, until one player has dice.

    Attributes:
        dice: how many dice each player has (LD-5).
        out: players without dice, in the order in which they went out (LD-6).
        rolled: the dice of the round so far, player by player: they are rolled one after the other (LD-1).
        round: what is said of them, once all lie; its players are those with dice, from the first on.
    """

    def __init__(self, dice: list[int], faces: int = 6) -> None:
        self.dice, self.faces, self.most = list(dice), faces, sum(dice)
        self.out: list[int] = []
        self.first = 0
        self.last: LiarsGame | None = None
        self.begin()

    def begin(self) -> None:
        """LD-5, LD-6: everybody is to roll again, and the first one to bid, or the next player who has dice."""
        self.rolled: list[int] = []
        self.round: LiarsGame | None = None
        seats = [(self.first + k) % len(self.dice) for k in range(len(self.dice))]
        self.order = [seat for seat in seats if self.dice[seat]]

    @property
    def is_over(self) -> bool:
        """LD-6."""
        return len(self.order) == 1

    def roll(self, face: int) -> None:
        """LD-1: the next die shows this face."""
        self.rolled.append(face)
        if len(self.rolled) == sum(self.dice):
            starts = [sum(self.dice[:seat]) for seat in range(len(self.dice))]
            cups = [sorted(self.rolled[starts[seat] :][: self.dice[seat]]) for seat in self.order]
            self.round = LiarsGame(cups, self.faces)

    @property
    def player(self) -> int:
        """LD-6: whose turn it is, once the dice lie."""
        assert self.round is not None
        return self.order[self.round.player]

    def possible(self) -> list[Bid | int | None]:
        """What comes next: any face of the next die, or what may be said (LD-2)."""
        if self.is_over:
            return []
        return list(range(1, self.faces + 1)) if self.round is None else list(self.round.possible())

    def play(self, what: Bid | int | None) -> None:
        """A die, a bid or, as None, the call."""
        if isinstance(what, int):
            self.roll(what)
            return
        assert self.round is not None
        self.round.say(what)
        if what is None:
            self._lose(self.order[self.round.utilities.index(-1.0)])

    def _lose(self, loser: int) -> None:
        """LD-5, LD-6."""
        self.dice[loser] -= 1
        self.out += [] if self.dice[loser] else [loser]
        self.first, self.last, self.before, self.people = loser, self.round, self.order, [*self._call(), loser]
        self.begin()

    def _call(self) -> list[int]:
        """Who bid last, and who called."""
        assert self.round is not None
        assert self.round.caller is not None
        return [self.order[self.round.caller - 1], self.order[self.round.caller]]

    @property
    def points(self) -> list[float]:
        """LD-7: how many players were out before."""
        places = {seat: place for place, seat in enumerate(self.out)}
        return [float(places.get(seat, len(self.out))) for seat in range(len(self.dice))]

    @property
    def utilities(self) -> list[float]:
        """LD-7; zeros while the game goes on."""
        others = -1.0 / (len(self.dice) - 1)
        return [(1.0 if count else others) if self.is_over else 0.0 for count in self.dice]

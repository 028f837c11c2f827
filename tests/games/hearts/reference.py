"""Hearts as its rules page says it, in plain Python: slow, readable, and driven by given deals.

It shares nothing with the kernels and is written from docs/rules/hearts-and-oh-hell.md alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]
LEFT_OUT = {3: ["2D"], 4: [], 5: ["2D", "2S"], 6: ["2D", "2S", "3D", "3S"]}


def order(card: str) -> tuple[str, int]:
    """Suit and height of a card."""
    return card[-1], RANKS.index(card[:-1])


def penalty(card: str) -> int:
    """HE-6: points of a heart, or of the queen of spades."""
    return 13 if card == "QS" else 1 if card[-1] == "H" else 0


@dataclass
class HeartsGame:
    """A game.

    Attributes:
        players: how many (HE-1).
        passing: where cards are passed (HE-2).
        first_trick: ``safe`` or ``any`` (HE-4).
        jack: whether the jack of diamonds counts (HE-6).
        moon: ``add`` or ``subtract`` (HE-7).
        target: points that end the game, or 0 (HE-8).
        max_deals: the most deals (HE-8).
    """

    players: int = 4
    passing: str = "cycle"
    first_trick: str = "safe"
    jack: bool = False
    moon: str = "add"
    target: int = 100
    max_deals: int = 40
    deal_number: int = 0
    scores: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    aside: list[list[str]] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    last: list[tuple[int, str]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=list)
    player: int = 0
    passes_on: bool = False
    awaits_deal: bool = True
    over: bool = False

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.players

    @property
    def deck(self) -> list[str]:
        """HE-1: the cards that go round."""
        return [card for card in DECK if card not in LEFT_OUT[self.players]]

    @property
    def direction(self) -> str:
        """HE-2: where cards go in this deal."""
        cycle = ["left", "right", "none"] if self.players == 3 else ["left", "right", "across", "none"]
        return cycle[self.deal_number % len(cycle)] if self.passing == "cycle" else self.passing

    def neighbour(self, seat: int) -> int:
        """HE-2: who gets a seat's cards."""
        steps = {"left": 1, "right": -1, "across": self.players // 2}[self.direction]
        return (seat + steps) % self.players

    def deal(self, hands: list[list[str]]) -> None:
        """HE-1."""
        assert self.awaits_deal
        assert sorted(card for hand in hands for card in hand) == sorted(self.deck)
        assert len({len(hand) for hand in hands}) == 1
        self.hands = [sorted(hand, key=order) for hand in hands]
        self.aside = [[] for _ in hands]
        self.taken = [[] for _ in hands]
        self.trick, self.plays = [], []
        self.awaits_deal = False
        self.passes_on = self.direction != "none"
        self.player = 0 if self.passes_on else self.holder("2C")

    def holder(self, card: str) -> int:
        """Who has a card in the hand."""
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    def possible(self) -> list[str]:
        """The cards that may be passed or played."""
        if self.over or self.awaits_deal:
            return []
        hand = self.hands[self.player]
        if self.passes_on:  # HE-2
            return list(hand)
        if not self.plays:  # HE-3
            return ["2C"]
        if not self.trick:  # HE-5
            broken = any(penalty(card) for card in self.plays)
            return list(hand) if broken else [card for card in hand if card[-1] != "H"] or list(hand)
        following = [card for card in hand if card[-1] == self.trick[0][1][-1]]
        if following:  # HE-3
            return following
        if len(self.plays) < self.players and self.first_trick == "safe":  # HE-4
            return [card for card in hand if not penalty(card)] or list(hand)
        return list(hand)

    def do(self, card: str) -> None:
        """Pass or play a card."""
        assert card in self.possible()
        self.hands[self.player].remove(card)
        if self.passes_on:
            self.aside[self.player].append(card)
            if len(self.aside[self.player]) == 3:
                self.player += 1
            if self.player == self.players:
                self.take_up()
            return
        self.plays.append(card)
        self.trick.append((self.player, card))
        self.player = (self.player + 1) % self.players
        if len(self.trick) == self.players:
            led = self.trick[0][1][-1]
            self.player = max((order(each)[1], seat) for seat, each in self.trick if each[-1] == led)[1]  # HE-3
            self.taken[self.player] += [each for _, each in self.trick]
            self.last, self.trick = self.trick, []
            if not any(self.hands):
                self.score()

    def take_up(self) -> None:
        """HE-2: each takes up the cards that it was passed."""
        for seat, cards in enumerate(self.aside):
            self.hands[self.neighbour(seat)] += cards
        self.hands = [sorted(hand, key=order) for hand in self.hands]
        self.passes_on = False
        self.player = self.holder("2C")

    @property
    def gained(self) -> list[int]:
        """HE-6, HE-7: penalty points of the deal that is played."""
        counts = [sum(penalty(card) for card in cards) for cards in self.taken]
        if 26 in counts:
            shooter = counts.index(26)
            all_others = 26 if self.moon == "add" else 0
            counts = [all_others] * self.players
            counts[shooter] = 0 if self.moon == "add" else -26
        if self.jack:
            counts = [count - 10 * ("JD" in cards) for count, cards in zip(counts, self.taken, strict=True)]
        return counts

    def score(self) -> None:
        """HE-8."""
        self.scores = [score + more for score, more in zip(self.scores, self.gained, strict=True)]
        self.deal_number += 1
        reached = self.target > 0 and max(self.scores) >= self.target
        self.over = reached or self.deal_number == self.max_deals
        self.awaits_deal = not self.over

    @property
    def utilities(self) -> list[float]:
        """HE-9; zeros while the game goes on."""
        best = min(self.scores)
        winners = self.scores.count(best)
        return [1.0 / winners if self.over and score == best else 0.0 for score in self.scores]

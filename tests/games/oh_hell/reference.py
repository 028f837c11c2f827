"""Oh Hell as its rules page says it, in plain Python: slow, readable, and driven by given deals.

It shares nothing with the kernels and is written from docs/rules/hearts-and-oh-hell.md alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]
Move = int | str
"""A bid, or a card."""


def order(card: str) -> tuple[str, int]:
    """Suit and height of a card."""
    return card[-1], RANKS.index(card[:-1])


@dataclass
class OhHellGame:
    """A game.

    Attributes:
        players: how many (OH-1).
        largest: cards of the largest hand (OH-2).
        rounds: how hands grow (OH-2).
        trump: whether a card is turned up (OH-3).
        hook: whether the bids must not add up to the tricks (OH-4).
        scoring: ``exact`` or ``tricks`` (OH-6).
    """

    players: int = 4
    largest: int = 7
    rounds: str = "up"
    trump: bool = True
    hook: bool = True
    scoring: str = "exact"
    round: int = 0
    dealer: int = -1
    scores: list[int] = field(default_factory=list)
    dealt: list[list[str]] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    turned: str | None = None
    bids: dict[int, int] = field(default_factory=dict)
    won: list[int] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    player: int = 0
    awaits_deal: bool = True
    over: bool = False

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.players

    @property
    def sizes(self) -> list[int]:
        """OH-2: cards of a hand in each round."""
        up = list(range(1, self.largest + 1))
        return {"up": up, "down": up[::-1], "both": up + up[::-1][1:], "one": [self.largest]}[self.rounds]

    @property
    def cards(self) -> int:
        """OH-2: cards of a hand in this round."""
        return self.sizes[self.round]

    def deal(self, hands: list[list[str]], turned: str | None, dealer: int) -> None:
        """OH-1 to OH-3."""
        assert self.awaits_deal
        assert self.dealer == -1 or dealer == (self.dealer + 1) % self.players
        assert [len(hand) for hand in hands] == [self.cards] * self.players
        assert (turned is not None) == self.trump
        seen = [card for hand in hands for card in hand] + [turned] * self.trump
        assert len(set(seen)) == len(seen)
        self.dealt = [sorted(hand, key=order) for hand in hands]
        self.hands, self.turned, self.dealer = [list(hand) for hand in self.dealt], turned, dealer
        self.bids, self.won, self.trick, self.plays = {}, [0] * self.players, [], []
        self.player = (dealer + 1) % self.players
        self.awaits_deal = False

    @property
    def bidding(self) -> bool:
        return len(self.bids) < self.players

    def possible(self) -> list[Move]:
        """What may be done: bids, or cards."""
        if self.over or self.awaits_deal:
            return []
        if self.bidding:  # OH-4
            last = len(self.bids) == self.players - 1
            total = sum(self.bids.values())
            return [bid for bid in range(self.cards + 1) if not (self.hook and last and total + bid == self.cards)]
        hand = self.hands[self.player]  # OH-5
        if self.trick:
            led = self.trick[0][1][-1]
            following = [card for card in hand if card[-1] == led]
            if following:
                return list(following)
        return list(hand)

    def do(self, move: Move) -> None:
        """A bid, or a card."""
        assert move in self.possible()
        if isinstance(move, int):
            self.bids[self.player] = move
            self.player = (self.player + 1) % self.players
            return
        self.hands[self.player].remove(move)
        self.plays.append(move)
        self.trick.append((self.player, move))
        self.player = (self.player + 1) % self.players
        if len(self.trick) == self.players:
            winner = self.winner()
            self.won[winner] += 1
            self.tricks.append(self.trick)
            self.trick, self.player = [], winner
            if not self.hands[winner]:
                self.score()

    def winner(self) -> int:
        """OH-5: who wins a whole trick."""
        led = self.trick[0][1][-1]
        trump = self.turned[-1] if self.turned else None
        trumps = [(order(card)[1], seat) for seat, card in self.trick if card[-1] == trump]
        return max(trumps or [(order(card)[1], seat) for seat, card in self.trick if card[-1] == led])[1]

    def score(self) -> None:
        """OH-6, and the next round."""
        for seat in range(self.players):
            if self.bids[seat] == self.won[seat]:
                self.scores[seat] += 10 + self.won[seat]
            elif self.scoring == "tricks":
                self.scores[seat] += self.won[seat]
        self.round += 1
        self.over = self.round == len(self.sizes)
        self.awaits_deal = not self.over

    @property
    def utilities(self) -> list[float]:
        """OH-7; zeros while the game goes on."""
        best = max(self.scores)
        winners = self.scores.count(best)
        return [1.0 / winners if self.over and score == best else 0.0 for score in self.scores]

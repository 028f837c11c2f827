"""Spades as people would play it at a table: slow, and written from the rules in `examples/spades.py` alone."""

from __future__ import annotations

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Round:
    """One deal: hands of four seats, by names of cards."""

    def __init__(self, hands: list[set[str]], dealer: int) -> None:
        self.hands, self.turn = hands, (dealer + 1) % 4
        self.bids: dict[int, int] = {}
        self.trick: list[tuple[int, str]] = []
        self.won = [0, 0, 0, 0]
        self.broken = False

    def legal(self) -> set[str]:
        """SP-2, SP-3."""
        if len(self.bids) < 4:
            return {f"[bid {bid}]" for bid in range(14)}
        hand = self.hands[self.turn]
        if self.trick:
            led = self.trick[0][1][-1]
            fitting = {card for card in hand if card[-1] == led} or hand
        else:
            fitting = hand if self.broken else {card for card in hand if card[-1] != "S"} or hand
        return {f"[{card}]" for card in fitting}

    def play(self, action: str) -> None:
        """SP-2 to SP-4."""
        if action.startswith("[bid "):
            self.bids[self.turn] = int(action[5:-1])
            self.turn = (self.turn + 1) % 4
            return
        card = action[1:-1]
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.broken = self.broken or card[-1] == "S"
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            led = self.trick[0][1][-1]

            def height(laid: tuple[int, str]) -> tuple[bool, bool, int]:
                name = laid[1]
                return name[-1] == "S", name[-1] == led, RANKS.index(name[:-1])

            self.turn = max(self.trick, key=height)[0]
            self.won[self.turn] += 1
            self.trick = []

    def over(self) -> bool:
        return sum(self.won) == 13


class Sheet:
    """SP-5 to SP-8: the points of both sides, on paper."""

    def __init__(self, target: int) -> None:
        self.target, self.points, self.bags, self.rounds = target, [0, 0], [0, 0], 0

    def add(self, played: Round) -> None:
        self.rounds += 1
        for side in (0, 1):
            seats = (side, side + 2)
            bidders = [seat for seat in seats if played.bids[seat] > 0]
            bid, made = sum(played.bids[seat] for seat in bidders), sum(played.won[seat] for seat in bidders)
            over = 0
            if made < bid:
                self.points[side] -= 10 * bid
            else:
                self.points[side] += 10 * bid
                over = made - bid
            for seat in seats:
                if seat not in bidders:
                    self.points[side] += 100 if played.won[seat] == 0 else -100
                    over += played.won[seat]
            for _ in range(over):
                self.points[side] += 1
                self.bags[side] += 1
                if self.bags[side] == 10:
                    self.bags[side] = 0
                    self.points[side] -= 100

    def over(self) -> bool:
        ahead, behind = max(self.points), min(self.points)
        return (ahead >= self.target and ahead != behind) or self.rounds == 20

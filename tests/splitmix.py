"""SplitMix64 and what is drawn from it, in plain integers: a second implementation to test the first against."""

from __future__ import annotations

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The finaliser."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


class SplitMix64:
    """A generator with a 64-bit state."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        """64 random bits."""
        self.state = (self.state + GOLDEN) & WORD
        return mix(self.state)

    def below(self, n: int) -> int:
        """0..n-1: of the 2**32 values of the upper half, the few that would favour some results are refused."""
        refused = (1 << 32) % n
        while True:
            product = (self.next() >> 32) * n
            if product % (1 << 32) >= refused:
                return product >> 32

    def uniform(self) -> float:
        """[0, 1), 53 bits."""
        return (self.next() >> 11) / (1 << 53)

    def shuffle(self, cards: list[int]) -> None:
        """Fisher and Yates, from the last place down."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def game_seed(seed: int, row: int, episode: int) -> int:
    """Seed of a row's game in a batch."""
    z = mix((seed + GOLDEN) & WORD)
    z = mix((z + GOLDEN * (row + 1)) & WORD)
    return mix((z + GOLDEN * (episode + 1)) & WORD)

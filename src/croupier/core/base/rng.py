"""SplitMix64, the random generator of every game: eight bytes of state, stored outside the record.

Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014), and
S. Vigna's public-domain ``splitmix64.c``, whose output for seed 1234567 is a test. Not for cryptography.

All functions take an array of states and a row, so that a batch's generators are one array and a single
game's an array of length one.
"""

from __future__ import annotations

import numpy as np

from croupier.core.base.english import say
from croupier.core.base.errors import as_whole
from croupier.core.base.kernel import inlined, kernel, wrapping
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import CardList, Counters, Generators, Seeds

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32, _S11 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32), np.uint64(11)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_ONE = np.uint64(1)
_UNIT = 1.0 / (1 << 53)


@wrapping
def mix64(z: np.uint64) -> np.uint64:
    """SplitMix64's finaliser: a bijection of 64-bit words whose output bits look independent."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@wrapping
def next_u64(rng: Generators, i: int) -> np.uint64:
    """Draw 64 random bits from generator i and advance it."""
    rng[i] += _GOLDEN
    return mix64(rng[i])


@inlined
def below(rng: Generators, i: int, n: int) -> int:
    """Draw an integer in 0..n-1, every value exactly equally likely (1 <= n < 2**32).

    Lemire's multiplication with rejection ("Fast random integer generation in an interval", 2019) on the upper
    32 bits.
    """
    bound = np.uint64(n)
    product = (next_u64(rng, i) >> _S32) * bound
    if product & _LOW_32 < bound:
        threshold = (_TWO_32 - bound) % bound
        while product & _LOW_32 < threshold:
            product = (next_u64(rng, i) >> _S32) * bound
    return np.int64(product >> _S32)  # type: ignore[return-value]  # an int to every caller, compiled or not


@inlined
def uniform(rng: Generators, i: int) -> float:
    """Draw a float in [0, 1) with 53 random bits."""
    return np.float64(next_u64(rng, i) >> _S11) * _UNIT


@kernel
def shuffle(cards: CardList, n: int, rng: Generators, i: int) -> None:
    """Shuffle the first n entries in place, every order equally likely (Fisher and Yates, Durstenfeld's form)."""
    for last in range(n - 1, 0, -1):
        other = below(rng, i, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held


@wrapping
def game_seed(seed: np.uint64, row: int, episode: int) -> np.uint64:
    """Seed of one game of a batch: a function of the batch's seed, the row and how many games it played before.

    It depends on neither the batch's size nor the number of threads.
    """
    z = mix64(seed + _GOLDEN)
    z = mix64(z + _GOLDEN * (np.uint64(row) + _ONE))
    return mix64(z + _GOLDEN * (np.uint64(episode) + _ONE))


@wrapping
def choice_word(seed: np.uint64, ply: int) -> np.uint64:
    """The random word that the agent who makes decision `ply` of a game draws from: output `ply` of a stream.

    The stream's start is a function of the deal's seed alone, and none of the game's own generator, which starts
    at the seed itself. So the same agent at the same decision of the same deal chooses the same, whoever asks it.
    """
    return mix64(game_seed(seed, 0, 1) + _GOLDEN * (np.uint64(ply) + _ONE))


@kernel
def _write_choice_words(seeds: Seeds, plies: Counters, out: Generators) -> None:
    for k in range(len(seeds)):
        out[k] = choice_word(seeds[k], plies[k])


def choice_words(seeds: Seeds, plies: Counters) -> Generators:
    """The random word of a decision in each of K games, which is also a generator; see `choice_word`."""
    out = np.empty(len(seeds), dtype=np.uint64)
    for_rows(_write_choice_words, len(seeds))(seeds, plies, out)
    return out


def as_seed(seed: int) -> np.uint64:
    """A user's seed as uint64; raises ValueError unless it is an integer in 0 .. 2**64 - 1."""
    number = as_whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise ValueError(say("seed.range", value=seed))
    return np.uint64(number)

"""The generator: published outputs, a plain second implementation, and even distributions."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from croupier.core.base import rng
from croupier.core.base.kernel import kernel
from tests import splitmix
from tests.amounts import daily

SEEDS = [0, 1, 1234567, 2**63, 2**64 - 1]


@kernel
def fill_words(states: Any, out: Any) -> None:
    for k in range(len(out)):
        out[k] = rng.next_u64(states, 0)


@kernel
def fill_below(states: Any, n: int, out: Any) -> None:
    for k in range(len(out)):
        out[k] = rng.below(states, 0, n)


@kernel
def fill_uniform(states: Any, out: Any) -> None:
    for k in range(len(out)):
        out[k] = rng.uniform(states, 0)


@kernel
def fill_seeds(seed: Any, out: Any) -> None:
    for row in range(out.shape[0]):
        for episode in range(out.shape[1]):
            out[row, episode] = rng.game_seed(seed, row, episode)


def states(seed: int) -> Any:
    return np.array([seed], dtype=np.uint64)


def drawn_below(seed: int, n: int, count: int) -> list[int]:
    out = np.zeros(count, dtype=np.int64)
    fill_below(states(seed), n, out)
    return [int(value) for value in out]


def test_the_published_outputs_of_splitmix64() -> None:
    out = np.zeros(5, dtype=np.uint64)
    fill_words(states(1234567), out)
    assert [int(word) for word in out] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_words_agree_with_a_second_implementation(seed: int) -> None:
    out = np.zeros(200, dtype=np.uint64)
    fill_words(states(seed), out)
    reference = splitmix.SplitMix64(seed)
    assert [int(word) for word in out] == [reference.next() for _ in range(200)]


@pytest.mark.parametrize("n", [1, 2, 6, 70, 1000, 2**31 + 1, 2**32 - 1])
def test_below_agrees_with_a_second_implementation(n: int) -> None:
    # bounds of 2**31 + 1 refuse nearly every second word, so this walks through the rejection
    for seed in SEEDS:
        reference = splitmix.SplitMix64(seed)
        assert drawn_below(seed, n, 100) == [reference.below(n) for _ in range(100)]


@pytest.mark.parametrize(("n", "critical"), daily([(2, 10.83), (6, 20.52), (70, 111.06)]))
def test_below_is_uniform_by_chi_square(n: int, critical: float) -> None:
    # the 99.9% points of chi-square with n - 1 degrees of freedom; the seed is fixed, so this never flickers
    draws = 10_000 * n if n < 10 else 1_000 * n
    counts = np.bincount(drawn_below(7, n, draws), minlength=n)
    assert len(counts) == n
    expected = draws / n
    assert float(((counts - expected) ** 2 / expected).sum()) < critical


def test_uniform_agrees_with_a_second_implementation_and_stays_below_one() -> None:
    out = np.zeros(500)
    fill_uniform(states(99), out)
    reference = splitmix.SplitMix64(99)
    assert out.tolist() == [reference.uniform() for _ in range(500)]
    assert 0.0 <= out.min() < 0.01
    assert 0.99 < out.max() < 1.0


def test_shuffle_agrees_with_a_second_implementation_and_leaves_the_rest() -> None:
    for seed in range(20):
        cards = np.arange(40, dtype=np.int8)
        generator = states(seed)
        rng.shuffle(cards, 30, generator, 0)
        expected = list(range(30))
        reference = splitmix.SplitMix64(seed)
        reference.shuffle(expected)
        assert cards.tolist() == expected + list(range(30, 40))
        assert int(generator[0]) == reference.state


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    generator = states(3)
    for _ in range(12_000):
        cards = np.arange(4, dtype=np.int8)
        rng.shuffle(cards, 4, generator, 0)
        counts[tuple(cards.tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 49.73  # 99.9%, 23 degrees of freedom


def test_game_seeds_agree_with_a_second_implementation_and_differ() -> None:
    out = np.zeros((40, 25), dtype=np.uint64)
    fill_seeds(np.uint64(12), out)
    expected = [[splitmix.game_seed(12, row, episode) for episode in range(25)] for row in range(40)]
    assert out.tolist() == expected
    assert len(np.unique(out)) == out.size


def test_only_the_named_generator_advances() -> None:
    generators = np.array([5, 5, 5], dtype=np.uint64)
    rng.shuffle(np.arange(5, dtype=np.int8), 5, generators, 1)
    assert generators[0] == generators[2] == 5
    assert generators[1] != 5


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", None, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"a seed is an integer from 0 to 2\*\*64 - 1, not"):
        rng.as_seed(seed)


def test_seeds_keep_their_value() -> None:
    assert [int(rng.as_seed(seed)) for seed in (0, 2**64 - 1)] == [0, 2**64 - 1]
    numpys: Any = np.int64(5)
    assert rng.as_seed(numpys).dtype == np.uint64

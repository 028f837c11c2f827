"""Plackett-Luce: the likelihood against its definition, the fit against known strengths and another algorithm."""

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

from croupier.measure.play.tournament import seatings
from croupier.measure.stats import plackett_luce
from croupier.measure.stats.plackett_luce import Choices, choices_of, fit
from tests.measure.simulated import drawn_ranks, ranks_of

Doubles = npt.NDArray[np.float64]


def totals(choices: Choices) -> tuple[Doubles, Doubles]:
    return choices.chosen.sum(axis=0) / choices.unit, choices.offered.sum(axis=0) / choices.unit


def log_likelihood(choices: Choices, strengths: Doubles) -> float:
    chosen, offered = totals(choices)
    sums = np.log(choices.sets @ np.exp(strengths))
    return float(chosen @ strengths - offered @ sums)


def by_definition(seats: list[int], ranks: list[int], strengths: Doubles) -> float:
    """Mean log-probability of all orders without ties that agree with the ranks."""
    found = []
    for order in permutations(range(len(seats))):
        ranked = [ranks[place] for place in order]
        if ranked == sorted(ranked):
            worth = np.exp(strengths[[seats[place] for place in order]])
            found.append(sum(np.log(worth[k] / worth[k:].sum()) for k in range(len(order))))
    return float(np.mean(found))


@pytest.mark.parametrize(
    "ranks", [[0, 1, 2, 3], [3, 0, 2, 1], [0, 0, 2, 3], [0, 1, 1, 1], [2, 0, 2, 0], [0, 0, 0, 0], [3, 0, 0, 0]]
)
def test_the_likelihood_is_the_mean_over_all_orders_that_agree_with_the_ties(ranks: list[int]) -> None:
    strengths = np.array([0.3, -0.7, 1.1, 0.2, -0.9])
    for seats in ([0, 1, 2, 3], [4, 2, 0, 1]):
        choices = choices_of(5, np.array([seats]), np.array([[ranks]], dtype=np.int8))
        assert log_likelihood(choices, strengths) == pytest.approx(by_definition(seats, ranks, strengths))


def test_a_draw_of_two_is_half_a_win_of_each() -> None:
    seats = np.array([[0, 1]])
    drawn = choices_of(2, seats, np.zeros((2, 1, 2), dtype=np.int8))
    decided = choices_of(2, seats, np.array([[[0, 1]], [[1, 0]]], dtype=np.int8))
    assert (
        [part.tolist() for part in totals(drawn)] == [part.tolist() for part in totals(decided)] == [[1, 1], [2]]
    )


@pytest.mark.parametrize(("entries", "players"), [(3, 2), (4, 4), (5, 3)])
def test_the_fit_recovers_known_strengths(entries: int, players: int) -> None:
    strengths = np.linspace(-0.8, 0.9, entries)
    strengths -= strengths.mean()
    seats = seatings(entries, players)
    ranks = drawn_ranks(strengths, seats, 20_000 // len(seats), np.random.Generator(np.random.PCG64(entries)))
    choices = choices_of(entries, seats, ranks)
    chosen, offered = totals(choices)
    assert fit(choices.sets, chosen[None], offered[None])[0][0] == pytest.approx(strengths, abs=0.06)


def test_the_fit_is_where_the_mm_algorithm_ends() -> None:
    rng = np.random.Generator(np.random.PCG64(2))
    seats = seatings(4, 3)
    ranks = ranks_of(rng.integers(0, 5, size=(40, *seats.shape)).astype(np.float64))  # with many ties
    choices = choices_of(4, seats, ranks)
    chosen, offered = totals(choices)
    pairs = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 1, 1]])
    sets = np.concatenate([choices.sets, pairs]).astype(np.float64)
    weights = np.concatenate([offered, np.full(6, 1 / 3)])  # every entry has drawn once more with the others
    worth = np.ones(4)
    for _ in range(3000):  # Hunter 2004, section 5
        worth = (chosen + 0.5) / ((weights / (sets @ worth)) @ sets)
    expected = np.log(worth) - np.log(worth).mean()
    assert fit(choices.sets, chosen[None], offered[None])[0][0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("deals", [1, 1000, 100_000])
def test_who_wins_everything_has_a_finite_strength_that_grows_with_the_games(deals: int) -> None:
    sets = np.array([[True, True]])
    found = fit(sets, np.array([[float(deals), 0.0]]), np.array([[float(deals)]]))[0][0]
    assert found[0] - found[1] == pytest.approx(np.log(2 * deals + 1))  # the added draw: half a win each


def test_a_sample_without_convergence_leaves_the_others_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = np.array([[True, True]])
    chosen, offered = np.array([[1.0, 1.0], [1e6, 0.0], [3.0, 2.0]]), np.array([[2.0], [1e6], [5.0]])
    whole, _ = fit(sets, chosen, offered)
    monkeypatch.setattr(plackett_luce, "_STEPS", 6)
    found, converged = fit(sets, chosen, offered)
    assert converged.tolist() == [True, False, True]
    assert found[[0, 2]] == pytest.approx(whole[[0, 2]], abs=1e-12)
    assert 1.0 < found[1, 0] < whole[1, 0]


def test_the_order_of_games_and_tables_changes_nothing() -> None:
    rng = np.random.Generator(np.random.PCG64(4))
    seats = seatings(4, 3)
    ranks = drawn_ranks(np.array([0.0, 0.5, 0.1, -0.4]), seats, 30, rng)
    whole = totals(choices_of(4, seats, ranks))
    tables = rng.permutation(len(seats))
    shuffled = totals(choices_of(4, seats[tables], ranks[rng.permutation(30)][:, tables]))
    assert all(np.array_equal(a, b) for a, b in zip(whole, shuffled, strict=True))


def test_blocks_of_deals_add_up_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.Generator(np.random.PCG64(5))
    seats = seatings(3, 2)
    ranks = drawn_ranks(np.array([0.0, 0.5, -0.4]), seats, 50, rng)
    single = choices_of(3, seats, ranks)
    monkeypatch.setattr(plackett_luce, "BLOCKS", 7)
    blocks = choices_of(3, seats, ranks)
    assert (len(single.chosen), len(blocks.chosen)) == (50, 7)
    assert all(np.array_equal(a, b) for a, b in zip(totals(single), totals(blocks), strict=True))
    sizes = np.bincount(plackett_luce.block_of_deals(50))
    assert (sizes.min(), sizes.max(), sizes.sum()) == (7, 8, 50)

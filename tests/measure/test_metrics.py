"""Win shares and intervals, against what can be worked out by hand."""

import numpy as np
import pytest

from croupier.measure.play.metrics import (
    bootstrap_means,
    bootstrap_sums,
    finishing_ranks,
    intervals,
    middle,
    places,
    win_shares,
)


def test_a_win_counts_one_and_a_shared_first_place_its_part() -> None:
    returns = np.array([[1, -1, -1], [1, 1, -1], [0, 0, 0], [-3, -2, -2]], dtype=np.float32)
    third = 1 / 3
    expected = [[1, 0, 0], [0.5, 0.5, 0], [third, third, third], [0, 0.5, 0.5]]
    assert win_shares(returns) == pytest.approx(np.array(expected))


def test_winners_share_the_first_place_and_the_others_are_ordered_by_points() -> None:
    returns = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 0, 0], [-1, 3, 2, 3]], dtype=np.float32)
    points = np.array([[9, 3, 5, 3], [4, 8, 1, 2], [1, 2, 3, 4], [9, 1, 0, 2]], dtype=np.float32)
    ranks = finishing_ranks(returns, points)
    assert ranks.tolist() == [[0, 2, 1, 2], [0, 0, 3, 2], [0, 0, 0, 0], [3, 0, 2, 0]]
    assert places(ranks).tolist() == [[1, 3.5, 2, 3.5], [1.5, 1.5, 4, 3], [2.5] * 4, [4, 1.5, 3, 1.5]]
    assert np.array_equal(ranks == 0, win_shares(returns) > 0)


def test_the_bootstrap_finds_the_standard_error_of_a_mean() -> None:
    values = np.random.Generator(np.random.PCG64(3)).normal(2.0, 0.5, size=(900, 1))
    means = bootstrap_means(values, seed=1)
    assert means.mean() == pytest.approx(values.mean(), abs=0.002)
    assert means.std() == pytest.approx(values.std() / 30, rel=0.08)


def test_columns_of_a_resample_are_means_over_the_same_deals() -> None:
    values = np.random.Generator(np.random.PCG64(4)).random((50, 1))
    means = bootstrap_means(np.hstack([values, 1 - values, values]), seed=2)
    assert means[:, 0] + means[:, 1] == pytest.approx(np.ones(len(means)))
    assert np.array_equal(means[:, 0], means[:, 2])
    assert np.array_equal(bootstrap_means(values, 2), bootstrap_means(values, 2))
    assert not np.array_equal(bootstrap_means(values, 2), bootstrap_means(values, 3))


def test_sums_and_means_are_over_the_same_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.Generator(np.random.PCG64(7)).random((60, 3))
    sums = bootstrap_sums(values, 4)
    assert sums == pytest.approx(60 * bootstrap_means(values, 4))
    monkeypatch.setattr("croupier.measure.play.metrics._CHUNK", 500)
    assert bootstrap_sums(values, 4) == pytest.approx(60 * bootstrap_means(values, 4))
    assert intervals(values, 4)[1] == tuple(bound[1] for bound in middle(bootstrap_means(values, 4)))


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.Generator(np.random.PCG64(6))
    covered = 0
    for trial in range(200):
        found = intervals((rng.random((60, 1)) < 0.4).astype(np.float64), seed=trial)[0]
        assert found is not None
        covered += found[0] <= 0.4 <= found[1]
    assert 176 <= covered <= 199  # 95% of 200 is 190


def test_a_single_deal_and_equal_values_without_known_bounds_give_no_interval() -> None:
    assert intervals(np.array([[1.0, 0.0]]), seed=0) == [None, None]
    assert intervals(np.full((10, 1), 0.5), seed=0) == [None]


@pytest.mark.parametrize(("value", "sides"), [(0.0, (0.0, 1.0)), (1.0, (1.0, 0.0)), (0.25, (0.25, 0.75))])
@pytest.mark.parametrize("deals", [3, 25, 300])
def test_an_agent_that_has_lost_every_game_may_win_about_three_in_so_many(
    value: float, sides: tuple[float, float], deals: int
) -> None:
    (found,) = intervals(np.full((deals, 1), value), 0, [(0.0, 1.0)])
    assert found is not None
    other = 1.0 - 0.05 ** (1.0 / deals)
    assert found == pytest.approx((value - other * sides[0], value + other * sides[1]))
    assert (1.0 - other) ** deals == pytest.approx(0.05)  # the chance to see none of them in so many deals
    mixed = np.full((deals, 1), value)
    mixed[0] = 0.5
    assert intervals(mixed, 0, [(0.0, 1.0)]) == intervals(mixed, 0)

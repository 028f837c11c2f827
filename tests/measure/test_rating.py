"""Ratings of simulated players: intervals that cover, ranks that tell apart only what can be told apart."""

import json
from math import log

import numpy as np
import numpy.typing as npt
import pytest

from croupier.measure.play.tournament import Report, seatings
from croupier.measure.stats import plackett_luce
from croupier.measure.stats.rating import (
    POINTS,
    Rating,
    find_anchor,
    pairwise_margins,
    rate,
    rating_text,
)
from tests.measure.simulated import drawn_ranks, report_of, simulated

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def rated(report: Report, anchor: str | None = None) -> Rating:
    return rate(report, pairwise_margins(report), anchor)


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    rating = rated(simulated([log(10.0), 0.0], 2, 30_000, seed=1), "player-1")
    assert rating.agents[0].rating == pytest.approx(400.0, abs=10.0)
    assert rating.agents[1].rating == 0.0
    assert rating.agents[1].ci95 is None  # 0 by definition


@pytest.mark.thorough
def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    strengths = [0.5, 0.0, -0.4]
    covered = 0
    for seed in range(100):
        rating = rated(simulated(strengths, 3, 60, seed), "player-1")
        for player in (0, 2):
            interval = rating.agents[player].ci95
            assert interval is not None
            covered += interval[0] <= POINTS * strengths[player] <= interval[1]
    assert 178 <= covered <= 199  # 95% of 200 is 190


def test_intervals_are_clustered_by_deal() -> None:
    seats = seatings(3, 3)
    rng = np.random.Generator(np.random.PCG64(2))
    one = drawn_ranks(np.array([0.3, 0.0, -0.2]), seats, 200, rng)
    copied = one.copy()
    for table in (1, 2):  # the other rotations of a deal end as the first did: they tell nothing new
        turned = [seats[0].tolist().index(entry) for entry in seats[table].tolist()]
        copied[:, table] = one[:, 0, turned]
    widths = []
    for ranks, tables in ((copied, seats), (one[:, :1], seats[:1])):
        interval = rated(report_of(tables, ranks, ["a", "b", "c"]), "b").agents[0].ci95
        assert interval is not None
        widths.append(interval[1] - interval[0])
    assert widths[0] == pytest.approx(widths[1], rel=0.02)


def test_agents_that_cannot_be_told_apart_share_ranks() -> None:
    rating = rated(simulated([1.0, 1.0, 0.0, -1.5], 4, 300, seed=3))
    assert [one.rank for one in rating.agents] == [(1, 2), (1, 2), (3, 3), (4, 4)]
    assert rating.separable.astype(int).tolist() == [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]]


@pytest.mark.thorough
def test_equal_agents_are_told_apart_about_as_seldom_as_they_should() -> None:
    apart = sum(bool(rated(simulated([0.0, 0.0, 0.0], 3, 60, seed)).separable[0, 1]) for seed in range(100))
    assert apart <= 8  # 2.5% of 100 is 2.5


def test_who_never_lost_is_rated_by_a_bound_without_interval() -> None:
    seats = seatings(3, 2)
    ranks = np.zeros((20, 6, 2), dtype=np.int8)
    ranks[:, np.arange(6), np.argmax(seats, axis=1)] = 1  # the lower number wins every game
    rating = rated(report_of(seats, ranks, ["first", "second", "third"]), "second")
    assert [one.bound for one in rating.agents] == ["at least", "", "at most"]
    assert [one.ci95 for one in rating.agents] == [None, None, None]
    assert [one.rank for one in rating.agents] == [(1, 1), (2, 2), (3, 3)]
    assert rating.agents[0].rating == pytest.approx(-rating.agents[2].rating)
    assert 600 < rating.agents[0].rating < 900  # 80 games of odds about 160 to 1
    assert rating_text(rating.agents[0]).startswith("at least +")
    assert str(rating.rows().cells[0][-1]) == "-"


def test_a_resample_without_convergence_leaves_the_ratings_without_intervals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = simulated([1.5, 0.0, -1.5], 2, 40, seed=9)
    whole = rated(report)

    def one_fails(sets: Flags, chosen: Doubles, offered: Doubles) -> tuple[Doubles, Flags]:
        strengths, converged = plackett_luce.fit(sets, chosen, offered)
        converged[1:2] = False
        return strengths, converged

    monkeypatch.setattr("croupier.measure.stats.rating.fit", one_fails)
    rating = rated(report)
    assert [(one.rating, one.bound) for one in rating.agents] == [(one.rating, "") for one in whole.agents]
    assert without_intervals(rating)


def without_intervals(rating: Rating) -> bool:
    """Whether nothing is said of chance: no interval, nobody told apart, and the table shows it."""
    assert len(rating.rows().cells) == len(rating.agents)
    data = json.loads(json.dumps(rating.as_dict(), allow_nan=False))
    ranks = [one["rank"] == [1, len(rating.agents)] for one in data["agents"]]
    return all(one["ci95"] is None for one in data["agents"]) and all(ranks) and len(rating.resampled) == 0


def test_few_deals_tell_nobody_apart() -> None:
    names = ["a", "b"]
    seats = seatings(2, 2)
    won = np.array([[[0, 1], [1, 0]]] * 6, dtype=np.int8)
    assert [one.rank for one in rated(report_of(seats, won, names)).agents] == [(1, 1), (2, 2)]
    assert [one.rank for one in rated(report_of(seats, won[:5], names)).agents] == [(1, 2), (1, 2)]
    single = rated(report_of(seats, won[:1], names))
    assert [one.ci95 for one in single.agents] == [None, None]
    assert single.resampled.shape == (0, 2)


def test_the_anchor_is_named_or_the_best_rule_bot_or_the_first() -> None:
    names = ["random", "bot:weak", "bot", "net"]
    report = simulated([-2.0, 0.0, 0.5, 1.0], 4, 100, seed=6, names=names)
    assert find_anchor(report) == 2
    assert find_anchor(report, "net") == 3
    assert find_anchor(simulated([0.0, 1.0], 2, 10, seed=7)) == 0


def test_a_fit_without_convergence_loses_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    report = simulated([1.5, 0.0, -1.5], 2, 40, seed=9)
    whole = rated(report, "player-1")
    monkeypatch.setattr(plackett_luce, "_STEPS", 2)
    rating = rated(report, "player-1")
    assert [one.bound for one in rating.agents] == ["about"] * 3
    assert [one.rating for one in rating.agents] == pytest.approx([one.rating for one in whole.agents], rel=0.5)
    assert rating_text(rating.agents[0]).startswith("about +")
    assert without_intervals(rating)

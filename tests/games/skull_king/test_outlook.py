"""The chance to win from scores and rounds to come: exact at the end, and that of the normal model before it."""

import math

import numpy as np
import pytest

import croupier
from croupier.core.base.types import Records
from croupier.core.spec.spec import TERMINAL
from croupier.games.skull_king.outlook import SPREADS, outlook
from croupier.games.skull_king.record.state import SEATS


def tables(scores: list[list[int]], scored: int = 7, **options: object) -> Records:
    """Tables after some rounds, with these scores."""
    game = croupier.make("skull-king", players=len(scores[0]), **options)
    records = game.new_records(len(scores))
    records["scores"][:, : game.num_players] = scores
    records["round"] = scored
    records["seats"] = records["players"]
    return records


def test_a_game_that_is_over_is_won_by_the_highest_score_and_shared_among_equals() -> None:
    records = tables([[10, 30, 20], [50, 50, -10], [0, 0, 0]], scored=10)
    records["player"] = TERMINAL
    found = outlook(records)
    assert found.shape == (3, SEATS)
    np.testing.assert_allclose(
        found[:, :3], np.array([[0, 1, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]), atol=1e-7
    )
    assert not found[:, 3:].any()


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("rascal", [False, True])
def test_equal_scores_have_equal_chances_and_every_row_adds_up_to_one(players: int, rascal: bool) -> None:
    rng = np.random.default_rng(players)
    scores = [[0] * players, *rng.integers(-200, 500, (50, players)).tolist()]
    found = outlook(tables(scores, 0, rascal=rascal))
    assert found[0, :players] == pytest.approx(1 / players, abs=1e-12)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-12)
    assert not found[:, players:].any()
    order = np.argsort(scores, axis=1)
    ranked = np.take_along_axis(found[:, :players], order, axis=1)
    assert (np.diff(ranked, axis=1) >= -1e-15).all(), "a higher score never has the lower chance"


@pytest.mark.parametrize("lead", [-400, -30, 0, 10, 75, 300])
def test_for_two_it_is_the_normal_distribution_of_the_lead(lead: int) -> None:
    first, power = SPREADS[0, 0]
    spread = math.sqrt(sum((first * cards**power) ** 2 for cards in (8, 9, 10)))
    expected = 0.5 * math.erfc(-lead / (spread * 2.0))
    records = tables([[120 + lead, 120]])
    records["seats"] = 3
    assert outlook(records)[0, 0] == pytest.approx(expected, abs=1e-12)


def test_for_four_it_agrees_with_games_drawn_from_the_model() -> None:
    scores = [[100, 160, 40, 130], [0, 10, 20, -300]]
    first, power = SPREADS[0, 2]
    spread = math.sqrt(sum((first * cards**power) ** 2 for cards in (8, 9, 10)))
    draws = np.random.default_rng(3).normal(0.0, spread, (400_000, 4))
    for row, found in zip(scores, outlook(tables(scores)), strict=True):
        wins = np.bincount((row + draws).argmax(axis=1), minlength=4) / len(draws)
        np.testing.assert_allclose(found[:4], wins, atol=0.004)


def test_only_the_differences_of_scores_and_the_rounds_to_come_matter() -> None:
    one, other = tables([[10, 40, 70]], 9), tables([[110, 140, 170]], 9)
    np.testing.assert_allclose(outlook(one), outlook(other), atol=1e-14)
    early = outlook(tables([[10, 40, 70]], 2))
    assert outlook(one)[0, 2] > early[0, 2] + 0.1
    small = outlook(tables([[10, 40, 70]], 0, schedule="one"))
    assert small[0, 2] > outlook(one)[0, 2], "the last round of one card moves less than one of ten"


def test_hands_that_the_deck_limits_count_as_they_are_dealt() -> None:
    # eight players have at most eight cards, so rounds nine and ten of the schedule are of eight
    first, power = SPREADS[0, 6]
    scores = [[30, 0, -900, -900, -900, -900, -900, -900]]
    spread = math.sqrt(2 * (first * 8**power) ** 2)
    expected = 0.5 * math.erfc(-30 / (spread * 2.0))
    assert outlook(tables(scores, 8))[0, 0] == pytest.approx(expected, abs=1e-9)

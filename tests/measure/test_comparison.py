"""Comparison of two agents: differences and power against exact values and simulation."""

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import Game
from croupier.measure.play.tournament import play_tournament
from croupier.measure.play.trial import Trial
from croupier.measure.stats.comparison import (
    MEASURES,
    _mix,
    compare,
    compare_entries,
    deals_needed,
    detectable,
)
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=40, max_turns=60)
toy = Game(TOY, players=3)
skull_king = croupier.make("skull-king", players=3, schedule="one")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_that_play_alike_differ_by_nothing_in_any_mix(players: int) -> None:
    table = pig if players == 2 else croupier.make("skull-king", players=players, schedule="one")
    told: list[float] = []
    found = compare(table, "random", "random", 30, among=["bot"], progress=told.append)
    mixes = ["A against B"] if players == 2 else ["one A among Bs", "one B among As"]
    assert [mix.name for mix in found.mixes] == [*mixes, "among others"]
    for mix in found.mixes:
        assert not any(getattr(mix, measure).any() for measure in MEASURES)
        assert not any(np.signbit(getattr(mix, measure)).any() for measure in MEASURES)
        assert [each.sd for each in mix.summary.values()] == [None] * 3  # nor how much deals differ: no power
        assert "-0.00" not in str(mix.rows().texts())
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_both_mixes_are_the_tournaments_of_one_against_the_others() -> None:
    found = compare(skull_king, "bot", "random", 40, seed=3)
    one_a, one_b = found.mixes
    for mix, names, sign in ((one_a, ["bot", "random", "random"], 1), (one_b, ["random", "bot", "bot"], -1)):
        report = play_tournament(skull_king, names, 40, seed=3)
        assert mix.wins == pytest.approx(sign * (report.shares[:, 0] - 1 / 3))
        lead = report.points[:, 0] - report.points[:, 1:].mean(axis=1)
        assert mix.points == pytest.approx(sign * lead)
        assert mix.summary["wins"].mean > 0.1
        assert mix.summary["points"].mean > 0
        assert mix.summary["places"].mean < 0


def test_among_others_both_meet_the_same_opponents() -> None:
    mix = compare(skull_king, "bot", "bot:simple", 30, seed=4, among=["random", "bot"]).mixes[-1]
    names = [["bot", "random", "bot"], ["bot:simple", "random", "bot"]]
    a, b = (play_tournament(skull_king, line_up, 30, seed=4) for line_up in names)
    assert mix.wins == pytest.approx(a.shares[:, 0] - b.shares[:, 0])
    assert mix.points == pytest.approx(a.points[:, 0] - b.points[:, 0])
    assert mix.tables == "bot, and bot:simple, against random, bot"


def test_a_tournament_of_two_is_compared_without_playing_again() -> None:
    (played,) = compare(pig, "bot:hold-9", "random", 40, seed=5).mixes
    (mix,) = compare_entries(play_tournament(pig, ["bot:hold-9", "random"], 40, seed=5)).mixes
    assert all(np.array_equal(getattr(played, name), getattr(mix, name)) for name in MEASURES)
    assert played.as_dict() == mix.as_dict()
    assert mix.summary["places"].mean == pytest.approx(-mix.summary["wins"].mean)  # of two seats, a win is a place


def test_deals_needed_find_the_difference_as_often_as_they_say() -> None:
    sd, difference = 2.0, 0.4
    deals = deals_needed(sd, difference)
    assert deals == 197  # (1.95996 + 0.84162)^2 * 25 = 196.2
    rng = np.random.Generator(np.random.PCG64(1))
    samples = rng.normal(difference, sd, size=(4000, deals))
    z = samples.mean(axis=1) / (samples.std(axis=1, ddof=1) / np.sqrt(deals))
    assert (np.abs(z) > 1.96).mean() == pytest.approx(0.8, abs=0.025)
    assert detectable(sd, deals) == pytest.approx(difference, rel=0.005)
    assert deals_needed(sd, difference, power=0.9) == 263  # (1.95996 + 1.28155)^2 * 25 = 262.7
    assert deals_needed(sd, -difference) == deals
    assert deals_needed(0.0, 1.0) == 2


@pytest.mark.parametrize(("seats", "sign"), [(2, 1.0), (4, 1.0), (4, -1.0)])
def test_where_all_deals_are_alike_the_interval_is_within_what_can_be_and_has_a_width(
    seats: int, sign: float
) -> None:
    """An agent loses every game of twelve deals, or its rivals do."""
    deals, others = 12, 1.0 - 0.05 ** (1.0 / 12)
    lost = np.zeros(deals)
    par = np.array([0.0 - 1.0 / seats, -1.0, seats - (seats + 1) / 2.0])
    trial = Trial(
        "a", ("b",) * (seats - 1), lost, lost, lost + seats, np.ones((deals, seats - 1)),
        above_par=np.repeat(par[:, None], deals, axis=1),
    )  # fmt: skip
    found = _mix("mix", trial, 0, sign).summary
    share = -sign / seats
    assert found["wins"].mean == pytest.approx(share)
    assert found["wins"].ci95 == pytest.approx(sorted([share, share + others * sign]))
    behind = sign * (seats - 1) / 2
    assert found["places"].ci95 == pytest.approx(sorted([behind, behind - sign * others * (seats - 1)]))
    assert found["points"].ci95 is None
    assert all(one.sd is None for one in found.values())

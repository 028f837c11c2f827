"""Tournaments: fair seats, counts that add up, results that depend on the seed alone."""

import tracemalloc

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.measure.play.tournament import (
    BY_UTILITY,
    MAX_BYTES,
    MAX_DEALS,
    Report,
    bytes_a_deal,
    play_tournament,
    seatings,
)
from croupier.measure.stats.plackett_luce import finishing_orders
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=40, max_turns=60)
toy = Game(TOY, players=3)


def same(a: Report, b: Report) -> bool:
    arrays = ("shares", "points", "seats", "ranks")
    return a.as_dict() == b.as_dict() and all(np.array_equal(getattr(a, n), getattr(b, n)) for n in arrays)


@pytest.mark.parametrize(("agents", "seats", "tables"), [(2, 2, 2), (3, 2, 6), (4, 3, 12), (5, 5, 5)])
def test_every_agent_sits_in_every_seat_equally_often(agents: int, seats: int, tables: int) -> None:
    found = seatings(agents, seats)
    assert found.shape == (tables, seats)
    assert all(len(set(row)) == seats for row in found.tolist())
    counts = [np.bincount(found[:, seat], minlength=agents).tolist() for seat in range(seats)]
    assert counts == [[tables // agents] * agents] * seats


def test_where_a_win_may_be_worth_more_or_less_the_table_is_ordered_by_utility() -> None:
    game = croupier.make("leduc")
    report = play_tournament(game, ["random", "bot"], deals=200)
    random, bot = report.agents
    assert random.win_rate > bot.win_rate  # who folds less wins more games
    assert random.mean_utility < bot.mean_utility
    assert [one.agent for one in report.best_first] == ["bot", "random"]
    assert (report.rows().heads[-1].text, report.rows().notes) == ("utility", (BY_UTILITY,))
    wins = play_tournament(pig, ["random", "bot:hold-20"], deals=20)
    assert (wins.rows().heads[-1].text, wins.rows().notes) == ("points", ())


def test_a_deterministic_agent_against_itself_gets_exactly_half_of_every_deal() -> None:
    report = play_tournament(pig, ["bot:hold-12", "bot:hold-12"], deals=50)
    assert report.shares.tolist() == [[0.5, 0.5]] * 50
    others = 1.0 - 0.05 ** (1.0 / 50)
    for result in report.agents:
        assert (result.games, result.win_rate) == (100, 0.5)
        assert result.ci95 == pytest.approx((0.5 - 0.5 * others, 0.5 + 0.5 * others))
    assert [result.agent for result in report.agents] == ["bot:hold-12"] * 2


def test_counts_and_means_add_up() -> None:
    report = play_tournament(pig, ["random", "bot:hold-5", "bot:hold-12"], deals=60, seed=3)
    games = 60 * 6
    assert [result.games for result in report.agents] == [games * 2 // 3] * 3
    drawn = sum(result.draws for result in report.agents)
    assert sum(result.wins for result in report.agents) + drawn / 2 == games
    for result in report.agents:
        assert result.win_rate == pytest.approx((result.wins + result.draws / 2) / result.games)
        assert result.ci95 is not None
        assert result.ci95[0] < result.win_rate < result.ci95[1]
        assert result.mean_utility == pytest.approx(2 * result.win_rate - 1)  # PIG-7: +1, 0, -1
        assert 0 < result.mean_points < 46
    assert report.agents[2].win_rate > report.agents[1].win_rate > report.agents[0].win_rate
    assert report.decisions > games


def test_results_depend_on_neither_threads_nor_batches_nor_later_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["random", "bot:hold-9"]
    report = play_tournament(pig, names, deals=30, seed=1)
    assert same(report, play_tournament(pig, names, deals=30, seed=1, threads=3))
    monkeypatch.setattr("croupier.agents.agent.TABLES_AT_ONCE", 7)
    assert same(report, play_tournament(pig, names, deals=30, seed=1))
    assert not same(report, play_tournament(pig, names, deals=30, seed=2))
    assert np.array_equal(report.shares, play_tournament(pig, names, deals=50, seed=1).shares[:30])
    assert same(report, play_tournament(pig, [make_agent(name, pig) for name in names], deals=30, seed=1))


def test_the_games_of_every_deal_are_kept() -> None:
    report = play_tournament(toy, ["random"] * 4, deals=40, seed=2)
    assert (report.ranks.shape, report.shares.shape) == ((40, 12, 3), (40, 4))
    assert report.ranks.dtype == np.int8
    assert np.array_equal(report.seats, seatings(4, 3))
    first = report.ranks == 0
    shares = first / first.sum(axis=2, keepdims=True)
    for entry in range(4):
        mine = shares[:, report.seats == entry].mean(axis=1)
        assert mine == pytest.approx(report.shares[:, entry])
        assert report.points[:, entry].mean() == pytest.approx(report.agents[entry].mean_points)
    assert [result.games for result in report.agents] == [40 * 12 * 3 // 4] * 4
    assert sum(result.win_rate * result.games for result in report.agents) == pytest.approx(40 * 12)
    assert sum(result.draws for result in report.agents) > 0


def test_a_single_deal_has_no_interval() -> None:
    single = play_tournament(pig, ["random", "bot"], deals=1)
    assert [each["ci95"] for each in single.as_dict()["agents"]] == [None, None]


@pytest.mark.parametrize(("agents", "players"), [(2, 2), (6, 3), (8, 4)])
def test_a_tournament_takes_no_more_memory_than_it_says(agents: int, players: int) -> None:
    seats = seatings(agents, players)

    def peak(deals: int) -> int:
        tracemalloc.start()
        rows = np.zeros((deals, len(seats), 8 * players + 11), dtype=np.int8)
        ranks, sums = np.zeros((deals, *seats.shape), dtype=np.int8), np.zeros((4, deals, agents))
        found = [orders.ranks.tolist() for orders in finishing_orders(seats, ranks)]
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert len(found) * players == len(seats)
        assert sums.shape[1] == len(rows) == deals
        return most

    assert bytes_a_deal(2, 2) * MAX_DEALS < MAX_BYTES  # two agents may play all
    peak(100)  # loads what is loaded once
    assert 0.5 < (peak(3000) - peak(1000)) / 2000 / bytes_a_deal(agents, players) <= 1.0

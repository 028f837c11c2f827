"""Exact values of agents: against known numbers, against each other, and against games that are played."""

from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Agent, Turns
from croupier.agents.bots import BotAgent
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.games.pig.exact.evaluate import tables
from croupier.games.pig.rules import ROLL
from croupier.measure.play.tournament import play_tournament
from croupier.measure.stats.strength import exact_best_response, exact_player, exact_result, is_exact
from tests.amounts import daily, larger
from tests.toy import SPEC as TOY
from tests.toy_judged import stay_bot


def pig(**options: Any) -> Game:
    return croupier.make("pig", **options)


def agents(game: Game, *names: str) -> list[Agent]:
    return [make_agent(name, game) for name in names]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "known", "error"),
    # 0.5347: T. Neller, "First-player advantage", in the Pig assignments of Nifty Assignments 2010
    [("optimal", 0.530592725, 1e-9), ("bot:hold-20", 0.5347, 5e-5)],
)
def test_an_agent_against_itself_has_the_known_value(name: str, known: float, error: float) -> None:
    (agent,) = agents(pig(), name)
    result = exact_result(pig(), agent, agent, limit=False)
    assert result.first == pytest.approx(known, abs=error)
    assert result.first + result.second == pytest.approx(1.0, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("limit", [True, False])
@pytest.mark.parametrize("other", ["random", "bot:hold-7", "bot:hold-20"])
def test_values_of_both_sides_add_up_and_optimal_play_wins(limit: bool, other: str) -> None:
    game = pig(winning_score=25, max_turns=60)
    optimal, rival = agents(game, "optimal", other)
    ours, theirs = exact_result(game, optimal, rival, limit=limit), exact_result(game, rival, optimal, limit=limit)
    assert ours.first + theirs.second == pytest.approx(1.0, abs=1e-12)
    assert ours.second + theirs.first == pytest.approx(1.0, abs=1e-12)
    assert ours.mean > 0.5
    same = exact_result(game, rival, rival, limit=limit)
    assert same.mean == pytest.approx(0.5, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "names"),
    daily([
        ({"winning_score": 20, "max_turns": 200}, ("optimal", "bot:hold-9")),
        ({"winning_score": 20, "max_turns": 200}, ("random", "bot:hold-9")),
        ({"winning_score": 30, "max_turns": 6}, ("optimal", "bot:hold-12")),
        ({"winning_score": 30, "max_turns": 6}, ("random", "random")),
    ]),
)  # fmt: skip
@larger("deals", 5_000, 20_000)
def test_games_that_are_played_come_out_as_computed(
    options: dict[str, int], names: tuple[str, str], deals: int
) -> None:
    game = pig(**options)
    pair = agents(game, *names)
    played = play_tournament(game, pair, deals, seed=2).agents[0].win_rate
    assert played == pytest.approx(exact_result(game, *pair).mean, abs=5 * np.sqrt(0.25 / (2 * deals)))


@pytest.mark.compiled
def test_tables_of_optimal_play_are_what_the_bot_plays() -> None:
    game = pig(winning_score=30, max_turns=20)
    (optimal,) = agents(game, "optimal")
    policy = tables(exact_player(optimal, game), game)
    for left in (1, 2, 5, 20):
        records = np.tile(game.new_records(), 30 * 30 * 31)
        own, other, total = (part.ravel() for part in np.indices((30, 30, 31)))
        records["scores"][:, 0], records["scores"][:, 1], records["total"] = own, other, total
        records["turns"] = 20 - left
        played = optimal.act(Turns(game, records, np.zeros(len(records), dtype=np.uint64)))
        assert np.array_equal(policy(left).ravel() == 1.0, played == ROLL)


def test_the_solver_of_another_package_is_asked_as_the_own_one() -> None:
    game = Game(TOY, players=2)
    careful, chance = BotAgent(stay_bot(5)), make_agent("random", game)
    result = exact_result(game, careful, chance)
    # staying with 5 to 9: one half of (card - 1) / 8 and one half of 1; folding: a quarter
    assert result.first == result.second == pytest.approx((30 / 16 + 5 / 2 + 4 / 4) / 9, abs=1e-7)
    assert exact_result(game, chance, careful).mean == pytest.approx(1.0 - result.mean, abs=1e-12)
    deals = 5_000
    played = play_tournament(game, [careful, chance], deals, seed=3).agents[0].win_rate
    assert played == pytest.approx(result.mean, abs=5 * np.sqrt(0.25 / (2 * deals)))
    assert not is_exact(Game(TOY, players=3))


def test_a_game_says_whether_it_is_judged_exactly() -> None:
    assert is_exact(pig(winning_score=10))
    for options in ({"winning_score": 201}, {"turn_unit": "action", "winning_score": 10}):
        assert not is_exact(pig(**options))
    assert not is_exact(croupier.make("spite-malice"))


def test_the_best_response_to_an_agent_is_the_games_own_solvers() -> None:
    game = pig(winning_score=30, max_turns=60)
    optimal, hold = agents(game, "optimal", "bot:hold-20")
    assert exact_best_response(game, optimal).mean == pytest.approx(0.5, abs=1e-9)
    best = exact_best_response(game, hold).mean
    assert best > exact_result(game, optimal, hold).mean > 0.55
    assert exact_best_response(game, hold, limit=False).mean == pytest.approx(best, abs=1e-6)

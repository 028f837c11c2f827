"""The deals on which training runs are measured."""

import numpy as np

import croupier
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.measure.play.match import deal_seeds
from croupier.measure.play.tournament import play_tournament
from croupier.measure.stats.strength import FINAL_DEALS, among_copies, measuring_seed
from tests.toy import SPEC as TOY


def test_a_run_is_measured_on_deals_that_it_was_not_trained_on() -> None:
    for seed in range(3):
        batch = croupier.make("pig", winning_score=20).batch(256, seed)
        words, actions = np.arange(256, dtype=np.uint64), np.zeros(256, dtype=np.int64)
        trained = set(batch.seeds.tolist())
        assert trained == set(deal_seeds(seed, np.arange(256)).tolist())
        for _ in range(100):
            batch.random_actions(words, actions)
            batch.step(actions)
            trained |= set(batch.seeds.tolist())
        assert len(trained) > 256
        measured = set(deal_seeds(measuring_seed(seed), np.arange(FINAL_DEALS)).tolist())
        assert len(measured) == FINAL_DEALS
        assert not measured & trained


def test_runs_with_different_seeds_are_measured_on_different_deals() -> None:
    assert len({measuring_seed(seed) for seed in range(100)}) == 100
    assert 0 <= measuring_seed(2**64 - 1) < 2**64


def test_an_agent_among_copies_has_one_seat_and_the_opponent_all_others() -> None:
    game = Game(TOY, players=4)
    shares: list[float] = []
    found = among_copies(game, make_agent("random", game), "random", 30, 3, progress=shares.append)
    assert found == play_tournament(game, ["random"] * 4, 30, 3).agents[0]
    assert found.games == 30 * 4
    assert shares[-1] == 1.0

"""What a game counts of agents in recorded games: the sums of all, and intervals from deals drawn anew."""

from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.spec.evaluation import Evaluation
from croupier.measure.play.metrics import bootstrap_sums, middle
from croupier.measure.stats.counted import Counted, count_games
from croupier.table.asking import ask_one
from croupier.table.game_file import game_data

EXACT = ("bids", "exact_rate")
LINE_UP = ("bot", "random", "bot")


def judged() -> Evaluation:
    evaluation = croupier.make("skull-king").spec.evaluation
    assert evaluation is not None
    return evaluation()


def games(seeds: range) -> list[dict[str, Any]]:
    """Games of three, each deal in two seatings."""
    game, found = croupier.make("skull-king", players=3, schedule="fives"), []
    agents = {name: make_agent(name, game) for name in LINE_UP}
    for seed in seeds:
        for turned in (LINE_UP, LINE_UP[1:] + LINE_UP[:1]):
            state = game.new_initial_state(seed)
            while not state.is_terminal():
                state.apply_action(ask_one(agents[turned[state.current_player()]], state))
            found.append(game_data(state, turned))
    return found


def exact_and_all(counted: Counted) -> tuple[int, int]:
    bids = np.array(counted.figures["bids"]["counts"])
    return int(np.trace(bids)), int(bids.sum())


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    return games(range(2))


def test_counts_are_those_of_all_seats_of_an_agent(played: list[dict[str, Any]]) -> None:
    found = count_games(judged(), played)
    assert list(found) == ["bot", "random"]
    rounds = 5 * len(played)
    assert exact_and_all(found["bot"])[1] == 2 * rounds
    assert exact_and_all(found["random"])[1] == rounds
    apart = [count_games(judged(), [data]) for data in played]
    for name, counted in found.items():
        sums = np.sum([np.array(each[name].figures["bids"]["counts"]) for each in apart], axis=0)
        assert counted.figures["bids"]["counts"] == sums.tolist()


@pytest.mark.thorough
def test_the_interval_is_that_of_the_rate_over_deals_drawn_anew() -> None:
    many = games(range(6))
    found = count_games(judged(), many)
    for name, counted in found.items():
        deals = [count_games(judged(), many[place : place + 2])[name] for place in range(0, len(many), 2)]
        exact, of = bootstrap_sums(np.array([exact_and_all(deal) for deal in deals], dtype=np.float64), 0).T
        low, high = middle(exact / of)
        assert counted.intervals[EXACT] == pytest.approx((low, high))
        assert low < counted.figures["bids"]["exact_rate"] < high
        assert counted.data()["ci95"]["bids.exact_rate"] == list(counted.intervals[EXACT])


def test_seatings_of_one_deal_tell_nothing_of_chance(played: list[dict[str, Any]]) -> None:
    counted = count_games(judged(), played[:2])["bot"]
    assert counted.figures["bids"]["exact_rate"] > 0
    assert counted.intervals == {}
    assert count_games(judged(), []) == {}

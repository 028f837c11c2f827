"""Tables played to the end: what is played is legal, and depends on the seed alone."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.cli.common import explain
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.base.rng import choice_words
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.measure.play.match import Outcome, deal_seeds, play_tables
from croupier.table.asking import ask_one
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=30, max_turns=40)
toy = Game(TOY, players=3)


class Scripted:
    """Answers with what a function makes of the turns."""

    def __init__(self, answer: Callable[[Turns], Any], name: str = "scripted") -> None:
        self.name, self._answer = name, answer

    def act(self, turns: Turns) -> Actions:
        answer: Actions = self._answer(turns)
        return answer


def numbers(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


def played(tables: Any, threads: int = 1, game: Game = pig) -> Outcome:
    """Random players in all seats of some numbered tables; table t has deal t // 2."""
    agents = [make_agent("random", game) for _ in range(game.num_players)]
    seating = np.tile(np.arange(game.num_players), (len(tables), 1))
    return play_tables(game, agents, seating, deal_seeds(5, tables // 2), threads=threads)


@pytest.mark.parametrize("game", [pig, toy], ids=["pig", "toy"])
def test_a_table_depends_on_neither_its_neighbours_nor_threads(game: Game) -> None:
    together, threaded = played(np.arange(40), game=game), played(np.arange(40), threads=3, game=game)
    apart = [played(part, game=game) for part in (np.arange(7), np.arange(7, 40))]
    for name in ("returns", "points", "plies"):
        ours = getattr(together, name)
        assert np.array_equal(ours, getattr(threaded, name))
        assert np.array_equal(ours, np.concatenate([getattr(part, name) for part in apart]))
    assert len(np.unique(together.plies)) > 1 or game is toy


def test_tables_of_one_deal_have_one_seed_that_no_choice_repeats() -> None:
    assert np.array_equal(deal_seeds(5, numbers(3, 3)), np.repeat(deal_seeds(5, numbers(3)), 2))
    seeds = deal_seeds(5, np.arange(1000))
    words = choice_words(seeds, np.zeros(1000, dtype=np.int64))
    assert len(np.unique(np.concatenate([words, seeds]))) == 2000


def test_a_table_is_the_state_of_its_seed_played_by_the_same_agents() -> None:
    agents = [make_agent("random", pig), make_agent("bot:hold-8", pig)]
    seeds = deal_seeds(9, np.arange(6))
    seating = np.array([[0, 1], [1, 0]] * 3)
    outcome = play_tables(pig, agents, seating, seeds)
    for table in range(6):
        state = pig.new_initial_state(int(seeds[table]))
        while not state.is_terminal():
            state.apply_action(ask_one(agents[seating[table, state.current_player()]], state))
        assert np.array_equal(outcome.returns[table], state.returns())
        assert np.array_equal(outcome.points[table], state.points())
        assert outcome.plies[table] == len(state.history)


def test_an_illegal_choice_is_refused_and_says_whose_it_was() -> None:
    def wrong_in_row_two(turns: Turns) -> Actions:
        return np.array([0, 0, 7, 0][: len(turns)], dtype=np.int64)

    agents = [make_agent("bot", pig), Scripted(wrong_in_row_two, "net:broken")]
    seeds = deal_seeds(3, np.arange(4))
    with pytest.raises(
        IllegalAction, match=r"'net:broken' \(Player 0\) at table 2 .* action 7, .* phase TURN"
    ) as caught:
        play_tables(pig, agents, np.array([[1, 0]] * 4), seeds)
    assert str(seeds[2]) in str(caught.value)
    assert caught.value.action == 7
    assert caught.value.legal == (0, 1)


@pytest.mark.parametrize(
    "answer",
    [
        lambda turns: np.zeros(len(turns) + 1, dtype=np.int64),
        lambda turns: np.zeros((len(turns), 1), dtype=np.int64),
        lambda turns: np.zeros(len(turns)),
        len,
        lambda _turns: None,
        lambda turns: [[0]] * (len(turns) - 1) + [[0, 1]],
    ],
    ids=["too long", "two axes", "floats", "one number", "none", "rows of two lengths"],
)
def test_an_answer_of_another_shape_is_refused_in_one_line(answer: Callable[[Turns], Any]) -> None:
    agents, seating = [Scripted(answer), make_agent("random", pig)], np.array([[0, 1]] * 2)
    seeds = deal_seeds(0, np.arange(2))
    with pytest.raises(ConfigError, match="'scripted' answered 2 rows") as refused:
        play_tables(pig, agents, seating, seeds)
    assert explain(refused.value) == str(refused.value)

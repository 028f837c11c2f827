"""The compiled players: legal, open-eyed without peeking, and how they choose."""

import random

import numpy as np
import pytest

from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.core.base.rng import game_seed
from croupier.core.engine.game import State
from croupier.games.spite_malice.bots.turn import TABLES, WEIGHTS
from croupier.games.spite_malice.classic import ClassicGame
from croupier.games.spite_malice.classic.terminal import play_terminal, result
from croupier.games.spite_malice.notation import to_records
from tests.amounts import larger
from tests.games.scripts import read_cases
from tests.games.spite_malice.engine import DATA, at, discard, discards, game, piles
from tests.games.spite_malice.test_rules import set_up, take

BOTS = ["bot", "bot:greedy"]


def choice(state: State, name: str = "bot") -> int:
    keys = np.array([7], dtype=np.uint64)
    return int(make_agent(name, state.game).act(Turns(state.game, state.records, keys))[0])


def mirrored_win_rate(a: str, b: str, deals: int, seed: int = 0) -> float:
    """Share of games that a wins against b (a draw is half), each deal played from both seats."""
    wins = 0.0
    table = game()
    for first in (0, 1):
        seeds = np.array([game_seed(np.uint64(seed), row, 0) for row in range(deals)], dtype=np.uint64)
        batch = table.batch(deals, seeds=seeds, autoreset=False, observe=False)
        agents = {first: make_agent(a, table), 1 - first: make_agent(b, table)}
        actions = np.zeros(deals, dtype=np.int64)
        while (batch.legal_counts > 0).any():
            for seat, agent in agents.items():
                rows = np.flatnonzero((batch.current_players == seat) & (batch.legal_counts > 0))
                actions[rows] = agent.act(Turns(table, batch.records[rows], np.zeros(len(rows), dtype=np.uint64)))
            batch.step(actions)
        wins += float((1 + batch.returns()[:, first]).sum() / 2)
    return wins / (2 * deals)


@pytest.mark.thorough
@pytest.mark.compiled
def test_the_strong_bot_beats_the_greedy_one_in_at_least_65_of_100() -> None:
    assert mirrored_win_rate("bot", "bot:greedy", 150) > 0.8  # 0.90 in 5,000 deals


@pytest.mark.compiled
@pytest.mark.thorough  # a figure of strength, which docs/results.md has from the arena
def test_the_bot_with_a_learned_value_beats_the_other_that_plans() -> None:
    assert mirrored_win_rate("bot:planner", "bot", 80) > 0.55  # 0.59 in 1,000 games


@pytest.mark.compiled
def test_the_greedy_bot_beats_a_random_player() -> None:
    assert mirrored_win_rate("bot:greedy", "random", 50) > 0.9


@pytest.mark.parametrize("name", BOTS)
@larger("games", 8, 30)
def test_it_plays_only_legal_actions_to_the_end(name: str, games: int) -> None:
    agent = make_agent(name, game())
    for seed in range(games if compiled() else 1):
        state = game(goal_size=15 if compiled() else 2).new_initial_state(seed)
        while not state.is_terminal():
            action = int(agent.act(Turns(state.game, state.records, np.zeros(1, dtype=np.uint64)))[0])
            assert action in state.legal_actions(), state.position()
            state.apply_action(action)
        assert state.returns().any()


@pytest.mark.parametrize("name", BOTS)
@larger("games", 1, 12)
def test_sm_4_it_does_not_peek(name: str, games: int) -> None:
    picks = random.Random(1)  # noqa: S311 - the games are random, not secret
    for seed in range(games if compiled() else 1):
        state = game().new_initial_state(seed)
        for _ in range(60 if compiled() else 6):
            if state.is_terminal():
                break
            seat, chosen = state.current_player(), choice(state, name)
            for other in range(3):
                assert choice(state.resample_hidden(seat, other), name) == chosen, state.position()
            state.apply_action(chosen if picks.random() < 0.7 else picks.choice(state.legal_actions()))


@pytest.mark.parametrize(("position", "steps"), read_cases(DATA / "choices.txt"))
def test_sm_11_sm_12_a_bot_chooses_as_the_file_says(position: str, steps: list[str]) -> None:
    pair = set_up(position)
    for step in steps:
        name, _, expected = step.partition(" ")
        if name.startswith("bot"):
            found = pair.state.action_to_string(choice(pair.state, name))
            assert (found == expected.removeprefix("not ")) != expected.startswith("not "), (step, found)
        else:
            take(pair, step)


def test_it_orders_its_discards_downwards() -> None:
    state = at("668/1", goals="33/48", piles=piles(1, 1, 1, 1), discards=discards("4,7,5,3"))
    assert choice(state) in (discard(0, 1), discard(1, 1))


def test_a_search_of_many_jokers_stays_within_its_bounds() -> None:
    state = at("*****/1", goals="38/48", piles=piles(1, 3, 5, 7), discards=discards("******,98,*7,6*"))
    assert choice(state) in state.legal_actions()
    assert TABLES <= 512


@pytest.mark.parametrize("name", BOTS)
def test_it_plays_the_classic_game_at_its_terminal(name: str) -> None:
    engine = game(max_turns=12)
    agent = make_agent(name, engine)

    def choose(classic: ClassicGame, made: int) -> int:
        del made
        return int(agent.act(Turns(engine, to_records(classic), np.zeros(1, dtype=np.uint64)))[0])

    lines: list[str] = []
    classic = ClassicGame(random.Random(2), maxTurns=12)  # noqa: S311
    play_terminal(classic, tell=lines.append, agents={"A": choose, "B": choose})
    assert classic.isOver()
    assert lines[-1] == result(classic)


@pytest.mark.parametrize("name", ["bot:gredy", "bot:1", "bot:GREEDY"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="bots are bot, bot:planner and bot:greedy"):
        make_agent(name, game())


def test_the_weights_are_named_in_the_order_of_the_parameters() -> None:
    assert list(WEIGHTS)[:6] == ["goal", "refill", "card", "joker", "far", "threat 0"]
    assert list(game().spec.bots["bot"].make("", {}).params) == list(WEIGHTS.values())

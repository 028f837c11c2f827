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
from tests.games.spite_malice.engine import D1, PASS, G, at, discard, discards, game, piles, play, table

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
@larger("games", 2, 12)
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


def test_greedy_plays_the_goal_card_first_then_what_fits_then_discards_its_highest() -> None:
    state = at("*16/1", goals="32/47", piles=piles(1, 2, 2, 3), discards=discards("5,-,-,-"))
    assert choice(state, "bot:greedy") == play(G, 1)
    assert choice(at("*16/1", piles=piles(1, 2, 2, 3)), "bot:greedy") == play(0, 0)
    state = at("0267/1", piles=piles(1, 1, 1, 1), discards=discards("5,3,-,9"))
    assert choice(state, "bot:greedy") == discard(3, 2)
    assert choice(at("00/1", piles=piles(1, 1, 1, 1)), "bot:greedy") == PASS


@pytest.mark.parametrize("name", [*BOTS, "bot:planner"])
def test_sm_11_and_sm_12_are_kept(name: str) -> None:
    assert choice(at("*06/1", piles=piles(1, 0, 1, 1)), name) == play(1, 1)
    assert choice(at("00/1", piles=piles(1, 1, 1, 1)), name) == PASS


def test_the_strong_bot_plays_the_goal_card_at_once() -> None:
    assert choice(at("*45/1", goals="34/47", piles=piles(4, 1, 1, 1))) == play(G, 0)


def test_it_works_towards_the_goal_card_over_several_plays() -> None:
    # 4 and 5 from the hand, the 6 from a discard pile, then the 7
    state = at("2459/1", goals="37/48", piles=piles(4, 1, 1, 0), discards=discards("6,-,-,-"))
    for expected in (play(1, 0), play(1, 0), play(D1, 0), play(G, 0)):
        assert choice(state) == expected, state.position()
        state.apply_action(expected)
    assert len(table(state).goals[0]) == 1


def test_it_spends_a_joker_for_the_goal_card_and_for_little_else() -> None:
    assert choice(at("*268/1", goals="34/48", piles=piles(3, 5, 5, 5))) == play(0, 0)
    kept = choice(at("*268/1", goals="34/48", piles=piles(5, 5, 5, 5)))
    assert kept >= 40
    assert kept // 4 != 10  # nor is it discarded


def test_it_orders_its_discards_downwards() -> None:
    state = at("668/1", goals="33/48", piles=piles(1, 1, 1, 1), discards=discards("4,7,5,3"))
    assert choice(state) in (discard(0, 1), discard(1, 1))


def test_it_does_not_give_the_other_its_goal_card() -> None:
    # a 5 would let the other play its 6; with a 7 there it does no harm
    blocked = at("3359/11", goals="37/46", piles=piles(5, 1, 1, 1))
    harmless = at("3359/11", goals="38/47", piles=piles(5, 1, 1, 1))
    assert choice(blocked) != play(2, 0)
    assert choice(harmless) == play(2, 0)


def test_it_passes_the_value_that_the_other_waits_for() -> None:
    # the other can play its 5 now; the own 5 takes its place
    state = at("5999/11", goals="31/45", piles=piles(5, 2, 2, 2))
    assert choice(state) == play(0, 0)


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

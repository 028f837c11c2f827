"""The exact value of a policy against another: against brute force, against play, against print."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.spec.spec import TERMINAL
from croupier.games.pig.exact.evaluate import Policy, ValueTable, evaluate
from croupier.games.pig.exact.solver import hold_regions, solve
from tests.conftest import INTERPRETED
from tests.games.pig.naive import Roller, endless_match, match


def random_table(target: int, seed: int, least: float = 0.0) -> ValueTable:
    """Any probabilities; many of them the least or the greatest."""
    drawn = np.random.default_rng(seed).uniform(-0.3, 1.2, (target, target, target + 1))
    return np.clip(drawn, least, 0.95).astype(np.float32)


def always(table: ValueTable) -> tuple[Policy, Roller]:
    """The same table at every number of turns left, for both ways of asking."""
    return (lambda _: table), (lambda own, other, total, _: float(table[own, other, total]))


def changing(target: int, seed: int) -> tuple[Policy, Roller]:
    """Another table for each number of turns left."""

    @cache
    def table(left: int) -> ValueTable:
        return random_table(target, seed + left)

    return table, (lambda own, other, total, left: float(table(left)[own, other, total]))


def hold_at(number: int, target: int) -> ValueTable:
    """Hold at a turn total, or once it wins."""
    own, _, total = np.meshgrid(np.arange(target), np.arange(target), np.arange(target + 1), indexing="ij")
    return ((total < number) & (own + total < target)).astype(np.float32)


def optimal(target: int) -> ValueTable:
    """Perfect play without limit."""
    table = np.zeros((target, target, target + 1), dtype=np.float32)
    table[:, :, :target] = ~hold_regions(solve(target))
    return table


@pytest.mark.parametrize(("target", "turns"), [(1, 3), (4, 1), (4, 2), (5, 6), (7, 5)])
def test_random_policies_with_a_limit_agree_with_recursion(target: int, turns: int) -> None:
    for (a, a_rolls), (b, b_rolls) in (
        (always(random_table(target, 1)), always(random_table(target, 2))),
        (changing(target, 10), changing(target, 30)),
    ):
        for draw in (0.5, 0.0, 1.0):
            result = evaluate(a, b, target, turns, draw)
            assert result.first == pytest.approx(match(a_rolls, b_rolls, target, turns, draw), abs=1e-12)
            second = 1.0 - match(b_rolls, a_rolls, target, turns, 1.0 - draw)
            assert result.second == pytest.approx(second, abs=1e-12)
            assert result.mean == pytest.approx((result.first + result.second) / 2)


@pytest.mark.parametrize("target", [1, 2, 4, 6])
def test_random_policies_without_limit_agree_with_a_linear_system(target: int) -> None:
    (a, a_rolls), (b, b_rolls) = (always(random_table(target, seed, 0.05)) for seed in (3, 4))
    result = evaluate(a, b, target)
    first, second = endless_match(a_rolls, b_rolls, target)
    assert result.first == pytest.approx(first, abs=1e-11)
    assert result.second == pytest.approx(second, abs=1e-11)


def test_a_distant_limit_is_like_none() -> None:
    a, b = always(hold_at(4, 12))[0], always(hold_at(6, 12))[0]
    assert evaluate(a, b, 12, 100_000).mean == pytest.approx(evaluate(a, b, 12).mean, abs=1e-11)


def test_a_policy_against_itself_is_even_over_both_seats() -> None:
    policy = always(random_table(8, 5, 0.05))[0]
    assert evaluate(policy, policy, 8).mean == pytest.approx(0.5, abs=1e-12)
    assert evaluate(policy, policy, 8, 9).mean == pytest.approx(0.5, abs=1e-12)


def test_optimal_play_against_itself_is_the_solved_value() -> None:
    policy = always(optimal(15))[0]
    assert evaluate(policy, policy, 15).first == pytest.approx(solve(15)[0, 0, 0], abs=1e-11)


@pytest.mark.compiled
def test_hold_at_20_against_itself_is_the_published_value() -> None:
    # T. W. Neller, "First-Player Advantage" (nifty.stanford.edu, 2010): hold at 20 or goal, about 0.5347
    policy = always(hold_at(20, 100))[0]
    assert round(evaluate(policy, policy, 100).first, 4) == 0.5347


@pytest.mark.compiled
def test_optimal_against_hold_at_20_or_goal() -> None:
    # found by value iteration over all states, in NumPy, to 1e-8
    result = evaluate(always(optimal(100))[0], always(hold_at(20, 100))[0], 100)
    assert result.first == pytest.approx(0.57149843, abs=2e-8)
    assert result.second == pytest.approx(0.50834206, abs=2e-8)


def played(a: Any, b: Any, game: croupier.Game, games: int, seed: int) -> float:
    """Share of A's wins, draws counted half, over games in which the seats alternate."""
    batch = croupier.Batch(game, games, seed, autoreset=False, observe=False)
    starts = np.arange(games) % 2
    while not (batch.current_players == TERMINAL).all():
        actions = np.zeros(games, dtype=np.int64)
        for agent, mine in ((a, batch.current_players == starts), (b, batch.current_players == 1 - starts)):
            rows = np.flatnonzero(mine & (batch.current_players != TERMINAL))
            if len(rows):
                keys = batch.rngs[rows] ^ np.uint64(0x5DEECE66D)
                actions[rows] = agent.act(Turns(game, batch.records[rows], keys))
        batch.step(actions)
    return float((batch.returns()[np.arange(games), starts] * 0.5 + 0.5).mean())


@pytest.mark.parametrize("turns", [12, pytest.param(40, marks=pytest.mark.compiled)])
def test_exact_values_are_what_play_comes_to(turns: int) -> None:
    game = croupier.make("pig", winning_score=30, max_turns=turns)
    a, b = hold_at(12, 30), hold_at(7, 30)
    exact = evaluate(always(a)[0], always(b)[0], 30, turns).mean
    games = 500 if INTERPRETED else 4000
    share = played(make_agent("bot:hold-12", game), make_agent("bot:hold-7", game), game, games, seed=3)
    assert abs(share - exact) < 3.5 * 0.5 / np.sqrt(games)


@pytest.mark.parametrize("target", [0, 201])
def test_targets_out_of_range_are_refused(target: int) -> None:
    policy = always(random_table(3, 1))[0]
    with pytest.raises(ConfigError, match=rf"exact values are computed for targets 1\.\.200, not {target}"):
        evaluate(policy, policy, target)


def test_policies_that_never_end_a_game_are_refused_without_limit() -> None:
    never = always(np.zeros((5, 5, 6), dtype=np.float32))[0]
    with pytest.raises(ConfigError, match="without a turn limit these two policies never end a game"):
        evaluate(never, never, 5)
    assert evaluate(never, never, 5, 10).first == 0.5

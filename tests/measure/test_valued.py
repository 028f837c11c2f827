"""Values of positions: the solver's in Pig; elsewhere of a position alone, whatever lies hidden or beside it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game, State
from croupier.measure import values
from croupier.table.asking import ask_one
from croupier.testing.agent_check import elsewhere
from tests.agents.search.worldly import decisions
from tests.amounts import larger

SKULL_KING: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 4},
    {"players": 3, "loot": True, "kraken": True, "whale": True},
    {"players": 8, "rascal": True},
)
PHASES = {
    "BIDDING", "PLAYING", "ABILITY_ROSIE", "ABILITY_BENDT_1", "ABILITY_BENDT_2", "ABILITY_ROATAN", "ABILITY_HARRY",
    "TIGRESS",
}  # fmt: skip


@lru_cache
def pig() -> Game:
    return croupier.make("pig")


def pig_states(count: int) -> Iterator[State]:
    rng = np.random.default_rng(5)
    for _ in range(count):
        own, other, total = (int(rng.integers(0, most)) for most in (100, 100, 60))
        yield pig().position(f"pig scores={own},{other} turn=0 total={total} turns={rng.integers(0, 40) * 2}")


@pytest.mark.thorough
@larger("count", 1000, 20_000)
def test_in_pig_they_are_the_solvers_and_optimal_play_costs_nothing(count: int) -> None:
    solver, optimal = pig().solver, make_agent("optimal", pig())
    assert solver is not None
    assert solver.action_values is not None
    states = list(pig_states(count))
    found = values(pig(), states)
    gaps = 0
    for state, each in zip(states, found, strict=True):
        wanted = 100.0 * solver.action_values(pig(), state.records)
        assert np.allclose(each.gains, wanted[list(each.legal)], rtol=0, atol=1e-9)
        assert each.regret(ask_one(optimal, state)) == 0.0
        assert each.regret(each.best) == 0.0
        gaps += max(each.behind) > 1.0
        assert each.exact
    assert gaps > len(states) / 2  # so that a regret of 0 says something


def test_in_pig_sampled_values_agree_with_the_solver() -> None:
    """The code that samples, in a game that it need not sample: optimal play goes on, so both know the truth."""
    game = croupier.make("pig", winning_score=30)
    states = [game.position(f"pig winning_score=30 scores={own},12 turn=0 total=9") for own in (0, 8, 15, 20)]
    exact = values(game, states)
    without = Game(_unsolved(game), **game.options)
    there = [without.position(state.position()) for state in states]
    for known, sampled in zip(exact, values(without, there, agent="optimal", worlds=1024), strict=True):
        assert not sampled.exact
        for k in range(2):
            assert abs(known.gains[k] - sampled.gains[k]) < 4.5 * sampled.errors[k]
            assert abs(known.behind[k] - sampled.behind[k]) < 4.5 * sampled.behind_errors[k] + 1e-9 + (
                known.best != sampled.best
            ) * abs(known.behind[k])


def _unsolved(game: Game) -> Any:
    from dataclasses import replace

    return replace(game.spec, exact=None)


def some(options: dict[str, Any], seed: int, every: int) -> list[State]:
    game = croupier.make("skull-king", **options)
    return [state.clone() for state in decisions(game, seed, every=every)]


def hold_against_other_deals(state: State, worlds: int) -> int:
    """The values of a decision are the same where hidden cards are dealt anew; gives how many deals there were."""
    here = Turns.of_state(state)
    trail, seat, compared = state.trail(), state.current_player(), 0
    (wanted,) = values(state.game, [state], agent="bot", worlds=worlds, threads=1)
    for number in range(8):
        world = state.resample_hidden(seat, number).records
        other = elsewhere(state, trail, world) if state.game.name == "skull-king" else None
        if world.tobytes() == state.records.tobytes() or (other is None and state.game.name == "skull-king"):
            continue
        turns = Turns(state.game, world, here.keys + np.uint64(number), [other].__getitem__)
        assert values(state.game, turns, agent="bot", worlds=worlds, threads=1) == [wanted]
        compared += 1
        if compared == 2:
            break
    return compared


@pytest.mark.timeout(3600)  # nearly two thousand positions in a thorough run
@larger("games", 4, 400)
def test_nothing_that_is_hidden_is_in_them_in_any_phase(games: int) -> None:
    seen: dict[str, int] = {}
    for number in range(games):
        for state in some(SKULL_KING[number % 4], number, every=1):
            if seen.get(state.phase, 0) < games // 2:
                compared = hold_against_other_deals(state, 4)
                if compared:
                    seen[state.phase] = seen.get(state.phase, 0) + 1
    assert set(seen) == PHASES


def test_nothing_that_is_hidden_is_in_them_in_spite_and_malice() -> None:
    game = croupier.make("spite-malice")
    state, compared = game.new_initial_state(3), 0
    bot = make_agent("bot", game)
    for _ in range(60):
        if len(state.legal_actions()) > 1 and state.plies % 5 == 0:
            compared += hold_against_other_deals(state, 4)
        state.apply_action(ask_one(bot, state))
    assert compared >= 8


def test_a_position_alone_has_the_values_that_it_has_among_others() -> None:
    states = some(SKULL_KING[2], 7, every=31)
    assert len(states) >= 4
    game = states[0].game
    together = values(game, states, agent="bot", worlds=8, threads=4)
    assert together == values(game, states, agent="bot", worlds=8, threads=1)
    assert together[::-1] == values(game, states[::-1], agent="bot", worlds=8, threads=2)
    assert [values(game, [state], agent="bot", worlds=8)[0] for state in states] == together
    assert together != values(game, states, agent="bot", worlds=8, seed=1)

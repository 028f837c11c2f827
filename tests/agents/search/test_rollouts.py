"""Rollouts: the same as playing each world by itself, whoever plays, in every game."""

from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Agent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.models import AgentModel, PolicyModel, SeatModel, model_of
from croupier.agents.search.rollouts import Rollouts
from croupier.core.base.kernel import compiled
from croupier.core.base.types import Actions, Records
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import CHANCE, TERMINAL, Floats
from croupier.learn.settings.config import NetworkSettings
from tests.agents.search.worldly import NET, TABLES, decisions, fresh_policy
from tests.amounts import daily


class Slow:
    """An agent behind a model that compiles nothing."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.name = agent, "slow"

    def act(self, turns: Turns) -> Actions:
        return self.agent.act(turns)


def played_alone(game: Game, start: Records, record: Records, agents: list[Agent]) -> list[float]:
    """One world played on to the horizon by agents, decision by decision."""
    part, rules = game.spec.search_part, game.spec.rules
    s, rng = record.copy(), np.array([1], dtype=np.uint64)
    while s["player"][0] != TERMINAL and not part.horizon(start[0], s[0]):
        if s["player"][0] == CHANCE:
            rules.chance(s[0], rng, 0)
            continue
        agent = agents[int(s["player"][0])]
        rules.play(s[0], int(agent.act(Turns(game, s, np.zeros(1, dtype=np.uint64)))[0]))
    out = np.zeros(game.num_players, dtype=np.float32)
    part.gain(start[0], s[0], out)
    return [float(gained) for gained in out]


def rolled_out(
    game: Game, start: Records, worlds: Records, models: list[SeatModel], numbers: np.ndarray
) -> np.ndarray:
    rngs = np.ones(len(worlds), dtype=np.uint64)
    return Rollouts(game, game.spec.search_part, models).run(start, worlds.copy(), rngs, numbers)


def some_worlds(game: Game, state: State, count: int) -> Records:
    worlds = np.repeat(state.records, count)
    seats = np.full(count, state.current_player())
    game.loops.redeal(worlds, seats, np.arange(count, dtype=np.uint64))
    return worlds


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("options", daily(TABLES, 2))
def test_rollouts_by_net_and_bot_are_games_played_by_net_and_bot(
    options: dict[str, object], whole: bool, tmp_path: Path
) -> None:
    """Also by a policy whose graph has to be run whole; a bot that sits nowhere saves a compilation."""
    game = croupier.make("skull-king", **options)
    file = tmp_path / "flat.onnx"
    file.write_bytes(fresh_policy(NetworkSettings(widths=(24,), architecture="flat")))
    net, bot = make_agent(f"net:{file}" if whole else NET, game), make_agent("bot", game)
    assert isinstance(model_of(game, net), PolicyModel) == (compiled() and not whole)
    for state in list(decisions(game, 4, every=23))[:4]:
        worlds = some_worlds(game, state, 4)
        numbers = np.tile(np.arange(game.num_players) % 2, (4, 1)).astype(np.int8)
        agents = [(net, bot)[seat % 2] for seat in range(game.num_players)]
        expected = [played_alone(game, state.records, worlds[k : k + 1], agents) for k in range(4)]
        fast = rolled_out(game, state.records, worlds, [model_of(game, net), AgentModel(game, bot)], numbers)
        outside: list[SeatModel] = [AgentModel(game, Slow(agent)) for agent in (net, bot)]
        slow = rolled_out(game, state.records, worlds, [*outside, AgentModel(game, bot)], numbers)
        np.testing.assert_allclose(fast, expected)
        np.testing.assert_allclose(slow, expected)


def test_pig_is_played_to_its_end() -> None:
    game = croupier.make("pig")
    ends, gains = forty_rollouts(game, game.new_initial_state(2), "bot:hold-20")
    assert (ends["player"] == TERMINAL).all()
    assert set(np.unique(gains)) <= {0.0, 50.0, 100.0}
    np.testing.assert_allclose(gains.sum(axis=1), 100.0)
    assert 0.0 < gains[:, 0].mean() < 100.0


@pytest.mark.parametrize("goal_size", [15, 1])
def test_mini_spite_and_malice_is_played_on_for_three_turns(goal_size: int) -> None:
    game = croupier.make("spite-malice", goal_size=goal_size)
    state = game.new_initial_state(2)
    ends, gains = forty_rollouts(game, state, "bot")
    over = ends["player"] == TERMINAL
    assert over.any() == (goal_size == 1)
    np.testing.assert_array_equal(ends["turns"][~over], state.records["turns"][0] + 3)
    np.testing.assert_allclose(gains.sum(axis=1), 100.0, rtol=1e-6)
    assert set(np.unique(gains[over])) <= {0.0, 100.0}
    assert ((gains[~over] > 0.0) & (gains[~over] < 100.0)).all()


def forty_rollouts(game: Game, state: State, player: str) -> tuple[Records, Floats]:
    """Rollouts of one player in all seats in forty worlds: where they stop, and what seats gain."""
    worlds = some_worlds(game, state, 40)
    rngs = np.arange(40, dtype=np.uint64) * np.uint64(977)
    models = [AgentModel(game, make_agent(player, game))]
    gains = Rollouts(game, game.spec.search_part, models).run(
        state.records, worlds, rngs, np.zeros((40, 2), dtype=np.int8)
    )
    return worlds, gains


def test_rollouts_that_draw_differ_by_their_generators_alone() -> None:
    game = croupier.make("skull-king")
    state = next(each for each in decisions(game, 1) if each.records["cards"][0] == 6)
    worlds = np.repeat(state.records, 100)
    models = [model_of(game, make_agent(name, game)) for name in ("net/temperature=1", "bot")]
    rngs = np.arange(100, dtype=np.uint64)
    numbers = np.zeros((100, 4), dtype=np.int8)
    gains = Rollouts(game, game.spec.search_part, models).run(state.records, worlds.copy(), rngs.copy(), numbers)
    again = Rollouts(game, game.spec.search_part, models).run(
        state.records, worlds[::-1].copy(), rngs[::-1].copy(), numbers
    )
    np.testing.assert_array_equal(gains, again[::-1])
    assert len(np.unique(gains[:, 0])) > 3


def test_more_rollouts_than_are_played_side_by_side_and_none_at_all() -> None:
    game = croupier.make("skull-king", schedule="one")
    state = game.new_initial_state(1)
    rollouts = Rollouts(game, game.spec.search_part, [AgentModel(game, make_agent("bot", game))])
    for count in (0, 1, 2500):
        worlds = np.repeat(state.records, count)
        gains = rollouts.run(
            state.records, worlds, np.ones(count, dtype=np.uint64), np.zeros((count, 4), dtype=np.int8)
        )
        assert gains.shape == (count, 4)
        np.testing.assert_allclose(gains.sum(axis=1), 0.0, atol=1e-3)
    assert rollouts.played == 2501

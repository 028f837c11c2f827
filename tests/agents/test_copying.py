"""Copies of agents choose as the first does, and are set apart from it; pickles do so, or are refused."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.bots import BotAgent
from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from tests.core.playing import pickled

GAME = croupier.make("skull-king", players=2, schedule="one")
NAMES = ["random", "bot", "net", "search/worlds=2,candidates=2,sweeps=0:bot"]


def choices(agent: Any) -> list[int]:
    """What an agent chooses in some positions."""
    batch = GAME.batch(6, seed=1)
    return [int(action) for action in agent.act(Turns.of_rows(GAME, batch, np.arange(6)))]


@pytest.mark.parametrize("name", NAMES)
def test_a_copied_agent_chooses_as_the_first_does(name: str) -> None:
    agent = make_agent(name, GAME)
    for way in (copy.copy, copy.deepcopy):
        other = way(agent)
        other.name = "another"
        assert agent.name == name
        assert choices(other) == choices(agent)


@pytest.mark.parametrize("name", NAMES[2:])
def test_an_agent_that_holds_a_network_or_a_search_is_not_pickled(name: str) -> None:
    agent = make_agent(name, GAME)
    with pytest.raises(TypeError, match=r"the agent '.*' cannot be pickled: take its name along"):
        pickled(agent)


@pytest.mark.parametrize("name", NAMES[:2])
def test_random_play_and_bots_are_pickled(name: str) -> None:
    agent = pickled(make_agent(name, GAME))
    assert (agent.name, choices(agent)) == (name, choices(make_agent(name, GAME)))


def test_a_bot_that_holds_a_local_function_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="the agent 'optimal' cannot be pickled: take its name along"):
        pickled(make_agent("optimal", croupier.make("pig", winning_score=10)))


@pytest.mark.parametrize("way", [copy.deepcopy, pickled])
def test_a_copied_bot_has_threads_of_its_own(way: Callable[[Any], Any]) -> None:
    bot = make_agent("bot", GAME)
    assert isinstance(bot, BotAgent)
    bot.use_threads(2)
    other = way(bot)
    bot.use_threads(1)  # ends its threads, not those of the other
    turns = Turns.of_rows(GAME, GAME.batch(64, seed=1), np.arange(64))
    assert np.array_equal(other.act(turns), bot.act(turns))
    assert other._pool is not None
    other.use_threads(1)


def test_a_setting_of_a_copied_policy_is_its_own() -> None:
    agent = make_agent("net", GAME)
    assert isinstance(agent, PolicyAgent)
    other = copy.deepcopy(agent)
    other.temperature = 5.0
    assert agent.temperature == 0.0

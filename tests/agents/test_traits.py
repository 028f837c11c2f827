"""Traits of agents: said once, in one attribute, and never overlooked."""

from dataclasses import fields
from typing import Any

import pytest

import croupier
from croupier.agents import agent as traits
from croupier.agents.agent import (
    TABLES_AT_ONCE,
    AgentTraits,
    Turns,
    at_once,
    traits_around,
    traits_of,
    wants_trail,
)
from croupier.agents.combined import CombinedAgent
from croupier.agents.human import HumanAgent
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Actions
from croupier.core.spec.exact import ExactPlay


class Own:
    """An agent with one method."""

    name = "own"

    def act(self, turns: Turns) -> Actions:
        actions: Actions = turns.masks.argmax(axis=1)
        return actions


def with_traits(**given: Any) -> Own:
    agent: Any = Own()
    agent.traits = AgentTraits(**given)
    return agent  # type: ignore[no-any-return]


def test_an_agent_with_one_method_has_the_defaults() -> None:
    assert traits_of(Own()) == AgentTraits()
    assert at_once([Own()]) == TABLES_AT_ONCE
    assert not wants_trail([Own()])


def test_a_misspelt_trait_is_refused() -> None:
    with pytest.raises(TypeError, match="wants_trial"):
        AgentTraits(wants_trial=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", [each.name for each in fields(AgentTraits)])
def test_a_trait_beside_the_traits_is_not_overlooked(name: str) -> None:
    agent = Own()
    setattr(agent, name, 1)
    message = rf"Own has {name} of its own: write traits = AgentTraits\({name}=\.\.\.\)"
    for ask in (traits_of, lambda agent: wants_trail([agent]), lambda agent: at_once([agent])):
        with pytest.raises(ConfigError, match=message):
            ask(agent)


def test_traits_that_are_something_else_are_refused() -> None:
    agent: Any = Own()
    agent.traits = {"wants_trail": True}
    with pytest.raises(
        ConfigError, match=r"traits of Own must be AgentTraits\(\.\.\.\), not \{'wants_trail': True\}"
    ):
        traits_of(agent)


def test_an_agent_around_others_has_the_traits_of_all() -> None:
    quick, slow = with_traits(wants_trail=True), with_traits(tables_at_once=8, reproducible=False)
    both = AgentTraits(reproducible=False, wants_trail=True, tables_at_once=8)
    assert traits_around(quick, slow) == both
    assert traits_around(Own()) == AgentTraits()
    assert traits_around(Own(), HumanAgent()) == traits_around(with_traits(speaks=True)) == AgentTraits(asks=True)
    assert CombinedAgent(quick, slow, (), "both").traits == both
    assert at_once([quick, slow, Own()]) == 8


def test_the_limit_of_all_holds_where_an_agent_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "TABLES_AT_ONCE", 5)
    assert at_once([Own()]) == at_once([]) == 5


def test_agents_say_what_they_are() -> None:
    pig = croupier.make("pig")
    said = {name: traits_of(make_agent(name, pig)) for name in ("random", "bot", "search:bot", "cmd:true")}
    assert said["random"].exact_play == said["bot"].exact_play == ExactPlay(horizon=1)
    assert said["search:bot"].tables_at_once == 8
    assert said["search:bot"].exact_play is None
    assert [name for name, each in said.items() if each.speaks] == ["cmd:true"]
    assert [name for name, each in said.items() if not each.reads_prompts] == ["cmd:true"]
    assert [name for name, each in said.items() if not each.computes] == ["cmd:true"]
    assert {name: each.recipe for name, each in said.items()} == {name: {"name": name} for name in said}

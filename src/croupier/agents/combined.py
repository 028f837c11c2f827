"""Agents that measure the value of abilities: another agent decides some phases, or the view is reduced."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from croupier.agents.agent import Agent, Turns, traits_around, traits_of
from croupier.core.base.copies import copy
from croupier.core.base.types import Actions, Records
from croupier.core.engine.game import Game


def ability_phases(game: Game) -> dict[str, tuple[int, ...]]:
    """The phases of special abilities, by head; several phases of one ability share a head."""
    found: dict[str, tuple[int, ...]] = {}
    for phase in game.phases:
        if phase.ability:
            found[phase.head] = (*found.get(phase.head, ()), phase.value)
    return found


class CombinedAgent:
    """Plays as one agent, and in some phases as another.

    Attributes:
        name: names both agents.
        traits: those of both, with a recipe of both and the phases, unless one of them has none.
    """

    def __init__(self, agent: Agent, other: Agent, phases: tuple[int, ...], name: str) -> None:
        """Combine two agents.

        Args:
            agent: decides in all other phases.
            other: decides in `phases`.
            phases: values of phases.
            name: name of the combination.
        """
        self.name = name
        self._agent, self._other = agent, other
        self._phases = np.array(phases, dtype=np.int8)
        parts = {"agent": traits_of(agent).recipe, "other": traits_of(other).recipe}
        known = None not in parts.values()
        recipe = {"name": name, "phases": list(phases), **parts} if known else None
        self.traits = traits_around(agent, other, recipe=recipe)

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        others = np.isin(turns.phases, self._phases)
        actions = np.zeros(len(turns), dtype=np.int64)
        for agent, rows in ((self._agent, np.flatnonzero(~others)), (self._other, np.flatnonzero(others))):
            if len(rows):
                actions[rows] = agent.act(turns.part(rows))
        return actions


class UnseeingAgent:
    """Plays as another agent that does not see what an ability reveals."""

    # It gets changed records, and observations of them. Trails are not changed: they show that the ability was
    # used, but an agent that reads them takes its own knowledge from the record.

    def __init__(self, agent: Agent, ability: str, forget: Callable[[Records], None], name: str) -> None:
        """Reduce an agent's view; `forget` removes in place what the ability revealed to the seats to move."""
        self.name = name
        self._agent, self._forget = agent, forget
        inner = traits_of(agent).recipe
        recipe = None if inner is None else {"name": name, "unseen": ability, "agent": inner}
        self.traits = traits_around(agent, recipe=recipe)

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        records = copy(turns.records)
        self._forget(records)
        return self._agent.act(Turns(turns.game, records, turns.keys, turns.trails))

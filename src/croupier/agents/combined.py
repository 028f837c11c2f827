"""Combined agents: one decides in some phases, another in the rest, to measure what those decisions are worth."""

from __future__ import annotations

import numpy as np

from croupier.agents.agent import Actions, Agent, Turns, at_once, wants_trail
from croupier.core.game import Game


def ability_phases(game: Game) -> dict[str, tuple[int, ...]]:
    """The phases of special abilities by their head: several phases of one ability share a head."""
    found: dict[str, tuple[int, ...]] = {}
    for phase in game.phases:
        if phase.ability:
            found[phase.head] = (*found.get(phase.head, ()), phase.value)
    return found


class CombinedAgent:
    """Plays as one agent, but in some phases as another.

    Attributes:
        name: names both agents.
        wants_trail: whether one of them reads trails.
        tables_at_once: at how many tables they are asked together, at most.
        recipe: both agents and the phases, for `croupier.agents.recipes`; None where one of them has none.
    """

    def __init__(self, agent: Agent, other: Agent, phases: tuple[int, ...], name: str) -> None:
        """Combine two agents.

        Args:
            agent: decides everything else.
            other: decides in `phases`.
            phases: values of phases.
            name: what the combination is called.
        """
        self.name = name
        self.wants_trail = wants_trail((agent, other))
        self.tables_at_once = at_once((agent, other))
        self._agent, self._other = agent, other
        self._phases = np.array(phases, dtype=np.int8)
        parts = {"agent": getattr(agent, "recipe", None), "other": getattr(other, "recipe", None)}
        known = None not in parts.values()
        self.recipe = {"name": name, "phases": list(phases), **parts} if known else None

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        others = np.isin(turns.phases, self._phases)
        actions = np.zeros(len(turns), dtype=np.int64)
        for agent, rows in ((self._agent, np.flatnonzero(~others)), (self._other, np.flatnonzero(others))):
            if len(rows):
                actions[rows] = agent.act(turns.part(rows))
        return actions

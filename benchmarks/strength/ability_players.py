"""Players for measuring what Rosie and Jade could gain: `net`, with search in their decisions alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.strength.seeing import seeing
from croupier.agents.agent import Agent, Turns, traits_around
from croupier.agents.combined import CombinedAgent, UnseeingAgent
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import SearchAgent, Searcher
from croupier.agents.search.settings import BOT, PRESETS
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.games.skull_king.evaluation import forget_jade
from croupier.games.skull_king.record.state import ROSIE_PHASE

SEARCH = replace(PRESETS["strong"], opponents=BOT)
"""Among three `bot`, whom it knows: what is left to gain is not lost by a wrong model of the others."""


def rosie_by_rules(game: Game) -> Agent:
    """`net`, but Rosie's choice is made by the rules of `bot`."""
    return _rosie(game, make_agent("bot", game))


def rosie_by_search(game: Game) -> Agent:
    """`net`, but Rosie's choice is searched."""
    return _rosie(game, _searching(game))


def rosie_seeing(game: Game) -> Agent:
    """`net`, but Rosie's choice is searched in the true deal."""
    return _rosie(game, seeing(game))


def jade_unseen(game: Game) -> Agent:
    """`net`, without what Jade shows."""
    return _unseeing(make_agent("net", game))


def jade_by_search(game: Game) -> Agent:
    """`net`, but a round in which Jade has shown it the undealt cards is searched from then on."""
    return AfterJade(make_agent("net", game), _searching(game))


def jade_by_search_unseen(game: Game) -> Agent:
    """The same decisions are searched, without what Jade has shown."""
    return AfterJade(make_agent("net", game), _unseeing(_searching(game)))


def jade_seeing(game: Game) -> Agent:
    """The same decisions are searched in the true deal."""
    return AfterJade(make_agent("net", game), seeing(game))


def _searching(game: Game) -> Agent:
    return SearchAgent(Searcher(game, make_agent("net", game), SEARCH, make_agent("bot", game)))


def _rosie(game: Game, other: Agent) -> Agent:
    agent = CombinedAgent(make_agent("net", game), other, (ROSIE_PHASE,), "rosie")
    agent.traits = replace(agent.traits, tables_at_once=_AT_ONCE)  # it searches once in two games
    return agent


def _unseeing(agent: Agent) -> Agent:
    return UnseeingAgent(agent, "jade", forget_jade, "jade unseen")


_AT_ONCE = 64


class AfterJade:
    """Plays as one agent, but as another in the rest of a round in which Jade has shown it the undealt cards.

    Attributes:
        name: what it is called.
        traits: those of both.
    """

    name = "after jade"

    def __init__(self, agent: Agent, other: Agent) -> None:
        """Combine two agents.

        Args:
            agent: decides everything else.
            other: decides what comes after Jade.
        """
        # one round in twenty is searched
        self.traits = replace(traits_around(agent, other), tables_at_once=_AT_ONCE)
        self._agent, self._other = agent, other

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        shown = turns.records["jade_seat"] == turns.seats
        actions = np.zeros(len(turns), dtype=np.int64)
        for agent, rows in ((self._agent, np.flatnonzero(~shown)), (self._other, np.flatnonzero(shown))):
            if len(rows):
                actions[rows] = agent.act(turns.part(rows))
        return actions

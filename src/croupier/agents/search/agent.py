"""The agent `search`: a blueprint improved by rollouts in sampled worlds (see `choice`)."""

from __future__ import annotations

import numpy as np

from croupier.agents.agent import NeverPickled, Turns
from croupier.agents.search.searcher import Searcher
from croupier.agents.shipped import called
from croupier.agents.traits import AgentTraits
from croupier.core.base.types import Actions


class SearchAgent(NeverPickled):
    """Searches every decision that has a choice.

    Attributes:
        name: the name by which it was made.
        blueprint: the agent that it improves.
        searcher: what searches.
        traits: reproducible where the clock decides nothing; whether it reads the decisions of the game so far.
    """

    def __init__(self, searcher: Searcher) -> None:
        """Search with `searcher`, which other agents may share."""
        self.name, self.blueprint = "search", searcher.blueprint
        self.searcher, weights = searcher, searcher.weights
        self.traits = AgentTraits(
            reproducible=not searcher.settings.seconds,
            wants_trail=searcher.reads_history,
            tables_at_once=8,  # a game takes seconds or minutes
            around=(searcher.blueprint,),
            plays_by={} if weights is None else {called(weights): weights},
        )

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        if not len(turns):
            self.searcher.compile()
        chosen = np.zeros(len(turns), dtype=np.int64)
        for row in range(len(turns)):
            legal = np.flatnonzero(turns.masks[row])
            chosen[row] = legal[0] if len(legal) == 1 else self.searcher.search(turns, row).action
        return chosen

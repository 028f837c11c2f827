"""A player that sees all cards: what search would gain if it knew them. For tables of the documentation alone."""

from __future__ import annotations

import numpy as np

from croupier.agents.registry import make_agent
from croupier.agents.search.agent import SearchAgent
from croupier.agents.search.belief import Likelihoods, Report, Weights
from croupier.agents.search.rollouts import ModelNumbers
from croupier.agents.search.searcher import Searcher
from croupier.agents.search.settings import Settings
from croupier.core.game import Game
from croupier.core.trail import Trail
from croupier.core.types import Generators, Records


class _OneWorld(Searcher):
    """Searches the true deal alone, again and again with other random numbers."""

    def _sample(
        self,
        record: Records,
        seat: int,
        rngs: Generators,
        trail: Trail | None,
        weights: Weights,
        models: ModelNumbers,
    ) -> tuple[Records, Likelihoods | None, Report | None]:
        del seat, trail, weights, models
        return np.repeat(record, len(rngs)), None, None


class Seeing(SearchAgent):
    """`search` around `net` that is shown the hidden cards and the bids that are not open: ``py:...:Seeing``."""

    def __init__(self, game: Game) -> None:
        """Make it for a game with a trained player that ships."""
        super().__init__(_OneWorld(game, make_agent("net", game), Settings(), make_agent("bot", game)))
        self.name = "seeing"

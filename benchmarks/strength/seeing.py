"""The ceiling of search: `search` with every card seen. It measures what luck leaves; it is no player."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import SearchAgent, Searcher
from croupier.agents.search.settings import PRESETS
from croupier.core.base.types import Generators, Records
from croupier.core.engine.game import Game


class _SeeingSearcher(Searcher):
    """Plays on from the true deal alone; rollouts differ by the luck that is still to come."""

    def _sample(
        self, record: Records, seat: int, rngs: Generators, *_: Any, **__: Any
    ) -> tuple[Records, None, None]:
        del seat
        return np.repeat(record, len(rngs)), None, None


def seeing(game: Game) -> Agent:
    """`search` with all cards seen, as ``py:benchmarks.strength.seeing:seeing``."""
    return SearchAgent(
        _SeeingSearcher(game, make_agent("net", game), PRESETS["standard"], make_agent("bot", game))
    )

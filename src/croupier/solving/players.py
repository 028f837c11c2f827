"""What an agent plays at every information state of a tree."""

from __future__ import annotations

import numpy as np

from croupier.agents.agent import Agent, StochasticAgent, Turns
from croupier.agents.traits import traits_of
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.solving.tree import PublicTree, Reals


def turns_of(tree: PublicTree, game: Game) -> Turns:
    """The decisions of all information states."""
    if tree.records is None:
        raise ValueError("the tree was built without records: grow(game, keep=True)")
    return Turns(game, tree.records, np.zeros(len(tree.records), dtype=np.uint64))


def has_strategy(agent: Agent) -> bool:
    """Whether an agent gives a distribution at every information state, and says that nothing else decides."""
    return isinstance(agent, StochasticAgent) and traits_of(agent).exact_play is not None


def strategy_of(tree: PublicTree, game: Game, agent: Agent) -> Reals:
    """What an agent plays: shares of the actions of every information state."""
    if not isinstance(agent, StochasticAgent) or not has_strategy(agent):
        raise ConfigError(
            f"agent {agent.name!r} cannot be judged exactly: it gives no distribution at every information state, "
            "as random, bot, net and solved:FILE do; croupier train --against AGENT trains learners against others"
        )
    turns = turns_of(tree, game)
    given = agent.probabilities(turns).astype(np.float64)
    totals = np.where(turns.masks, given, 0.0).sum(axis=1, keepdims=True)
    if not np.allclose(totals, 1.0, atol=1e-3) or (given < 0.0).any():
        raise ConfigError(f"agent {agent.name!r} gives shares that do not add up to 1")
    shares: Reals = (given / totals)[turns.masks]
    return shares

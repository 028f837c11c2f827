"""Agents of somebody's own that go wrong, as the tests' server lets people seat them."""

import numpy as np

from croupier.agents.agent import Turns
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game


class Illegal:
    """An agent whose answers no game knows."""

    name = "illegal"

    def __init__(self, game: Game) -> None:
        del game

    def act(self, turns: Turns) -> Actions:
        """Answer with what is not legal."""
        return np.full(len(turns), 9999, dtype=np.int64)


class Chatty(Illegal):
    """An agent that fails, and names the cards that it holds."""

    name = "chatty"

    def act(self, turns: Turns) -> Actions:
        """Fail."""
        raise ValueError(f"I hold {turns.masks.tolist()}")

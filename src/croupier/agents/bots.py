"""Agents that wrap a game's compiled bots."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from croupier.agents.agent import Actions, Turns
from croupier.core.exact import ExactPlay
from croupier.core.kernel import kernel
from croupier.core.spec import Bot, Floats, Kernel
from croupier.core.types import BotParams, Generators, Mask, Records


@lru_cache(maxsize=64)
def _loop(choose: Kernel) -> Kernel:
    @kernel
    def act(records: Records, masks: Mask, params: BotParams, rngs: Generators, out: Actions) -> None:
        for i in range(len(records)):
            out[i] = choose(records[i], masks[i], params, rngs, i)

    return act


class BotAgent:
    """A compiled bot."""

    name = "bot"

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._act = _loop(bot.kernel)

    @property
    def exact_play(self) -> ExactPlay | None:
        """What the bot declares of itself; see `ExactAgent`."""
        return self.bot.exact_play

    def act(self, turns: Turns) -> Actions:
        """Ask the bot in each row; see `Agent.act`."""
        out = np.zeros(len(turns), dtype=np.int64)
        self._act(turns.records, turns.masks, self.bot.params, turns.keys.copy(), out)
        return out

    def probabilities(self, turns: Turns) -> Floats:
        """All on the chosen action (right for bots that draw no random numbers)."""
        out = np.zeros((len(turns), turns.game.num_actions), dtype=np.float32)
        out[np.arange(len(turns)), self.act(turns)] = 1.0
        return out

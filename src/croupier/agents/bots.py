"""Random play, and agents that wrap a game's compiled bots."""

from __future__ import annotations

import weakref
from functools import lru_cache
from itertools import pairwise
from types import FunctionType
from typing import Any, Self

import numpy as np

from croupier.agents.agent import AgentTraits, SharedWhenCopied, Turns, not_pickled
from croupier.agents.names import AgentName
from croupier.agents.shipped import called
from croupier.core.base.kernel import kernel
from croupier.core.base.threads import ForkSafeThreads
from croupier.core.base.tiers import compiled_form, for_rows
from croupier.core.base.types import Actions, BotParams, Generators, Mask, Records
from croupier.core.engine.loops import pick_from_masks
from croupier.core.spec.exact import ExactPlay
from croupier.core.spec.spec import Bot, Floats, Kernel


class RandomAgent:
    """Plays a random legal action, all equally likely."""

    name = "random"
    traits = AgentTraits(exact_play=ExactPlay(horizon=1))

    def act(self, turns: Turns) -> Actions:
        """Draw an action for each row; see `Agent.act`."""
        out = np.zeros(len(turns), dtype=np.int64)
        for_rows(pick_from_masks, len(turns))(turns.masks, turns.keys.copy(), out)
        return out

    def probabilities(self, turns: Turns) -> Floats:
        """One over the number of legal actions."""
        masks = turns.masks.astype(np.float32)
        shares: Floats = masks / masks.sum(axis=1, keepdims=True)
        return shares


def make_random(name: AgentName, *_: object) -> RandomAgent:
    """Make the agent ``random``."""
    name.check_bare()
    return RandomAgent()


_ROWS = 16
"""Fewest rows that are worth starting another thread."""


@lru_cache(maxsize=64)
def _loop(choose: Kernel) -> Kernel:
    @kernel
    def act(records: Records, masks: Mask, params: BotParams, rngs: Generators, out: Actions) -> None:
        for i in range(len(records)):
            out[i] = choose(records[i], masks[i], params, rngs, i)

    return act


class BotAgent(SharedWhenCopied):
    """A compiled bot."""

    name = "bot"

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        weights = {} if bot.weights is None else {called(bot.weights): bot.weights}
        self.traits = AgentTraits(exact_play=bot.exact_play, plays_by=weights)
        self._act = _loop(bot.kernel)
        self._pool: ForkSafeThreads | None = None
        self._threads = 1

    def __copy__(self) -> Self:
        made = super().__copy__()
        made._pool = None  # the threads belong to the other agent
        made.use_threads(self._threads)
        return made

    def __getstate__(self) -> dict[str, Any]:
        play = self.bot.exact_play
        for held in (self.bot.kernel, None if play is None else play.policy):
            if isinstance(held, FunctionType) and "<locals>" in held.__qualname__:  # which pickle refuses
                raise not_pickled(self.name)
        return {**self.__dict__, "_act": None, "_pool": None}  # a local function, which pickle refuses

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._act = _loop(self.bot.kernel)
        self.use_threads(self._threads)

    def use_threads(self, count: int) -> None:
        """Divide the rows of `act` among threads, including the caller's; the answers do not depend on it."""
        if self._pool is not None:
            self._pool.shutdown()
        self._threads = count
        self._pool = ForkSafeThreads(count - 1, "croupier-bot") if count > 1 else None
        if self._pool is not None:
            weakref.finalize(self, self._pool.shutdown, wait=False)

    def act(self, turns: Turns) -> Actions:
        """Ask the bot in each row; see `Agent.act`."""
        out = np.zeros(len(turns), dtype=np.int64)
        act = compiled_form(self._act) if self.bot.heavy else for_rows(self._act, len(turns))
        records, masks, keys = turns.records, turns.masks, turns.keys.copy()

        def work(lo: int, hi: int) -> None:
            act(records[lo:hi], masks[lo:hi], self.bot.params, keys[lo:hi], out[lo:hi])

        parts = min(self._threads, max(1, len(out) // _ROWS))
        if self._pool is None or parts == 1:
            work(0, len(out))
            return out
        cuts = np.linspace(0, len(out), parts + 1).astype(int).tolist()
        jobs = [self._pool.submit(work, lo, hi) for lo, hi in pairwise(cuts[1:])]
        work(0, cuts[1])
        for job in jobs:
            job.result()
        return out

    def probabilities(self, turns: Turns) -> Floats:
        """Probability 1 for the chosen action; correct for bots without random numbers."""
        out = np.zeros((len(turns), turns.game.num_actions), dtype=np.float32)
        out[np.arange(len(turns)), self.act(turns)] = 1.0
        return out

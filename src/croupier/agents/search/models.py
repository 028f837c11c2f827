"""Rollout policies for each seat: a trained policy, a compiled bot, or any agent."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from copy import copy
from typing import Protocol, Self

import numpy as np

from croupier.agents.agent import Agent, StochasticAgent, Turns
from croupier.agents.bots import BotAgent, RandomAgent
from croupier.agents.policy import PolicyAgent, masked_softmax
from croupier.agents.search.network import Alike, Layers, logits_loop, read_heads
from croupier.core.base.copies import take
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled, kernel
from croupier.core.base.rng import below, uniform
from croupier.core.base.tiers import loop
from croupier.core.base.types import (
    ActionList,
    Actions,
    BotParams,
    Counts,
    Features,
    Generators,
    Mask,
    Record,
    Records,
    RowNumbers,
)
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Bot, Floats

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class SeatModel(Protocol):
    """A model of how a seat plays."""

    name: str  # the agent's name

    def choose(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, rngs: Generators, out: Actions
    ) -> None:
        """Write the action chosen in each of some rows, among the first `counts` of its list, into `out`."""
        ...

    def chances(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, alike: Alike = None
    ) -> Floats:
        """The probability of each legal action, in the order of the lists, for each of some positions."""
        # `rows`, shape (K,), are those asked of the `records`, shape (N,), which do not change; `alike` is a hint
        # that may save time. The result has shape (K, most legal actions of a row), padded with zeros. A policy
        # that always plays its likeliest action gives its network's probabilities, which are more informative.
        ...


class WithModels:
    """A base of those that ask models of the seats, which are numbered."""

    _models: tuple[SeatModel, ...]

    def with_model(self, model: SeatModel) -> Self:
        """A copy with one more model, the last."""
        made = copy(self)
        made._models = (*self._models, model)
        return made


@kernel
def pick(logits: Features, count: int, temperature: float, rngs: Generators, i: int) -> int:
    """Place of the highest logit, or of one drawn from their softmax at a temperature above 0.

    logits: float32, the first `count` hold; rngs, i: the generators and the row of the one that is drawn from.
    """
    best = 0
    for n in range(1, count):
        if logits[n] > logits[best]:
            best = n
    if temperature > 0.0:
        top = np.float64(logits[best])
        total = 0.0
        for n in range(count):
            total += math.exp((np.float64(logits[n]) - top) / temperature)
        left = uniform(rngs, i) * total
        best = 0
        left -= math.exp((np.float64(logits[0]) - top) / temperature)
        while left >= 0.0 and best < count - 1:
            best += 1
            left -= math.exp((np.float64(logits[best]) - top) / temperature)
    return best


@loop
def pick_rows(
    logits: Features,
    rows: RowNumbers,
    lists: ActionList,
    counts: Counts,
    temperature: float,
    rngs: Generators,
    out: Actions,
) -> None:
    """Pick an action in each row."""
    for k in range(len(rows)):
        i = rows[k]
        out[i] = lists[i, pick(logits[k], counts[i], temperature, rngs, i)]


@loop
def softmax_rows(logits: Features, rows: RowNumbers, counts: Counts) -> None:
    """Turn logits of legal actions into probabilities, in place; zeros behind them."""
    for k in range(len(rows)):
        row, count = logits[k], counts[rows[k]]
        top = row[0]
        for n in range(1, count):
            top = max(top, row[n])
        total = 0.0
        for n in range(count):
            row[n] = math.exp(row[n] - top)
            total += np.float64(row[n])
        for n in range(count):
            row[n] = np.float64(row[n]) / total
        row[count:] = 0.0


@kernel
def _any_action(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:  # noqa: ARG001  # a bot
    """Draw a legal action, each equally likely."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    left = below(rng, i, count)
    chosen = -1
    while left >= 0:
        chosen += 1
        left -= mask[chosen]
    return chosen


class LogitsModel(ABC):
    """A model that gives logits."""

    name: str  # the agent's name
    temperature: float = 1.0  # 0 chooses the likeliest action, 1 samples by the softmax of the logits

    @abstractmethod
    def logits(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, alike: Alike = None
    ) -> Floats:
        """Logits of the legal actions, of the shape of `chances`; arguments as there."""

    def choose(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, rngs: Generators, out: Actions
    ) -> None:
        """See `SeatModel.choose`."""
        logits = self.logits(records, rows, lists, counts)
        pick_rows(logits, rows, lists, counts, self.temperature, rngs, out)

    def chances(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, alike: Alike = None
    ) -> Floats:
        """See `SeatModel.chances`."""
        shares = self.logits(records, rows, lists, counts, alike)
        softmax_rows(shares, rows, counts)
        return shares


class PolicyModel(LogitsModel):
    """A trained policy, by its layers."""

    def __init__(self, game: Game, layers: Layers, temperature: float, name: str) -> None:
        """Compile the loop."""
        self.name, self.layers, self.temperature = name, layers, float(temperature)
        self._logits = logits_loop(game.spec.rules, game.observation_size)

    def logits(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, alike: Alike = None
    ) -> Floats:
        """See `LogitsModel.logits`."""
        out = np.zeros((len(rows), int(counts[rows].max(initial=1))), dtype=np.float32)
        steps = np.arange(len(records)) if alike is None else alike
        self._logits(self.layers, records, rows, lists, counts, steps, out)
        return out


def stochastic(agent: Agent) -> StochasticAgent:
    """The same agent, checked to give probabilities."""
    if not isinstance(agent, StochasticAgent):
        raise ConfigError(f"search needs an agent that gives probabilities, which {agent.name!r} does not")
    return agent


class AgentModel:
    """Any agent, asked as at a table."""

    def __init__(self, game: Game, agent: Agent) -> None:
        """Wrap an agent of a game."""
        self.name = agent.name
        self.agent = agent
        self.bot: Bot | None = None  # the agent as a compiled bot; None if it is not one
        if isinstance(agent, BotAgent):
            self.bot = agent.bot
        elif isinstance(agent, RandomAgent):
            self.bot = Bot(_any_action)
        self._game = game

    def choose(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, rngs: Generators, out: Actions
    ) -> None:
        """See `SeatModel.choose`."""
        del lists, counts
        out[rows] = self.agent.act(Turns(self._game, take(records, rows), rngs[rows]))
        rngs[rows] += _GOLDEN  # a new random word for the next decision

    def chances(
        self, records: Records, rows: RowNumbers, lists: ActionList, counts: Counts, alike: Alike = None
    ) -> Floats:
        """See `SeatModel.chances`."""
        del alike
        turns = Turns(self._game, take(records, rows), np.zeros(len(rows), dtype=np.uint64))
        most = int(counts[rows].max(initial=1))
        within = np.arange(most) < counts[rows, None]
        if isinstance(self.agent, BotAgent):  # probability 1 for its choice, without a table of all actions
            chosen: Floats = (within & (lists[rows, :most] == self.agent.act(turns)[:, None])).astype(np.float32)
            return chosen
        if isinstance(self.agent, PolicyAgent):
            shares = masked_softmax(self.agent.logits(turns), turns.masks)
        else:
            shares = stochastic(self.agent).probabilities(turns)
        listed: Floats = np.take_along_axis(shares, lists[rows, :most].astype(np.int64), axis=1)
        return np.where(within, listed, np.float32(0.0))


def model_of(game: Game, agent: Agent) -> SeatModel:
    """The fastest model of an agent; without compilation, ONNX Runtime is faster than the kernels of `network`."""
    if isinstance(agent, PolicyAgent) and compiled():
        layers = read_heads(agent.data, game)
        if layers is not None:
            return PolicyModel(game, layers, agent.temperature, agent.name)
    return AgentModel(game, agent)

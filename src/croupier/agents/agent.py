"""The agent protocol, and agents by name.

An agent answers many tables at once: it is given the rows in which it is to move and returns one action for
each. A network does so with one matrix product, a bot with one compiled loop, a person row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from croupier.core import types
from croupier.core.bundles import View
from croupier.core.errors import ConfigError, FileError, require, unknown
from croupier.core.game import Game
from croupier.core.kernel import kernel
from croupier.core.rng import next_u64
from croupier.core.spec import Bools, Floats, Records
from croupier.core.state import State

Actions = types.Actions
Keys = types.Generators


@dataclass(frozen=True, eq=False)
class Turns:
    """The rows in which an agent is to move; K rows.

    Attributes:
        game: the game.
        records: copies of the records, shape (K,). They hold hidden cards: who reads them must not peek, and the
            re-deal test finds out.
        keys: a fresh random word a row, uint64, from which any random choice is made. So a choice depends on
            neither the number of rows nor their order.
    """

    game: Game
    records: Records
    keys: Keys

    def __len__(self) -> int:
        return len(self.records)

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """Seat to move, int8, shape (K,)."""
        seats: npt.NDArray[np.int8] = self.records["player"]
        return seats

    @property
    def phases(self) -> npt.NDArray[np.int8]:
        """Value of the phase, int8, shape (K,)."""
        phases: npt.NDArray[np.int8] = self.records["phase"]
        return phases

    @cached_property
    def masks(self) -> Bools:
        """Legal actions, bool, shape (K, num_actions)."""
        view = View.empty(self.game.num_actions, len(self))
        self.game.loops.choices(self.records, 0, len(self), view[:])
        return view.masks

    @cached_property
    def observations(self) -> Floats:
        """What the seat to move may know, float32, shape (K, observation_size)."""
        out = np.zeros((len(self), self.game.observation_size), dtype=np.float32)
        self.game.loops.observe(self.records, self.seats.astype(np.int64), out)
        return out

    def state(self, row: int) -> State:
        """One row as a State, for agents that read text."""
        return State(self.game, self.records[row : row + 1].copy(), self.keys[row : row + 1].copy(), 0, "", [])


@runtime_checkable
class Agent(Protocol):
    """Who plays.

    Attributes:
        name: the name by which it was made.
    """

    name: str

    def act(self, turns: Turns) -> Actions:
        """Choose one action for each row.

        Args:
            turns: the rows in which it is to move.

        Returns:
            Actions, int64, shape (K,).
        """
        ...


@runtime_checkable
class StochasticAgent(Agent, Protocol):
    """An agent that can tell how likely it plays each action (needed for exact values)."""

    def probabilities(self, turns: Turns) -> Floats:
        """Probability of each action, float32, shape (K, num_actions)."""
        ...


@kernel
def _draw(streams: types.Generators, rows: types.Rows, out: Keys) -> None:
    for k in range(len(rows)):
        out[k] = next_u64(streams, rows[k])


def draw_keys(streams: types.Generators, rows: types.Rows) -> Keys:
    """Draw the next random word of some tables, for `Turns.keys`.

    Args:
        streams: a generator a table, uint64; those of the rows are advanced.
        rows: which tables, int64, shape (K,).

    Returns:
        Random words, uint64, shape (K,).
    """
    out = np.zeros(len(rows), dtype=np.uint64)
    _draw(streams, rows, out)
    return out


def answers(
    agent: Agent, turns: Turns, masks: Bools, rows: types.Rows, called: str = "agent"
) -> tuple[Actions, Bools]:
    """What an agent plays in some rows of a batch.

    Args:
        agent: the agent.
        turns: the rows, K of them.
        masks: legal actions in all rows of the batch, bool, shape (N, num_actions).
        rows: which of them these are, int64, shape (K,).
        called: what it is called in an error.

    Returns:
        Its actions, int64, and which of them are legal, bool, each of shape (K,).

    Raises:
        ValueError: its answer is not one integer a row.
    """
    chosen = np.asarray(agent.act(turns))
    if chosen.shape != (len(turns),) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"{called} {agent.name!r} answered {len(turns)} rows with {chosen.dtype} of shape {chosen.shape}, "
            f"not with integers of shape ({len(turns)},)"
        )
    chosen = chosen.astype(np.int64, copy=False)
    inside = (chosen >= 0) & (chosen < masks.shape[1])
    return chosen, inside & masks[rows, np.where(inside, chosen, 0)]


AgentMaker = Callable[[str, Game], Agent]


def _random(argument: str, game: Game) -> Agent:
    from croupier.agents.random import RandomAgent

    if argument:
        raise ConfigError(f"random takes nothing behind a colon, not {argument!r}")
    del game
    return RandomAgent()


def _human(argument: str, game: Game) -> Agent:
    from croupier.agents.human import HumanAgent

    if argument:
        raise ConfigError(f"human takes nothing behind a colon, not {argument!r}")
    del game
    return HumanAgent()


def _net(argument: str, game: Game) -> Agent:
    from croupier.agents.policy import PolicyAgent

    if argument:
        return PolicyAgent(argument, game)
    from croupier.agents.shipped import shipped_policy

    path = shipped_policy(game)
    try:
        return PolicyAgent(path, game)
    except FileError as error:
        raise ConfigError(f"the player that ships with croupier does not play {game!r}: {error}") from error


GENERAL: dict[str, tuple[AgentMaker, str, str]] = {
    "random": (_random, "any legal action, each equally likely", "random"),
    "net": (
        _net,
        "a trained policy: of a file, or without one the player that ships with croupier (skull-king)",
        "net:runs/pig/policy.onnx",
    ),
    "human": (_human, "a person at the terminal", "human"),
}
"""Agents of every game: maker, help, example. A game's own bots stand in its spec."""


def agent_names(game: Game) -> dict[str, tuple[str, str]]:
    """The agents that can play a game: help and example by name."""
    own = {name: (entry.help, entry.example) for name, entry in game.spec.bots.items()}
    return {name: (text, example) for name, (_, text, example) in GENERAL.items()} | own


def require_libraries(names: Iterable[str]) -> None:
    """Check, before anything is compiled or played, that the libraries of some agents are installed.

    Args:
        names: names of agents, as `make_agent` takes them.

    Raises:
        ConfigError: one is missing; the message names it and the extra that installs it.
    """
    if any(name.partition(":")[0] == "net" for name in names):
        require("a policy", "onnxruntime")


def make_agent(name: str, game: Game) -> Agent:
    """Make an agent by name.

    Args:
        name: like ``random``, ``bot``, ``bot:hold-25``, ``optimal`` or ``net:FILE``.
        game: the game it is to play.

    Returns:
        The agent.

    Raises:
        ConfigError: no such agent for this game (the message gives the near names), or a bad argument.
        FileError: a policy's file cannot be used.
    """
    head, _, argument = name.partition(":")
    if head in GENERAL:
        agent = GENERAL[head][0](argument, game)
    elif head in game.spec.bots:
        from croupier.agents.bots import BotAgent

        agent = BotAgent(game.spec.bots[head].make(argument, game.options))
    else:
        raise unknown(f"agent for {game.name}", name, agent_names(game))
    agent.name = name
    return agent

"""The agent protocol: a batch of decisions in (`Turns`), one action for each out.

An agent answers many tables at once: it is given the rows in which it is to move and returns one action for
each. A network does so with one matrix product, a bot with one compiled loop, a person row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from croupier.core import types
from croupier.core.bundles import View
from croupier.core.exact import ExactPlay
from croupier.core.game import Game
from croupier.core.kernel import kernel
from croupier.core.rng import next_u64
from croupier.core.spec import Bools, Floats, Records
from croupier.core.state import State

Actions = types.Actions
Keys = types.Generators


@dataclass(frozen=True, eq=False)
class Turns:
    """A batch of K decisions for one agent: the rows in which it is to move.

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
    """Anything that chooses actions: a bot, a policy, a person.

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
    """An agent that also gives the probability of each action (needed for exact values)."""

    def probabilities(self, turns: Turns) -> Floats:
        """Probability of each action, float32, shape (K, num_actions)."""
        ...


@runtime_checkable
class ExactAgent(StochasticAgent, Protocol):
    """An agent whose exact value can be computed, where the game has an exact solver."""

    @property
    def exact_play(self) -> ExactPlay | None:
        """What is known of how it chooses; None where too little is for exact values."""
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

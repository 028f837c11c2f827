"""How tests play at random and copy, and all that a batch shows."""

import pickle
from typing import Any, TypeVar

import numpy as np

from croupier.core.engine.batch import Batch
from croupier.core.engine.game import State
from tests.splitmix import SplitMix64

T = TypeVar("T")
PUBLIC = (
    "records", "rngs", "episodes", "plies", "seeds", "masks", "legal_actions", "legal_counts", "current_players",
    "phases", "observations", "rewards", "shaped_rewards", "dones", "truncated", "final_observations",
)  # fmt: skip
"""The arrays of a batch."""


def randomly(state: State, count: int, seed: int = 1) -> State:
    """The state after up to so many random actions."""
    draw = SplitMix64(seed)
    for _ in range(count):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
    return state


def words(size: int) -> Any:
    """Generators of a batch's random actions."""
    return np.arange(1, size + 1, dtype=np.uint64)


def drawn(batch: Batch, generators: Any) -> Any:
    """A random action in each row."""
    actions = np.zeros(len(batch), dtype=np.int64)
    batch.random_actions(generators, actions)
    return actions


def all_of(batch: Batch) -> dict[str, bytes]:
    """All that a batch shows."""
    return {name: getattr(batch, name).tobytes() for name in PUBLIC}


def pickled(thing: T) -> T:
    """The thing from its pickle."""
    back: T = pickle.loads(pickle.dumps(thing))  # noqa: S301  # bytes of our own
    return back

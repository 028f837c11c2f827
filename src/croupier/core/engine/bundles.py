"""Bundles of arrays: the named arguments of the loops over many games.

Python code names their parts; kernels are handed plain tuples, ``view[:]``, and unpack them once, in this order. A
kernel could take the named tuple itself, and be found again in the cache of compiled code; but each costs a call
0.8 microseconds, in Numba's dispatch, and a step of a small batch takes 5 in all. Per row nothing differs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.core.base.types import (
    ActionList,
    Codes,
    Counters,
    Counts,
    Features,
    Mask,
    PhaseValues,
    Records,
    RecordSeats,
    RowFlags,
    SeatValues,
    Seeds,
    Weights,
)

EPISODES, BEGUN, LENGTH = range(3)
"""Rows of `Deals.counts`."""
_NO_OBSERVATIONS: Features = np.zeros((0, 0), dtype=np.float32)


class View(NamedTuple):
    """What is written of each row after a step: what may be done, by whom, and what that seat sees.

    Attributes:
        masks: legal actions, bool, shape (N, num_actions).
        actions: their list, int16, shape (N, num_actions); the first `counts` entries hold.
        counts: number of legal actions, int16, shape (N,); 0 where the game is over.
        current_players: seat to move or TERMINAL, int8, shape (N,).
        phases: phase of the decision, int8, shape (N,).
        observations: what the seat to move may know, float32, shape (N, observation_size); without a row where
            nobody observes.
    """

    masks: Mask
    actions: ActionList
    counts: Counts
    current_players: RecordSeats
    phases: PhaseValues
    observations: Features

    @classmethod
    def empty(cls, num_actions: int, rows: int) -> View:
        """Fresh arrays of zeros for some rows, without observations."""
        return cls(
            np.zeros((rows, num_actions), dtype=np.bool_),
            np.zeros((rows, num_actions), dtype=np.int16),
            np.zeros(rows, dtype=np.int16),
            np.zeros(rows, dtype=np.int8),
            np.zeros(rows, dtype=np.int8),
            _NO_OBSERVATIONS,
        )


class Ends(NamedTuple):
    """What is written of the rows whose game a step ends.

    Attributes:
        rewards: utilities gained in the step, float32, shape (N, players).
        dones: whether the game ended in the step, bool, shape (N,).
        truncated: whether a limit ended it, bool, shape (N,).
        final_observations: of truncated games, every seat's last observation, float32, shape (N, players,
            observation_size); shape (N, 0, observation_size) for games that never truncate.
    """

    rewards: SeatValues
    dones: RowFlags
    truncated: RowFlags
    final_observations: Features


class Deals(NamedTuple):
    """The deal of each row's game, and by what a finished one is dealt again.

    Attributes:
        codes: options of each row's next game, int64, shape (N, options).
        seeds: seed of each row's game, uint64, shape (N,).
        counts: of each row, int64, shape (3, N): games played before (`EPISODES`), the batch's step at which the
            present one began (`BEGUN`), and its decisions once it is over (`LENGTH`). One array, since each costs
            every call; and no row counts its decisions, which would cost every step.
        base_seed: the batch's seed, uint64.
    """

    codes: Codes
    seeds: Seeds
    counts: Counters
    base_seed: np.uint64


class Shaping(NamedTuple):
    """What training rewards are computed from, and where they are written.

    Attributes:
        weights: weights of the game's shaped rewards, float64, shape (weights + 1,).
        before: a scratch record a thread, shape (threads,).
        rewards: training rewards of the step, float32, shape (N, players).
    """

    weights: Weights
    before: Records
    rewards: SeatValues

"""Type aliases for the arguments of kernels: a record and its arrays.

They document shapes and dtypes. They also let mypy reject ``s.field``, which works only in compiled code: write
``s["field"]``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Record: TypeAlias = np.void
"""One game: a row of an array of records, by reference."""
Records: TypeAlias = npt.NDArray[np.void]
"""Many games, shape (N,)."""
Codes: TypeAlias = npt.NDArray[np.int64]
"""Options as integers, in the order of declaration; shape (options,), or (N, options)."""
Mask: TypeAlias = npt.NDArray[np.bool_]
"""Which actions are legal; shape (num_actions,), or (N, num_actions)."""
ActionList: TypeAlias = npt.NDArray[np.int16]
"""The legal actions, in the first `count` entries; shape (num_actions,), or (N, num_actions)."""
Features: TypeAlias = npt.NDArray[np.float32]
"""An observation; shape (observation_size,), or (N, observation_size)."""
SeatValues: TypeAlias = npt.NDArray[np.float32]
"""A number for each seat: utilities, points or rewards; shape (seats,), or (N, seats)."""
Generators: TypeAlias = npt.NDArray[np.uint64]
"""States of SplitMix64 generators, one a game; shape (N,). Kernels take the array and the row."""
Seeds: TypeAlias = npt.NDArray[np.uint64]
"""Seeds of deals; shape (N,)."""
RowNumbers: TypeAlias = npt.NDArray[np.int64]
"""Which rows of a batch; shape (K,)."""
Actions: TypeAlias = npt.NDArray[np.int64]
"""One action a row; shape (K,)."""
Counters: TypeAlias = npt.NDArray[np.int64]
"""A count in each row, like decisions made; shape (N,)."""
Seats: TypeAlias = npt.NDArray[np.int64]
"""One seat a row; shape (K,)."""
RecordSeats: TypeAlias = npt.NDArray[np.int8]
"""The field `player` of many records: the seat to move, CHANCE or TERMINAL; shape (N,)."""
PhaseValues: TypeAlias = npt.NDArray[np.int8]
"""The field `phase` of many records; shape (N,)."""
Counts: TypeAlias = npt.NDArray[np.int16]
"""Number of legal actions, 0 if a game is over; shape (N,)."""
RowFlags: TypeAlias = npt.NDArray[np.bool_]
"""A condition by row; shape (N,)."""
Weights: TypeAlias = npt.NDArray[np.float64]
"""Weights of shaped rewards, in the order of the spec, then a zero; shape (weights + 1,)."""
Probabilities: TypeAlias = npt.NDArray[np.float64]
"""Probabilities of the outcomes of a chance event; shape (max_outcomes,)."""
CardList: TypeAlias = npt.NDArray[np.int8]
"""Cards by value; the number of valid entries, at the front, is stored separately."""
BotParams: TypeAlias = npt.NDArray[Any]  # a bot's own: its maker chooses dtype and shape
"""Parameters of a bot's kernel."""
Labels: TypeAlias = npt.NDArray[np.int8]
"""Classes to predict, one a seat; shape (seats,), or one for each of many decisions."""

Arrays: TypeAlias = dict[str, npt.NDArray[Any]]
"""Arrays by name."""

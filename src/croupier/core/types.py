"""Type aliases for the arguments of kernels: a record, and the arrays beside it.

They say which shape and dtype is meant, and let mypy refuse ``s.field``, which works in compiled code alone: the
fields of a record are read and written as ``s["field"]``.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Record: TypeAlias = np.void
"""One game: a row of an array of records, by reference."""
Records: TypeAlias = npt.NDArray[np.void]
"""Many games, shape (N,)."""
Codes: TypeAlias = npt.NDArray[np.int64]
"""Options as integers, in the order of their declaration; shape (options,), or (N, options)."""
Mask: TypeAlias = npt.NDArray[np.bool_]
"""Which actions are legal; shape (num_actions,), or (N, num_actions)."""
ActionList: TypeAlias = npt.NDArray[np.int16]
"""The legal actions, of which the first `count` entries hold; shape (num_actions,), or (N, num_actions)."""
Features: TypeAlias = npt.NDArray[np.float32]
"""An observation; shape (observation_size,), or (N, observation_size)."""
SeatValues: TypeAlias = npt.NDArray[np.float32]
"""A number for each seat: utilities, points or rewards; shape (seats,), or (N, seats)."""
Generators: TypeAlias = npt.NDArray[np.uint64]
"""States of SplitMix64 generators, one a game; shape (N,). Kernels are given the array and the row."""

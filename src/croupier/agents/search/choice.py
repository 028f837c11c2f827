"""Choice among actions by paired gains: differences with standard errors, pruning, and the rule of `search`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.base.types import RowNumbers
from croupier.core.spec.spec import Floats

_UNIFORM_SHARE = 0.01
"""Share of the blueprint that is uniform, so that search can leave a blueprint that is certain."""
_DROP = 2.0
"""Standard errors that an action must be below the best one to be dropped."""

Differences = npt.NDArray[np.float64]


def difference(a: Floats, b: Floats) -> tuple[Differences, Differences]:
    """Mean and standard error of gains a - b over the last axis, the same worlds; infinite with only one world."""
    apart = np.asarray(a - b, dtype=np.float64)
    count = apart.shape[-1]
    spread = apart.std(axis=-1, ddof=1) if count > 1 else np.full(apart.shape[:-1], np.inf)
    return apart.mean(axis=-1), spread / np.sqrt(count)


def still_open(gains: Floats, kept: RowNumbers, blueprint: int) -> RowNumbers:
    """Actions that may still be the best, and the blueprint's, by the gains so far, shape (actions, worlds)."""
    leader = kept[gains[kept].mean(axis=1).argmax()]
    ahead, error = difference(gains[leader], gains[kept])
    open_still: RowNumbers = kept[(ahead - _DROP * error <= 0.0) | (kept == blueprint)]
    return open_still


def logs_of(shares: Floats) -> Differences:
    """Logarithms of a blueprint's probabilities, shape (actions,), with a small uniform share."""
    logs: Differences = np.log((1.0 - _UNIFORM_SHARE) * shares.astype(np.float64) + _UNIFORM_SHARE / len(shares))
    return logs


def choose(shares: Floats, gains: Floats, gate: float, eta: float) -> int:
    """The action with the greatest ``log pi + eta * max(0, d - gate * se)``; ties go to the blueprint's likeliest.

    pi are the blueprint's probabilities, with a small uniform share. d is the mean gain minus that of the
    blueprint's action in the same worlds, and se its standard error.

    Args:
        shares: the blueprint's probabilities, shape (actions,).
        gains: shape (actions, worlds); NaN for dropped actions.
    """
    best = int(shares.argmax())
    whole = np.flatnonzero(~np.isnan(gains).any(axis=1))
    if best not in whole:  # all other actions were dropped
        return best
    logs = logs_of(shares)
    ahead, error = difference(gains[whole], gains[best])
    error[whole == best] = 0.0
    taken_off = gate * error if gate > 0.0 else 0.0  # with one world the error is infinite
    scores = logs[whole] + eta * np.maximum(0.0, ahead - taken_off)
    top = int(scores.argmax())
    return best if scores[top] <= logs[best] else int(whole[top])

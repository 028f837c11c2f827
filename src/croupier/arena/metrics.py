"""Win shares, and their confidence intervals by a paired bootstrap over deals."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.spec import Floats

Doubles = npt.NDArray[np.float64]

RESAMPLES = 2000
_LEVEL = 0.95
_CHUNK = 1 << 22


def win_shares(returns: Floats) -> Doubles:
    """Share of the win that falls to each seat.

    The seat with the highest utility has won: alone it gets 1, and k seats that share the first place get 1/k
    each, so that every game gives away exactly one win.

    Args:
        returns: final utilities, shape (tables, players).

    Returns:
        float64, shape (tables, players); each row adds up to 1.
    """
    first = returns == returns.max(axis=1, keepdims=True)
    shares: Doubles = first / first.sum(axis=1, keepdims=True)
    return shares


def bootstrap_means(values: Doubles, seed: int, resamples: int = RESAMPLES) -> Doubles:
    """Means of resampled deals: the paired bootstrap.

    All columns of a resample are means over the same deals, drawn with replacement, so that what two columns have
    in common, the luck of the deal, cancels in their difference.

    Args:
        values: a deal's mean for each agent, shape (deals, agents).
        seed: the same seed gives the same resamples.
        resamples: how many.

    Returns:
        float64, shape (resamples, agents).
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    deals = len(values)
    means = np.empty((resamples, values.shape[1]))
    step = max(1, _CHUNK // deals)
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        drawn = rng.integers(0, deals, size=(stop - start, deals))
        for column in range(values.shape[1]):
            means[start:stop, column] = values[:, column][drawn].mean(axis=1)
    return means


def intervals(values: Doubles, seed: int) -> list[tuple[float, float] | None]:
    """95% confidence intervals of each column's mean, from `bootstrap_means`.

    Args:
        values: a deal's mean for each agent, shape (deals, agents).
        seed: seed of the resamples.

    Returns:
        Lower and upper bound for each agent, or None from fewer than two deals, which tell nothing about chance.
    """
    if len(values) < 2:
        return [None] * values.shape[1]
    tail = (1.0 - _LEVEL) / 2.0
    low, high = np.quantile(bootstrap_means(values, seed), (tail, 1.0 - tail), axis=0)
    return [(float(a), float(b)) for a, b in zip(low, high, strict=True)]

"""Each seat's chance to win a game of several rounds, from the points so far and the rounds to come.

The points that a seat gains in a round are modelled as normal and independent by seat, with equal means. Points
that all seats gain alike decide nothing, so the mean does not matter, and a game gives the standard deviation from
the table's mean. With s the deviation of all rounds to come, and x the points,

    P(seat i wins) = integral of phi((t - x_i) / s) / s  prod over j != i of Phi((t - x_j) / s) dt

is computed by the trapezoid rule, which converges faster than any power of the step for such integrands. It uses
no cards: within a round it is that of the points before it. After the game, it is the shares of the win. How often
seats win that it gives a chance: ``python -m benchmarks.outlook``.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from croupier.core import TERMINAL, Records
from croupier.core.base.tiers import loop
from croupier.core.base.types import Probabilities

_REACH = 8.0
"""Deviations around the most points that are integrated; the rest is below 1e-15."""
_STEP = 0.25
"""Width of a step, in deviations: the error is below 1e-12."""
_NODES = int(2 * _REACH / _STEP) + 1
_ROOT_HALF = math.sqrt(0.5)
_OVER = 1e-6
"""A deviation that leaves the win to the most points, shared among equals."""


def remaining(deviations: npt.NDArray[np.float64], played: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
    """Deviation of the rounds to come, from those of all rounds and how many are played, shape (N,)."""
    after = np.append(np.cumsum((deviations**2)[::-1])[::-1], 0.0)
    left: npt.NDArray[np.float64] = np.sqrt(after[played])
    return left


def chances_to_win(
    records: Records, points: npt.NDArray[np.integer], spread: npt.NDArray[np.float64]
) -> Probabilities:
    """The chances at tables of one game that are dealt or over.

    Args:
        records: the tables, at least one, shape (N,).
        points: points of each seat, of which more are better, shape (N, seats).
        spread: standard deviation of the points that a seat has still to gain, shape (N,).

    Returns:
        The chance of each seat, float64, shape (N, seats); 0 for a seat where nobody sits.
    """
    out = np.zeros(points.shape)
    people = int(records["players"][0])
    _integrate(points.astype(np.float64), np.where(records["player"] == TERMINAL, _OVER, spread), people, out)
    return out


@loop
def _integrate(
    points: npt.NDArray[np.float64], spreads: npt.NDArray[np.float64], people: int, out: Probabilities
) -> None:
    below = np.zeros(points.shape[1])
    for k in range(len(points)):
        top = points[k, 0]
        for i in range(1, people):
            top = max(top, points[k, i])
        total, spread = 0.0, spreads[k]
        for node in range(_NODES):
            at = top + (node * _STEP - _REACH) * spread
            for j in range(people):
                below[j] = 0.5 * math.erfc(-(at - points[k, j]) / spread * _ROOT_HALF)
            for i in range(people):
                density = math.exp(-0.5 * ((at - points[k, i]) / spread) ** 2)
                for j in range(people):
                    if j != i:
                        density *= below[j]
                out[k, i] += density
                total += density
        for i in range(people):
            out[k, i] /= total

"""Outlook of Skull King: each seat's chance to win the game, from the scores and the rounds to come.

The points that a seat gains in a round of c cards are taken as normal, each seat's by itself, with the same mean
and the standard deviation a c^b, where a and b depend on the number of players and the scoring (`SPREADS`). Points
that all seats gain alike decide nothing, so the mean does not matter, and the deviation is that from the mean of
the table. With s the deviation of all rounds to come, and x the scores,

    P(seat i wins) = integral of phi((t - x_i) / s) / s  prod over j != i of Phi((t - x_j) / s) dt

is computed by the trapezoid rule, which converges faster than any power of the step for such integrands. It knows
no cards: within a round it is that of the scores before it. Once the game is over, it is the shares of the win.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.tiers import loop
from croupier.core.base.types import Probabilities, Record, Records
from croupier.core.spec.spec import TERMINAL
from croupier.games.skull_king.record.scoring import utilities
from croupier.games.skull_king.record.state import SEATS, hand_size

SPREADS = np.array(
    [
        [(13.6, 0.604), (13.3, 0.611), (12.4, 0.643), (12.3, 0.634), (12.2, 0.612), (12.3, 0.591), (12.4, 0.584)],
        [(4.4, 1.019), (4.2, 1.059), (4.6, 0.980), (5.0, 0.886), (5.4, 0.817), (5.9, 0.753), (6.3, 0.724)],
    ]
)
"""a and b by scoring (usual, Rascal) and number of players (2 to 8), float64, shape (2, 7, 2). Fitted to 2,000
games of `bot` each, by ``python -m benchmarks.skull_king_outlook --fit``."""
_REACH = 8.0
"""How many deviations around the highest score are integrated: what lies beyond is below 1e-15."""
_STEP = 0.25
"""Width of a step, in deviations: the error is below 1e-12."""
_NODES = int(2 * _REACH / _STEP) + 1
_ROOT_HALF = math.sqrt(0.5)


@inlined
def remaining_spread(s: Record) -> float:
    """Standard deviation of the points that a seat has still to gain, measured from the mean of the table."""
    first, power = SPREADS[s["rascal"], s["players"] - 2]
    variance = 0.0
    for number in range(s["round"], s["rounds"]):
        variance += (first * hand_size(s, number) ** power) ** 2
    return math.sqrt(variance)


@kernel
def _integrate(scores: npt.NDArray[np.float64], spread: float, below: Probabilities, out: Probabilities) -> None:
    """Chance of each of some scores to be the highest in the end; `below` is room for as many numbers."""
    count = len(scores)
    top = scores[0]
    for i in range(1, count):
        top = max(top, scores[i])
    total = 0.0
    for i in range(count):
        out[i] = 0.0
    for node in range(_NODES):
        at = top + (node * _STEP - _REACH) * spread
        for j in range(count):
            below[j] = 0.5 * math.erfc(-(at - scores[j]) / spread * _ROOT_HALF)
        for i in range(count):
            density = math.exp(-0.5 * ((at - scores[i]) / spread) ** 2)
            for j in range(count):
                if j != i:
                    density *= below[j]
            out[i] += density
            total += density
    for i in range(count):
        out[i] /= total


@loop
def _fill(records: Records, out: Probabilities) -> None:
    scores, below, shares = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS, dtype=np.float32)
    for k in range(len(records)):
        s = records[k]
        people = int(s["players"])
        if s["player"] == TERMINAL:
            utilities(s["scores"], people, shares)
            for seat in range(SEATS):
                out[k, seat] = shares[seat]
        else:
            for seat in range(people):
                scores[seat] = s["scores"][seat]
            _integrate(scores[:people], remaining_spread(s), below[:people], out[k, :people])


def outlook(records: Records) -> Probabilities:
    """Chance of each seat to win the game, from what all can see.

    Args:
        records: tables, shape (N,), with at least one round to come or over.

    Returns:
        float64, shape (N, 8). Rows sum to 1; seats that are not taken have 0.
    """
    out = np.zeros((len(records), SEATS))
    _fill(records, out)
    return out

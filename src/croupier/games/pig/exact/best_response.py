"""Exact value of a best response to a fixed policy of Pig.

Against a player who does not change, Pig is a Markov decision process of one player. Its states are own score,
other score, turn total and turns left (R. A. Howard, "Dynamic programming and Markov processes", 1960). With a
limit the values follow by backward induction over the turns left. Without, a score pair depends only on pairs with
a greater sum and on itself, so each pair is solved alone by policy iteration.
"""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import inlined
from croupier.core.base.tiers import loop
from croupier.core.spec.exact import ExactResult
from croupier.games.pig.english import say
from croupier.games.pig.exact.evaluate import Policy, StateValues, ValueTable, backward, check_target, turn_value

_TOLERANCE = 1e-15
_EVEN = 1e-13  # holding at 0 is chosen only where it is better by more: where both are equal, the game must go on
_STEPS = 64


@inlined
def _best_turn(target: int, own: int, banked: StateValues, lost: float) -> tuple[float, float]:
    """Value of the best turn that starts at `own`, and its derivative by `lost`.

    banked[s]: value once score s is banked; lost: value of ending the turn with nothing.
    """
    v2, v3, v4, v5, v6 = 1.0, 1.0, 1.0, 1.0, 1.0
    d2, d3, d4, d5, d6 = 0.0, 0.0, 0.0, 0.0, 0.0
    v1, d1 = 1.0, 0.0
    for score in range(target - 1, own - 1, -1):
        roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
        slope = (1.0 + d2 + d3 + d4 + d5 + d6) / 6.0
        v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
        d6, d5, d4, d3, d2 = d5, d4, d3, d2, d1
        if score > own and banked[score] > roll:
            v1, d1 = banked[score], 0.0
        elif score == own and lost > roll + _EVEN:  # waiting pays where the other player is weaker at this score
            v1, d1 = lost, 1.0
        else:
            v1, d1 = roll, slope
    return v1, d1


@loop
def best_layer(
    b: ValueTable, before_a: StateValues, before_b: StateValues, now_a: StateValues, now_b: StateValues
) -> float:
    """One more turn left, with the best play of A; arrays as in `evaluate_layer`. Returns the largest change."""
    target = before_a.shape[0]
    change = 0.0
    for i in range(target):
        for j in range(target):
            now_a[i, j] = _best_turn(target, i, before_b[:, j], before_b[i, j])[0]
            now_b[i, j] = turn_value(b[j, i], j, target, before_a[i, :], 0.0, before_a[i, j])
            change = max(change, abs(now_a[i, j] - before_a[i, j]), abs(now_b[i, j] - before_b[i, j]))
    return change


@loop
def best_unlimited(b: ValueTable, x_a: StateValues, x_b: StateValues) -> bool:
    """Without limit, with the best play of A; False if some pair never ends.

    The value of A's turn is a convex, piecewise linear function of the value of ending it with nothing, and that
    is linear in the value of A's turn: Newton's method from below is policy iteration.
    """
    target = x_a.shape[0]
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j = total - i
            g0 = turn_value(b[j, i], j, target, x_a[i, :], 0.0, 0.0)
            g1 = turn_value(b[j, i], j, target, x_a[i, :], 0.0, 1.0) - g0
            x = 0.0
            for _ in range(_STEPS):
                lost = g0 + g1 * x
                f, df = _best_turn(target, i, x_b[:, j], lost)
                if 1.0 - df * g1 < 1e-12:
                    return False
                better = (f + df * (g0 - lost)) / (1.0 - df * g1)
                change = abs(better - x)
                x = better
                if change < _TOLERANCE:
                    break
            x_a[i, j] = x
            x_b[i, j] = g0 + g1 * x
    return True


def best_response(b: Policy, target: int, max_turns: int | None = None, draw: float = 0.5) -> ExactResult:
    """Exact value of a best response to B, against B.

    Args:
        target: the winning score, 1..200 points.
        max_turns: the turn limit, or None.
    """
    check_target(target)
    if max_turns is None:
        x_a, x_b = np.zeros((target, target)), np.zeros((target, target))
        if not best_unlimited(b(1 << 30), x_a, x_b):
            raise ConfigError(say("exact.endless_response"))
        return ExactResult(float(x_a[0, 0]), float(x_b[0, 0]))
    last: list[ValueTable] = []

    def layer(
        left: int, before_a: StateValues, before_b: StateValues, now_a: StateValues, now_b: StateValues
    ) -> tuple[float, bool]:
        table = b(left)
        change = best_layer(table, before_a, before_b, now_a, now_b)
        same = bool(last) and last[0] is table
        last[:] = [table]
        return change, same

    return backward(layer, target, max_turns, draw)

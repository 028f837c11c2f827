"""Shaped rewards of Mini Spite and Malice, for training alone: the win, and each goal card played."""

from __future__ import annotations

from croupier.core.base.kernel import kernel
from croupier.core.base.types import Record, SeatValues, Weights

WEIGHTS: dict[str, float] = {"win": 1.0, "goal": 1.0}
"""The default weights by name, in the order in which `shape` is given them."""


@kernel
def shape(before: Record, action: int, after: Record, weights: Weights, out: SeatValues) -> None:
    """Training reward: weights[0] for the win, weights[1] for the share of the goal pile that is played.

    What one seat gains the other loses. Over a game the shares add up to the difference of the goal piles.
    """
    won = int(after["goal_counts"][0] == 0) - int(after["goal_counts"][1] == 0)
    own = before["goal_counts"][0] - after["goal_counts"][0]
    other = before["goal_counts"][1] - after["goal_counts"][1]
    out[0] = weights[0] * won + weights[1] * (own - other) / after["goal_size"]
    out[1] = -out[0]

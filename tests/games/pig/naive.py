"""Exact values of Pig by brute force, for small targets: plain recursion and value iteration, no cleverness.

Written from the rules page alone. A value is the probability to win plus half of that to draw.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

Roller = Callable[[int, int, int, int], float]
"""Probability to roll, given own score, other score, turn total and turns left."""


def standing(own: int, other: int) -> float:
    """Value of scores at the limit (PIG-5)."""
    return 1.0 if own > other else 0.5 if own == other else 0.0


def limited(target: int, turns: int) -> Callable[[int, int, int, int], tuple[float, float]]:
    """Optimal play with a turn limit.

    Returns:
        value(own, other, total, left): the values of rolling and of holding, with `left` turns left, this one too.
    """

    @cache
    def value(own: int, other: int, total: int, left: int) -> tuple[float, float]:
        def next_turn(score: int) -> float:
            return standing(score, other) if left == 1 else 1.0 - max(value(other, score, 0, left - 1))

        hold = 1.0 if own + total >= target else next_turn(own + total)
        if own + total >= target:
            return 0.0, hold  # rolling on only risks the win
        roll = next_turn(own) + sum(max(value(own, other, total + face, left)) for face in range(2, 7))
        return roll / 6.0, hold

    for left in range(1, turns + 1):  # from the end on, so that the recursion stays shallow
        value(0, 0, 0, left)
    return value


def unlimited(target: int) -> npt.NDArray[np.float64]:
    """Optimal play without limit, by sweeps over every state until nothing changes; shape (target,) * 3.

    Entry [own, other, total] is the value for the player to move; states with own + total >= target win (1).
    """
    own, other, total = np.meshgrid(*[np.arange(target)] * 3, indexing="ij")
    wins = own + total >= target
    values = np.where(wins, 1.0, 0.5)
    ahead = [np.minimum(total + face, target - 1) for face in range(2, 7)]
    beyond = [own + total + face >= target for face in range(2, 7)]
    banked = np.minimum(own + total, target - 1)
    while True:
        roll = (1.0 - values[other, own, 0]).astype(float)
        for place, over in zip(ahead, beyond, strict=True):
            roll = roll + np.where(over, 1.0, values[own, other, place])
        hold = 1.0 - values[other, banked, 0]
        after = np.where(wins, 1.0, np.maximum(roll / 6.0, hold))
        if np.abs(after - values).max() < 1e-13:
            return after
        values = after


def match(a: Roller, b: Roller, target: int, turns: int, draw: float = 0.5) -> float:
    """Value, for A, of A against B with a turn limit, A starting; policies are asked up to the target."""

    def ending(mine: int, theirs: int) -> float:
        return {1.0: 1.0, 0.5: draw, 0.0: 0.0}[standing(mine, theirs)]

    @cache
    def value(mine: int, theirs: int, total: int, left: int, mine_to_move: bool) -> float:
        own, other = (mine, theirs) if mine_to_move else (theirs, mine)
        chance = (a if mine_to_move else b)(own, other, min(total, target), left)

        def next_turn(score: int) -> float:
            after = (score, theirs) if mine_to_move else (mine, score)
            return ending(*after) if left == 1 else value(*after, 0, left - 1, not mine_to_move)

        hold = next_turn(own + total) if own + total < target else float(mine_to_move)
        if total >= target:  # the policy does the same from here on: a geometric series
            lost = next_turn(own)
            return (chance * lost / 6.0 + (1.0 - chance) * hold) / (1.0 - chance * 5.0 / 6.0)
        roll = next_turn(own) + sum(value(mine, theirs, total + face, left, mine_to_move) for face in range(2, 7))
        return chance * roll / 6.0 + (1.0 - chance) * hold

    for left in range(1, turns + 1):
        value(0, 0, 0, left, (turns - left) % 2 == 0)
    return value(0, 0, 0, turns, True)


def endless_match(a: Roller, b: Roller, target: int) -> tuple[float, float]:
    """Values, for A, of A against B without limit, A starting and B starting: a linear system over all states."""
    totals = target + 1
    count = 2 * target * target * totals

    def place(to_move: int, own: int, other: int, total: int) -> int:
        return ((to_move * target + own) * target + other) * totals + min(total, target)

    matrix, known = np.eye(count), np.zeros(count)
    for to_move, policy in enumerate((a, b)):
        for own in range(target):
            for other in range(target):
                for total in range(totals):
                    row = place(to_move, own, other, total)
                    chance = policy(own, other, total, 1 << 30)
                    matrix[row, place(1 - to_move, other, own, 0)] -= chance / 6.0
                    for face in range(2, 7):
                        matrix[row, place(to_move, own, other, total + face)] -= chance / 6.0
                    if own + total >= target:
                        known[row] += (1.0 - chance) * (to_move == 0)
                    else:
                        matrix[row, place(1 - to_move, other, own + total, 0)] -= 1.0 - chance
    values = np.linalg.solve(matrix, known)
    return float(values[place(0, 0, 0, 0)]), float(values[place(1, 0, 0, 0)])


def best_match(b: Roller, target: int, turns: int, draw: float = 0.5) -> tuple[float, float]:
    """Values, for A, of A's best play against B with a turn limit, A starting and B starting."""

    def ending(mine: int, theirs: int) -> float:
        return {1.0: 1.0, 0.5: draw, 0.0: 0.0}[standing(mine, theirs)]

    @cache
    def value(mine: int, theirs: int, total: int, left: int, mine_to_move: bool) -> float:
        own, other = (mine, theirs) if mine_to_move else (theirs, mine)

        def next_turn(score: int) -> float:
            after = (score, theirs) if mine_to_move else (mine, score)
            return ending(*after) if left == 1 else value(*after, 0, left - 1, not mine_to_move)

        hold = next_turn(own + total) if own + total < target else float(mine_to_move)
        if mine_to_move and own + total >= target:
            return hold
        chance = 1.0 if mine_to_move else b(own, other, min(total, target), left)
        lost = next_turn(own)
        if total >= target:
            return (chance * lost / 6.0 + (1.0 - chance) * hold) / (1.0 - chance * 5.0 / 6.0)
        faces = sum(value(mine, theirs, total + face, left, mine_to_move) for face in range(2, 7))
        roll = (lost + faces) / 6.0
        return max(roll, hold) if mine_to_move else chance * roll + (1.0 - chance) * hold

    for left in range(1, turns + 1):
        value(0, 0, 0, left, True)
        value(0, 0, 0, left, False)
    return value(0, 0, 0, turns, True), value(0, 0, 0, turns, False)

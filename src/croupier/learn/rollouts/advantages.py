"""Generalised advantage estimation for seats that take turns: one trajectory per seat.

J. Schulman, P. Moritz, S. Levine, M. Jordan, P. Abbeel, "High-dimensional continuous control using generalized
advantage estimation" (2016). For decision k of one seat, with value V(k), and reward R(k) gained from then until
the seat's next decision k+1,

    delta(k) = R(k) + gamma V(k+1) - V(k)
    A(k)     = delta(k) + gamma lambda A(k+1)

At the end of a game V(k+1) = A(k+1) = 0; where the game was truncated V(k+1) is the value of the seat's last
observation. At the end of a rollout the seat to move has V(k+1) = the value of what it sees now. The last decision
of every other seat is *open*: what it led to is not known yet.

Which decisions are open depends on how they turned out: in a dice game, a seat whose roll ends its turn is not
heard of again before the cut. Whatever counts closed decisions only is therefore biased towards good luck. So an
open decision is not left out but taken over into the next rollout, and A(k+1) is added only where k+1 lies before
a step, the *horizon*, from which on decisions may be open; later ones stop at V(k+1), lucky or not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.core.base.tiers import loop
from croupier.core.base.types import RecordSeats
from croupier.core.spec.spec import Bools, Floats

NOBODY = -1
"""Seat of a step that holds no decision."""

_OPEN_BEFORE_HORIZON = 0.01


class Steps(NamedTuple):
    """What a rollout of T steps at N tables of P seats has noted of each decision.

    Attributes:
        deciders: the seat that decided, int8, (T, N); NOBODY in a step that holds no decision.
        values: V of what it saw, float32, (T, N).
        rewards: what each seat gained by the step, float32, (T, N, P).
        closed: whether no later reward counts, as at the end of a game, bool, (T, N).
        bootstrap_values: where the game was truncated the value of each seat's last observation, else zero,
            float32, (T, N, P).
        is_open: which decisions are open, bool, (T, N).
    """

    deciders: RecordSeats
    values: Floats
    rewards: Floats
    closed: Bools
    bootstrap_values: Floats
    is_open: Bools


class Cut(NamedTuple):
    """The tables at the end of a rollout.

    Attributes:
        movers: the seat to decide after the last step, int8, (N,), or NOBODY where what it sees is not valued.
        values: V of what it sees, float32, (N,).
    """

    movers: RecordSeats
    values: Floats


@loop
def find_open(deciders: RecordSeats, closed: Bools, movers: RecordSeats, known: Bools, is_open: Bools) -> None:
    """Mark the decisions whose sequel is not known at the end of a rollout."""
    tables, seats = known.shape
    for n in range(tables):
        for seat in range(seats):
            known[n, seat] = seat == movers[n]
    for t in range(len(deciders) - 1, -1, -1):
        for n in range(tables):
            if closed[t, n]:
                for seat in range(seats):
                    known[n, seat] = True
            seat = deciders[t, n]
            is_open[t, n] = False
            if seat != NOBODY:
                is_open[t, n] = not known[n, seat]
                known[n, seat] = True


def find_horizon(is_open: Bools) -> int:
    """The first step from which on decisions may be open: 99% of the open ones lie there.

    Args:
        is_open: bool, shape (T, N).

    Returns:
        A step, 0 .. T.
    """
    steps = np.flatnonzero(is_open) // is_open.shape[1]
    return int(steps[int(len(steps) * _OPEN_BEFORE_HORIZON)]) if len(steps) else len(is_open)


@loop
def advantages(
    steps: Steps, cut: Cut, horizon: int, gamma: float, gae_lambda: float, out: Floats, pending_rewards: Floats
) -> None:
    """Advantages of a rollout of T steps at N tables of P seats.

    Args:
        gamma: discount, 0..1.
        gae_lambda: lambda, 0..1.
        out: written: A, float32, (T, N); zero where there is no decision or an open one.
        pending_rewards: written where a decision is open: what its seat has gained since, float32, (N, P).
    """
    deciders, values, rewards, closed, bootstrap_values, is_open = steps
    movers, last_values = cut
    tables, seats = pending_rewards.shape
    # going backward: about the decision of each seat that comes next in time
    next_value = np.zeros((tables, seats), dtype=np.float64)
    next_advantage = np.zeros((tables, seats), dtype=np.float64)
    gained = np.zeros((tables, seats), dtype=np.float64)
    for n in range(tables):
        if movers[n] != NOBODY:
            next_value[n, movers[n]] = last_values[n]
    for t in range(len(deciders) - 1, -1, -1):
        for n in range(tables):
            for seat in range(seats):
                if closed[t, n]:
                    next_value[n, seat] = bootstrap_values[t, n, seat]
                    next_advantage[n, seat] = 0.0
                    gained[n, seat] = 0.0
                gained[n, seat] += rewards[t, n, seat]
            seat = deciders[t, n]
            out[t, n] = 0.0
            if seat == NOBODY:
                continue
            value = np.float64(values[t, n])
            if is_open[t, n]:
                pending_rewards[n, seat] = gained[n, seat]
            else:
                delta = gained[n, seat] + gamma * next_value[n, seat] - value
                out[t, n] = delta + gamma * gae_lambda * next_advantage[n, seat]
            next_advantage[n, seat] = out[t, n] if t < horizon else np.float32(0.0)
            next_value[n, seat] = value
            gained[n, seat] = 0.0

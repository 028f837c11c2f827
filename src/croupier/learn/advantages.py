"""Generalised advantage estimation where the seats take turns: one trajectory a seat.

J. Schulman, P. Moritz, S. Levine, M. Jordan, P. Abbeel, "High-dimensional continuous control using generalized
advantage estimation" (2016). For decision k of one seat, with value V(k), and reward R(k) gained from then until
the seat's next decision k+1,

    delta(k) = R(k) + gamma V(k+1) - V(k)
    A(k)     = delta(k) + gamma lambda A(k+1)

At the end of a game V(k+1) = A(k+1) = 0; where the game was truncated V(k+1) is the value of the seat's last
observation. At the end of a rollout the seat to move has V(k+1) = the value of what it sees now. The last decision
of every other seat is *open*: what it led to is not known yet.

Which decisions are open depends on how they turned out: in Pig, a seat that rolls a 1 loses the turn and is not
heard of again before the cut. Whatever counts closed decisions only is therefore biased towards good luck. So an
open decision is not left out but taken over into the next rollout, and A(k+1) is added only where k+1 lies before
a slot, the *horizon*, from which on decisions may be open; later ones stop at V(k+1), lucky or not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.kernel import kernel

NOBODY = -1
"""Seat of a slot that holds no decision."""

_OPEN_BEFORE_HORIZON = 0.01


@kernel
def find_open(players: Any, dones: Any, movers: Any, known: Any, is_open: Any) -> None:
    """Mark the decisions whose sequel is not known at the end of a rollout.

    Args:
        players: the seat that decided, int8, (T, N); NOBODY in a slot that holds no decision.
        dones: whether no later reward counts, as at the end of a game, bool, (T, N).
        movers: the seat to decide after the last step, int8, (N,); NOBODY where what it sees is not valued.
        known: written: scratch, bool, (N, P).
        is_open: written, bool, (T, N).
    """
    tables, seats = known.shape
    for n in range(tables):
        for seat in range(seats):
            known[n, seat] = seat == movers[n]
    for t in range(len(players) - 1, -1, -1):
        for n in range(tables):
            if dones[t, n]:
                for seat in range(seats):
                    known[n, seat] = True
            seat = players[t, n]
            is_open[t, n] = False
            if seat != NOBODY:
                is_open[t, n] = not known[n, seat]
                known[n, seat] = True


def find_horizon(is_open: npt.NDArray[np.bool_]) -> int:
    """The first slot from which on decisions may be open: 99% of the open ones lie there.

    Args:
        is_open: bool, shape (T, N).

    Returns:
        A slot, 0 .. T.
    """
    slots = np.flatnonzero(is_open) // is_open.shape[1]
    return int(slots[int(len(slots) * _OPEN_BEFORE_HORIZON)]) if len(slots) else len(is_open)


@kernel
def advantages(slots: Any, cut: Any, horizon: int, gamma: float, trace: float, out: Any, owed: Any) -> None:
    """Advantages of a rollout of T slots at N tables of P seats.

    Args:
        slots: six arrays: the seat that decided, int8, (T, N), NOBODY in a slot that holds no decision; V of what
            it saw, float32, (T, N); what each seat gained by the step, float32, (T, N, P); whether the game ended
            by it, bool, (T, N); where it was truncated the value of each seat's last observation, else zero,
            float32, (T, N, P); which decisions are open, bool, (T, N).
        cut: two arrays: the seat to decide after the last step, int8, (N,), or NOBODY; V of what it sees, float32,
            (N,).
        horizon: the slot from which on no decision's A is added to the one before it.
        gamma: discount, 0..1.
        trace: lambda, 0..1.
        out: written: A, float32, (T, N); zero where there is no decision or an open one.
        owed: written where a decision is open: what its seat has gained since, float32, (N, P).
    """
    players, values, rewards, dones, ends, is_open = slots
    movers, now = cut
    tables, seats = owed.shape
    # going backward: about the decision of each seat that comes next in time
    next_value = np.zeros((tables, seats), dtype=np.float64)
    next_advantage = np.zeros((tables, seats), dtype=np.float64)
    gained = np.zeros((tables, seats), dtype=np.float64)
    for n in range(tables):
        if movers[n] != NOBODY:
            next_value[n, movers[n]] = now[n]
    for t in range(len(players) - 1, -1, -1):
        for n in range(tables):
            for seat in range(seats):
                if dones[t, n]:
                    next_value[n, seat] = ends[t, n, seat]
                    next_advantage[n, seat] = 0.0
                    gained[n, seat] = 0.0
                gained[n, seat] += rewards[t, n, seat]
            seat = players[t, n]
            out[t, n] = 0.0
            if seat == NOBODY:
                continue
            value = np.float64(values[t, n])
            if is_open[t, n]:
                owed[n, seat] = gained[n, seat]
            else:
                delta = gained[n, seat] + gamma * next_value[n, seat] - value
                out[t, n] = delta + gamma * trace * next_advantage[n, seat]
            next_advantage[n, seat] = out[t, n] if t < horizon else np.float32(0.0)
            next_value[n, seat] = value
            gained[n, seat] = 0.0

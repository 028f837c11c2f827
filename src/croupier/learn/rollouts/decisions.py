"""The decisions of a rollout, sums over their games, and generalised advantage estimation for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.core.base.tiers import loop
from croupier.core.base.types import RecordSeats, RowNumbers
from croupier.core.spec.spec import Bools, Floats

ARRAYS = (
    "observations", "privileged", "masks", "actions", "logps", "values", "phases", "advantages", "value_targets"
)  # fmt: skip
"""Attributes of `Decisions` with one row a step and table."""


@dataclass
class RolloutTally:
    """Sums over the decisions of a rollout, and over the games that ended in it."""

    played: int = 0  # decisions
    learned: int = 0  # decisions that can be learned from
    games: int = 0  # games that ended
    truncated: int = 0  # games among them that a limit cut short
    first_seat: float = 0.0  # utilities of their first seats
    seats: int = 0  # seats of the current policy in them
    points: float = 0.0  # final points of these seats
    reward: float = 0.0  # mean over the seats of the sum of absolute rewards

    def scalars(self) -> dict[str, float]:
        """Curves by name."""
        games = max(self.games, 1)
        return {
            "games/finished": float(self.games),
            "games/decisions_per_game": self.played / games,
            "games/truncated": self.truncated / games,
            "games/first_seat": self.first_seat / games,
            "games/points": self.points / max(self.seats, 1),
            "games/reward": self.reward / games,
            "games/learned_share": self.learned / max(self.played, 1),
        }


@dataclass(frozen=True, eq=False)
class Decisions:
    """The decisions of a rollout that can be learned from: K of M rows."""

    rows: RowNumbers  # row numbers of these decisions, int64, shape (K,)
    observations: Floats  # shape (M, observation_size)
    privileged: Floats  # privileged features of the critic, shape (M, size); size 0 without an oracle
    masks: Bools  # legal actions, shape (M, num_actions)
    actions: npt.NDArray[np.int64]  # shape (M,)
    logps: Floats  # log-probability of the action when it was chosen, shape (M,)
    values: Floats  # value estimates, shape (M,)
    phases: npt.NDArray[np.int8]  # shape (M,)
    advantages: Floats  # shape (M,)
    value_targets: Floats  # shape (M,)
    # targets of the auxiliary tasks by name: labels, int8, (M,), or shares, float32, (M, size)
    targets: dict[str, npt.NDArray[Any]]
    scalars: dict[str, float]  # statistics of the games, as curves by name
    tally: RolloutTally  # sums behind some of the curves

    def compact(self) -> Decisions:
        """A copy with only the rows that can be learned from."""
        arrays = {name: getattr(self, name)[self.rows] for name in ARRAYS}
        targets = {name: array[self.rows] for name, array in self.targets.items()}
        return replace(self, rows=np.arange(len(self.rows)), targets=targets, **arrays)

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """The compact decisions of several rollouts in one."""
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
        targets = {name: np.concatenate([part.targets[name] for part in parts]) for name in parts[0].targets}
        sums = {each.name: sum(getattr(part.tally, each.name) for part in parts) for each in fields(RolloutTally)}
        tally, curves = RolloutTally(**sums), dict[str, float]()
        for name in dict.fromkeys(name for part in parts for name in part.scalars):
            found = [part.scalars[name] for part in parts if name in part.scalars]
            # sums are added below, with their curves; other curves are means
            curves[name] = sum(found) / len(found)
        rows = np.arange(len(arrays["actions"]))
        return cls(rows=rows, targets=targets, scalars=curves | tally.scalars(), tally=tally, **arrays)


# J. Schulman, P. Moritz, S. Levine, M. Jordan, P. Abbeel, "High-dimensional continuous control using generalized
# advantage estimation" (2016). For decision k of one seat, with value V(k), and reward R(k) gained from then
# until the seat's next decision k+1,
#
#     delta(k) = R(k) + gamma V(k+1) - V(k)     A(k)     = delta(k) + gamma lambda A(k+1)
#
# At the end of a game V(k+1) = A(k+1) = 0; where the game was truncated V(k+1) is the value of the seat's last
# observation. At the end of a rollout the seat to move has V(k+1) = the value of its present observation. The last
# decision of every other seat is *open*: its result is not known yet.
#
# Which decisions are open depends on their result: in a dice game, a seat whose roll ends its turn does not decide
# again before the cut. An estimate from closed decisions only would therefore be biased towards good luck. So an
# open decision is carried over into the next rollout, and A(k+1) is added only if k+1 comes before a step, the
# *horizon*, from which on decisions may be open; later ones stop at V(k+1).

NOBODY = -1
"""Seat of a step without a decision."""

_OPEN_BEFORE_HORIZON = 0.01


class Steps(NamedTuple):
    """The data of each decision in a rollout of T steps at N tables of P seats."""

    deciders: RecordSeats  # the seat that decided, int8, (T, N); NOBODY in a step without a decision
    values: Floats  # V of its observation, float32, (T, N)
    rewards: Floats  # each seat's reward in the step, float32, (T, N, P)
    closed: Bools  # whether no later reward counts, as at the end of a game, (T, N)
    # in truncated games the value of each seat's last observation, else zero, float32, (T, N, P)
    bootstrap_values: Floats
    is_open: Bools  # which decisions are open, (T, N)


class Cut(NamedTuple):
    """The N tables at the end of a rollout."""

    # the seat to decide after the last step, int8, (N,), or NOBODY if its observation has no value
    movers: RecordSeats
    values: Floats  # V of its observation, float32, (N,)


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
    """The first step, 0 .. T, from which on decisions may be open, with 99% of the open ones after it."""
    steps = np.flatnonzero(is_open) // is_open.shape[1]
    return int(steps[int(len(steps) * _OPEN_BEFORE_HORIZON)]) if len(steps) else len(is_open)


@loop
def advantages(
    steps: Steps, cut: Cut, horizon: int, gamma: float, gae_lambda: float, out: Floats, pending_rewards: Floats
) -> None:
    """Advantages of a rollout of T steps at N tables of P seats.

    Args:
        out: written: A, float32, (T, N); zero where there is no decision or an open one.
        pending_rewards: written where a decision is open: what its seat has gained since, float32, (N, P).
    """
    deciders, values, rewards, closed, bootstrap_values, is_open = steps
    movers, last_values = cut
    tables, seats = pending_rewards.shape
    # going backward: values of each seat's next decision
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

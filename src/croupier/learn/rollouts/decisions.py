"""The decisions of a rollout, and sums over their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.types import RowNumbers
from croupier.core.spec.spec import Bools, Floats

_ARRAYS = (
    "observations", "privileged", "masks", "actions", "logps", "values", "phases", "advantages", "value_targets"
)  # fmt: skip


@dataclass
class RolloutTally:
    """Sums over the decisions of a rollout, and over the games that ended in it.

    Attributes:
        played: decisions.
        learned: those of them that can be learned from.
        games: games that ended.
        truncated: those of them that were cut short by a limit.
        first_seat: utilities of their first seats.
        seats: seats of the current policy in them.
        points: final points of these seats.
        reward: mean over the seats of all absolute rewards.
    """

    played: int = 0
    learned: int = 0
    games: int = 0
    truncated: int = 0
    first_seat: float = 0.0
    seats: int = 0
    points: float = 0.0
    reward: float = 0.0

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
    """The decisions of a rollout that can be learned from; K of M rows.

    Attributes:
        rows: which rows hold them, int64, shape (K,).
        observations: float32, shape (M, observation_size).
        privileged: what the critic sees beside them, float32, shape (M, size); no features without a critic.
        masks: legal actions, bool, shape (M, num_actions).
        actions: int64, shape (M,).
        logps: logarithm of the action's probability when it was chosen, float32, shape (M,).
        values: what the network expected, float32, shape (M,).
        phases: phase of each, int8, shape (M,).
        advantages: float32, shape (M,).
        value_targets: what their values should have been, float32, shape (M,).
        targets: targets of the auxiliary tasks by name: labels, int8, (M,), or shares, float32, (M, size).
        scalars: what is known of the games, as curves by name.
        tally: sums from which some of them come.
    """

    rows: RowNumbers
    observations: Floats
    privileged: Floats
    masks: Bools
    actions: npt.NDArray[np.int64]
    logps: Floats
    values: Floats
    phases: npt.NDArray[np.int8]
    advantages: Floats
    value_targets: Floats
    targets: dict[str, npt.NDArray[Any]]
    scalars: dict[str, float]
    tally: RolloutTally

    def compact(self) -> Decisions:
        """Without the rows that hold nothing to learn from, in arrays of their own."""
        arrays = {name: getattr(self, name)[self.rows] for name in _ARRAYS}
        targets = {name: array[self.rows] for name, array in self.targets.items()}
        return replace(self, rows=np.arange(len(self.rows)), targets=targets, **arrays)

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """The decisions of several rollouts that were played side by side, each compact, in one.

        Sums are added and curves drawn from them; of other curves it is the mean.
        """
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
        targets = {name: np.concatenate([part.targets[name] for part in parts]) for name in parts[0].targets}
        sums = {each.name: sum(getattr(part.tally, each.name) for part in parts) for each in fields(RolloutTally)}
        tally, curves = RolloutTally(**sums), dict[str, float]()
        for name in dict.fromkeys(name for part in parts for name in part.scalars):
            found = [part.scalars[name] for part in parts if name in part.scalars]
            curves[name] = sum(found) / len(found)
        rows = np.arange(len(arrays["actions"]))
        return cls(rows=rows, targets=targets, scalars=curves | tally.scalars(), tally=tally, **arrays)

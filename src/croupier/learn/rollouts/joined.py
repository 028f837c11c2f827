"""Decisions of several rollouts that were played side by side, in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from croupier.learn.rollouts.rollout import Decisions, RolloutTally

_ARRAYS = (
    "observations", "privileged", "masks", "actions", "logps", "values", "phases", "advantages", "value_targets"
)  # fmt: skip


def compact(found: Decisions) -> Decisions:
    """The decisions of a rollout without the rows that hold nothing to learn from, in arrays of their own."""
    arrays = {name: getattr(found, name)[found.rows] for name in _ARRAYS}
    targets = {name: array[found.rows] for name, array in found.targets.items()}
    return replace(found, rows=np.arange(len(found.rows)), targets=targets, **arrays)


def joined(parts: Sequence[Decisions]) -> Decisions:
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
    return Decisions(rows=rows, targets=targets, scalars=curves | tally.scalars(), tally=tally, **arrays)

"""Auxiliary tasks: extra predictions of the network that help to train its shared layers.

A target is either known at the decision (`label_at_decision`) or later (`label_later`). A later label is filled in
backwards, for all decisions since the last one; decisions without a label yet are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor
from torch.nn import functional

from croupier.core.base.tiers import loop
from croupier.core.base.types import Labels, Records, RecordSeats
from croupier.core.engine.loops import encode_loop
from croupier.core.spec.spec import Kernel
from croupier.core.spec.training import AuxiliaryTask
from croupier.learn.rollouts.decisions import NOBODY

_OPEN = -1
"""Label of a decision whose target is not known."""
_NOTHING = -2
"""Instead of a label: this step gave none."""


@lru_cache(maxsize=16)
def _label_loop(label_later: Kernel) -> Kernel:
    @loop
    def label(before: Records, after: Records, events: Labels) -> None:
        for i in range(len(before)):
            if not label_later(before[i], after[i], events[i]):
                for seat in range(events.shape[1]):
                    events[i, seat] = _NOTHING

    return label


@loop
def _fill_back(players: RecordSeats, events: Labels, labels: Labels) -> None:
    """Give each decision without a label the next thing that turned out at its table."""
    slots, tables, seats = events.shape
    coming = np.full(seats, _OPEN)
    for n in range(tables):
        for seat in range(seats):
            coming[seat] = _OPEN
        for t in range(slots - 1, -1, -1):
            if events[t, n, 0] != _NOTHING:
                for seat in range(seats):
                    coming[seat] = events[t, n, seat]
            if players[t, n] == NOBODY:
                labels[t, n] = _OPEN
            elif labels[t, n] == _OPEN:
                labels[t, n] = coming[players[t, n]]


class Targets:
    """The targets of a rollout's decisions, by slot as in `croupier.learn.rollouts.rollout`."""

    def __init__(self, tasks: Sequence[AuxiliaryTask], shape: tuple[int, int], seats: int) -> None:
        self._tasks = tuple(tasks)
        self._events = {t.name: np.full((*shape, seats), _NOTHING, dtype=np.int8) for t in tasks if t.label_later}
        self.kept: dict[str, npt.NDArray[Any]] = {}
        for task in tasks:
            shares = np.zeros((*shape, task.size), dtype=np.float32)
            self.kept[task.name] = shares if task.label_at_decision else np.full(shape, _OPEN, dtype=np.int8)
        self._before: Records | None = None

    def before(self, slot: int, records: Records, players: npt.NDArray[np.int8]) -> None:
        """Record the targets known at the decisions."""
        if not self._tasks:
            return
        self._before = records.copy()
        for task in self._tasks:
            if task.label_at_decision is not None:
                encode_loop(task.label_at_decision)(records, players, self.kept[task.name][slot])
            else:
                self.kept[task.name][slot] = _OPEN

    def after(self, slot: int, records: Records) -> None:
        """Record the labels that a step gives, before finished games are dealt again."""
        for task in self._tasks:
            if task.label_later is not None:
                _label_loop(task.label_later)(self._before, records, self._events[task.name][slot])

    def fill(self, players: npt.NDArray[np.int8]) -> dict[str, npt.NDArray[Any]]:
        """The targets by task: labels, int8, (T, N), -1 if not known; or shares, float32, (T, N, size)."""
        for name, events in self._events.items():
            _fill_back(players, events, self.kept[name])
        return self.kept

    def clear(self, slots: int) -> None:
        """Clear the first slots, which hold decisions carried over."""
        for name, events in self._events.items():
            events[:slots] = _NOTHING
            self.kept[name][:slots] = _OPEN


def losses(
    tasks: Mapping[AuxiliaryTask, float], found: Mapping[str, Tensor], targets: Mapping[str, Tensor]
) -> dict[str, Tensor]:
    """The loss of each decision by task, float32, shape (K,); zero if the target is not known."""
    each = {}
    for task in tasks:
        wanted = targets[task.name]
        if task.label_at_decision is not None:
            loss = functional.binary_cross_entropy_with_logits(found[task.name], wanted, reduction="none")
            each[task.name] = loss.mean(dim=1)
        else:
            each[task.name] = functional.cross_entropy(
                found[task.name], wanted.long(), reduction="none", ignore_index=_OPEN
            )
    return each

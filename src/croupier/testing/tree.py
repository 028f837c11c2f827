"""Node counts of a game tree (perft): the number of action and outcome sequences of a given length.

Listed chance outcomes are separate plies. Other chance events (a shuffle) are sampled once from the given seed,
and are not plies, so the count is that of one deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from croupier.core.base.errors import checked_count
from croupier.core.base.progress import Progress, silent
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Record
from croupier.core.engine.game import State
from croupier.core.spec.spec import CHANCE, TERMINAL, Rules

PlayKernel: TypeAlias = Callable[[Record, int], None]
"""Plays an action, or an outcome of a chance event."""


_NODES_A_LOOK = 1024


class _Counter:
    """Walks the tree below a record, with one scratch record a depth."""

    def __init__(self, rules: Rules, depth: int, actions: int, on_progress: Progress) -> None:
        self.rules = rules
        self._on_progress, self._entered = on_progress, 0
        self.records = np.zeros(depth + 1, dtype=rules.state)
        self.rngs = np.zeros(depth + 1, dtype=np.uint64)
        self.mask = np.zeros(actions, dtype=np.bool_)
        self.listed = np.zeros(actions, dtype=np.int16)
        self.probs = np.zeros(max(rules.max_outcomes, 1), dtype=np.float64)

    def settle(self, level: int) -> None:
        """Resolve chance events that cannot be listed."""
        while self.rules.outcomes is None and self.records[level]["player"] == CHANCE:
            tiered(self.rules.chance)(self.records[level], self.rngs, level)

    def branches(self, level: int) -> tuple[PlayKernel, list[int]]:
        """The kernel that plays a branch, and the branches."""
        record = self.records[level]
        if record["player"] == TERMINAL:
            return self.rules.play, []
        if record["player"] == CHANCE and self.rules.outcomes is not None and self.rules.play_outcome is not None:
            count = self.rules.outcomes(record, self.probs)
            return self.rules.play_outcome, [o for o in range(count) if self.probs[o] > 0]
        count = tiered(self.rules.legal)(record, self.mask, self.listed)
        return tiered(self.rules.play), sorted(int(a) for a in self.listed[:count])

    def enter(self, level: int, play: PlayKernel, branch: int, done: float) -> None:
        """Write the position after a branch into level + 1; `done` is the share of the tree before it."""
        self._entered += 1
        if self._entered % _NODES_A_LOOK == 0:
            self._on_progress(done)
        self.records[level + 1] = self.records[level]
        self.rngs[level + 1] = self.rngs[level]
        play(self.records[level + 1], branch)
        self.settle(level + 1)

    def count(self, level: int, depth: int, done: float, share: float) -> int:
        """Number of sequences of exactly `depth` plies."""
        if depth == 0:
            return 1
        play, branches = self.branches(level)
        if depth == 1:
            return len(branches)
        total = 0
        for k, branch in enumerate(branches):
            part = share / len(branches)
            self.enter(level, play, branch, done + k * part)
            total += self.count(level + 1, depth - 1, done + k * part, part)
        return total


def perft(state: State, depth: int, on_progress: Progress = silent) -> dict[str, int]:
    """Count the sequences of exactly `depth` plies, by the first action.

    Examples:
        >>> import croupier
        >>> from croupier.testing import perft
        >>> perft(croupier.make("pig").new_initial_state(seed=7), 3)
        {'[roll]': 12, '[hold]': 8}

    Args:
        state: the root.
        depth: number of plies, at least 1.
        on_progress: called with the share that is done, 0..1.

    Returns:
        Count by the text of the first action; the total is their sum.

    Raises:
        ConfigError: the depth is not an integer of at least 1.
    """
    depth = checked_count("depth", depth)
    counter = _Counter(state.game.spec.rules, depth, state.game.num_actions, on_progress)
    counter.records[0] = state.records[0]
    counter.rngs[0] = state.rngs[0]
    play, branches = counter.branches(0)
    counts: dict[str, int] = {}
    for k, branch in enumerate(branches):
        part = 1.0 / len(branches)
        counter.enter(0, play, branch, k * part)
        name = state.action_to_string(branch)
        counts[name] = counts.get(name, 0) + counter.count(1, depth - 1, k * part, part)
    return counts

"""Which decisions of a rollout a minibatch holds, and what each of them weighs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]


class AbilityPrioritizedBuffer:
    """Decisions to be drawn by priority: those of abilities are rare, and are drawn more often.

    In an epoch of K draws a decision of priority p is drawn K p / sum(p) times in the mean, rounded up or down at
    random (systematic sampling), and weighs sum(p) / (K p): so the expectation of each weighted sum is that over
    all decisions, and the gradient is unbiased.

    Attributes:
        rows: the decisions, int64, shape (K,).
        priorities: float64, shape (K,).
    """

    def __init__(self, rows: Rows, is_ability: npt.NDArray[np.bool_], boost: float) -> None:
        """Set the priorities.

        Args:
            rows: the decisions, int64, shape (K,).
            is_ability: which of them decide an ability, bool, shape (K,).
            boost: the priority of those, at least 1; that of the others is 1.
        """
        self.rows = rows
        self.priorities = np.where(is_ability, float(boost), 1.0)

    def minibatches(
        self, size: int, generator: np.random.Generator
    ) -> Iterator[tuple[Rows, npt.NDArray[np.float32] | None]]:
        """One epoch in a random order, in pieces of about `size` that differ by one at most.

        Args:
            size: wanted size of a piece.
            generator: draws.

        Yields:
            Rows of the rollout, and their weights, float32, or None where all weigh 1.
        """
        pieces = max(1, round(len(self.rows) / size))
        if not len(self.rows) or self.priorities.max() == 1.0:
            for part in np.array_split(generator.permutation(self.rows), pieces):
                yield part, None
            return
        expected = self.priorities * (len(self.rows) / self.priorities.sum())
        drawn = generator.permutation(self._draw(expected, generator))
        weights = (1.0 / expected).astype(np.float32)
        for part in np.array_split(drawn, pieces):
            yield self.rows[part], weights[part]

    @staticmethod
    def _draw(expected: npt.NDArray[np.float64], generator: np.random.Generator) -> Rows:
        """Draw each index so often as is expected, rounded up or down."""
        upto = np.floor(np.cumsum(expected) + generator.random()).astype(np.int64)
        times = np.diff(upto, prepend=0)
        return np.repeat(np.arange(len(expected)), times)

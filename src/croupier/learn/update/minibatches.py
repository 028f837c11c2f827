"""Prioritised experience buffer, and minibatch sampling with importance weights.

Decisions of abilities are rare, so they are sampled more often than the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.base.rng import as_seed

Experiences = npt.NDArray[Any]


class AbilityPrioritizedBuffer:
    """A buffer of experiences in which those that decide an ability are sampled more often.

    An experience has the priority `ability_boost` if it decides an ability, else 1. `sample` samples with
    replacement, in proportion to the priorities. `minibatches` is one epoch of a learner: in K draws an experience
    of priority p is drawn K p / sum(p) times on average, rounded up or down at random (systematic sampling), with
    the importance weight sum(p) / (K p). So the gradient is unbiased.

    Examples:
        >>> from croupier.sources import AbilityPrioritizedBuffer
        >>> buffer = AbilityPrioritizedBuffer(capacity=100, ability_boost=5.0)
        >>> buffer.add("a card", has_ability=False)
        >>> buffer.add("an ability", has_ability=True)
        >>> buffer.priorities.tolist()
        [1.0, 5.0]

    Attributes:
        capacity: maximum number of experiences; a full buffer drops the oldest.
        ability_boost: priority of an experience that decides an ability.
    """

    def __init__(
        self,
        capacity: int,
        ability_boost: float = 5.0,
        dtype: npt.DTypeLike | None = np.object_,
        *,
        seed: int = 0,
    ) -> None:
        """Make an empty buffer.

        Args:
            capacity: maximum number of experiences, at least 1.
            ability_boost: priority of those that decide an ability, above 0; that of the others is 1.
            dtype: type of an experience as a row of an array, like ``np.int64``, a structured type or
                ``(np.float32, (230,))``. By default an experience may be any object.
            seed: seed of the buffer's generator, 0 .. 2**64 - 1, for `sample` without a generator.

        Raises:
            ConfigError: a capacity below 1, or a boost that is not a number above 0.
            ValueError: the seed is not valid.
        """
        if not math.isfinite(ability_boost) or ability_boost <= 0.0:
            raise ConfigError(f"ability_boost must be a number above 0, not {ability_boost!r}")
        self.capacity, self.ability_boost = checked_count("capacity", capacity), float(ability_boost)
        self._rng = np.random.default_rng(as_seed(seed))
        self._rows: Experiences = np.empty(0, dtype=dtype)
        self._weights = np.empty(0, dtype=np.float64)
        self._size, self._next = 0, 0  # number of experiences, and the slot of the next one

    def __len__(self) -> int:
        return self._size

    @property
    def buffer(self) -> list[Any]:
        """The experiences, the oldest first."""
        return list(np.roll(self._rows[: self._size], -self._next, axis=0))

    @property
    def priorities(self) -> npt.NDArray[np.float64]:
        """Their priorities in the same order, float64, shape (len(self),)."""
        return np.roll(self._weights[: self._size], -self._next)

    def add(self, experience: Any, has_ability: bool) -> None:
        """Add one experience.

        Args:
            experience: any object, or a row of the buffer's type.
            has_ability: whether it decides an ability.

        Raises:
            ConfigError: the experience is not of the buffer's type.
        """
        self.extend([experience], [has_ability])

    def extend(
        self, experiences: Sequence[Any] | Experiences, has_ability: Sequence[bool] | npt.NDArray[np.bool_]
    ) -> None:
        """Add K experiences, in order.

        Args:
            experiences: the experiences.
            has_ability: which of them decide an ability, bool, shape (K,).

        Raises:
            ConfigError: experiences that are not of the buffer's type, or another number of flags; nothing is
                changed.
        """
        rare = np.asarray(has_ability, dtype=np.bool_)
        if rare.shape != (len(experiences),):
            raise ConfigError(f"{len(experiences)} experiences need a flag each, not flags of shape {rare.shape}")
        if len(experiences) == 0:
            return
        rows = self._as_rows(experiences)[-self.capacity :]
        count = len(rows)
        self._make_room(min(self._size + count, self.capacity))
        slots = (self._next + np.arange(count)) % self.capacity
        self._rows[slots] = rows
        self._weights[slots] = np.where(rare[-count:], self.ability_boost, 1.0)
        self._next = (self._next + count) % self.capacity
        self._size = min(self._size + count, self.capacity)

    def _as_rows(self, experiences: Sequence[Any] | Experiences) -> Experiences:
        """The experiences as an array like the buffer's; with objects, lists and arrays are objects too."""
        ours = self._rows
        if ours.dtype == np.object_ and ours.ndim == 1:
            return np.fromiter(experiences, dtype=np.object_, count=len(experiences))
        rows = np.asarray(experiences)
        if rows.shape[1:] != ours.shape[1:] or not np.can_cast(rows.dtype, ours.dtype, "same_kind"):
            given = f"{rows.dtype} of shape {rows.shape[1:]}"
            raise ConfigError(
                f"an experience of this buffer is {ours.dtype} of shape {ours.shape[1:]}, not {given}"
            )
        return rows

    def _make_room(self, wanted: int) -> None:
        """Grow to at least this many slots, and at least twice the size, so that adding stays cheap."""
        room = len(self._weights)
        if wanted > room:
            more = min(max(wanted, 2 * room), self.capacity) - room
            fresh = np.empty((more, *self._rows.shape[1:]), dtype=self._rows.dtype)
            self._rows = np.concatenate([self._rows, fresh])
            self._weights = np.concatenate([self._weights, np.zeros(more)])

    def sample(self, batch_size: int, rng: np.random.Generator | None = None) -> list[Any] | Experiences:
        """Sample with replacement, in proportion to the priorities.

        Args:
            batch_size: number of draws.
            rng: the generator; by default the buffer's own.

        Returns:
            The experiences: a list of objects, or with a `dtype` of the buffer an array, one row each.

        Raises:
            ConfigError: the buffer is empty, or `batch_size` is negative.
        """
        if self._size == 0:
            raise ConfigError("the buffer is empty: add experiences before sampling")
        if batch_size < 0:
            raise ConfigError(f"batch_size must be at least 0, not {batch_size}")
        weights = self._weights[: self._size]
        generator = self._rng if rng is None else rng
        drawn = self._rows[generator.choice(self._size, size=batch_size, p=weights / weights.sum())]
        return list(drawn) if self._rows.dtype == np.object_ else drawn

    def minibatches(
        self, size: int, generator: np.random.Generator
    ) -> Iterator[tuple[Experiences, npt.NDArray[np.float32] | None]]:
        """One epoch in random order, in minibatches of about `size` that differ by at most one.

        Yields:
            Experiences as an array, and their weights, float32, or None if all are 1.
        """
        rows, priorities = self._rows[: self._size], self._weights[: self._size]
        pieces = max(1, round(len(rows) / size))
        if (priorities == 1.0).all():
            for part in np.array_split(generator.permutation(rows), pieces):
                yield part, None
            return
        expected = priorities * (len(rows) / priorities.sum())
        drawn = generator.permutation(self._draw(expected, generator))
        weights = (1.0 / expected).astype(np.float32)
        for part in np.array_split(drawn, pieces):
            yield rows[part], weights[part]

    @staticmethod
    def _draw(expected: npt.NDArray[np.float64], generator: np.random.Generator) -> npt.NDArray[np.int64]:
        """Draw each index its expected number of times, rounded up or down."""
        upto = np.floor(np.cumsum(expected) + generator.random()).astype(np.int64)
        times = np.diff(upto, prepend=0)
        return np.repeat(np.arange(len(expected)), times)

"""Objectives: what each seat gains by a step, and where rewards stop to count."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from croupier.core.engine.batch import Batch
from croupier.core.spec.spec import Bools, Floats
from croupier.learn.settings.config import RewardSettings


class Objective:
    """The rewards of some settings, for any batch of a run's games.

    Attributes:
        shaping: weights of shaped rewards, for `Batch`; None where they are not asked for.
    """

    def __init__(self, settings: RewardSettings) -> None:
        self._settings = settings
        shaped = settings.objective == "shaped"
        self.shaping: Mapping[str, float] | None = settings.shaping_weights if shaped else None

    def gained(self, batch: Batch, before: Floats) -> tuple[Floats, Bools, Floats]:
        """What each seat gained by the last step of a batch.

        Args:
            batch: the tables, before finished games are dealt anew.
            before: points of each seat before the step, float32, shape (N, players).

        Returns:
            Rewards, float32, shape (N, players); whether what came before counts no later reward, bool, (N,); and
            the points now, like `before`, which is returned where points do not count.
        """
        settings = self._settings
        closed, points = batch.dones.copy(), before
        if settings.objective == "points" or settings.credit_until == "scoring":
            points = batch.points()
        gained = points - before
        if settings.credit_until == "scoring":
            closed |= gained.any(axis=1)
        if settings.objective == "points":
            seats = np.maximum(batch.records["players"][:, None] - 1, 1).astype(np.float32)
            others = (gained.sum(axis=1, keepdims=True) - gained) / seats
            scaled = (gained - others) * np.float32(settings.points_scale)
            rewards = scaled + batch.rewards * np.float32(settings.win_weight)
        else:
            rewards = batch.shaped_rewards if settings.objective == "shaped" else batch.rewards
        return rewards, closed, points

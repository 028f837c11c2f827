"""Objectives: what each seat gains by a step, and where rewards stop to count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Rows
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Bools, Floats, Records
from croupier.learn.settings.config import RewardSettings


@dataclass(eq=False)
class Standing:
    """How the seats of some tables stood when points were last scored.

    Attributes:
        points: points of each seat, float32, shape (N, players).
        chances: chance of each seat to win the game, float32, shape (N, players); no columns where they are not
            rewarded.
    """

    points: Floats
    chances: Floats


class Objective:
    """The rewards of some settings, for any batch of a run's games.

    Attributes:
        shaping: weights of shaped rewards, for `Batch`; None where they are not asked for.
        places: whether chances to win are rewarded.
    """

    def __init__(self, game: Game, settings: RewardSettings) -> None:
        """Look up what the game brings.

        Args:
            game: the game with room for the largest table.
            settings: what a seat is rewarded for.

        Raises:
            ConfigError: `placement_weight` for a game without an outlook.
        """
        self._settings, self._seats, self._outlook = settings, game.num_players, game.training.outlook
        self.places = settings.placement_weight > 0.0
        if self.places and self._outlook is None:
            raise ConfigError(
                f"placement_weight needs a game with an outlook on the winner; {game.name} brings none: leave it 0"
            )
        shaped = settings.objective == "shaped"
        self.shaping: Mapping[str, float] | None = settings.shaping_weights if shaped else None

    def standing(self, batch: Batch) -> Standing:
        """How the tables of a batch stand now."""
        chances = np.zeros((len(batch), self._seats if self.places else 0), dtype=np.float32)
        found = Standing(batch.points(), chances)
        self._look(found, batch.records, np.arange(len(batch)))
        return found

    def renew(self, batch: Batch, standing: Standing, rows: Rows) -> None:
        """Other games have begun in some rows."""
        if len(rows):
            standing.points = batch.points()
            self._look(standing, batch.records, rows)

    def _look(self, standing: Standing, records: Records, rows: Rows) -> None:
        if self.places and self._outlook is not None and len(rows):
            standing.chances[rows] = self._outlook(records[rows])[:, : self._seats]

    def gained(self, batch: Batch, standing: Standing) -> tuple[Floats, Bools]:
        """What each seat gained by the last step of a batch.

        Args:
            batch: the tables, before finished games are dealt anew.
            standing: how they stood before; brought up to date.

        Returns:
            Rewards, float32, shape (N, players); and whether what came before counts no later reward, bool, (N,).
        """
        settings = self._settings
        closed = batch.dones.copy()
        if settings.objective == "points" or settings.credit_until == "scoring" or self.places:
            now = batch.points()
            gained = now - standing.points
            standing.points = now
            scored = gained.any(axis=1)
            if settings.credit_until == "scoring":
                closed |= scored
        if settings.objective == "points":
            seats = np.maximum(batch.records["players"][:, None] - 1, 1).astype(np.float32)
            others = (gained.sum(axis=1, keepdims=True) - gained) / seats
            scaled = (gained - others) * np.float32(settings.points_scale)
            rewards = scaled + batch.rewards * np.float32(settings.win_weight)
        else:
            rewards = batch.shaped_rewards if settings.objective == "shaped" else batch.rewards
        if self.places:
            rewards = rewards + self._risen(batch, standing, np.flatnonzero(scored | batch.dones))
        return rewards, closed

    def _risen(self, batch: Batch, standing: Standing, rows: Rows) -> Floats:
        """By how much the chances to win have risen in some rows, as a reward."""
        before = standing.chances.copy()
        self._look(standing, batch.records, rows)
        risen: Floats = (standing.chances - before) * np.float32(self._settings.placement_weight)
        return risen

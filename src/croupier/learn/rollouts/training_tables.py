"""Vectorised training environments: stepping, rewards, curriculum options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.rng import as_seed, choice_words
from croupier.core.base.types import Actions, Codes, Counters, Generators, RowNumbers
from croupier.core.engine.batch import Batch
from croupier.core.engine.loops import next_seeds
from croupier.core.spec.spec import Bools, Floats
from croupier.core.spec.training import Stage
from croupier.learn.settings.config import RewardSettings
from croupier.learn.settings.plan import TrainingPlan

_STAGGER = 1024  # decisions; longer than most games


class TrainingTables:
    """Vectorised training environments."""

    def __init__(self, plan: TrainingPlan) -> None:
        """Deal the games, each advanced by a different number of random moves."""
        run, rewards, count = plan.config.run, plan.config.rewards, plan.config.rollout.num_tables
        seed = run.seed
        self._mix, self._curriculum, self._rewards = plan.mix, plan.curriculum, rewards
        # the game has room for the largest table; new games get the options of the stage
        self.game, self._seed, self.stage_number = plan.mix.game, as_seed(seed), 0
        shaping = rewards.shaping_weights if rewards.objective == "shaped" else None
        counting = rewards.objective == "points" or rewards.credit_until == "scoring"
        settings = {"threads": run.threads, "shaping": shaping, "autoreset": False, "count_points": counting}
        first = self._drawn(np.arange(count), np.zeros(count, dtype=np.int64))
        self.batch = self.game.batch(count, seed, codes=first, **settings)
        self._draw_options(np.arange(count))
        self._stagger(seed)
        # of each seat in the last step under the objective
        self.rewards = np.zeros((count, self.game.num_players), dtype=np.float32)
        self.closed = np.zeros(count, dtype=np.bool_)  # whether earlier decisions get no later reward

    @property
    def stage(self) -> Stage:
        """The stage of the curriculum."""
        return self._curriculum.stages[self.stage_number]

    def _drawn(self, rows: RowNumbers, games: Counters) -> Codes:
        """Options of the next games in some rows, from the number of games that each table played before."""
        seeds = np.zeros(len(games), dtype=np.uint64)
        next_seeds(self._seed, rows, games, seeds)
        return self._mix.codes(seeds[rows], self.stage.options)

    def _draw_options(self, rows: RowNumbers) -> None:
        """Set the options of the next game in some rows: the stage's, and those sampled from the mix."""
        self.batch.set_codes(rows, self._drawn(rows, self.batch.episodes + 1))

    def _dealt(self, rows: RowNumbers) -> None:
        """After new deals in some rows, sample the options of the games after them."""
        if self._mix.active and len(rows):
            self._draw_options(rows)

    @property
    def people(self) -> npt.NDArray[np.int8]:
        """Number of occupied seats at each table, int8, shape (N,); they are the first ones."""
        people: npt.NDArray[np.int8] = self.batch.records["players"]
        return people

    def words(self) -> Generators:
        """The random word of each table's next choice, uint64, shape (N,), each a separate generator."""
        return choice_words(self.batch.seeds, self.batch.plies)

    def _stagger(self, seed: int) -> None:
        """Advance each table by a different number of random moves, so that all parts of the game occur."""
        batch, tables = self.batch, len(self.batch)
        moments = np.random.Generator(np.random.PCG64([seed, 1])).integers(0, _STAGGER, tables)
        begun = batch.snapshot()
        actions = np.zeros(tables, dtype=np.int64)
        counting = batch.counting_points
        batch.observing, batch.autoreset, batch.counting_points = False, True, False
        for moment in range(_STAGGER):
            rows = np.flatnonzero(moments == moment)
            if len(rows):
                for name, array in batch.snapshot().items():
                    if array.ndim:  # all arrays but the batch's seed
                        begun[name][rows] = array[rows]
            batch.random_actions(self.words(), actions)
            batch.step(actions)
            self._dealt(np.flatnonzero(batch.dones))
        batch.observing, batch.autoreset, batch.counting_points = True, False, counting
        batch.restore(begun)

    def step(self, actions: Actions) -> RowNumbers:
        """Apply one action a table, int64, shape (N,); returns the rows whose games ended, for `deal`."""
        self.batch.step(actions)
        self.rewards, self.closed = _gained(self._rewards, self.batch)
        return np.flatnonzero(self.batch.dones)

    def deal(self, rows: RowNumbers) -> None:
        """Deal finished games again."""
        self.batch.deal_again(rows)
        self._dealt(rows)

    def advance(self, share: float, win_rate: float) -> bool:
        """Go on to the next stage of the curriculum if it is time; present games are finished first."""
        before = self.stage_number
        self.stage_number = self._curriculum.after(before, share, win_rate)
        if self.stage_number == before:
            return False
        self._draw_options(np.arange(len(self.batch)))
        return True

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """Arrays that decide the tables' future; the seed of their deals is a setting of the run."""
        return {f"batch.{name}": array for name, array in self.batch.snapshot().items() if name != "seed"}

    def progress(self) -> dict[str, Any]:
        """The other state, as plain data."""
        return {"stage": self.stage_number}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]], progress: Mapping[str, Any]) -> None:
        """Go on from `snapshot` and `progress`, whose shapes were checked."""
        self.batch.restore({name.removeprefix("batch."): array for name, array in saved.items()})
        self.stage_number = int(progress["stage"])


def _gained(settings: RewardSettings, batch: Batch) -> tuple[Floats, Bools]:
    """Rewards of the last step, float32, (N, players); and where earlier decisions get no more, bool, (N,)."""
    closed = batch.dones.copy()
    if settings.credit_until == "scoring":
        closed |= batch.points_gained.any(axis=1)
    if settings.objective == "points":
        gained = batch.points_gained
        seats = np.maximum(batch.records["players"][:, None] - 1, 1).astype(np.float32)
        others = (gained.sum(axis=1, keepdims=True) - gained) / seats
        scaled = (gained - others) * np.float32(settings.points_scale)
        return scaled + batch.rewards * np.float32(settings.win_weight), closed
    return batch.shaped_rewards if settings.objective == "shaped" else batch.rewards, closed

"""Rollouts: the current policy plays its seats at many tables; each seat's decisions are one trajectory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import sample
from croupier.core.base.tiers import compiled_form
from croupier.core.base.types import RowNumbers
from croupier.core.engine.loops import encode_loop
from croupier.core.spec.spec import Bools, Floats
from croupier.learn.network.inference import Inference
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.auxiliary import Targets
from croupier.learn.rollouts.decisions import (
    ARRAYS,
    NOBODY,
    Cut,
    Decisions,
    RolloutTally,
    Steps,
    advantages,
    find_horizon,
    find_open,
)
from croupier.learn.rollouts.league import CURRENT, League
from croupier.learn.rollouts.training_tables import TrainingTables
from croupier.learn.settings.plan import TrainingPlan

_AT_ONCE = 8192  # rows that the critic values in one product
_KEPT = (
    "observations", "masks", "actions", "logps", "values", "phases", "rewards", "privileged", "deciders"
)  # fmt: skip
"""Arrays with the data of decisions, under their names in a checkpoint."""


@dataclass(frozen=True)
class RunPoint:
    """The point of a run at which a rollout begins."""

    share: float  # part of the run that is done, 0..1
    keep: bool  # whether the policy joins the league first
    win_rate: float | None = None  # `League.win_rate` over all shards; None for that of the collector's own league


class Collector:
    """Plays rollouts and holds the state between them: the tables, and the open decisions."""

    # A rollout has one row a step, after one row for each seat with the decisions that the last rollout left open
    # (see `croupier.learn.rollouts.decisions`). A step of an opponent, or with a single legal action, has no
    # decision.

    def __init__(self, plan: TrainingPlan, inference: Inference) -> None:
        """Deal the tables, make their opponents, and seat the players of the first games."""
        settings = plan.config.rollout
        self._settings, self._inference, self._privileged = settings, inference, plan.privileged
        self.tables, self.league = TrainingTables(plan), League(plan, inference)
        self._game = game = self.tables.game
        self.league.begin(self.tables.people)
        if self.league.wants_trail:
            self.tables.batch.keep_trails()
        num_tables = settings.num_tables
        shape = (game.num_players + settings.rollout_steps, num_tables)
        self._targets = Targets(tuple(plan.tasks), shape, game.num_players)
        self.observations = np.zeros((*shape, game.observation_size), dtype=np.float32)
        self.privileged = np.zeros((*shape, plan.network.privileged_size), dtype=np.float32)
        self.masks = np.ones((*shape, game.num_actions), dtype=np.bool_)
        self.actions = np.zeros(shape, dtype=np.int64)
        self.logps = np.zeros(shape, dtype=np.float32)
        self.values = np.zeros(shape, dtype=np.float32)
        self.deciders = np.full(shape, NOBODY, dtype=np.int8)
        self.phases = np.zeros(shape, dtype=np.int8)
        self.rewards = np.zeros((*shape, game.num_players), dtype=np.float32)
        self.closed = np.zeros(shape, dtype=np.bool_)
        self.bootstrap_values = np.zeros((*shape, game.num_players), dtype=np.float32)
        self.advantages = np.zeros(shape, dtype=np.float32)
        self.value_targets = np.zeros(shape, dtype=np.float32)
        self._open = np.zeros(shape, dtype=np.bool_)
        self._known = np.zeros((num_tables, game.num_players), dtype=np.bool_)
        self._pending_rewards = np.zeros((num_tables, game.num_players), dtype=np.float32)

    @property
    def stage(self) -> int:
        """Number of the stage of the curriculum."""
        return self.tables.stage_number

    def collect(self, network: PolicyNetwork, point: RunPoint | None = None) -> Decisions:
        """Play one rollout; at a `point` of a run, league and curriculum move on first."""
        if point is not None:
            self._advance(network, point)
        seats, tally, batch = self._game.num_players, RolloutTally(), self.tables.batch
        for step in range(seats, len(self.deciders)):
            self._step(step, network, tally)
        movers = np.where(self._deciding()[0], batch.current_players, NOBODY).astype(np.int8)
        last_values = self._critic_values(network)
        find_open(self.deciders, self.closed, movers, self._known, self._open)
        steps = Steps(self.deciders, self.values, self.rewards, self.closed, self.bootstrap_values, self._open)
        settings = (find_horizon(self._open), self._settings.gamma, self._settings.gae_lambda)
        advantages(steps, Cut(movers, last_values), *settings, self.advantages, self._pending_rewards)
        np.add(self.advantages, self.values, out=self.value_targets)
        targets = self._targets.fill(self.deciders)
        rows = np.flatnonzero((self.deciders != NOBODY) & ~self._open)
        tally.played = self._settings.rollout_steps * self._settings.num_tables
        tally.learned = int((self.deciders[seats:] != NOBODY).sum())
        arrays = {name: _by_row(getattr(self, name)) for name in ARRAYS}
        found = {name: _by_row(array) for name, array in targets.items()}
        scalars = tally.scalars() | self.league.scalars()
        return Decisions(rows=rows, targets=found, scalars=scalars, tally=tally, **arrays)

    def _advance(self, network: PolicyNetwork, point: RunPoint) -> None:
        """Add a past policy and advance the curriculum, if it is time."""
        win_rate = self.league.win_rate if point.win_rate is None else point.win_rate
        if point.keep:
            self.league.keep(network)
        if self.tables.advance(point.share, win_rate):
            self.league.forget_results()
        self.league.mixed = self.tables.stage.mixed

    def _critic_values(self, network: PolicyNetwork) -> Floats:
        """Value estimates at the present tables; an oracle also values all decisions again."""
        # A value that knows all hands accounts for the luck of the deal, so advantages measure the decision more
        # and the cards less. The idea is that of a centralised critic: R. Lowe and others, "Multi-agent
        # actor-critic for mixed cooperative-competitive environments" (2017).
        batch = self.tables.batch
        if self._privileged is None:
            return self._inference.run(network, batch.observations)[1]
        rows = np.flatnonzero(self.deciders != NOBODY)
        size, values = self.deciders.size, self.values.reshape(-1)
        seen, unseen = self.observations.reshape(size, -1), self.privileged.reshape(size, -1)
        for part in np.array_split(rows, max(1, len(rows) // _AT_ONCE)):
            values[part] = self._inference.critic_values(network, seen[part], unseen[part])
        now = np.zeros((len(batch), self._privileged.size), dtype=np.float32)
        encode_loop(self._privileged.encode)(batch.records, batch.current_players, now)
        return self._inference.critic_values(network, batch.observations, now)

    def _deciding(self) -> tuple[Bools, npt.NDArray[np.int16]]:
        """Where the network decides, bool, (N,), and the opponent to ask or else CURRENT, int16, (N,)."""
        batch, roster = self.tables.batch, self.league.roster
        movers = roster[np.arange(len(roster)), batch.current_players]
        deciding: Bools = movers == CURRENT
        if self._settings.skip_forced:
            forced = batch.legal_counts == 1
            deciding = deciding & ~forced
            movers[forced] = CURRENT
        return deciding, movers

    def _step(self, step: int, network: PolicyNetwork, tally: RolloutTally) -> None:
        """Decide at every table, step it, and record the data."""
        batch, seats = self.tables.batch, self._game.num_players
        deciding, movers = self._deciding()
        self.observations[step] = batch.observations
        self.masks[step] = batch.masks
        self.deciders[step] = np.where(deciding, batch.current_players, NOBODY)
        self.phases[step] = batch.phases
        if self._privileged is not None:
            encode_loop(self._privileged.encode)(batch.records, self.deciders[step], self.privileged[step])
        self._targets.before(step, batch.records, self.deciders[step])
        self.actions[step] = batch.legal_actions[:, 0]  # for forced decisions
        self._decide(step, np.flatnonzero(deciding), network)
        if self.league.active:
            self.league.act(batch, movers, self.actions[step])

        ended = self.tables.step(self.actions[step])
        self._targets.after(step, batch.records)
        self.bootstrap_values[step] = 0.0
        self._value_truncated(step, network)
        if len(ended):
            returns = batch.rewards[ended]
            tally.games += len(ended)
            tally.truncated += int(batch.truncated.sum())
            tally.first_seat += float(returns[:, 0].sum())
            own = self.league.roster[ended] == CURRENT
            tally.points += float(batch.points()[ended][own].sum())
            tally.seats += int(own.sum())
            self.league.note(ended, returns)
        self.tables.deal(ended)
        self.rewards[step] = self.tables.rewards
        self.closed[step] = self.tables.closed
        tally.reward += float(np.abs(self.rewards[step]).sum()) / seats
        self.league.seat(ended, self.tables.people[ended])

    def _decide(self, step: int, rows: RowNumbers, network: PolicyNetwork) -> None:
        """Sample the network's actions in some rows of a step."""
        words = self.tables.words()
        if len(rows) == len(words):  # no copies if it decides at all tables
            logits, self.values[step] = self._inference.run(network, self.observations[step], self.masks[step])
            compiled_form(sample)(logits, self.masks[step], words, self.actions[step], self.logps[step])
            return
        masks, count = self.masks[step, rows], len(rows)
        logits, values = self._inference.run(network, self.observations[step, rows], masks)
        actions, logps = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.float32)
        compiled_form(sample)(logits, masks, words[rows], actions, logps)
        self.actions[step, rows], self.logps[step, rows], self.values[step, rows] = actions, logps, values

    def _value_truncated(self, step: int, network: PolicyNetwork) -> None:
        """Value the last observations of truncated games."""
        batch = self.tables.batch
        cut = np.flatnonzero(batch.truncated)
        if len(cut):
            last = batch.final_observations[cut].reshape(-1, self._game.observation_size)
            self.bootstrap_values[step][cut] = self._inference.run(network, last)[1].reshape(len(cut), -1)

    def carry_over(self) -> None:
        """Move the open decisions into the first steps of the next rollout, one for each seat."""
        seats = self._game.num_players
        steps, tables = np.nonzero(self._open)
        owners = self.deciders[steps, tables].copy()
        arrays = self._carried()
        kept = {name: array[steps, tables].copy() for name, array in arrays.items()}
        kept["rewards"] = np.zeros_like(kept["rewards"])
        kept["rewards"][np.arange(len(owners)), owners] = self._pending_rewards[tables, owners]
        self._clear(seats)
        for name, rows in kept.items():
            arrays[name][owners, tables] = rows

    def _carried(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays with the data of decisions, by name."""
        return {name: getattr(self, name) for name in _KEPT} | {
            f"target.{name}": array for name, array in self._targets.kept.items()
        }

    def _clear(self, seats: int) -> None:
        """Empty the steps before the rollout's own."""
        for name in (*_KEPT, "closed", "bootstrap_values"):
            getattr(self, name)[:seats] = 0
        self.deciders[:seats], self.masks[:seats] = NOBODY, True
        self._targets.clear(seats)
        self._open[:] = False

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """Arrays that decide the next rollouts, after `carry_over`, for `restore`."""
        seats = self._game.num_players
        saved = self.tables.snapshot()
        saved |= {f"open.{name}": array[:seats].copy() for name, array in self._carried().items()}
        if self.league.active:
            saved |= {f"league.{name}": array for name, array in self.league.snapshot().items()}
        return saved

    def progress(self) -> dict[str, Any]:
        """The other state, as plain data."""
        return {"tables": self.tables.progress(), "league": self.league.progress()}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]], progress: Mapping[str, Any]) -> None:
        """Go on from `snapshot` and `progress`."""
        seats = self._game.num_players
        for name, array in self.snapshot().items():
            if name not in saved or saved[name].shape != array.shape or saved[name].dtype != array.dtype:
                raise ValueError(f"{name!r} does not fit {self._settings.num_tables} tables of {self._game!r}")
        self.tables.restore(saved, progress["tables"])
        self._clear(seats)
        for name, array in self._carried().items():
            array[:seats] = saved[f"open.{name}"]
        if self.league.active:
            part = {name.removeprefix("league."): array for name, array in saved.items()}
            self.league.restore(part, progress["league"])
        else:
            self.league.begin(self.tables.people)


def _by_row(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array of steps and tables with both in one axis."""
    return array.reshape(array.shape[0] * array.shape[1], *array.shape[2:])

"""Shards: parts of a run with their own opponents and random numbers, played in parallel.

A shard's rollout depends only on its state, the weights and a few numbers. The learner has all states, so a shard
can be played anywhere, and again with the same result if its worker died. The weights of a run depend on its seed
and the number of its shards, not on where they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch

from croupier.core.base.types import Arrays
from croupier.learn.network.inference import Inference, torch_threads
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.decisions import Decisions
from croupier.learn.rollouts.league import win_rate_of
from croupier.learn.rollouts.rollout import Collector, RunPoint
from croupier.learn.settings.plan import TrainingPlan, in_policy

_PAST = "league.past."


@dataclass(frozen=True, eq=False)
class ShardState:
    """Snapshot and progress of a shard's collector; in a `ShardAnswer` without past policies, which all share."""

    arrays: Arrays
    progress: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class RolloutTask:
    """The input of every shard for a rollout."""

    stamp: tuple[int, int]  # id of the states at its beginning: restorations and rollouts so far
    weights: Arrays  # of the current policy and of its parts for training, by name
    point: RunPoint  # with the win rate over all shards


@dataclass(frozen=True, eq=False)
class ShardAnswer:
    """A shard's decisions, compact, and its state after them."""

    decisions: Decisions
    state: ShardState


class Workers(Protocol):
    """Players of a run's shards, in this process or others."""

    def start(self, plan: TrainingPlan) -> list[ShardState]:
        """Deal the tables of all shards."""
        ...

    def play(self, task: RolloutTask, states: Callable[[int], ShardState]) -> list[ShardAnswer]:
        """Play one rollout of every shard."""
        ...


class Shard:
    """One shard, on one thread, so that sums are rounded the same everywhere."""

    def __init__(self, plan: TrainingPlan) -> None:
        """Deal its tables."""
        inference = Inference.of(plan.config.run)
        self._collector = Collector(plan, inference)
        network = PolicyNetwork(plan.network, torch.Generator().manual_seed(0))
        self._network = network.to(inference.device)
        self._stamp: tuple[int, int] | None = (0, 0)

    def state(self) -> ShardState:
        """Its state, with past policies."""
        return ShardState(self._collector.snapshot(), self._collector.progress())

    def begins_from(self, stamp: tuple[int, int]) -> bool:
        """Whether it already has this state."""
        return self._stamp == stamp

    def restore(self, state: ShardState, stamp: tuple[int, int]) -> None:
        """Go on from a complete state, with past policies."""
        self._collector.restore(state.arrays, state.progress)
        self._stamp = stamp

    def play(self, task: RolloutTask) -> ShardAnswer:
        """Play a rollout from its present state."""
        self._stamp = None  # until it is over
        weights = {name: torch.from_numpy(np.array(array)) for name, array in task.weights.items()}
        self._network.load_state_dict(weights)
        with torch_threads(1):
            decisions = self._collector.collect(self._network, task.point).compact()
        self._collector.carry_over()
        self._stamp = task.stamp[0], task.stamp[1] + 1
        return ShardAnswer(decisions, own_part(self.state()))


def own_part(state: ShardState) -> ShardState:
    """A state without the past policies, which the learner has."""
    arrays = {name: array for name, array in state.arrays.items() if not name.startswith(_PAST)}
    return ShardState(arrays, state.progress)


class OneByOne:
    """Plays the shards of a run in this process, one after another."""

    def start(self, plan: TrainingPlan) -> list[ShardState]:
        """Deal the tables of all shards; see `Workers.start`."""
        self._shards = [Shard(plan.shard(number)) for number in range(plan.config.run.workers)]
        return [shard.state() for shard in self._shards]

    def play(self, task: RolloutTask, states: Callable[[int], ShardState]) -> list[ShardAnswer]:
        """Play one rollout of every shard; see `Workers.play`."""
        for number, shard in enumerate(self._shards):
            if not shard.begins_from(task.stamp):
                shard.restore(states(number), task.stamp)
        return [shard.play(task) for shard in self._shards]


class Shards:
    """The rollouts of a run in shards, with the methods of a `Collector`, in whose place it stands."""

    def __init__(self, plan: TrainingPlan, workers: Workers) -> None:
        """Let the workers deal the tables."""
        self._workers, self._places = workers, plan.config.league.league_size
        dealt = workers.start(plan)
        self._past = {name: array for name, array in dealt[0].arrays.items() if name.startswith(_PAST)}
        self._states = self._following = [own_part(state) for state in dealt]
        self._kept_now: Arrays = {}
        self._restored, self._rollouts = 0, 0

    @property
    def stage(self) -> int:
        """Number of the stage of the curriculum, the same in all shards."""
        return int(self._states[0].progress["tables"]["stage"])

    def collect(self, network: PolicyNetwork, point: RunPoint) -> Decisions:
        """Play one rollout of every shard."""
        weights = {name: value.detach().cpu().numpy().copy() for name, value in network.state_dict().items()}
        alone = [share for state in self._states for share in state.progress["league"]["alone"]]
        point = replace(point, win_rate=win_rate_of(alone))
        task = RolloutTask((self._restored, self._rollouts), weights, point)
        answers = self._workers.play(task, self._whole)
        self._following = [answer.state for answer in answers]
        self._kept_now = weights if point.keep and self._past else {}
        return Decisions.joined([answer.decisions for answer in answers])

    def carry_over(self) -> None:
        """Replace the states by those after the last rollout."""
        if self._kept_now:
            place = int(self._states[0].progress["league"]["kept"]) % self._places
            self._past |= {f"{_PAST}{place}.{name}": w for name, w in self._kept_now.items() if in_policy(name)}
        self._states = self._following
        self._rollouts += 1

    def _whole(self, number: int) -> ShardState:
        state = self._states[number]
        return ShardState(state.arrays | self._past, state.progress)

    def snapshot(self) -> Arrays:
        """Arrays of all shards; a single shard has the names of a run without shards."""
        found = dict(self._past)
        for head, state in zip(self._heads(), self._states, strict=True):
            found |= {head + name: array for name, array in state.arrays.items()}
        return found

    def _heads(self) -> list[str]:
        """The prefix of each shard's array names."""
        count = len(self._states)
        return [""] if count == 1 else [f"shard{number}." for number in range(count)]

    def progress(self) -> dict[str, Any]:
        """The other state, as plain data."""
        if len(self._states) == 1:
            return dict(self._states[0].progress)
        return {"shards": [dict(state.progress) for state in self._states]}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]], progress: Mapping[str, Any]) -> None:
        """Go on from `snapshot` and `progress`, whose shapes were checked."""
        parts = [progress] if len(self._states) == 1 else progress["shards"]
        self._past = {name: array for name, array in saved.items() if name.startswith(_PAST)}
        self._states = [
            ShardState({name: np.asarray(saved[head + name]) for name in state.arrays}, part)
            for head, state, part in zip(self._heads(), self._states, parts, strict=True)
        ]
        self._restored += 1
        self._rollouts = 0

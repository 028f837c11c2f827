"""Ray workers that play the shards of a training run, on this machine or a cluster.

Each worker holds its shard's tables from one rollout to the next. A worker that replaces a dead one gets the state
from the learner, and plays the rollout again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.learn.rollouts.shards import RolloutTask, Shard, ShardAnswer, ShardState
from croupier.learn.settings.config import NONE, Config
from croupier.learn.settings.plan import TrainingPlan, training_plan
from croupier.measure.play.chunks import Description, game_again, game_described
from croupier.measure.play.executor import LOCAL, RayPool, WorkerAnswer, carried, opened, ray_pool


class RayWorkers:
    """Ray workers that play the shards of one run; the context releases them at its end."""

    def __init__(self, address: str = LOCAL) -> None:
        """Store the address; `start` connects."""
        self.address = address  # of the cluster, or `LOCAL` for workers on this machine
        self._stack = ExitStack()
        self._cluster: RayPool | None = None
        self._workers: list[Any] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def start(self, plan: TrainingPlan) -> list[ShardState]:
        """Connect, and deal the tables of all shards; see `Workers.start`."""
        count = plan.config.run.workers
        here = self._stack.enter_context(ray_pool(self.address, count if self.address == LOCAL else None))
        if here.workers < count:
            raise ConfigError(f"the run has {count} workers; the cluster at {self.address} has {here.workers}")
        described = game_described(plan.game)
        settings = plan.config.changed(device="cpu", teacher=NONE).as_dict()  # only the learner imitates
        self._cluster = here
        self._workers = [here.actor(_Worker, described, settings, number) for number in range(count)]
        dealt = [worker.state.remote() for worker in self._workers]
        return [_own(_result(here, state)) for state in dealt]

    def play(self, task: RolloutTask, states: Callable[[int], ShardState]) -> list[ShardAnswer]:
        """Play one rollout of every shard; see `Workers.play`."""
        if self._cluster is None:
            raise RuntimeError("the workers have not been started")
        here, sent = self._cluster, self._cluster.put(task)
        playing = [worker.play.remote(sent) for worker in self._workers]
        answers: list[ShardAnswer] = []
        for number, running in enumerate(playing):
            answer = _result(here, running)
            while answer is None:  # the worker was restarted and needs the state
                state = here.put(states(number))
                answer = _result(here, self._workers[number].play.remote(sent, state))
            answers.append(ShardAnswer(answer.decisions, _own(answer.state)))
        return answers


def _result(pool: RayPool, task: Any) -> Any:
    return opened(pool.got(task))


def _own(state: ShardState) -> ShardState:
    """A copy of a state in this process's memory, so that Ray can free the rollout."""
    return ShardState({name: np.array(array) for name, array in state.arrays.items()}, state.progress)


class _Worker:
    """A shard on a worker."""

    def __init__(self, game: Description, settings: dict[str, Any], number: int) -> None:
        self._game, self._settings, self._number = game, settings, number
        self._made: Shard | None = None

    def _shard(self) -> Shard:
        """The shard; made by the first call that needs it, so that this call reports an error."""
        if self._made is None:
            plan = training_plan(game_again(self._game), Config.from_dict(self._settings))
            self._made = Shard(plan.shard(self._number))
        return self._made

    def state(self) -> WorkerAnswer:
        """The complete state of the shard."""
        return carried(lambda: self._shard().state())

    def play(self, task: RolloutTask, state: ShardState | None = None) -> WorkerAnswer:
        """Play a rollout; None if the shard has another state than the task says, and none is given."""

        def played() -> ShardAnswer | None:
            shard = self._shard()
            if not shard.begins_from(task.stamp):
                if state is None:
                    return None
                shard.restore(state, task.stamp)
            return shard.play(task)

        return carried(played)

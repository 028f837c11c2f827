"""Rollouts on workers of Ray: the same weights as in one process, whatever happens to the workers."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.errors import ConfigError
from croupier.learn.rollouts.shards import RolloutTask, ShardAnswer, ShardState
from croupier.learn.runs import checkpoint
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from tests.learn.small import EVERYTHING, differing, progress, skull_king, trained

ray = pytest.importorskip("ray", reason="Ray is not installed: uv sync --no-default-groups --group ray")

from croupier.learn.rollouts.ray_workers import RayWorkers  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own
TWO = EVERYTHING.changed(workers=2)
PIG = (
    "--set", "num_tables=64", "--set", "rollout_steps=32", "--set", "total_decisions=60000", "--set", "widths=32",
    "--set", "checkpoint_every=5", "--set", "measure_every=1000000", "--threads", "1", "--seed", "4",
)  # fmt: skip


def dies(worker: Any) -> None:
    """Let a worker end its process once it has played its next rollout, before it answers."""
    shard = worker._shard()
    play = shard.play

    def once(task: RolloutTask) -> None:
        play(task)
        os.kill(os.getpid(), signal.SIGKILL)

    shard.play = once


class Killed(RayWorkers):
    """Loses a worker now and then, in the middle of its rollout."""

    rollouts = 0

    def play(self, task: RolloutTask, states: Callable[[int], ShardState]) -> list[ShardAnswer]:
        self.rollouts += 1
        if self.rollouts % 2 == 0:
            worker = self._workers[self.rollouts // 2 % len(self._workers)]
            ray.get(worker.__ray_call__.remote(dies))
        return super().play(task, states)


def test_two_workers_give_the_weights_of_two_shards_here_also_where_they_are_killed() -> None:
    here = trained(TWO, 5)
    for kind in (RayWorkers, Killed):
        with kind() as workers:
            there = trained(TWO, 5, workers)
        assert differing(here.tensors(), there.tensors()) == [], kind.__name__
        assert progress(here) == progress(there)


def test_one_worker_gives_the_weights_of_a_run_without_any() -> None:
    with RayWorkers() as workers:
        there = trained(EVERYTHING, 4, workers)
    here = trained(EVERYTHING, 4)
    assert differing(here.tensors(), there.tensors()) == []
    assert progress(here) == progress(there)


def test_settings_that_a_worker_refuses_are_refused_in_the_same_words() -> None:
    with RayWorkers() as workers, pytest.raises(ConfigError, match="unknown agent for skull-king 'bott'"):
        Trainer(training_plan(skull_king(), TWO.changed(bots=("bott",))), workers)


def train(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "croupier", "train", *words], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_a_command_that_was_killed_goes_on_and_comes_to_the_same_weights(tmp_path: Path) -> None:
    killed = train(tmp_path, "pig", *PIG, "--out", "there", "--ray", "--workers", "2")
    assert killed.stderr is not None
    assert any(": 4" in line for line in killed.stderr)  # at 40% of 29 updates; the tenth is kept
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    refused = train(tmp_path, "--resume", "there", "--ray", "--workers", "3")
    assert "--ray without --workers" in refused.communicate()[1]
    told, said = train(tmp_path, "--resume", "there", "--ray", "--json").communicate()
    assert "Going on with there after update" in said
    alone = train(tmp_path, "pig", *PIG, "--out", "here", "--set", "workers=2", "--json").communicate()[0]
    ours, theirs = json.loads(told), json.loads(alone)
    assert ours["results"] == theirs["results"]
    ends = [checkpoint.load_checkpoint(tmp_path / name / checkpoint.NAME) for name in ("here", "there")]
    assert ends[0].config == ends[1].config
    assert differing(ends[0].tensors, ends[1].tensors) == []

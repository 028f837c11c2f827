"""Shards: wherever and however often they are played, the same seed and number of them give the same weights."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.learn.network.inference import torch_threads
from croupier.learn.rollouts.decisions import Decisions
from croupier.learn.rollouts.league import win_rate_of
from croupier.learn.rollouts.shards import OneByOne, RolloutTask, Shard, ShardAnswer, Shards, ShardState
from croupier.learn.runs import checkpoint
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import TrainingPlan, training_plan
from tests.amounts import daily
from tests.learn.small import EVERYTHING, differing, progress, skull_king, trained

TWO = EVERYTHING.changed(workers=2)


class Dying(OneByOne):
    """Makes shards anew as if their workers had died: some before a rollout, some after it with its answer."""

    def __init__(self, every: int) -> None:
        self.every, self.plays, self.died = every, 0, 0

    def start(self, plan: TrainingPlan) -> list[ShardState]:
        self._plan = plan
        return super().start(plan)

    def play(self, task: RolloutTask, states: Callable[[int], ShardState]) -> list[ShardAnswer]:
        for number in range(len(self._shards)):
            self.plays += 1
            if self.plays % self.every == 0:
                self.died += 1
                if self.died % 2:
                    self._shards[number].play(task)
                else:
                    self._shards[number] = Shard(self._plan.shard(number))
        return super().play(task, states)


@pytest.fixture(scope="module")
def two() -> Trainer:
    """A run of two shards after three updates."""
    return trained(TWO, 3)


def test_a_single_shard_is_the_run_without_shards() -> None:
    undivided, shard = trained(EVERYTHING, 2), trained(EVERYTHING, 2, OneByOne())
    assert differing(undivided.tensors(), shard.tensors()) == []
    assert progress(undivided) == progress(shard)


@pytest.mark.thorough
def test_a_run_goes_on_the_same_with_shards_or_without_where_there_is_one() -> None:
    undisturbed = trained(EVERYTHING, 4).tensors()
    for first, second in ((None, OneByOne()), (OneByOne(), None)):
        begun = trained(EVERYTHING, 2, first)
        goes_on = Trainer(training_plan(skull_king(), EVERYTHING), second)
        goes_on.restore(begun.tensors(), begun.progress())
        with torch_threads(1):
            goes_on.step(), goes_on.step()
        assert differing(goes_on.tensors(), undisturbed) == []


@pytest.mark.parametrize("every", daily([1, 3]))
def test_workers_that_die_change_nothing(two: Trainer, every: int) -> None:
    workers = Dying(every)
    disturbed = trained(TWO, 3, workers)
    assert workers.died == 6 // every
    assert differing(two.tensors(), disturbed.tensors()) == []
    assert progress(two) == progress(disturbed)


def test_a_run_in_shards_goes_on_from_its_checkpoint_with_the_same_weights(two: Trainer, tmp_path: Path) -> None:
    begun = trained(TWO, 2)
    checkpoint.save(tmp_path / "run", begun.checkpoint("quick"))
    saved = checkpoint.load_checkpoint(tmp_path / "run")
    assert saved.config.run.workers == 2
    goes_on = Trainer(training_plan(saved.game, saved.config))
    goes_on.restore(saved.tensors, saved.progress)
    with torch_threads(1):
        goes_on.step()
    assert differing(goes_on.tensors(), two.tensors()) == []
    assert progress(goes_on) == progress(two)


def test_the_number_of_shards_is_part_of_what_the_weights_follow_from(two: Trainer) -> None:
    other = trained(EVERYTHING.changed(workers=3), 1).policy()
    same, again = trained(TWO, 1).policy(), trained(TWO, 1).policy()
    assert differing(same, again) == []
    assert differing(same, other) != []


def test_past_policies_are_the_same_in_all_shards_and_kept_once(two: Trainer) -> None:
    arrays = two.tensors()
    past = [name for name in arrays if "past." in name]
    assert past
    assert all(name.startswith("rollout.league.past.") for name in past)
    assert isinstance(two._rollouts, Shards)
    assert isinstance(two._rollouts._workers, OneByOne)
    kept = two._rollouts._workers._shards[1].state().arrays
    for name in past:
        assert np.array_equal(kept[name.removeprefix("rollout.")], arrays[name])


def test_decisions_are_joined_in_order_and_sums_are_added() -> None:
    workers = OneByOne()
    Trainer(training_plan(skull_king(), TWO), workers)
    collectors = [shard._collector for shard in workers._shards]
    networks = [shard._network for shard in workers._shards]
    whole = [collector.collect(network) for collector, network in zip(collectors, networks, strict=True)]
    parts = [found.compact() for found in whole]
    for found, part in zip(whole, parts, strict=True):
        assert np.array_equal(part.observations, found.observations[found.rows])
        assert np.array_equal(part.targets["bid"], found.targets["bid"][found.rows])
    all_of_them = Decisions.joined(parts)
    assert np.array_equal(all_of_them.actions, np.concatenate([part.actions for part in parts]))
    assert all_of_them.rows.tolist() == list(range(len(all_of_them.actions)))
    assert all_of_them.tally.played == TWO.decisions_per_update
    games = [part.tally.games for part in parts]
    assert all_of_them.scalars["games/finished"] == sum(games) > 0
    expected = TWO.decisions_per_update / sum(games)
    assert all_of_them.scalars["games/decisions_per_game"] == pytest.approx(expected)
    name = "opponents/bot:simple"
    assert all_of_them.scalars[name] == pytest.approx(np.mean([part.scalars[name] for part in parts]))
    assert Decisions.joined(parts[:1]).scalars == whole[0].scalars
    lacking = replace(parts[1], scalars={})
    assert Decisions.joined([parts[0], lacking]).scalars[name] == parts[0].scalars[name]


def test_win_rates_are_pooled_over_all_shards() -> None:
    assert np.isnan(win_rate_of([1.0] * 60 + [0.0] * 39))
    assert win_rate_of([1.0] * 60 + [0.0] * 60) == 0.5


def test_a_run_without_opponents_or_oracle_is_divided_as_well() -> None:
    config = Config().changed(
        total_decisions=800, num_tables=10, rollout_steps=20, minibatch_size=64, widths=(8,), threads=1, workers=3
    )
    game = croupier.make("pig", winning_score=20, max_turns=30)
    first, second = (Trainer(training_plan(game, config), workers) for workers in (None, Dying(2)))
    with torch_threads(1):
        for _ in range(3):
            first.step(), second.step()
    assert differing(first.tensors(), second.tensors()) == []

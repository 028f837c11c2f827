"""Runs that begin with recorded games: what is copied stands at the start, and a stop in between loses nothing."""

from pathlib import Path

import pytest

from croupier.agents.registry import make_agent
from croupier.core.base.errors import FileError
from croupier.learn.runs import checkpoint
from croupier.learn.runs.curves import read_curves
from croupier.learn.runs.run import CURVES, Interrupted, Run, Status
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import training_plan
from croupier.measure.play.record import record_games
from tests.learn.small import differing, skull_king


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    game = skull_king()
    record_games(game, [make_agent("bot:simple", game)] * game.num_players, 4, 1, path)
    return path


def nothing(*told: object) -> None:
    assert told


def settings(file: Path) -> Config:
    return Config().changed(
        total_decisions=3 * 16 * 8, num_tables=16, rollout_steps=8, minibatch_size=64, widths=(16,), threads=1,
        device="cpu",
        imitate=(str(file),), imitate_passes=2, measure_every=1000,
    )  # fmt: skip


@pytest.mark.thorough
def test_the_recorded_games_come_before_the_first_update(file: Path, tmp_path: Path) -> None:
    run = Run.begin(skull_king(), settings(file), "quick", tmp_path / "run")
    fresh = Trainer(training_plan(skull_king(), settings(file))).policy()
    run.go(nothing)
    curves = read_curves(tmp_path / "run" / CURVES, "imitation/")
    assert [step for step, _ in curves["imitation/loss"]] == [1, 2]
    assert curves["imitation/loss"][1][1] < curves["imitation/loss"][0][1]
    trainer = Trainer(training_plan(skull_king(), settings(file)))
    trainer.imitate(nothing)
    assert differing(trainer.policy(), fresh)
    assert trainer.imitated
    trainer.run(nothing)
    assert differing(trainer.policy(), run.trainer.policy()) == []


def test_copying_can_have_a_step_size_of_its_own(file: Path) -> None:
    def copied(**changes: float) -> Trainer:
        trainer = Trainer(training_plan(skull_king(), settings(file).changed(**changes)))
        trainer.imitate(nothing)
        return trainer

    fast = copied(learning_rate=3e-3)
    apart = copied(learning_rate=1e-5, imitation_rate=3e-3)
    assert differing(fast.policy(), apart.policy()) == []
    assert differing(fast.policy(), copied(learning_rate=1e-5).policy())
    fast.run(nothing)
    apart.run(nothing)
    assert differing(fast.policy(), apart.policy()), "PPO takes steps of the other size"


@pytest.mark.thorough
def test_a_run_stopped_while_it_copies_begins_with_that_again(file: Path, tmp_path: Path) -> None:
    run = Run.begin(skull_king(), settings(file), "quick", tmp_path / "run")

    def stop(status: Status) -> None:
        assert status.share == 0.0
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="after update 0 of 3"):
        run.go(stop)
    resumed = Run.resume(tmp_path / "run")
    assert not resumed.trainer.imitated
    told: list[Status] = []
    resumed.go(told.append)
    whole = Run.begin(skull_king(), settings(file), "quick", tmp_path / "whole")
    whole.go(told.append)
    assert differing(resumed.trainer.policy(), whole.trainer.policy()) == []
    assert checkpoint.load_checkpoint(tmp_path / "run" / checkpoint.NAME).progress["imitated"] is True


def test_a_file_that_is_missing_is_named_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nothing\.jsonl cannot be read"):
        Run.begin(skull_king(), settings(tmp_path / "nothing.jsonl"), "quick", tmp_path / "run")
    assert not (tmp_path / "run").exists()

"""Runs that go on with another number of threads, or are trained on after their end."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.core.base.errors import ConfigError, FileError
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import Interrupted, Run, Status
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from tests.amounts import daily
from tests.learn.small import EVERYTHING, differing, skull_king
from tests.learn.test_runs import SMALL, silent, small_game, trained

LONGER = SMALL.changed(total_decisions=16 * 16 * 9)


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The folder of a run that was stopped after three of six updates."""

    def told(status: Status) -> None:
        if status.share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        Run.begin(small_game(), SMALL, "quick", tmp_path / "run").go(told)
    return tmp_path / "run"


def threads_told(folder: Path) -> tuple[int, int]:
    """The number of threads in the run's settings and in its checkpoint."""
    about = json.loads((folder / "config.json").read_text())
    assert about == {
        "game": "pig",
        "options": small_game().options,
        "preset": "quick",
        "config": SMALL.changed(threads=about["config"]["threads"]).as_dict(),
    }
    return about["config"]["threads"], checkpoint.load_checkpoint(folder / checkpoint.NAME).config.run.threads


def test_a_run_goes_on_with_another_number_of_threads_and_keeps_it(stopped: Path) -> None:
    assert threads_told(stopped) == (1, 1)
    run = Run.resume(stopped, threads=2)
    assert (run.trainer.update, run.trainer.config) == (3, SMALL.changed(threads=2))
    assert threads_told(stopped) == (2, 2), "it holds even where the run is killed before its next checkpoint"
    run.close()
    run = Run.resume(stopped)
    assert run.trainer.config.run.threads == 2
    run.go(silent)
    with torch_threads(1):
        undisturbed = trained(6).tensors()
    ours = run.trainer.tensors()
    games = [name for name in ours if name.startswith("rollout.") and ours[name].dtype.kind in "iub"]
    assert games, "the tables are among the arrays"
    for name in games:
        assert np.array_equal(ours[name], undisturbed[name]), name
    for name, array in run.trainer.policy().items():  # sums of several threads may be rounded otherwise
        assert np.allclose(array, undisturbed[f"mean.{name}"], atol=1e-5), name


def test_a_bad_number_of_threads_changes_nothing(stopped: Path) -> None:
    before = {path.name: path.read_bytes() for path in stopped.iterdir() if path.is_file()}
    with pytest.raises(ConfigError, match="threads must be an integer from 1 to 1024, not 0"):
        Run.resume(stopped, threads=0)
    assert Run.resume(stopped, threads=1).trainer.update == 3
    assert {path.name: path.read_bytes() for path in stopped.iterdir() if path.is_file()} == before


def test_resume_on_the_command_line_takes_threads_and_no_other_setting(stopped: Path) -> None:
    runner = CliRunner()
    for words in (["--device", "cpu"], ["--seed", "3"], ["--set", "epochs=2"], ["-o", "max_turns=9"]):
        refused = runner.invoke(app, ["train", "--resume", str(stopped), *words])
        assert refused.exit_code == 2
        assert "it takes no game and no other setting but --threads" in refused.stderr
    done = runner.invoke(app, ["train", "--resume", str(stopped), "--threads", "2", "--json"])
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["decisions"] == SMALL.run.total_decisions
    assert threads_told(stopped) == (2, 2)


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The folder of a run that is trained to its end."""
    Run.begin(small_game(), SMALL, "quick", tmp_path / "run").go(silent, judged=False)
    return tmp_path / "run"


def test_a_finished_run_is_trained_on_under_the_schedule_of_the_longer_run(finished: Path) -> None:
    saved = checkpoint.load_checkpoint(finished / checkpoint.NAME)
    total = LONGER.run.total_decisions
    run = Run.resume(finished, total_decisions=total)
    ours = run.trainer.tensors()
    assert (run.trainer.update, run.trainer.config.updates, run.trainer.finished) == (6, 9, False)
    assert differing(ours, saved.tensors) == []
    undisturbed = Trainer(training_plan(small_game(), LONGER))
    undisturbed.restore(saved.tensors, saved.progress)
    with torch_threads(1):
        rates = [undisturbed.step()["schedule/learning_rate"] for _ in range(3)]
    full = SMALL.schedule.learning_rate
    shares = [update / 9 for update in (6, 7, 8)]
    assert rates == pytest.approx([full * 0.5 * (1.0 + np.cos(np.pi * share)) for share in shares])
    result = run.go(silent, judged=False)
    assert differing(run.trainer.tensors(), undisturbed.tensors()) == []
    assert result["decisions"] == total
    results = {file.name: json.loads(file.read_text())["decisions"] for file in finished.glob("result*.json")}
    assert results == {"result.json": total, "result-1536.json": 1536}


def test_oracle_optimiser_and_league_go_on(tmp_path: Path) -> None:
    """What `initial_policy` loses: of a finished run it takes the policy alone."""
    config = EVERYTHING.changed(total_decisions=32 * 16 * 2)
    Run.begin(skull_king(), config, "quick", tmp_path).go(silent, judged=False)
    saved = checkpoint.load_checkpoint(tmp_path / checkpoint.NAME).tensors
    run = Run.resume(tmp_path, total_decisions=32 * 16 * 3)
    ours = run.trainer.tensors()
    assert differing(ours, saved) == []
    for part in ("network.critic.", "adam.exp_avg.critic.", "rollout.league.past."):
        assert any(name.startswith(part) and array.any() for name, array in ours.items()), part
    run.go(silent, judged=False)
    assert run.trainer.update == 3


def test_a_longer_run_that_is_killed_goes_on_to_the_larger_total(finished: Path) -> None:
    Run.resume(finished, total_decisions=LONGER.run.total_decisions).close()
    assert json.loads((finished / "config.json").read_text())["config"]["total_decisions"] == 2304
    run = Run.resume(finished)
    assert (run.trainer.update, run.trainer.config.updates) == (6, 9)
    run.trainer.update = 9  # as if it were killed after its last update, before it was judged
    run._save()
    run.close()
    assert Run.resume(finished).trainer.finished


@pytest.mark.parametrize("total", daily([1536, 100, 1536 - 5, 0, "many"], 2))
def test_a_total_that_makes_no_longer_run_changes_nothing(finished: Path, total: int) -> None:
    before = {path.name: path.read_bytes() for path in finished.iterdir() if path.is_file()}
    with pytest.raises(ConfigError, match="total_decisions"):
        Run.resume(finished, total_decisions=total)
    assert {path.name: path.read_bytes() for path in finished.iterdir() if path.is_file()} == before
    with pytest.raises(FileError, match="is complete: to train it on, add --set total_decisions=N"):
        Run.resume(finished)


def test_the_command_line_trains_on(finished: Path) -> None:
    runner = CliRunner()
    words = ["train", "--resume", str(finished), "--json", "--set"]
    short = runner.invoke(app, [*words, "total_decisions=1537", "--set", "epochs=2"])
    assert (short.exit_code, "it takes no game and no other setting" in short.stderr) == (2, True)
    short = runner.invoke(app, [*words, "total_decisions=1536"])
    assert (short.exit_code, "must be above its 1536, not 1536" in short.stderr) == (2, True)
    done = runner.invoke(app, [*words, "total_decisions=1792"])
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["decisions"] == 1792

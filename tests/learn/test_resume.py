"""Runs that go on with another number of threads."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.core.errors import ConfigError
from croupier.learn import checkpoint
from croupier.learn.interrupt import Interrupted
from croupier.learn.run import Run, Status
from tests.learn.test_runs import SMALL, silent, small_game, torch_thread, trained


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The folder of a run that was stopped after three of six updates."""

    def told(standing: Status) -> None:
        if standing.share > 0.4:
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
    return about["config"]["threads"], checkpoint.load(folder / checkpoint.NAME).config.run.threads


def test_a_run_goes_on_with_another_number_of_threads_and_keeps_it(stopped: Path) -> None:
    assert threads_told(stopped) == (1, 1)
    run = Run.resume(stopped, threads=2)
    assert (run.trainer.update, run.trainer.config) == (3, SMALL.changed(threads=2))
    assert threads_told(stopped) == (2, 2), "it holds even where the run is killed before its next checkpoint"
    assert Run.resume(stopped).trainer.config.run.threads == 2
    run.go(silent)
    with torch_thread():
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

"""Whole runs: same seed same weights, save and load, resume, kills, full disks, foreign files, Ctrl-C."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import torch

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.locks import FolderLock
from croupier.core.engine.game import Game
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import POLICY, RESULT, Interrupted, Run, Status, export
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import training_plan
from croupier.learn.update import ppo
from croupier.measure.stats.strength import exact_result
from croupier.provenance import CODE
from tests.learn.small import differing

SMALL = Config().changed(
    total_decisions=16 * 16 * 6, num_tables=16, rollout_steps=16, minibatch_size=64, widths=(16, 16),
    threads=1, seed=3,
    checkpoint_every=2, measure_every=1000, device="cpu",
)  # fmt: skip


def small_game() -> Game:
    return croupier.make("pig", winning_score=20, max_turns=40)


def trained(updates: int, config: Config = SMALL) -> Trainer:
    trainer = Trainer(training_plan(small_game(), config))
    for _ in range(updates):
        trainer.step()
    return trainer


@pytest.fixture(scope="module")
def undisturbed() -> Trainer:
    """A run of six updates, on one thread."""
    with torch_threads(1):
        return trained(6)


def silent(status: Status) -> None:
    del status


@pytest.mark.parametrize("widths", [(32_769,), (20_000, 12_769), (9_000, 9_000)])
def test_layers_that_no_policy_may_have_are_refused_at_once(widths: tuple[int, ...]) -> None:
    with pytest.raises(ConfigError, match=f"widths={widths[0]}.* make a network that no policy may have"):
        SMALL.changed(widths=widths)
    SMALL.changed(critic_widths=(65_536,))  # an oracle is in no policy


def test_a_run_whose_policy_would_be_refused_is_refused_before_it_begins(tmp_path: Path) -> None:
    config = SMALL.changed(widths=(32_768,), num_tables=4, rollout_steps=4)
    with pytest.raises(ConfigError, match=r"its network needs over 65,536 numbers a row .*; make widths smaller"):
        Run.begin(small_game(), config, "quick", tmp_path / "run")
    assert not (tmp_path / "run" / "config.json").exists()


def test_the_same_seed_gives_the_same_weights_and_another_seed_others() -> None:
    first, again = trained(3), trained(3)
    other = trained(3, SMALL.changed(seed=4))
    assert differing(first.tensors(), again.tensors()) == []
    assert differing(first.policy(), other.policy())


def test_threads_of_the_tables_do_not_change_the_weights() -> None:
    with torch_threads(1):
        one, two = trained(2), trained(2, SMALL.changed(threads=2))
    assert differing(one.policy(), two.policy()) == []


def test_a_checkpoint_comes_back_and_goes_on_as_the_undisturbed_run_does(
    tmp_path: Path, undisturbed: Trainer
) -> None:
    file = tmp_path / checkpoint.NAME
    with torch_threads(1):
        checkpoint.save(file, trained(2).checkpoint("quick"))
    saved = checkpoint.load_checkpoint(file)
    assert (saved.config, saved.preset, saved.game.options) == (SMALL, "quick", small_game().options)
    resumed = Trainer(training_plan(saved.game, saved.config))
    resumed.restore(saved.tensors, saved.progress)
    with torch_threads(1):
        for _ in range(4):
            resumed.step()
    assert differing(resumed.tensors(), undisturbed.tensors()) == []
    assert resumed.progress() | {"seconds": 0} == undisturbed.progress() | {"seconds": 0}


def test_a_run_writes_its_files_and_the_policy_is_that_of_the_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result = Run.begin(small_game(), SMALL, "quick", folder).go(silent)
    assert {path.name for path in folder.iterdir()} == {
        checkpoint.NAME, POLICY, "config.json", RESULT, "tensorboard", CODE,
    }  # fmt: skip
    assert json.loads((folder / RESULT).read_text()) == result
    assert result["provenance"]["files"] == {POLICY: sha256((folder / POLICY).read_bytes()).hexdigest()}
    assert [row["opponent"] for row in result["results"]] == ["optimal", "bot:hold-20", "random"]
    assert export(folder, tmp_path / "again.onnx")["bytes"] == (tmp_path / "again.onnx").stat().st_size
    game = small_game()
    first, again = (make_agent(f"net:{path}", game) for path in (folder / POLICY, tmp_path / "again.onnx"))
    assert exact_result(game, first, again).mean == pytest.approx(0.5, abs=1e-12)
    with pytest.raises(FileError, match="complete"):
        Run.resume(folder)
    with pytest.raises(FileError, match="holds a run already"):
        Run.begin(game, SMALL, "quick", folder)
    with pytest.raises(FileError, match="exists already"):
        export(folder, tmp_path / "again.onnx")


def test_training_makes_a_better_player() -> None:
    game = small_game()
    config = SMALL.changed(total_decisions=60_000, num_tables=128, minibatch_size=512, learning_rate=1e-2)
    run = Run(Path("nowhere"), Trainer(training_plan(game, config)), "quick")
    optimal = make_agent("optimal", game)
    before = exact_result(game, run.agent(), optimal).mean
    with torch_threads(1):
        while not run.trainer.finished:
            run.trainer.step()
    after = exact_result(game, run.agent(), optimal).mean
    assert after > 0.47
    assert after > before + 0.03


KILLED = """
import os, signal, sys
from pathlib import Path
from typing import Any
from tests.learn.test_runs import SMALL, small_game
from croupier.learn.runs.run import Run

def told(status):
    if status.share > 0.6:
        os.kill(os.getpid(), signal.SIGKILL)

Run.begin(small_game(), SMALL, "quick", Path(sys.argv[1])).go(told)
"""


@pytest.mark.thorough
def test_a_killed_run_goes_on_to_the_weights_of_an_undisturbed_one(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    root = Path(__file__).parents[2]
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False, cwd=root, timeout=300)
    assert killed.returncode == -signal.SIGKILL
    assert not (folder / POLICY).exists()
    run = Run.resume(folder)
    assert run.trainer.update == 4, "the last of the checkpoints, made after updates 0, 2 and 4"
    run.go(silent)
    with torch_threads(1):
        assert differing(run.trainer.policy(), trained(6).policy()) == []


def test_ctrl_c_keeps_a_checkpoint_and_says_where(tmp_path: Path) -> None:
    def told(status: Status) -> None:
        if status.share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"after update 3 of 6; go on with --resume") as caught:
        Run.begin(small_game(), SMALL, "quick", tmp_path / "run").go(told)
    assert str(tmp_path / "run") in str(caught.value)
    assert Run.resume(tmp_path / "run").trainer.update == 3


def press_in_updates(monkeypatch: pytest.MonkeyPatch, update: int, times: int) -> None:
    """Press Ctrl-C in the middle of one update."""
    learn, calls = ppo.update, 0

    def pressed(*given: Any) -> dict[str, float]:
        nonlocal calls
        calls += 1
        if calls == update:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return learn(*given)

    monkeypatch.setattr(ppo, "update", pressed)


@pytest.mark.parametrize(("times", "kept"), [(1, 3), (2, 2)])
def test_ctrl_c_within_an_update_waits_for_its_end_and_twice_does_not(
    tmp_path: Path, undisturbed: Trainer, monkeypatch: pytest.MonkeyPatch, times: int, kept: int
) -> None:
    folder, handler = tmp_path / "run", signal.getsignal(signal.SIGINT)
    press_in_updates(monkeypatch, 3, times)
    with pytest.raises(Interrupted, match=f"stopped after update {kept} of 6"):
        Run.begin(small_game(), SMALL, "quick", folder).go(silent)
    assert signal.getsignal(signal.SIGINT) is handler
    run = Run.resume(folder)
    assert run.trainer.update == kept
    run.go(silent)
    assert differing(run.trainer.tensors(), undisturbed.tensors()) == []


def test_ctrl_c_while_the_policy_is_judged_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*given: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("croupier.measure.stats.strength.final_strengths", pressed)
        with pytest.raises(Interrupted, match="stopped after update 6 of 6"):
            Run.begin(small_game(), SMALL, "quick", tmp_path).go(silent)
    assert not (tmp_path / RESULT).exists()
    assert Run.resume(tmp_path).go(silent)["results"]


def settings(**values: object) -> list[str]:
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


@pytest.mark.thorough
def test_ctrl_c_in_the_terminal_is_one_line_and_status_130(tmp_path: Path) -> None:
    long = settings(num_tables=64, rollout_steps=16, total_decisions=100_000_000, widths=16, checkpoint_every=1)
    words = ["train", "pig", "--out", str(tmp_path / "run"), *long]
    command = [sys.executable, "-c", "from croupier.cli import main; main()", *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 200
    while not (tmp_path / "run" / checkpoint.NAME).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=100)
    assert process.returncode == 130, errors
    assert "go on with --resume" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert out == ""
    assert checkpoint.load_checkpoint(tmp_path / "run" / checkpoint.NAME).progress["update"] >= 1


def test_a_full_disk_leaves_the_checkpoint_before_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / checkpoint.NAME
    trainer = trained(1)
    checkpoint.save(file, trainer.checkpoint("quick"))
    before = file.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    trainer.step()
    with pytest.raises(FileError, match=r"No space left on device; the one before it is still whole"):
        checkpoint.save(file, trainer.checkpoint("quick"))
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [checkpoint.NAME], "no half-written file is left"


FULL = """
import resource, sys
from croupier.cli import main
import croupier.learn.runs.trainer  # compiles and loads what is written to disk at first
import croupier.measure.stats.strength
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), resource.RLIM_INFINITY))
main()
"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [0, 2_000, 30_000])
def test_a_disk_that_takes_no_more_is_one_line_and_nothing_is_half_written(tmp_path: Path, size: int) -> None:
    # the kernel refuses to let any file grow beyond `size`: settings, checkpoint or curves
    run, rarely = tmp_path / "run", {"checkpoint_every": 100_000, "measure_every": 100_000}
    short = settings(num_tables=16, rollout_steps=4, widths=8, total_decisions=20_000, **rarely)
    words = ["train", "pig", "-o", "winning_score=20", "--out", str(run), *short]
    command = [sys.executable, "-c", FULL, str(size), *words]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert result.returncode == 2, result.stderr
    assert "cannot be written: File too large" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr
    assert not list(run.glob(".*"))
    if (run / checkpoint.NAME).exists():
        assert checkpoint.load_checkpoint(run / checkpoint.NAME).progress["update"] >= 0


def test_parts_that_a_killed_process_left_are_cleared_away(tmp_path: Path) -> None:
    file = tmp_path / checkpoint.NAME
    (tmp_path / f".{checkpoint.NAME}-123.part").write_bytes(b"half")
    checkpoint.save(file, trained(1).checkpoint("quick"))
    assert [path.name for path in tmp_path.iterdir()] == [checkpoint.NAME]
    assert file.stat().st_mode & 0o777 == 0o666 & ~umask(), "others may read what the user lets them read"


def umask() -> int:
    before = os.umask(0)
    os.umask(before)
    return before


def test_what_is_not_finite_stops_the_run_and_keeps_the_last_good_checkpoint(tmp_path: Path) -> None:
    run = Run.begin(small_game(), SMALL, "quick", tmp_path / "run")

    def told(status: Status) -> None:
        if status.share > 0.3:
            with torch.no_grad():
                run.trainer.network.value.bias.fill_(float("nan"))

    with pytest.raises(ppo.Diverged, match=r"update 3 of 6.*diverged.*is of update 2"):
        run.go(told)
    assert Run.resume(tmp_path / "run").trainer.update == 2


def replaced(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        assert old in data
        return data.replace(old, new)

    return change


BROKEN: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda data: data[: len(data) // 2], "truncated"),
    (lambda data: data[:0], "no checkpoint"),
    (lambda data: b"PK\x03\x04" + data, "no checkpoint"),
    (
        replaced(b"croupier-checkpoint-2", b"croupier-checkpoint-1"),
        "has the format croupier-checkpoint-1; this croupier reads croupier-checkpoint-2",
    ),
    (replaced(b"croupier-checkpoint-2", b"croupier-checksomes-2"), "format croupier-checksomes-2"),
    (replaced(b'\\"observation_version\\": 1', b'\\"observation_version\\": 7'), "observation version 7"),
    (replaced(b'\\"game\\": \\"pig\\"', b'\\"game\\": \\"pug\\"'), "unknown game 'pug'"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_a_broken_or_foreign_checkpoint_is_refused_by_name(
    tmp_path: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    file = tmp_path / checkpoint.NAME
    checkpoint.save(file, trained(1).checkpoint("quick"))
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(FileError, match=message) as caught:
        checkpoint.load_checkpoint(file)
    assert str(file) in str(caught.value)


def test_a_folder_without_a_run_and_a_file_in_the_way_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no run to go on with"):
        Run.resume(tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(FileError, match="cannot be written"):
        Run.begin(small_game(), SMALL, "quick", blocked / "run")


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    with pytest.raises(ConfigError, match=r"training needs torch.*\[train\]"):
        Run.begin(small_game(), SMALL, "quick", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_folder_in_use_is_refused_and_free_after_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with FolderLock(folder), pytest.raises(FileError, match=r"run is in use by this process "):
        Run.begin(small_game(), SMALL, "quick", folder)
    run = Run.begin(small_game(), SMALL, "quick", folder)
    with pytest.raises(FileError, match="is in use by this process"):
        Run.begin(small_game(), SMALL, "quick", folder)
    run._save()
    with pytest.raises(FileError, match="is in use by this process"):
        Run.resume(folder)
    run.go(lambda _: None, judged=False)
    with pytest.raises(FileError, match="is complete: to train it on, add --set total_decisions=N"):
        Run.resume(folder)

"""A training run in a folder: checkpoints, curves, the exported policy, and its final strength."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.files import write_errors
from croupier.core.base.locks import FolderLock
from croupier.core.engine.game import Game
from croupier.learn.runs import checkpoint
from croupier.learn.runs.checkpoint import write_atomically, write_file
from croupier.learn.runs.curves import Curves
from croupier.learn.runs.export import policy_bytes, refuse_existing
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import training_plan
from croupier.provenance import provenance, record_code, taking_over
from croupier.table.game_file import read_games

if TYPE_CHECKING:
    from croupier.agents.policy import PolicyAgent
    from croupier.learn.rollouts.shards import Workers
    from croupier.learn.runs.trainer import Trainer


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; the message names its checkpoint."""


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Catch Ctrl-C within the context, and tell whether it was pressed; never so outside the main thread."""
    pressed = threading.Event()

    def request(number: int, frame: FrameType | None) -> None:
        del number, frame
        pressed.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the next one raises KeyboardInterrupt at once

    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    before = signal.signal(signal.SIGINT, request)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


_BROKEN = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Exceptions of NumPy, torch and Python for entries of a checkpoint with a wrong type or size."""
POLICY, CONFIG, RESULT, CURVES = "policy.onnx", "config.json", "result.json", "tensorboard"


@dataclass(frozen=True)
class Status:
    """Reported progress of a run.

    Attributes:
        share: part of the run that is done, 0..1.
        decisions_per_second: of the last update.
        opponent: the opponent of the last measurement; empty before the first.
        win_rate: mean share of wins in it.
        accuracy: during imitation, the share of demonstrations whose action is the network's likeliest; otherwise
            -1.
    """

    share: float
    decisions_per_second: float
    opponent: str
    win_rate: float
    accuracy: float = -1.0


def require_libraries() -> None:
    """Check that the libraries of the ``train`` extra are installed."""
    require("training", "torch", "safetensors", "onnx", "onnxruntime", "tensorboard")


class Run:
    """A training run in a folder.

    Attributes:
        trainer: the loop and its state.
        preset: name of the preset of the settings.
    """

    def __init__(self, folder: Path, trainer: Trainer, preset: str, lock: FolderLock | None = None) -> None:
        """A run in a folder, which is locked until `close`, or the end of `go`."""
        self.folder, self.trainer, self.preset = folder, trainer, preset
        self._opponent, self._win_rate = "", 0.0
        self._saved = -1  # the update of the checkpoint in the folder
        self._earlier: list[str] = []
        self._lock = lock

    @classmethod
    def begin(cls, game: Game, config: Config, preset: str, folder: Path, workers: Workers | None = None) -> Run:
        """Begin a new run.

        Args:
            preset: name of the preset of the settings.
            folder: folder of its files; made if it is missing.
            workers: players of the shards; None for this process.

        Raises:
            FileError: the folder already has a run, is in use, or cannot be written.
            ConfigError: a library is missing, or settings do not fit the game or machine.
        """
        require_libraries()
        from croupier.learn.runs.trainer import Trainer

        plan = training_plan(game, config)
        with _held(folder) as lock:
            if (folder / CONFIG).exists() or (folder / checkpoint.NAME).exists():
                raise FileError(
                    f"{folder} holds a run already: go on with --resume {folder}, or name another --out"
                )
            for games in config.imitation.imitate:
                next(iter(read_games(games)), None)  # unreadable files are reported before anything is written
            trainer = Trainer(plan, workers)
            trainer.initial_weights()
            run = cls(folder, trainer, preset, lock)
            run._require_playable()
            run._write_config()
            return run

    @classmethod
    def resume(
        cls,
        folder: Path,
        threads: int | None = None,
        workers: Workers | None = None,
        *,
        total_decisions: int | None = None,
    ) -> Run:
        """Go on from the last checkpoint in a folder.

        Args:
            folder: the folder of the run.
            threads: number of threads from now on, which the folder records; None for that of the run. The games
                stay the same; sums in the network may be rounded differently.
            workers: players of the shards; None for this process.
            total_decisions: a longer run, even of a complete one. Network, oracle, optimiser and tables go on, and
                the folder records it. Schedules (learning rate, entropy bonus, curriculum) use the share of the
                longer run from now on. The earlier result is renamed to ``result-N.json``, N its decisions.

        Raises:
            FileError: there is no checkpoint, it is broken or foreign, in use or complete, or it cannot be
                written.
            ConfigError: a library is missing, this machine lacks something that the run needs, the number of
                threads is not valid, or the total does not make the run longer.
        """
        require_libraries()
        from croupier.learn.runs.trainer import Trainer

        file = folder / checkpoint.NAME
        if not file.exists():
            raise FileError(f"there is no run to go on with in {folder}: it has no {checkpoint.NAME}")
        with _held(folder) as lock:
            saved = checkpoint.load_checkpoint(file)
            changes = {"threads": threads, "total_decisions": total_decisions}
            config = saved.config.changed(**{name: value for name, value in changes.items() if value is not None})
            if total_decisions is not None and config.updates <= saved.config.updates:
                planned = saved.config.updates * saved.config.decisions_per_update
                raise ConfigError(
                    f"total_decisions of a run that goes on must be above its {planned}, not "
                    f"{config.run.total_decisions}"
                )
            trainer = Trainer(training_plan(saved.game, config), workers)
            try:
                trainer.restore(saved.tensors, saved.progress)
            except _BROKEN as error:
                raise FileError(f"{file} is broken: {error}") from error
            if trainer.finished and (folder / RESULT).exists():
                raise FileError(
                    f"the run in {folder} is complete: to train it on, add --set total_decisions=N (in Python "
                    f"total_decisions=N) with more than its {config.run.total_decisions}"
                )
            run = cls(folder, trainer, saved.preset, lock)
            if config == saved.config:
                run._saved = trainer.update
            else:
                run._keep_result()
                run._save()
                run._write_config()
            return run

    def _keep_result(self) -> None:
        """Rename the result of a run that goes on, since a run with a result is complete."""
        result = self.folder / RESULT
        if result.exists():
            try:
                result.rename(result.with_stem(f"{result.stem}-{self.trainer.decisions}"))
            except OSError as error:
                raise FileError(f"{result} cannot be renamed: {error.strerror}") from error

    def _require_playable(self) -> None:
        """Raise ConfigError if the policy will be too large for croupier to play."""
        from croupier.agents.policy import checked_network

        try:
            checked_network(self.policy_bytes(), POLICY)
        except FileError as error:
            raise ConfigError(
                f"no agent would play the policy of these settings: {error}; make widths smaller"
            ) from error

    def _write_config(self) -> None:
        """Write the game and the settings of the run, and make the folder."""
        trainer = self.trainer
        about = {"game": trainer.game.name, "options": trainer.game.options, "preset": self.preset}
        with write_errors(f"the folder {self.folder}"):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self.folder / CONFIG, _json(about | {"config": trainer.config.as_dict()}))

    def go(self, on_progress: Callable[[Status], None], *, judged: bool = True) -> dict[str, Any]:
        """Train to the end, then export the policy and measure its strength.

        Args:
            on_progress: called after every update.
            judged: whether to measure the strength; otherwise the result's table is empty.

        Returns:
            The contents of ``result.json``.

        Raises:
            Interrupted: Ctrl-C was pressed; the message says how to go on.
            Diverged: a loss, gradient or weight is not finite; the last good checkpoint remains.
            FileError: a file cannot be written; the last checkpoint remains complete.
        """
        begun = time.perf_counter()
        try:
            with stop_on_interrupt() as stop:
                self._train(on_progress, stop)
            if not stop():
                return self._finish(time.perf_counter() - begun, judged)
        except KeyboardInterrupt:
            raise self._interrupted() from None
        finally:
            self.close()
        raise self._interrupted()

    def close(self) -> None:
        """Release the folder without training; `go` does it at its end."""
        if self._lock is not None:
            self._lock.release()

    def _interrupted(self) -> Interrupted:
        done = f"after update {self._saved} of {self.trainer.config.updates}"
        return Interrupted(f"stopped {done}; go on with --resume {self.folder}")

    def _train(self, on_progress: Callable[[Status], None], stop: Callable[[], bool]) -> None:
        """Train to the end, or until `stop` returns True, and save."""
        from croupier.learn.update.ppo import Diverged

        with write_errors(f"the folder {self.folder}"):
            self._earlier = record_code(self.folder, begun=(self.folder / checkpoint.NAME).exists())
        if self._saved < 0:  # also tests early that the folder can be written
            self._save()
        curves = Curves(self.folder / CURVES, self.trainer.update + 1)
        try:
            if not self.trainer.imitated:
                self._imitate(curves, on_progress, stop)
            self.trainer.run(lambda scalars: self._after(scalars, curves, on_progress), stop)
        except Diverged as error:
            raise Diverged(f"{error}; {self.folder / checkpoint.NAME} is of update {self._saved}") from error
        except KeyboardInterrupt:
            if self.trainer.whole:
                self._save()
            raise
        finally:
            curves.close()
        self._save()

    def _imitate(self, curves: Curves, on_progress: Callable[[Status], None], stop: Callable[[], bool]) -> None:
        """Imitate the teacher and the recorded games; after an interruption a resumed run starts again."""
        parts = 0

        def after(loss: float, accuracy: float) -> None:
            nonlocal parts
            parts += 1
            curves.add({"imitation/loss": loss, "imitation/accuracy": accuracy}, parts)
            on_progress(Status(0.0, 0.0, "", 0.0, accuracy=accuracy))
            if stop():
                raise KeyboardInterrupt

        self.trainer.imitate(after)
        self._saved = -1
        self._save()

    def _save(self) -> None:
        """Write a checkpoint, unless the last one is of this update."""
        if self._saved != self.trainer.update:
            checkpoint.save(self.folder / checkpoint.NAME, self.trainer.checkpoint(self.preset))
            self._saved = self.trainer.update

    def _after(self, scalars: Mapping[str, float], curves: Curves, on_progress: Callable[[Status], None]) -> None:
        """Write curves, measure and save, each at its own interval."""
        trainer, run = self.trainer, self.trainer.config.run
        curves.add(scalars, trainer.update)
        if trainer.update % run.measure_every == 0 and not trainer.finished:
            from croupier.measure.stats.strength import quick_measure

            self._opponent, self._win_rate = quick_measure(trainer.game, self.agent(), run.seed)
            curves.add({f"strength/against_{self._opponent}": self._win_rate}, trainer.update)
        if trainer.update % run.checkpoint_every == 0:
            self._save()
        share, speed = trainer.update / trainer.config.updates, scalars["speed/decisions_per_second"]
        on_progress(Status(share, speed, self._opponent, self._win_rate))

    def policy_bytes(self) -> bytes:
        """The present policy as an ONNX file."""
        trainer = self.trainer
        training = {
            "preset": self.preset,
            "config": trainer.config.as_dict(),
            "decisions": trainer.decisions,
            "seconds": round(trainer.seconds, 1),
        }
        return policy_bytes(trainer.game, trainer.policy(), training)

    def agent(self) -> PolicyAgent:
        """The present policy as an agent."""
        from croupier.agents.policy import PolicyAgent

        path = self.folder / POLICY
        return PolicyAgent(
            path, self.trainer.game, threads=self.trainer.config.run.threads, data=self.policy_bytes()
        )

    def _finish(self, seconds: float, judged: bool) -> dict[str, Any]:
        from croupier.core.base.progress import silent
        from croupier.measure.stats.strength import final_strengths

        trainer = self.trainer
        write_file(self.folder / POLICY, self.policy_bytes())
        run, league = trainer.config.run, trainer.config.league
        also = league.bots if league.bot_share == 1.0 and league.opponent_seats == "all-but-one" else ()
        rows = final_strengths(trainer.game, self.agent(), run.seed, run.threads, silent, also) if judged else []
        result = {
            "game": trainer.game.name,
            "options": trainer.game.options,
            "preset": self.preset,
            "seed": run.seed,
            "decisions": trainer.decisions,
            "training_seconds": round(trainer.seconds, 1),
            "seconds": round(seconds, 1),
            "policy": str(self.folder / POLICY),
            "results": rows,
            "provenance": taking_over(provenance([(trainer.game, [self.agent()])], [run.seed]), self._earlier),
        }
        write_file(self.folder / RESULT, _json(result))
        return result


@contextmanager
def _held(folder: Path) -> Iterator[FolderLock]:
    """Lock the folder of a run, and release it if the run cannot be made."""
    with write_errors(f"the folder {folder}"):
        lock = FolderLock(folder)
    try:
        yield lock
    except BaseException:
        lock.release()
        raise


def _json(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, indent=2) + "\n").encode()


def policy_of(source: Path) -> tuple[Game, bytes]:
    """The game of a checkpoint, or of that in a folder, and its policy as the bytes of an ONNX file."""
    require_libraries()
    file = _file_of(source)
    saved = checkpoint.load_checkpoint(file)
    training: dict[str, Any] = {"preset": saved.preset, "config": saved.config.as_dict()}
    training |= {key: saved.progress.get(key) for key in ("decisions", "seconds")}
    try:
        return saved.game, policy_bytes(saved.game, saved.policy(), training)
    except KeyError as error:
        raise FileError(f"{file} is broken: it lacks the weights {error}") from error
    except Exception as error:  # onnx's exceptions for wrong shapes have no common class
        raise FileError(f"{file} is broken: its weights make no policy ({str(error)[:200]})") from error


def _file_of(source: Path) -> Path:
    return source / checkpoint.NAME if source.is_dir() else source


def export(source: Path, target: Path) -> dict[str, Any]:
    """Write the policy of a checkpoint as an ONNX file."""
    refuse_existing(target)
    game, data = policy_of(source)
    write_file(target, data)
    about = {"game": game.name, "options": dict(game.options), "checkpoint": str(_file_of(source))}
    return about | {"policy": str(target), "bytes": len(data)}

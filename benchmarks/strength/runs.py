"""Trained runs that tables need: found in a folder, or trained into it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.agents.registry import make_agent
from croupier.core.base.errors import FileError
from croupier.core.base.locks import FolderLock
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import CONFIG, POLICY, RESULT, Run, Status
from croupier.learn.settings.config import Config, preset
from croupier.measure.play.record import record_games

Values = tuple[tuple[str, Any], ...]
"""Names with values, as a tuple, so that declarations can be compared."""


def command(words: str, options: Values, settings: Values, out: Path) -> str:
    """A command line of croupier that trains, as it is typed.

    Args:
        words: the command with what all of its kind have.
        options: options of the game.
        settings: settings that differ from the preset.
        out: folder of what it writes.
    """
    given = [part for name, value in options for part in ("-o", f"{name}={_typed(value)}")]
    given += [part for name, value in settings for part in ("--set", f"{name}={_typed(value)}")]
    return " ".join([words, shlex.join([*given, "--out", str(out)])])


def _typed(value: Any) -> str:
    """A value as `croupier.learn.settings.config.parse_settings` reads it."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{number}" for name, number in value.items())
    if isinstance(value, tuple | list):
        return ",".join(str(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Recording:
    """Recorded games that a run imitates.

    Attributes:
        agent: who plays in every seat.
        games: how many.
        seed: seed of the deals.
    """

    agent: str
    games: int
    seed: int = 0

    @property
    def file(self) -> str:
        """Name of the file under the folder of all runs."""
        return f"{self.agent.replace(':', '-')}-{self.games}-{self.seed}.jsonl"

    def make(self, game: Game, runs: Path) -> None:
        """Record the games, unless they are there."""
        if not (runs / self.file).exists():
            runs.mkdir(parents=True, exist_ok=True)
            players = [make_agent(self.agent, game) for _ in range(game.num_players)]
            record_games(game, players, self.games, self.seed, runs / self.file)


@dataclass(frozen=True)
class Need:
    """A run that must be complete before a table can be played.

    Attributes:
        folder: its folder under that of all runs.
        game: the game with its options.
        config: its settings.
        preset: name of the preset that they came from.
        command: what trains it.
        recording: games that it imitates, which are recorded before it is trained.
    """

    folder: str
    game: Game
    config: Config
    preset: str
    command: str
    recording: Recording | None = None

    def missing(self, runs: Path) -> str:
        """Why the run cannot be used, in words; empty where it can.

        Args:
            runs: folder of all runs.
        """
        place = runs / self.folder
        try:
            if is_complete(self.game, self.config, place):
                return ""
        except FileError as error:
            return str(error)
        what = "is not complete" if place.exists() else "is missing"
        return f"{place} {what}: {self.command}"

    def train(self, runs: Path, on_progress: Callable[[float], None]) -> None:
        """Train it, or go on with it.

        Raises:
            FileError: the folder holds another run, or a file cannot be written.
        """
        if self.recording is not None:
            self.recording.make(self.game, runs)
        place = runs / self.folder
        complete(self.game, self.config, self.preset, place, lambda status: on_progress(status.share))


@dataclass(frozen=True)
class TrainedRun:
    """A policy that `croupier train` trains from a preset.

    Attributes:
        game: name of the game.
        preset: name of the preset.
        seed: seed of the run.
        options: options of the game.
        settings: settings that differ from the preset.
        label: stands for the settings in the folder's name.
        recording: games that it imitates first.
    """

    game: str
    preset: str
    seed: int
    options: Values = ()
    settings: Values = ()
    label: str = ""
    recording: Recording | None = None

    @property
    def name(self) -> str:
        """Name of its folder, like ``skull-king-quick-0``."""
        return "-".join(part for part in (self.game, self.preset, self.label, str(self.seed)) if part)

    def policy(self, runs: Path) -> Path:
        """The policy's file."""
        return runs / self.name / POLICY

    def need(self, runs: Path, threads: int) -> Need:
        """What must be trained.

        Args:
            runs: folder of all runs.
            threads: threads that train it.
        """
        game = make(self.game, **dict(self.options))
        changes = dict(self.settings) | {"seed": self.seed, "threads": threads}
        words = f"croupier train {self.game} --preset {self.preset} --seed {self.seed}"
        if self.recording is not None:
            file = runs / self.recording.file
            changes["imitate"] = (str(file.absolute()),)
            words += f" --imitate {shlex.quote(str(file))}"
        return Need(
            self.name,
            game,
            preset(game, self.preset, **changes),
            self.preset,
            command(words, self.options, self.settings, runs / self.name),
            self.recording,
        )


def complete(game: Game, config: Config, preset: str, folder: Path, on_progress: Callable[[Status], None]) -> None:
    """Train to the end what a folder holds of a run: begin it, go on with it, or leave it as it is.

    The policy is exported and not measured. A run that goes on takes its number of threads from `config`.

    Args:
        preset: name of the preset that they came from.
        folder: the run's folder; need not exist.
        on_progress: called after every update.

    Raises:
        FileError: the folder holds another run, or a file cannot be used.
        ConfigError: settings that do not go with the game or machine.
        Interrupted: Ctrl-C.
        Diverged: training holds a number that is not finite.
    """
    if is_complete(game, config, folder):
        return
    about = folder / CONFIG
    if about.exists() and not (folder / checkpoint.NAME).exists():  # killed before its first checkpoint
        with FolderLock(folder):  # by the one that has just begun it, it is not left
            about.unlink(missing_ok=True)
    threads = config.run.threads
    run = Run.resume(folder, threads) if about.exists() else Run.begin(game, config, preset, folder)
    run.go(on_progress, judged=False)


def is_complete(game: Game, config: Config, folder: Path) -> bool:
    """Whether a folder holds a run that is trained to the end.

    Args:
        config: the settings; the number of threads may be another.
        folder: the run's folder; need not exist.

    Raises:
        FileError: the folder holds another run.
    """
    if not (folder / CONFIG).exists():
        return False
    _check_same(folder / CONFIG, game, config)
    return (folder / RESULT).exists()


def _check_same(about: Path, game: Game, config: Config) -> None:
    """Compare what a run's file says of it with what is wanted; the number of threads may differ.

    Raises:
        FileError: it is another run, or the file is broken.
    """
    try:
        found = json.loads(about.read_text(encoding="utf-8"))
        theirs = Config.from_dict(found["config"]).changed(threads=config.run.threads)
        same_game = (found["game"], found["options"]) == (game.name, dict(game.options))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{about} cannot be read: {error}") from error
    if not same_game:
        raise FileError(f"{about.parent} holds a run of another game or other options; name another folder")
    ours, other = config.as_dict(), theirs.as_dict()
    differing = [name for name in ours if ours[name] != other[name]]
    if differing:
        wrong = ", ".join(f"{name}={other[name]} instead of {ours[name]}" for name in differing[:3])
        what = "another budget" if "total_decisions" in differing else "other settings"
        raise FileError(f"{about.parent} holds a run of {what} ({wrong}); name another folder")

"""Series of training runs, one folder each: begun, resumed or kept, so that a series that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier.agents.names import AgentName
from croupier.core.base.errors import FileError
from croupier.core.engine.game import Game
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import CONFIG, RESULT, Run, Status, locked
from croupier.learn.settings.config import Config
from croupier.provenance import Provenance, noted_code

SeriesProgress = Callable[[str, float], None]
"""Called with what is being done and the share of all of it that is done, 0..1."""


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
        with locked(folder):  # by the one that has just begun it, it is not left
            about.unlink(missing_ok=True)
    threads = config.run.threads
    run = Run.resume(folder, threads) if about.exists() else Run.begin(game, config, preset, folder)
    run.go(on_progress, judged=False)


def write_result(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the result of a series beside its runs, each file atomically.

    Args:
        folder: the folder of the runs.
        texts: what is written, by the file's name.

    Raises:
        FileError: a file cannot be written.
    """
    try:
        for name, text in texts.items():
            checkpoint.write_atomically(folder / name, text.encode())
    except OSError as error:
        raise FileError(f"the result in {folder} cannot be written: {error.strerror}") from error


def of_runs(
    game: Game, policies: Sequence[Path], seeds: Iterable[int], agents: Sequence[AgentName] = ()
) -> dict[str, Any]:
    """Where the figures of a series come from: the present code, and that by which its runs were trained.

    Args:
        policies: the policies that the runs have written.
        seeds: seeds of the runs.
        agents: who else plays.
    """
    names: list[AgentName | str] = [*agents, *(f"net:{file}" for file in policies)]
    earlier = {code for file in policies for code in noted_code(file.parent)}
    return Provenance.now([(game, names)], seeds, earlier).data()


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

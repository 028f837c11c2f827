"""``croupier train``: train a policy, and measure its strength at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.common import (
    SEEDS,
    THREADS,
    GameOptions,
    Json,
    Players,
    announce_compiling,
    argument,
    find_spec,
    make_game,
    note,
    note_untrained,
    option,
    option_words,
    plain_console,
    print_json,
    print_parts,
)
from croupier.cli.scale import LOCAL, Ray, check_scale
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.core.base.rows import Rows
    from croupier.learn.rollouts.ray_workers import RayWorkers
    from croupier.learn.runs.run import Run, Status


_THREADS = (
    "Threads; the preset's if not given. The games do not depend on it; sums in the network may be rounded "
    "otherwise. --resume takes it too."
)


def train(
    name: Annotated[str | None, argument("GAME", "A game or a variant: see croupier games.")] = None,
    preset: Annotated[
        str, option("NAME", "quick, standard or full: how long it trains; a game may bring others.")
    ] = "quick",
    out: Annotated[Path | None, option("PATH", "Folder of the run; runs/GAME if not given.")] = None,
    resume: Annotated[
        Path | None,
        option("DIR", "Instead: go on with the run in this folder; --set total_decisions=N makes it longer."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        option(
            "NAME=VALUE", "Change a setting of the preset, like total_decisions=100000; repeat for more.", "--set"
        ),
    ] = None,
    imitate: Annotated[
        list[Path] | None, option("FILE", "First copy the games in this file; repeat for more.")
    ] = None,
    against: Annotated[
        str | None, option("AGENT", "Copies of this agent take all seats but one in every game.")
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    threads: Annotated[int | None, option("N", _THREADS, **THREADS)] = None,
    ray: Ray = None,
    workers: Annotated[
        int | None, option("N", "With --ray: number of workers; one a core if not given.", min=1, max=4096)
    ] = None,
    device: Annotated[str | None, option("NAME", "Where the network runs: auto, cpu or cuda.")] = None,
    as_json: Json = False,
    seed: Annotated[int, option("N", "The same seed gives the same weights.", **SEEDS)] = 0,
) -> None:
    """Train a policy from scratch, then measure its strength.

    Writes into the folder: checkpoint.safetensors, policy.onnx (it plays as net:DIR/policy.onnx), config.json,
    result.json, and curves for TensorBoard. --resume continues a run that was stopped or killed.

    With --ray workers play the rollouts, here or on a cluster, and this process learns. The same seed and number
    of workers give the same weights.

    Example: croupier train pig --out runs/first --seed 1
    """
    from croupier.learn.runs.run import Run, require_libraries
    from croupier.learn.settings.config import parse_settings
    from croupier.learn.settings.config import preset as find_preset
    from croupier.learn.settings.plan import computing

    check_scale(ray, workers, counted=True)
    unfit: dict[str, Any] = {}
    with _workers(ray) as playing:
        if resume is not None:
            changed = parse_settings(settings or [])
            total = changed.pop("total_decisions", None)
            given = (name, out, changed, imitate, against, option, device, seed, workers)
            if any(given) or players is not None:
                raise ConfigError(
                    "--resume continues a run as it was: it takes no game and no other setting but --threads, "
                    "--set total_decisions=N for a longer run, and --ray without --workers"
                )
            run = Run.resume(resume, threads, playing, total_decisions=total)
            trainer = run.trainer
            note(f"Going on with {resume} after update {trainer.update} of {trainer.config.updates}.")
        else:
            if name is None:
                raise ConfigError("name a game (croupier games lists them), or a run to go on with: --resume DIR")
            require_libraries()
            game = make_game(name, option, players)
            changes: dict[str, Any] = {"seed": seed, **parse_settings(settings or [])}
            places = {"threads": threads, "device": device, "workers": workers}
            changes |= {key: value for key, value in places.items() if value is not None}
            if ray is not None and "workers" not in changes:
                changes["workers"] = _cores(ray)
            if imitate:
                changes["imitate"] = tuple(str(file.absolute()) for file in imitate)
            config = find_preset(game, preset, against=against, **changes)
            if against is not None:
                unfit = note_untrained([computing(f"bots names {against}", against, game)], [game])
            announce_compiling(game)
            run = Run.begin(game, config, preset, out or Path("runs") / game.name, playing)
        with _bar(run) as on_progress:
            result = run.go(on_progress)
    if as_json:
        print_json(result | unfit)
    else:
        _show(result)


def _cores(ray: str) -> int:
    """The default number of workers of a new run: the cores of this machine."""
    if ray != LOCAL:
        raise ConfigError(
            "the weights depend on the number of workers: say how many of the cluster by --workers N"
        )
    return os.cpu_count() or 1


def _workers(ray: str | None) -> AbstractContextManager[RayWorkers | None]:
    """The Ray workers that play the rollouts, if asked for."""
    if ray is None:
        return nullcontext()
    from croupier.learn.rollouts.ray_workers import RayWorkers

    return RayWorkers(ray)


@contextmanager
def _bar(run: Run) -> Iterator[Callable[[Status], None]]:
    """A progress bar on standard error: share, speed, strength, time left; plain lines without a terminal."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    title, console = run.trainer.game.spec.title, plain_console(stderr=True)
    if not console.is_terminal:
        yield _lines(title)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[state]}"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task(f"Training {title}", total=1.0, state="")
        yield lambda status: bar.update(task, completed=status.share, state=_state(status))


def _state(status: Status) -> str:
    if status.accuracy >= 0.0:
        return f"copying others' games first: {status.accuracy:.0%} of the decisions are alike"
    strength = f", {status.win_rate:.1%} against {status.opponent}" if status.opponent else ""
    return f"{status.share:4.0%} {status.decisions_per_second / 1000:,.0f}k decisions/s{strength}"


def _lines(title: str) -> Callable[[Status], None]:
    """Print a line for every tenth of the run."""
    printed = -1

    def line(status: Status) -> None:
        nonlocal printed
        tenth = int(status.share * 10)
        if tenth > printed:
            printed = tenth
            note(f"Training {title}: {_state(status).strip()}")

    return line


def _results(result: dict[str, Any]) -> Rows:
    """The strength of the policy, one row per opponent."""
    from croupier.core.base.rows import ColumnHead, Number, in_columns

    cells = []
    for row in result["results"]:
        if row["exact"]:
            how = f"exact; first {row['first']:.2%}, second {row['second']:.2%}"
        else:
            low, high = row["ci95"]
            how = f"95% interval {low:.1%} to {high:.1%}, {row['games']:,} games, {row['mean_points']:.1f} points"
        cells.append((row["opponent"], Number(row["win_rate"], ".2%"), how))
    title = f"{result['game']} after {result['decisions']:,} decisions, {result['training_seconds']:.0f} s"
    return in_columns(title, ("against", ColumnHead("win rate", "right"), ""), cells)


def _show(result: dict[str, Any]) -> None:
    console = plain_console()
    print_parts([_results(result)], "grid")
    console.print(f"The policy is in {result['policy']}. Play it:", soft_wrap=True)
    options = option_words(find_spec(result["game"]), result["options"])
    words = f"croupier play {result['game']}{options} --vs net:{result['policy']}"
    console.print(f"  {words}", soft_wrap=True)

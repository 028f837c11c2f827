"""Exact values of Pig for the arena and `croupier solve`, as an `ExactSolver`, and their plot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from croupier.core import ExactPlayer, ExactResult, ExactSolver, GameShape, Problem, Records, Solution
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.files import writing
from croupier.core.base.progress import Progress
from croupier.core.base.rows import plain_plots
from croupier.core.spec.options import Options
from croupier.games.pig.english import say
from croupier.games.pig.exact import solver
from croupier.games.pig.exact.evaluate import MAX_TARGET, best_response, evaluate, tables
from croupier.games.pig.exact.solver import hold_regions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Heights = npt.NDArray[np.int64]
MIN_TARGET = 2
_COLOURS = "viridis"


def check_picture(path: Path, target: int) -> None:
    """Check, before any work, that a picture can be drawn."""
    require(say("exact.picture"), "matplotlib")
    if path.suffix.lower() != ".png":
        raise ConfigError(say("exact.png", name=path.name))
    if not MIN_TARGET <= target <= MAX_TARGET:
        raise ConfigError(say("exact.drawn", least=MIN_TARGET, most=MAX_TARGET, target=target))
    if not path.absolute().parent.is_dir():
        raise FileError(say("exact.no_folder", path=path, folder=path.absolute().parent))


def hold_totals(values: npt.NDArray[np.float64]) -> Heights:
    """The least turn totals at which optimal play holds, shape (target, target), by own score and other score."""
    # Where one equals target - own score, optimal play rolls until it wins.
    holds = hold_regions(values)
    target = holds.shape[0]
    totals: Heights = np.where(holds.any(axis=2), holds.argmax(axis=2), target - np.arange(target)[:, None])
    return totals


def draw(totals: Heights, first_player_win: float, path: Path) -> None:
    """Draw the boundary, as a surface and as a map, into a PNG file, atomically."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with plain_plots():
        figure = Figure(figsize=(13.0, 6.0), layout="constrained")
        FigureCanvasAgg(figure)
        figure.suptitle(say("exact.picture.title", target=len(totals), chance=first_player_win))
        _surface(figure, totals)
        _map(figure, figure.add_subplot(1, 2, 2), totals)
        try:
            with writing(path) as out:
                figure.savefig(out, format="png", dpi=120)
        except OSError as error:
            raise FileError(say("exact.not_written", path=path, reason=error.strerror)) from error


def _surface(figure: Figure, totals: Heights) -> None:
    """Optimal play rolls below the surface, and holds from it on."""
    axes = figure.add_subplot(1, 2, 1, projection="3d")
    target = len(totals)
    own, other = np.meshgrid(np.arange(target), np.arange(target), indexing="ij")
    axes.plot_surface(
        own, other, totals, cmap=_COLOURS, vmin=0, vmax=target, rstride=1, cstride=1, linewidth=0.1,
        edgecolor=(0.0, 0.0, 0.0, 0.25), antialiased=True,
    )  # fmt: skip
    axes.set(xlabel=say("exact.picture.own"), ylabel=say("exact.picture.other"), zlabel=say("exact.picture.total"))
    axes.set(xlim=(0, target), ylim=(0, target), zlim=(0, target))
    axes.set_title(say("exact.picture.surface"), fontsize=10)
    _whole_ticks(axes.xaxis, axes.yaxis, axes.zaxis)
    axes.view_init(elev=36, azim=-108)
    axes.set_box_aspect((1, 1, 0.8), zoom=0.95)


def _map(figure: Figure, axes: Axes, totals: Heights) -> None:
    """The same from above; grey where optimal play never holds before the win."""
    winning = totals == len(totals) - np.arange(len(totals))[:, None]
    shown = np.ma.masked_array(totals, mask=winning)
    axes.set_facecolor("0.85")
    if not winning.all():
        image = axes.imshow(shown, origin="lower", cmap=_COLOURS, interpolation="nearest")
        figure.colorbar(image, ax=axes, label=say("exact.picture.hold"), shrink=0.85)
    _whole_ticks(axes.xaxis, axes.yaxis)
    axes.set(xlabel=say("exact.picture.other"), ylabel=say("exact.picture.own"), aspect="equal")
    axes.set(xlim=(-0.5, len(totals) - 0.5), ylim=(-0.5, len(totals) - 0.5))
    axes.set_title(say("exact.picture.grey"), fontsize=10)


def _whole_ticks(*axes: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    for axis in axes:
        axis.set_major_locator(MaxNLocator(nbins=6, integer=True))


def covers(options: Options) -> bool:
    """Whether values can be computed: a turn limit (not one of actions), and a target of at most 200."""
    return options["turn_unit"] == "turn" and int(options["winning_score"]) <= MAX_TARGET


def compare(game: GameShape, a: ExactPlayer, b: ExactPlayer, limited: bool) -> ExactResult:
    """Exact value of one player against another; see `ExactSolver.compare`."""
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    return evaluate(tables(a, game, limited), tables(b, game, limited), target, turns if limited else None)


def respond(game: GameShape, b: ExactPlayer, limited: bool) -> ExactResult:
    """Exact value of a best response to a player; see `ExactSolver.best_response`."""
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    return best_response(tables(b, game, limited), target, turns if limited else None)


def action_values(game: GameShape, records: Records) -> npt.NDArray[np.float64]:
    """Value of rolling and of holding under optimal play; see `ExactSolver.action_values`."""
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    out = np.zeros(game.num_actions)
    solver.write_action_values(records[0], solver.solved(target, turns), out)
    return out


def problem(game: GameShape, given: Mapping[str, int], variant: bool) -> Problem:
    """The problem to solve: Pig to 100 points without a turn limit, a variant's own, or the given settings."""
    target = given.get("target", int(game.options["winning_score"]))
    limit = given.get("max_turns", int(game.options["max_turns"]) if variant else None)
    limits = {} if limit is None else {"max_turns": limit}
    return Problem(
        options={"winning_score": target, **limits},
        title=say("exact.title", target=target),
        terms=say("exact.no_limit") if limit is None else say("limit.turns", limit=limit),
        settings={"target": target, "max_turns": limit},
        limited=limit is not None,
        solve=partial(_solve, target, limit),
        kernel=solver.solve_diagonal if limit is None else solver.solve_layer,
        warm_up=lambda: _warm_up(limit),
        check_picture=lambda path: check_picture(path, target),
    )


def _warm_up(limit: int | None) -> None:
    solver.solve(1, None if limit is None else 1)


def _solve(target: int, limit: int | None, on_progress: Progress) -> Solution:
    values = solver.solve(target, limit, on_progress)
    first = float(values[-1, 0, 0])

    def picture(path: Path) -> None:
        draw(hold_totals(values), first, path)

    return Solution(
        first=first,
        # scores i and j below the target, and a turn total of less than target - i (at more one holds and wins)
        states=target * target * (target + 1) // 2 * (limit or 1),
        remark="" if limit is None else say("exact.remark"),
        draw=picture,
    )


EXACT = ExactSolver(
    covers=covers,
    covered=say("exact.covered", most=MAX_TARGET),
    compare=compare,
    problem=problem,
    settings=("target", "max_turns"),
    best_response=respond,
    action_values=action_values,
)

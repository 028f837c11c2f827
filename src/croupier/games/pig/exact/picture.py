"""Plot of optimal play in Pig: the turn total at which it holds, over both scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.files import writing
from croupier.core.base.rows import plain_plots
from croupier.games.pig.english import say
from croupier.games.pig.exact.solver import hold_regions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Heights = npt.NDArray[np.int64]
MIN_TARGET, MAX_TARGET = 2, 200
_COLOURS = "viridis"


def check_picture(path: Path, target: int) -> None:
    """Check, before any work is done, that a picture can be drawn."""
    require(say("exact.picture"), "matplotlib")
    if path.suffix.lower() != ".png":
        raise ConfigError(say("exact.png", name=path.name))
    if not MIN_TARGET <= target <= MAX_TARGET:
        raise ConfigError(say("exact.drawn", least=MIN_TARGET, most=MAX_TARGET, target=target))
    if not path.absolute().parent.is_dir():
        raise FileError(say("exact.no_folder", path=path, folder=path.absolute().parent))


def hold_totals(values: npt.NDArray[np.float64]) -> Heights:
    """The least turn total at which optimal play holds.

    Returns:
        Turn totals, shape (target, target): own score, other score. Where it equals target - own score, optimal
        play rolls until it wins.
    """
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
    """Below the surface optimal play rolls, from it on it holds."""
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
    """The same from above; grey where holding before the win is never right."""
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

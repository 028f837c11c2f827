"""Plots of measurements, as SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from croupier.core.base.rows import Interval, plain_plots
from croupier.measure.play.tournament import Report
from croupier.measure.stats.comparison import MixDifferences, amount
from croupier.measure.stats.promotion import Promotion
from croupier.measure.stats.rating import Margins, Rating, rank_text, rating_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

Span = Sequence[float] | None
Decorate = Callable[["Axes"], object]
_COLOUR = "tab:blue"
_WIDTH, _ROW, _LINE = 7.0, 0.45, 0.17  # inches
_CHARACTERS, _WIDEST = 32, 80
"""Most characters in a line of a name, which may be a path, and in a line as wide as the figure."""


def svg(draw: Callable[[Axes], None], height: float) -> str:
    """One pair of axes as SVG, with the same bytes for the same data."""
    from matplotlib.figure import Figure

    with plain_plots({"svg.hashsalt": "croupier", "text.parse_math": False}):  # names may contain dollar signs
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        out = BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue().decode()
    return text[text.index("<svg") :]  # without the document type, which links to another host


def plain_ticks(axis: Axis, shown: str = "{}") -> None:
    """Label a logarithmic axis with plain numbers, since `svg` renders no formulas."""
    from matplotlib.ticker import LogFormatter

    class Plain(LogFormatter):
        """Plain numbers; the library chooses the ticks to label."""

        def __call__(self, x: float, pos: int | None = None) -> str:
            if not super().__call__(x, pos):
                return ""
            digits = max(0, 1 - math.floor(math.log10(abs(x)))) if x else 0  # two significant digits
            number = f"{x:,.{digits}f}"
            return shown.format(number.rstrip("0").rstrip(".") if digits else number)

    axis.set_major_formatter(Plain())
    axis.set_minor_formatter(Plain())


def in_lines(name: str) -> str:
    """A name in short lines, broken after a slash if possible."""
    if "\n" in name:
        return "\n".join(map(in_lines, name.split("\n")))
    lines = [""]
    for part in re.findall(r"[^/]*/|[^/]+", name):
        if lines[-1] and len(lines[-1]) + len(part) > _CHARACTERS:
            lines.append("")
        rest = lines[-1] + part
        lines[-1:] = [rest[at : at + _CHARACTERS] for at in range(0, len(rest), _CHARACTERS)]
    return "\n".join(lines)


def _below(axes: Axes, text: str) -> None:
    """A label under the whole figure, since long names make the axes narrower."""
    axes.figure.supxlabel("\n".join(wrap(text, _WIDEST)), fontsize="medium")


def _row(names: Sequence[str]) -> float:
    """Height of a row in inches, for the name with the most lines."""
    most = max((in_lines(name).count("\n") + 1 for name in names), default=1)
    return max(_ROW, _LINE * most + 0.1)


def bars(labels: Sequence[str], means: Sequence[float], spans: Sequence[Span], decorate: Decorate) -> str:
    """Means with intervals as SVG, the first at the top; `decorate` adds lines, titles and labels."""

    def draw(axes: Axes) -> None:
        for row, (mean, span) in enumerate(zip(means, spans, strict=True)):
            if span is not None:
                axes.plot(span, [row, row], color=_COLOUR, linewidth=3, solid_capstyle="butt")
            axes.plot(mean, row, "o", color=_COLOUR)
        axes.set_yticks(range(len(labels)), [in_lines(label) for label in labels])
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.grid(axis="x", alpha=0.3)
        decorate(axes)

    return svg(draw, 1.2 + _row(labels) * len(labels))


def _times(scale: float, span: Span) -> Span:
    return None if span is None else [scale * bound for bound in span]


def win_rates(report: Report) -> tuple[str, str]:
    """Plot of win rates with intervals."""
    ranked = [one for one in report.best_first if one.games]

    def decorate(axes: Axes) -> None:
        axes.axvline(100.0 / report.seats.shape[1], color="0.5", linestyle="--")
        axes.set(title="Win rates")
        _below(axes, "win rate in percent, 95% intervals; dashed: par")

    told = "; ".join(
        f"{one.agent} {one.win_rate:.1%}"
        + ("" if one.ci95 is None else f" ({one.ci95[0]:.1%} to {one.ci95[1]:.1%})")
        for one in ranked
    )
    rates, spans = [100 * one.win_rate for one in ranked], [_times(100, one.ci95) for one in ranked]
    return bars([one.agent for one in ranked], rates, spans, decorate), f"Win rates with 95% intervals: {told}."


def differences(mixes: Sequence[MixDifferences], measure: str) -> tuple[str, str]:
    """Plot of differences of mixes in one measure."""
    scale = 100.0 if measure == "wins" else 1.0
    unit = "percentage points" if measure == "wins" else "places; below 0 is better" if measure == "places" else ""
    found = [mix.summary[measure] for mix in mixes]

    def decorate(axes: Axes) -> None:
        axes.axvline(0.0, color="0.5", linestyle="--")
        axes.set(title=f"A minus B in {measure}")
        _below(axes, f"{unit}, 95% intervals".lstrip(", "))

    told = "; ".join(f"{mix.name} {amount(measure, one.mean)}" for mix, one in zip(mixes, found, strict=True))
    means, spans = [scale * one.mean for one in found], [_times(scale, one.ci95) for one in found]
    picture = bars([mix.name for mix in mixes], means, spans, decorate)
    return picture, f"Difference in {measure}, A minus B: {told}."


def ratings(rating: Rating) -> tuple[str, str]:
    """Plot of ratings, with bands of agents that may share a rank."""
    ranked = rating.best_first

    def decorate(axes: Axes) -> None:
        for row, one in enumerate(ranked):  # a band: all agents that may share a rank with this one
            ranks = [other.rating for other in ranked if _meet(one.rank, other.rank)]
            axes.fill_betweenx([row - 0.3, row + 0.3], min(ranks), max(ranks), color=_COLOUR, alpha=0.15, lw=0)
        axes.set(title="Ratings")
        anchor = rating.agents[rating.anchor].agent
        _below(axes, f"rating, {anchor} = 0; shaded: from the worst to the best of the same ranks")

    told = "; ".join(
        f"rank {rank_text(one.rank)} {one.agent} {rating_text(one)} ({Interval(one.ci95, '+.0f')})"
        for one in ranked
    )
    labels = [f"{rank_text(one.rank)}  {one.agent}" for one in ranked]
    picture = bars(labels, [one.rating for one in ranked], [one.ci95 for one in ranked], decorate)
    return picture, f"Ratings with 95% intervals: {told}."


def _meet(one: tuple[int, int] | None, other: tuple[int, int] | None) -> bool:
    if one is None or other is None:
        return one is other
    return one[0] <= other[1] and other[0] <= one[1]


def margins(margins: Margins) -> tuple[str, str]:
    """Plot of the matrix of pairwise margins."""
    means = 100.0 * margins.means
    size = len(means)

    def draw(axes: Axes) -> None:
        image = axes.imshow(means, cmap="RdBu", vmin=-100, vmax=100)
        for i, j in np.ndindex(size, size):
            if i != j:
                colour = "white" if abs(means[i, j]) > 60 else "black"
                axes.text(j, i, f"{means[i, j]:+.0f}", ha="center", va="center", color=colour, fontsize=8)
        names = [in_lines(f"{number}  {name}") for number, name in enumerate(margins.agents, start=1)]
        axes.set_xticks(range(size), [str(number + 1) for number in range(size)])
        axes.set_yticks(range(size), names)
        figure = axes.figure
        figure.colorbar(image, ax=axes)
        # over the whole figure, since long names make the axes narrower
        figure.suptitle("How often the row finishes ahead of the column,\nless how often behind, in percent")

    told = "; ".join(
        f"{margins.agents[i]} over {margins.agents[j]} {means[i, j]:+.1f}%"
        for i in range(size)
        for j in range(i + 1, size)
    )
    return svg(draw, 1.6 + _row(margins.agents) * size), f"Matrix of pairwise margins: {told}."


def paths(promotion: Promotion) -> tuple[str, str]:
    """Plot of the paths of a sequential test."""

    def draw(axes: Axes) -> None:
        for test, style in zip(promotion.tests, ("-", "-."), strict=False):
            deals, ratios = zip((0, 0.0), *test.path, strict=True)
            axes.plot(deals, ratios, style, label=test.mix)
        axes.axhline(promotion.bounds.upper, color="0.4", linestyle="--", label="better")
        axes.axhline(promotion.bounds.lower, color="0.4", linestyle=":", label="not better")
        axes.set(xlabel="deals", ylabel="log-likelihood ratio", title=f"Sequential test: {promotion.verdict}")
        axes.legend(fontsize=8)

    return svg(draw, 3.5), "Log-likelihood ratio of the sequential test: " + " ".join(promotion.sentences())

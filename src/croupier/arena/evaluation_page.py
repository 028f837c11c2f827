"""The evaluation report as a folder of files: ``report.json``, ``report.md`` and pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.core.errors import FileError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REPORT, PAGE = "report.json", "report.md"
_CALIBRATION, _ABILITIES, _CURVES = "bids.png", "abilities.png", "curves.png"
Curves = Mapping[str, Sequence[tuple[float, float]]]
"""Points (decisions or updates, value) of each learning curve."""


def write_report(report: Mapping[str, Any], curves: Curves, folder: Path) -> list[Path]:
    """Write everything.

    Args:
        report: as `croupier.arena.evaluation.evaluate` gives it, with ``player``.
        curves: learning curves by name; empty where none are known.
        folder: made if it is not there.

    Returns:
        The files.

    Raises:
        FileError: the folder cannot be written.
        ModuleNotFoundError: matplotlib is not installed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pictures = _draw(report, curves, folder)
        (folder / PAGE).write_text(page(report, [picture.name for picture in pictures]), encoding="utf-8")
        (folder / REPORT).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise FileError(f"the report in {folder} cannot be written: {error.strerror}") from error
    return [folder / PAGE, folder / REPORT, *pictures]


def percent(value: Mapping[str, Any]) -> str:
    """A share with its interval, like ``45.3% (43.9 to 46.6)``."""
    interval = value["ci95"]
    low_high = "" if interval is None else f" ({interval[0]:.1%} to {interval[1]:.1%})".replace("% to", " to")
    return f"{value['mean']:.1%}{low_high.replace('%)', ')')}"


def points(value: Mapping[str, Any]) -> str:
    """Points with their interval, like ``12.3 (10.1 to 14.5)``."""
    interval = value["ci95"]
    return f"{value['mean']:.1f}" + ("" if interval is None else f" ({interval[0]:.1f} to {interval[1]:.1f})")


def page(report: Mapping[str, Any], pictures: Sequence[str]) -> str:
    """The report as Markdown.

    Args:
        report: as for `write_report`.
        pictures: names of the pictures that stand beside it.
    """
    lines = [
        f"# {report['player']}",
        "",
        f"Game {report['game']} (version {report['game_version']}), options {json.dumps(report['options'])}. "
        f"{report['deals']} deals a table, each in every rotation of the seats; seed {report['seed']}. In "
        "brackets: 95% intervals from a paired bootstrap over deals.",
        "",
        "## Tables",
        "",
        "| seats | against | wins | points | best of the others | points ahead of it |",
        "|---:|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['players']} | {row['against']} | {percent(row['win_rate'])} | {points(row['points'])} "
        f"| {row['best_other']}: {max(row['others_points']):.1f} | {points(row['points_ahead_of_best'])} |"
        for row in report["tables"]
    ]
    lines += _ability_lines(report) if report["abilities"] else []
    lines += [line for picture in pictures for line in ("", f"![{picture.removesuffix('.png')}]({picture})")]
    return "\n".join(lines) + "\n"


def _ability_lines(report: Mapping[str, Any]) -> list[str]:
    lines = [
        "",
        "## What the abilities are worth",
        "",
        f"The same player with other ability decisions and everything else equal, against the strongest bots; "
        f"{report['ability_deals']} deals. Gains are those of its own decisions, deal by deal.",
        "",
        "| abilities | wins | points | own gain in wins | own gain in points |",
        "|---|---|---|---|---|",
    ]
    for row in report["abilities"]:
        gains = ("-", "-")
        if "own_gains_wins" in row:
            gains = (percent(row["own_gains_wins"]), points(row["own_gains_points"]))
        lines.append(
            f"| {row['abilities']} | {percent(row['win_rate'])} | {points(row['points'])} "
            f"| {gains[0]} | {gains[1]} |"
        )
    lines += ["", *_verdicts(report["abilities"])]
    lines += [
        "",
        "## How abilities and bids were used",
        "",
        f"| what | {' | '.join(report['measures'])} |",
        "|---|" + "---|" * len(report["measures"]),
    ]
    for what, values in _metric_rows(report["measures"]):
        lines.append(f"| {what} | {' | '.join(values)} |")
    return lines


def _verdicts(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """In words: the own decisions are better than whose, worse than whose, and where neither is shown."""
    found: dict[str, list[str]] = {"better than": [], "worse than": [], "not shown to differ from": []}
    for row in rows:
        if "own_gains_points" in row:
            low, high = row["own_gains_points"]["ci95"]
            verdict = "better than" if low > 0.0 else "worse than" if high < 0.0 else "not shown to differ from"
            found[verdict].append(row["abilities"])
    return [
        f"- In points its own decisions are {verdict}: {', '.join(names)}."
        for verdict, names in found.items()
        if names
    ]


_METRICS = (
    ("Rosie: strategic choices", "rosie", "strategic_rate", "choices"),
    ("Bendt: quality of a discard, -1..1", "bendt", "discard_quality", "cards"),
    ("Roatan: bets won", "roatan", "bet_accuracy", "bets"),
    ("Harry: changed bids that were saved", "harry", "save_rate", "changed"),
    ("Harry: saved of those that could be", "harry", "saved_of_savable", "could_save"),
)


def _metric_rows(measures: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """A row a metric: what it is, and its value with its count for each kind of decisions."""
    rows = []
    for what, part, rate, count in _METRICS:
        values = []
        for found in measures.values():
            value, number = found[part][rate], found[part][count]
            values.append(f"{'-' if value is None else format(value, '.3f')} of {number}")
        rows.append((what, values))
    rows.append(("bids made exactly", [f"{found['bids']['exact_rate']:.3f}" for found in measures.values()]))
    return rows


def _draw(report: Mapping[str, Any], curves: Curves, folder: Path) -> list[Path]:
    drawn = []
    if report["measures"]:
        drawn += [
            _picture(folder / _CALIBRATION, lambda axes: _draw_bids(report["measures"]["own"]["bids"], axes)),
            _picture(folder / _ABILITIES, lambda axes: _draw_gains(report["abilities"], axes)),
        ]
    if curves:
        drawn.append(_picture(folder / _CURVES, lambda axes: _draw_curves(curves, axes)))
    return drawn


def _picture(path: Path, draw: Any) -> Path:
    """One picture with one pair of axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    draw(figure.add_subplot())
    figure.savefig(path, dpi=120)
    return path


def _draw_bids(bids: Mapping[str, Any], axes: Axes) -> None:
    """Tricks won for each bid: the mean with the spread of 80% of the rounds, and how often each was bid."""
    counts = np.array(bids["counts"])
    made = np.flatnonzero(counts.sum(axis=1) >= 10)
    won = np.arange(counts.shape[1])
    means = [(counts[bid] * won).sum() / counts[bid].sum() for bid in made]
    cumulated = [np.cumsum(counts[bid]) / counts[bid].sum() for bid in made]
    low = [int(np.searchsorted(part, 0.1)) for part in cumulated]
    high = [int(np.searchsorted(part, 0.9)) for part in cumulated]
    axes.plot([0, made.max(initial=1)], [0, made.max(initial=1)], color="0.6", linestyle="--", label="exact")
    axes.vlines(made, low, high, color="tab:blue", alpha=0.35, linewidth=9, label="80% of the rounds")
    axes.plot(made, means, "o-", color="tab:blue", label="mean")
    for bid, mean in zip(made, means, strict=True):
        axes.annotate(
            f"n={counts[bid].sum()}", (bid, mean), textcoords="offset points", xytext=(6, -12), fontsize=8
        )
    axes.margins(x=0.15)
    axes.set_xticks(range(made.max(initial=0) + 1))
    axes.set(xlabel="bid", ylabel="tricks won", title=f"Bids: {bids['exact_rate']:.1%} exact")
    axes.legend(loc="upper left")


def _draw_gains(rows: Sequence[Mapping[str, Any]], axes: Axes) -> None:
    """What its own ability decisions gain over others, in points a game."""
    others = [row for row in rows if "own_gains_points" in row][::-1]
    for place, row in enumerate(others):
        gain = row["own_gains_points"]
        low, high = gain["ci95"]
        axes.plot([low, high], [place, place], color="tab:blue", linewidth=3)
        axes.plot(gain["mean"], place, "o", color="tab:blue")
    axes.axvline(0.0, color="0.6", linestyle="--")
    labels = [f"{row['abilities']}\n{points(row['own_gains_points'])}" for row in others]
    axes.set_yticks(range(len(others)), labels, fontsize=9)
    axes.set_xscale("symlog", linthresh=2.0)  # random decisions cost fifty times what the others do
    axes.set(
        xlabel="points a game, 95% intervals; logarithmic beyond 2",
        title="What its own ability decisions gain over others",
    )


def _draw_curves(curves: Curves, axes: Axes) -> None:
    for name, line in curves.items():
        steps, values = zip(*line, strict=True)
        axes.plot(steps, values, label=name)
    axes.set(xlabel="update", ylabel="win rate", title="Strength while it learned")
    axes.legend(fontsize=8)

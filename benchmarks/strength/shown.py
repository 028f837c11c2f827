"""How results are written: cells, tables and sections in Markdown."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.base.rows import Cell, ColumnHead, Number, in_columns, markdown_table
from croupier.measure.reports.player import percent, sections

Result = Mapping[str, Any]
Shown = Callable[[Result], str]


def share(cell: Mapping[str, Any] | None) -> str:
    """A share of the wins with its interval; the share alone where the interval is no wider than it is printed."""
    if cell is None:
        return ""
    if cell["mean"] == 1.0:
        return "100%"
    found = percent(cell)
    point = replace(found, ci95=(cell["mean"], cell["mean"]))
    return str(replace(found, ci95=None) if str(found) == str(point) else found)


def players(heads: Sequence[str], labels: Sequence[Sequence[str]], columns: Sequence[str]) -> Shown:
    """`Matches` as a table with a row a player and a column an opponent.

    Args:
        heads: heads of the columns that name the player; one that ends with a colon is aligned right.
        labels: what stands in them, for each player.
        columns: heads of the opponents' columns.
    """

    def shown(result: Result) -> str:
        own = [ColumnHead(head.removesuffix(":"), "right" if head.endswith(":") else "left") for head in heads]
        cells = [
            (*label, *(share(cell) for cell in row)) for label, row in zip(labels, result["rows"], strict=True)
        ]
        return markdown_table(in_columns("", [*own, *columns], cells))

    return shown


def tables(head: str, labels: Sequence[str]) -> Shown:
    """`AtTables` with a row a table.

    The share of the wins is compared with an equal share by their odds, since a share cannot be several times a
    half: at 73.5% of two, 48% of four and 28.4% of eight the odds are 2.77 times those of an equal share.

    Args:
        head: head of the column that names the table.
        labels: names of the tables.
    """

    def shown(result: Result) -> str:
        cells = []
        for label, row in zip(labels, result["rows"], strict=True):
            seats, cell = row["players"], row["match"]
            odds, *bounds = (_odds(each) * (seats - 1) for each in (cell["mean"], *cell["ci95"]))
            cells.append((label, seats, Number(1 / seats, ".1%"), share(cell), Number(odds, ".2f", bounds)))
        numbers = (ColumnHead("seats", "right"), ColumnHead("equal share", "right"))
        return markdown_table(in_columns("", (head, *numbers, "wins", "odds, times an equal share's"), cells))

    return shown


def trials(heads: Sequence[str], labels: Sequence[Sequence[str]]) -> Shown:
    """`Trials` with a row a pairing.

    Args:
        heads: heads of the columns that name the players.
        labels: what stands in them, for each pairing.
    """

    def shown(result: Result) -> str:
        cells = []
        for label, row in zip(labels, result["rows"], strict=True):
            gains = (_percent(row.get("gain_wins")), _points(row.get("gain_points")))
            cells.append((*label, share(row["wins"]), _points(row["points"]), *gains))
        measured = ("wins", "points ahead", "gain in wins", "gain in points")
        return markdown_table(in_columns("", (*heads, *measured), cells))

    return shown


def _points(cell: Mapping[str, Any] | None) -> Cell:
    """A mean number of points with its interval."""
    return "" if cell is None else Number(cell["mean"], "+.1f", cell["ci95"])


def _percent(cell: Mapping[str, Any] | None) -> Cell:
    """A difference of shares in percentage points, with its interval."""
    return _points(None if cell is None else {"mean": 100 * cell["mean"], "ci95": [100 * x for x in cell["ci95"]]})


def _odds(share: float) -> float:
    """Odds of a share: how often it happens for each time that it does not."""
    return share / (1.0 - share) if share < 1.0 else math.inf


def opponents(head: str, labels: Sequence[str]) -> Shown:
    """`Matches` of one player as a table with a row an opponent.

    Args:
        head: head of the figures' column.
        labels: names of the opponents.
    """

    def shown(result: Result) -> str:
        (row,) = result["rows"]
        cells = [(label, share(cell)) for label, cell in zip(labels, row, strict=True)]
        return markdown_table(in_columns("", ("against", head), cells))

    return shown


def sentence(result: Result) -> str:
    """The first match of `Matches` in words: the share, and its interval in brackets."""
    cell = result["rows"][0][0]
    low, high = cell["ci95"]
    return f"{cell['mean']:.1%} (95% confidence interval {low * 100:.1f} to {high * 100:.1f})"


def exact(seat: str, places: int) -> Shown:
    """`Exact` as a percentage.

    Args:
        seat: ``first``, ``second`` or ``mean``.
        places: digits behind the point.
    """
    return lambda result: f"{result[seat]:.{places}%}"


def section(title: str) -> Shown:
    """A section of the report of `Evaluated`: its table and all that follows it."""

    def shown(result: Result) -> str:
        found = {each.title: each for each in sections(result)}
        if title not in found or not found[title].blocks:
            raise ConfigError(f"the report shows no table of {title!r}, but {', '.join(found)}")
        blocks = found[title].blocks
        return "\n\n".join(part if isinstance(part, str) else markdown_table(part) for part in blocks)

    return shown


def report_share(seats: int, against: str) -> Shown:
    """The share of the wins at one table of `Evaluated`, with its interval."""
    return lambda result: share(_report_row(result, seats, against)["win_rate"])


def report_lead(seats: int, against: str) -> Shown:
    """Points ahead of the best opponent at one table of `Evaluated`, rounded."""
    return lambda result: f"{_report_row(result, seats, against)['points_ahead_of_best']['mean']:.0f}"


def _report_row(result: Result, seats: int, against: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(
        row for row in result["tables"] if (row["players"], row["against"]) == (seats, against)
    )
    return found

"""Result rows: numbers and words in columns, before anything is printed or written to a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal


@dataclass(frozen=True)
class ColumnHead:
    """The head of a column, and how its cells stand.

    Attributes:
        text: what is written.
        align: where cells are aligned.
        breaks: where a cell that is wider than a narrow terminal may be broken.
    """

    text: str
    align: Literal["left", "right"] = "left"
    breaks: Literal["words", "anywhere", "never"] = "words"


@dataclass(frozen=True)
class Number:
    """A number with its 95% interval, like ``45.3% (43.9 to 46.6)``; without a value ``-``.

    Attributes:
        value: the number; None, NaN and infinity stand for none.
        form: how `format` writes it and its bounds, like ``.1%``.
        ci95: the interval, if one is known.
        brackets: ``[`` writes ``45.3% [43.9, 46.6]``.
    """

    value: float | None
    form: str
    ci95: Sequence[float] | None = None
    brackets: Literal["(", "["] = "("

    def __str__(self) -> str:
        if self.value is None or not math.isfinite(self.value):
            return "-"
        written = format(self.value, self.form)
        if self.ci95 is None:
            return written
        low, high = (format(bound, self.form).removesuffix("%") for bound in self.ci95)
        return f"{written} ({low} to {high})" if self.brackets == "(" else f"{written} [{low}, {high}]"


def dollars(cost: float) -> str:
    """A sum of money: in cents from a dollar on, and below with enough digits that a small one is not zero."""
    if cost >= 1 or cost == 0:
        return f"${cost:,.2f}"
    return f"${cost:.{max(4, math.ceil(-math.log10(cost)))}f}"


@dataclass(frozen=True)
class Interval:
    """An interval in a column of its own, like ``+30 .. +41``; where none is known ``-``.

    Attributes:
        bounds: its lower and upper end.
        form: how `format` writes them.
    """

    bounds: Sequence[float] | None
    form: str

    def __str__(self) -> str:
        return "-" if self.bounds is None else " .. ".join(format(bound, self.form) for bound in self.bounds)


Cell = str | int | Number | Interval


@dataclass(frozen=True)
class Rows:
    """A result in rows; `croupier.core.base.renderers` shows it.

    Attributes:
        title: what it shows; empty where its place says it.
        heads: of the columns.
        cells: row by row, one a column.
        notes: sentences that stand below.
    """

    title: str
    heads: tuple[ColumnHead, ...]
    cells: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.cells:
            if len(row) != len(self.heads):
                name = repr(self.title) if self.title else "a table"
                raise ValueError(f"{name} has {len(self.heads)} columns, and a row of {len(row)} cells: {row}")

    def titled(self, title: str) -> Rows:
        """The same under another title."""
        return replace(self, title=title)

    def data(self) -> list[Any]:
        """As plain data for JSON: title, heads and cells as text, without alignment and notes."""
        return [self.title, self.names(), self.texts()]

    def names(self) -> list[str]:
        """The heads as text."""
        return [head.text for head in self.heads]

    def texts(self) -> list[list[str]]:
        """All cells as text."""
        return [[str(cell) for cell in row] for row in self.cells]


def in_columns(
    title: str, heads: Sequence[ColumnHead | str], cells: Iterable[Sequence[Cell]], notes: Iterable[str] = ()
) -> Rows:
    """Make rows.

    Args:
        title: see `Rows`.
        heads: one that is a text is of a column aligned left.
        cells: row by row.
        notes: see `Rows`.

    Raises:
        ValueError: a row has another number of cells than there are columns.
    """
    columns = tuple(ColumnHead(head) if isinstance(head, str) else head for head in heads)
    return Rows(title, columns, tuple(tuple(row) for row in cells), tuple(notes))


def agent_heads(*heads: str) -> list[ColumnHead]:
    """Those of a table whose first column names agents: these may be long, and are broken rather than cut off."""
    first, *others = number_heads(*heads)
    return [replace(first, breaks="anywhere"), *others]


def number_heads(*heads: str) -> list[ColumnHead]:
    """The heads of a table whose first column names what its other columns measure."""
    first, *others = heads
    return [ColumnHead(first, breaks="never"), *(ColumnHead(text, "right") for text in others)]


def whole_heads(*heads: str) -> list[ColumnHead]:
    """Those of agents with numbers that stay in one line, and are never cut off: what is too wide is the names."""
    first, *others = agent_heads(*heads)
    return [first, *(replace(head, breaks="never") for head in others)]

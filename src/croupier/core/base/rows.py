"""Result rows: numbers and words in columns, and their renderers for the terminal, Markdown and HTML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rich.console import RenderableType


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
    """A result in rows; `croupier.core.base.rows` shows it.

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


Frame = Literal["rule", "grid", "dense"]
"""Lines of a table on a terminal: below the heads; around all cells; below the heads, with little space."""


def terminal_table(rows: Rows, frame: Frame = "rule") -> RenderableType:
    """A table that Rich prints; names in it are never taken for markup."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    title = Text(rows.title, "table.title")
    frames: dict[Frame, dict[str, Any]] = {
        "rule": {"title": title, "box": box.SIMPLE},
        "grid": {"title": title},
        "dense": {
            "title": Text(f"\n{rows.title}", "table.title"),
            "title_justify": "left",
            "box": box.SIMPLE_HEAD,
            "show_edge": False,
            "pad_edge": False,
            "padding": (0, 1, 0, 0),
        },
    }
    table = Table(**frames[frame])
    for head in rows.heads:
        folds: Any = "fold" if head.breaks == "anywhere" else "ellipsis"
        table.add_column(Text(head.text), justify=head.align, overflow=folds, no_wrap=head.breaks == "never")
    for row in rows.texts():
        table.add_row(*map(Text, row))
    return Group(table, *map(Text, rows.notes)) if rows.notes else table


def markdown_table(rows: Rows, *, tight: bool = False) -> str:
    """A table in Markdown and the notes below it; its title is the heading above it, which a page writes.

    Args:
        rows: what is shown.
        tight: no spaces around cells.
    """
    rule = "".join("---:|" if head.align == "right" else "---|" for head in rows.heads)
    lines = [_line(cells, "" if tight else " ") for cells in (rows.names(), *rows.texts())]
    lines.insert(1, f"|{rule}")
    return "\n\n".join(["\n".join(lines), *rows.notes])


def _line(cells: list[str], space: str) -> str:
    """A line of Markdown: of an empty cell one space is left."""
    shown = [cell.replace("|", "\\|") for cell in cells]
    return "|" + "|".join(f"{space}{cell}{space}" if cell else space for cell in shown) + "|"


@contextmanager
def plain_plots(settings: Mapping[Any, Any] = MappingProxyType({})) -> Iterator[None]:
    """Draw and save plots under Matplotlib's own defaults, whatever the user's own settings are."""
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context():
        rcdefaults()
        rcParams.update(settings)
        yield


def html_table(rows: Rows) -> str:
    """A table in HTML and the notes below it; the first cell of a row is its heading.

    It stands in a part of its own that a narrow page moves sideways, also by the keyboard.
    """
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in rows.names())
    lines = []
    for first, *rest in rows.texts():
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    body = "\n".join(lines)
    head = f"<caption><span>{escape(rows.title)}</span></caption>\n<thead><tr>{top}</tr></thead>"
    part = f'<div class="wide" role="region" aria-label="{escape(rows.title)}" tabindex="0">'
    table = f"{part}<table>{head}\n<tbody>\n{body}\n</tbody></table></div>"
    return "\n".join([table, *(f"<p>{escape(note)}</p>" for note in rows.notes)])

"""Tables of results: numbers and words in columns, and renderers for the terminal, Markdown and HTML."""

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
    """The head of a column, and the alignment of its cells.

    Attributes:
        text: the heading.
        align: alignment of the cells.
        breaks: where a cell that is too wide for a narrow terminal may wrap.
    """

    text: str
    align: Literal["left", "right"] = "left"
    breaks: Literal["words", "anywhere", "never"] = "words"


@dataclass(frozen=True)
class Number:
    """A number with its 95% confidence interval.

    Examples:
        >>> from croupier.core import Number
        >>> str(Number(0.453, ".1%", ci95=(0.439, 0.466)))
        '45.3% (43.9 to 46.6)'

    Attributes:
        value: the number; None, NaN and infinity are written as ``-``.
        form: format of the number and its bounds, as for `format`.
        ci95: lower and upper bound; None without an interval.
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
    """A sum of money, like ``$12.34``; a sum below a dollar has enough digits that it is not zero."""
    if cost >= 1 or cost == 0:
        return f"${cost:,.2f}"
    return f"${cost:.{max(4, math.ceil(-math.log10(cost)))}f}"


@dataclass(frozen=True)
class Interval:
    """An interval in its own column, like ``+30 .. +41``; ``-`` if it is not known.

    Attributes:
        bounds: lower and upper bound.
        form: format of the bounds, as for `format`.
    """

    bounds: Sequence[float] | None
    form: str

    def __str__(self) -> str:
        return "-" if self.bounds is None else " .. ".join(format(bound, self.form) for bound in self.bounds)


Cell = str | int | Number | Interval


@dataclass(frozen=True)
class Rows:
    """A table of results, which `croupier.core.base.rows` prints for the terminal, Markdown and HTML.

    Raises ValueError if a row has more or fewer cells than there are columns.

    Attributes:
        title: the heading; may be empty.
        heads: one a column.
        cells: the rows, each with one cell a column.
        notes: sentences below the table.
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
        """The same table with another title."""
        return replace(self, title=title)

    def data(self) -> list[Any]:
        """Title, heads and cells as text in plain lists for JSON; without alignment and notes."""
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
    """Make a table.

    Examples:
        >>> from croupier.core import in_columns, number_heads
        >>> table = in_columns("Results", number_heads("agent", "games"), [("bot", 100)])
        >>> table.data()
        ['Results', ['agent', 'games'], [['bot', '100']]]

    Args:
        title: see `Rows`.
        heads: a plain text is the head of a column aligned left.
        cells: the rows, each with one cell a column.
        notes: see `Rows`.
    """
    columns = tuple(ColumnHead(head) if isinstance(head, str) else head for head in heads)
    return Rows(title, columns, tuple(tuple(row) for row in cells), tuple(notes))


def agent_heads(*heads: str) -> list[ColumnHead]:
    """Heads of a table whose first column names agents; long names wrap."""
    first, *others = number_heads(*heads)
    return [replace(first, breaks="anywhere"), *others]


def number_heads(*heads: str) -> list[ColumnHead]:
    """Heads of a table with names in the first column, aligned left, and numbers in the others, aligned right."""
    first, *others = heads
    return [ColumnHead(first, breaks="never"), *(ColumnHead(text, "right") for text in others)]


def whole_heads(*heads: str) -> list[ColumnHead]:
    """Heads as `agent_heads` makes them, for numbers that stay on one line: only names wrap."""
    first, *others = agent_heads(*heads)
    return [first, *(replace(head, breaks="never") for head in others)]


Frame = Literal["rule", "grid", "dense"]
"""Lines of a table on a terminal: below the heads; around all cells; below the heads, with little space."""


def terminal_table(rows: Rows, frame: Frame = "rule") -> RenderableType:
    """A table for Rich; markup in it is printed as it is."""
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


def markdown_table(rows: Rows) -> str:
    """A table in Markdown with its notes, without its title; an empty cell is one space."""
    rule = "".join("---:|" if head.align == "right" else "---|" for head in rows.heads)
    shown = [[cell.replace("|", "\\|") for cell in cells] for cells in (rows.names(), *rows.texts())]
    lines = ["|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|" for cells in shown]
    lines.insert(1, f"|{rule}")
    return "\n\n".join(["\n".join(lines), *rows.notes])


@contextmanager
def plain_plots(settings: Mapping[Any, Any] = MappingProxyType({})) -> Iterator[None]:
    """Draw and save plots under Matplotlib's defaults, whatever the user's settings are."""
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context():
        rcdefaults()
        rcParams.update(settings)
        yield


def html_table(rows: Rows) -> str:
    """A table in HTML with its notes; the first cell of a row is its heading.

    On a narrow page it scrolls sideways, also by the keyboard.
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

"""Renderers of rows as tables: for the terminal, in Markdown, in HTML; and how plots are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from croupier.core.base.rows import Rows

if TYPE_CHECKING:
    from rich.console import RenderableType

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

"""The rows of a result, and the three renderers."""

import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from rich.console import Console

from croupier.core.base.rows import (
    ColumnHead,
    Frame,
    Interval,
    Number,
    Rows,
    html_table,
    in_columns,
    markdown_table,
    number_heads,
    terminal_table,
)
from croupier.games.pig.exact.problem import draw
from croupier.measure.reports.plots import svg

ROWS = in_columns(
    "Wins & more",
    number_heads("agent", "wins", "95%"),
    [
        ("a|b [red]", Number(0.5, ".1%", (0.4, 0.6)), Interval((0.4, 0.6), ".0%")),
        ("<c>", "", Interval(None, ".0%")),
    ],
    ["Read [this] <first>."],
)


def printed(rows: Rows, frame: Frame = "rule", width: int = 60) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False).print(terminal_table(rows, frame))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_numbers_and_intervals_are_written_in_their_forms() -> None:
    assert str(Number(1234.56, ",.1f")) == "1,234.6"
    assert str(Number(0.453, ".1%", (0.44, 0.466))) == "45.3% (44.0 to 46.6)"
    assert str(Number(1.25, "+.1f", (-0.5, 3.0), "[")) == "+1.2 [-0.5, +3.0]"
    assert str(Number(None, ".1%", (0.0, 1.0))) == "-"
    assert str(Interval((-1.0, 2.0), "+.0f")) == "-1 .. +2"
    assert str(Interval(None, "+.0f")) == "-"


def test_a_row_has_a_cell_in_every_column() -> None:
    with pytest.raises(ValueError, match=r"'t' has 2 columns, and a row of 1 cells: \('one',\)"):
        in_columns("t", ("a", "b"), [("one",)])


def test_markdown_escapes_bars_and_has_the_notes_below() -> None:
    assert markdown_table(ROWS) == (
        "| agent | wins | 95% |\n|---|---:|---:|\n| a\\|b [red] | 50.0% (40.0 to 60.0) | 40% .. 60% |\n"
        "| <c> | | - |\n\nRead [this] <first>."
    )


def test_html_escapes_names_and_has_heads_for_columns_and_rows() -> None:
    root = ET.fromstring(f"<div>{html_table(ROWS)}</div>")  # noqa: S314  # our own table
    assert root.findtext(".//caption/span") == "Wins & more"
    assert [each.text for each in root.iter("th")] == ["agent", "wins", "95%", "a|b [red]", "<c>"]
    assert [each.text for each in root.iter("td")] == ["50.0% (40.0 to 60.0)", "40% .. 60%", None, "-"]
    assert root.findtext("p") == "Read [this] <first>."


@pytest.mark.parametrize("frame", ["rule", "grid", "dense"])
def test_a_terminal_shows_names_as_they_are(frame: Frame) -> None:
    lines = printed(ROWS, frame)
    assert any("a|b [red]" in line and "40% .. 60%" in line for line in lines)
    assert any("Wins & more" in line for line in lines)
    assert lines[-1] == "Read [this] <first>."


def test_cells_are_broken_where_their_heads_say() -> None:
    def lines(breaks: ColumnHead, cell: str) -> str:
        shown = printed(in_columns("", (breaks,), [(cell,)]), width=12)
        return "/".join(line.strip() for line in shown if line.strip())

    never, words, anywhere = ColumnHead("a", breaks="never"), ColumnHead("a"), ColumnHead("a", breaks="anywhere")
    assert lines(never, "two trumps").endswith("two tru\N{HORIZONTAL ELLIPSIS}")
    assert lines(words, "two trumps").endswith("two/trumps")
    assert lines(words, "mermaidpirates").endswith("mermaid\N{HORIZONTAL ELLIPSIS}")
    assert lines(anywhere, "mermaidpirates").endswith("mermaidp/irates")


@pytest.mark.thorough
def test_plots_are_the_same_under_whatever_settings_the_user_has(tmp_path: Path) -> None:
    def titled(axes: Axes) -> None:
        axes.set_title("50%")

    def drawn(name: str) -> tuple[str, bytes]:
        picture = tmp_path / f"{name}-pig.png"
        draw(np.full((10, 10), 5), 0.5, picture)
        return svg(titled, 2.0), picture.read_bytes()

    before = drawn("plain")
    users: dict[Any, Any] = {
        "text.usetex": True,
        "savefig.bbox": "tight",
        "font.size": 30.0,
        "figure.facecolor": "black",
    }
    with mpl.rc_context(users):
        assert drawn("settings") == before
        assert mpl.rcParams["font.size"] == 30.0

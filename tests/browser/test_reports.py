"""Reports and leaderboards on a phone: the page keeps its width, and wide tables move within it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from croupier.arena.board.board import folder_of
from croupier.arena.board.entry import read_entries
from croupier.arena.board.page import board_page
from croupier.arena.board.standing import compare_entries_of
from croupier.arena.reports.html import document, paragraph
from croupier.core.base.renderers import html_table
from croupier.core.base.rows import agent_heads, in_columns

LONG = "llm/temperature=0.2,effort=low:openai/gpt-5-mini-2026-08-07"


def wide() -> str:
    """A page with a table of agents with long names in rows and columns."""
    names = [f"{LONG}-{number}" for number in range(4)]
    cells = [(name, *("+0.00 [+0.00, +0.00] (11 of 22 differ)" for _ in names)) for name in names]
    table = html_table(in_columns("A table", agent_heads("agent", *names), cells))
    return document(f"A report: {', '.join(names)}", [table, paragraph("f" * 64)])


def board() -> str:
    return board_page(compare_entries_of(*read_entries(folder_of("skull-king-1"))))


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", [wide, board])
def test_nothing_runs_over_the_right_edge(chromium: Browser, width: int, page: object, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert callable(page)
    file.write_text(str(page()))
    opened = chromium.new_page(viewport={"width": width, "height": 800})
    opened.goto(file.as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth") == width
    for table in opened.locator(".wide").all():
        table.focus()
        assert table.evaluate("part => part === document.activeElement && !!part.ariaLabel")
        assert table.locator("tbody th").first.bounding_box() is not None
        table.evaluate("part => { part.scrollLeft = 10000 }")
        box = table.locator("tbody th").first.bounding_box()
        if width < 640:  # who a row is about stays in sight
            assert box is not None
            assert 0 <= box["x"] < width / 2
    opened.close()

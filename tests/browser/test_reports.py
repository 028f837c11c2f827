"""Reports and leaderboards on a phone: the page keeps its width, and wide tables move within it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from croupier.core.base.rows import agent_heads, in_columns
from croupier.measure.reports.board import folder_of, read_entries
from croupier.measure.reports.rendered import to_html
from croupier.measure.reports.standing import board_page, standings_of
from tests.amounts import daily
from tests.models.scripted import KEY, Answer, listed, scripted

LONG = "llm/temperature=0.2,effort=low:openai/gpt-5-mini-2026-08-07"
MODELS = (
    LONG, "llm/nolist:qwen/qwen3-235b-a22b-thinking-2507-instruct",
    "llm/effort=high,max-tokens=2000:anthropic/claude-sonnet-4.5-20260101",
)  # fmt: skip


TITLES = """() => [...document.querySelectorAll("caption span")].map((title) => {
  title.closest(".wide").scrollLeft = 10000;
  const box = title.getBoundingClientRect();
  return [title.innerText, box.left, box.right, box.width > 0];
})"""
"""Each title and where it stands, its table moved as far as it goes."""
TABLES = """() => [...document.querySelectorAll(".wide")].map((table) => {
  table.scrollLeft = 10000;
  const heads = [...table.querySelectorAll("thead th")].map((head) => head.innerText);
  return [heads, [...table.querySelectorAll("tbody th")].map((row) => {
    const box = row.getBoundingClientRect();
    return [row.innerText, box.left, box.width > 0, row.scrollWidth <= row.clientWidth + 1];
  })];
})"""
"""Of each table, moved likewise, what stands above its columns; of each row what it is about and where it is."""


def wide() -> str:
    """A page with a table of agents with long names in rows and columns."""
    names = [f"{LONG}-{number}" for number in range(4)]
    cells = [(name, *("+0.00 [+0.00, +0.00] (11 of 22 differ)" for _ in names)) for name in names]
    table = in_columns("A table", agent_heads("agent", *names), cells)
    return to_html(f"A report: {', '.join(names)}", [table, "f" * 64])


def board() -> str:
    return board_page(standings_of(*read_entries(folder_of("skull-king-1"))))


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of three models with long names, some of whose replies are not accepted."""
    out = tmp_path_factory.mktemp("arena") / "run"

    def behave(body: dict[str, Any], number: int) -> Answer:
        text = body["messages"][1]["content"]
        return Answer("I resign." if number % 7 == 0 else listed(body)[0] if "Legal actions" in text else "[roll]")

    words = ["arena", "pig", "-o", "winning_score=20", "-o", "max_turns=10", *MODELS, "--deals", "2", "--yes"]
    with scripted(behave) as server:  # a process of its own: the browser's events run in this one
        command = [sys.executable, "-m", "croupier", *words, "--out", str(out), "--llm-url", server.url]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OPENAI_API_KEY": KEY})
    return out / "report.html"


@pytest.mark.thorough
@pytest.mark.parametrize("width", [390, 1280])
def test_the_report_of_models_is_whole(chromium: Browser, width: int, arena: Path) -> None:
    opened = chromium.new_page(viewport={"width": width, "height": 800})
    opened.goto(arena.as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth") == width
    tables = opened.locator(".wide").all()
    assert len(tables) > 8
    titles = opened.evaluate(TITLES)
    assert len(titles) == len(tables)
    for title, left, right, seen in titles:  # also where its table is wider than the page, and moved
        assert seen, title
        assert left >= 0, title
        assert right <= width, title
    for heads, rows in opened.evaluate(TABLES):  # what a row is about stays in sight: the agent where there is one
        assert "agent" not in heads[1:], heads
        for row, left, seen, whole in rows:
            assert seen, row
            assert 0 <= left < width / 2 or width > 640, row
            assert whole, row
    opened.close()


@pytest.mark.parametrize("width", daily([390, 1280]))
@pytest.mark.parametrize("page", daily([wide, board]))
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

"""The chart of a board's page: dollars on its axis are plain numbers, and names stay within the frame."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace

import pytest
from matplotlib import rcParamsDefault
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation

from croupier.measure.reports.board import folder_of, read_entries
from croupier.measure.reports.standing import Leaderboard, standings_of, strength_against_dollars
from tests.amounts import daily

LONG = "llm/temperature=0.2,effort=low:openai/gpt-5-mini-2026-08-07"


def board_with(costs: Sequence[float]) -> Leaderboard:
    """The shipped board, whose first entries are models that cost so many dollars a game."""
    board, entries = read_entries(folder_of("skull-king-1"))
    model = {"games": 1, "replies": 9, "estimated": 0, "tokens_in": 9, "tokens_out": 9, "priced": True}
    dear = [
        replace(entry, agent=f"{LONG}{number}", model={**model, "cost": cost, "forfeited": 0})
        for number, (entry, cost) in enumerate(zip(entries, costs, strict=False))
    ]
    return standings_of(board, [*dear, *entries[len(dear) :]])


@pytest.mark.parametrize(
    ("costs", "some"),
    daily([
        ((0.00021, 0.0005, 0.0009), "$0.0003"), ((0.0004, 0.02, 3.0), "$0.001"), ((2.0, 30.0, 1_500.0), "$1,000"),
        ((0.0003,), "$0.0003"),
    ]),
)  # fmt: skip
def test_dollars_on_the_axis_are_plain_numbers(
    costs: Sequence[float], some: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rcParamsDefault, "svg.fonttype", "none")  # text stays text
    drawn, _ = strength_against_dollars(board_with(costs))
    root = ET.fromstring(drawn)  # noqa: S314
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert some in texts
    assert not [text for text in texts if "mathdefault" in text or "^" in text]


@pytest.mark.parametrize(
    "costs", daily((costs,) for costs in [(0.0004, 0.02, 3.0), (0.0003,), (1.0, 1.1, 1.2), (0.5, 0.5)])
)
def test_names_of_the_dearest_stay_within_the_frame(costs: Sequence[float], figures: list[Figure]) -> None:
    found = board_with(costs)
    strength_against_dollars(found)
    (figure,) = figures
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]  # Matplotlib's own
    figure.draw(renderer)
    frame = figure.axes[0].get_window_extent(renderer)
    names = [text for text in figure.axes[0].texts if isinstance(text, Annotation)]
    assert sorted(name.get_text().replace("\n", "") for name in names) == sorted(s.agent for s in found.standings)
    for name in names:
        box = name.get_window_extent(renderer)
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1, name.get_text()
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1, name.get_text()

"""Figures as reports draw them."""

from typing import Any

import pytest
from matplotlib.figure import Figure


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Each figure that is written, once it is."""
    found: list[Figure] = []
    written = Figure.savefig

    def savefig(figure: Figure, *where: Any, **how: Any) -> None:
        found.append(figure)
        written(figure, *where, **how)

    monkeypatch.setattr(Figure, "savefig", savefig)
    return found

"""Figures as reports draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Each figure that is written, once it is."""
    from matplotlib.figure import Figure  # few tests draw

    found: list[Figure] = []
    written = Figure.savefig

    def savefig(figure: Figure, *where: Any, **how: Any) -> None:
        found.append(figure)
        written(figure, *where, **how)

    monkeypatch.setattr(Figure, "savefig", savefig)
    return found
